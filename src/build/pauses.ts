/** Lets other work run beside long work on the main thread. */

/** @returns its argument, a promise that is awaited later. Until then, its rejection must not count as unhandled. */
export function handleLater<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => undefined);
  return promise;
}

/**
 * Makes pauses in long work for other events: requests to a server, a signal that ends the program.
 * @param longest maximum time between two pauses, in ms. @returns a function to call between two pieces of the work.
 */
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
