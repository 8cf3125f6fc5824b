/** The embedded search as a provider: a worker, started with the first question, answers from the index of the page's language. */
import type { SearchAnswer, SearchProvider } from "../../src/shared/search.js";
import type { Question, Reply } from "./engine/messages.js";

export interface LocalOptions {
  /** Address of the folder of the index, from `/`, with a slash at its end: `/search/en-US/`. */
  base: string;
  workerUrl: string;
}

interface Pending {
  resolve(answer: SearchAnswer): void;
  reject(reason: unknown): void;
}

/**
 * Only the newest question is answered: the promise of an older one rejects with an `AbortError` as soon as there is a newer one. Any other
 * rejection means that the worker or a file of the index cannot be had; the next question tries again.
 */
export function localProvider({ base, workerUrl }: LocalOptions): SearchProvider {
  let worker: Worker | undefined;
  let pending: Pending | undefined;
  let id = 0;

  const settle = (how: (waiting: Pending) => void) => {
    const waiting = pending;
    pending = undefined;
    if (waiting) how(waiting);
  };

  const start = (): Worker => {
    const started = new Worker(workerUrl, { type: "module" });
    started.addEventListener("message", ({ data }: MessageEvent<Reply>) => {
      if (data.id !== id) return;
      settle(({ resolve, reject }) => ("answer" in data ? resolve(data.answer) : reject(new Error(data.error))));
    });
    started.addEventListener("error", () => {
      started.terminate();
      if (worker === started) worker = undefined;
      settle(({ reject }) => reject(new Error("the search cannot be started")));
    });
    return started;
  };

  return {
    search(request) {
      settle(({ reject }) => reject(new DOMException("a newer question was asked", "AbortError")));
      return new Promise((resolve, reject) => {
        pending = { resolve, reject };
        id++;
        worker ??= start();
        worker.postMessage({ id, base, request } satisfies Question);
      });
    },
  };
}
