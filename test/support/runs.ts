/**
 * How much a test of any input tries: enough to find what is common within seconds, and in `npm run test:trust` ten times as much.
 * Each run draws other inputs, so the short ones find what is rare over time.
 */
export const isThorough = process.env.CIPGEN_THOROUGH !== undefined;

/** @param usual number of inputs that the suite tries. */
export const runs = (usual: number) => (isThorough ? 10 * usual : usual);

/**
 * The cases of a long list that the suite tries, in their order: others each time. `npm run test:trust` tries all.
 * @param share how many of them, from 0 to 1; one at least.
 */
export function drawn<Case>(cases: readonly Case[], share: number): Case[] {
  if (isThorough) return [...cases];
  const places = cases.map((_, index) => ({ index, random: Math.random() }));
  const chosen = places.sort((one, other) => one.random - other.random).slice(0, Math.ceil(share * cases.length));
  return chosen.sort((one, other) => one.index - other.index).map(({ index }) => cases[index] as Case);
}
