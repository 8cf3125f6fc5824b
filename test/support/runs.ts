import fc from "fast-check";

/**
 * How much a test of any input tries: enough to find what is common within seconds, and in `npm run test:trust` ten times as much. The suite draws
 * the same inputs in every run, so that a red one is the fault of a change; `npm run test:trust` draws others each time and finds what is rare.
 */
export const isThorough = process.env.CIPGEN_THOROUGH !== undefined;

/** What the inputs of properties follow from; undefined: from the clock. */
export const suiteSeed = isThorough ? undefined : 20_261_125;

/** @param usual number of inputs that the suite tries. */
export const runs = (usual: number) => (isThorough ? 10 * usual : usual);

/**
 * The cases of a long list that the suite tries, in their order: the same each time. `npm run test:trust` tries all.
 * @param share how many of them, from 0 to 1; one at least.
 */
export function drawn<Case>(cases: readonly Case[], share: number): Case[] {
  if (isThorough) return [...cases];
  const places = fc.shuffledSubarray(
    cases.map((_, index) => index),
    { minLength: Math.ceil(share * cases.length), maxLength: Math.ceil(share * cases.length) },
  );
  const [chosen = []] = fc.sample(places, { seed: suiteSeed, numRuns: 1 });
  return chosen.sort((one, other) => one - other).map((index) => cases[index] as Case);
}

/** The provider whose search the suite opens in every state; `npm run test:trust` does it with both. */
export const providers = isThorough ? (["embedded", "hosted"] as const) : (["embedded"] as const);
