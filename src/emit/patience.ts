/** Windows does not let a file be replaced that another program has open: a virus scanner or an indexer for a moment, an editor for longer. */

/** What Windows says of a file in use, and of one that may not be changed. */
const inUse = new Set(["EPERM", "EACCES", "EBUSY"]);

/** Whether an error may pass when another program closes a file. */
export function mayPass(code: string | undefined): boolean {
  return process.platform === "win32" && inUse.has(code ?? "");
}

/** Longer than a scanner takes, and no longer than a person waits: in ms. */
const patience = 5_000;
const longestPause = 200;

/** Runs an act on a file, again until it is not in use. Throws the last error. */
export function patiently<T>(act: () => T): T {
  const end = performance.now() + patience;
  for (let pause = 5; ; pause = Math.min(2 * pause, longestPause)) {
    try {
      return act();
    } catch (error) {
      if (!mayPass((error as NodeJS.ErrnoException).code) || performance.now() > end) throw error;
    }
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pause);
  }
}
