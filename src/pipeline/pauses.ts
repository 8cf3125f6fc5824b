/** Long work on the main thread in turns with whatever else waits there: a server that must answer, a signal that must end the program. */

/** @param longest how many ms may pass between two pauses. @returns what is called between two pieces of the work. */
export function makePauses(longest: number): () => Promise<void> | undefined {
  let start = performance.now();
  return () => {
    if (performance.now() - start < longest) return undefined;
    return new Promise((done) => {
      setImmediate(() => {
        start = performance.now();
        done();
      });
    });
  };
}
