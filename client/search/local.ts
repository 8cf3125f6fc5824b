/** The embedded search as a provider: a worker, started with the first query, answers from the index of the page's language. */
import type { SearchAnswer, SearchProvider, SearchRequest } from "../../src/shared/search.js";
import type { Question, Reply } from "./engine/messages.js";

export interface LocalOptions {
  /** Address of the folder of the index, from `/`, with a slash at its end: `/search/en-US/`. */
  base: string;
  workerUrl: string;
}

interface Pending {
  request: SearchRequest;
  resolve(answer: SearchAnswer): void;
  reject(reason: unknown): void;
}

/**
 * One query runs at a time, and only the newest is answered: the promise of an older one rejects with an `AbortError`
 * as soon as there is a newer one, which is sent when the worker has finished the older. Any other rejection means that
 * the worker or a file of the index cannot be loaded; the next query tries again.
 */
export function localProvider({ base, workerUrl }: LocalOptions): SearchProvider {
  let worker: Worker | undefined;
  /** The newest query, until it is answered. */
  let pending: Pending | undefined;
  /** Number of the query that the worker is answering, or 0. */
  let asked = 0;
  let id = 0;

  const settle = (how: (waiting: Pending) => void) => {
    const waiting = pending;
    pending = undefined;
    if (waiting) how(waiting);
  };

  const start = (): Worker => {
    const started = new Worker(workerUrl, { type: "module" });
    started.addEventListener("message", ({ data }: MessageEvent<Reply>) => {
      asked = 0;
      if (data.id !== id) ask();
      else settle(({ resolve, reject }) => ("answer" in data ? resolve(data.answer) : reject(new Error(data.error))));
    });
    started.addEventListener("error", () => {
      started.terminate();
      if (worker === started) worker = undefined;
      asked = 0;
      settle(({ reject }) => reject(new Error("the search cannot be started")));
    });
    return started;
  };

  const ask = () => {
    if (asked !== 0 || !pending) return;
    asked = id;
    worker ??= start();
    worker.postMessage({ id, base, request: pending.request } satisfies Question);
  };

  return {
    open() {
      worker ??= start();
      worker.postMessage({ id: 0, base } satisfies Question);
    },
    search(request) {
      settle(({ reject }) => reject(new DOMException("a newer question was asked", "AbortError")));
      return new Promise((resolve, reject) => {
        pending = { request, resolve, reject };
        id++;
        ask();
      });
    },
  };
}
