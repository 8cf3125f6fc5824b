/** @param outdir folder of the script, absolute. */
export function bundleExtension(outdir: string): Promise<void>;
