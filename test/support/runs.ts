/**
 * How much a test of any input tries: enough to find what is common within seconds, and in `npm run test:trust` ten times as much.
 * Each run draws other inputs, so the short ones find what is rare over time.
 */
export const isThorough = process.env.CIPGEN_THOROUGH !== undefined;

/** @param usual number of inputs that the suite tries. */
export const runs = (usual: number) => (isThorough ? 10 * usual : usual);
