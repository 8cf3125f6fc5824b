/**
 * Threads run jobs of the bundled program. If the program runs from its sources, as in unit tests, there is no bundle,
 * and the caller does the work itself.
 */
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";

/** The jobs of threads; src/entry.ts has the function of each. */
export type Job = "parse" | "write" | "index";

const file = new URL("./worker.cjs", import.meta.url);

/** Whether this program can start threads. */
export function hasThreads(): boolean {
  return existsSync(fileURLToPath(file));
}

/** Starts a thread. @param data argument of the job. */
export function startThread(job: Job, data: unknown): Worker {
  return new Worker(file, { workerData: { job, data } satisfies ThreadData });
}

/** The `workerData` of a thread. */
export interface ThreadData {
  job: Job;
  data: unknown;
}

/**
 * Runs a thread that gets its work at the start and ends by itself.
 * @param take gets each message.
 * @returns when the thread has ended; rejects with the first error.
 */
export function runThread<Message>(job: Job, data: unknown, take: (message: Message) => void): Promise<void> {
  const worker = startThread(job, data);
  return new Promise((resolve, reject) => {
    worker.on("message", take);
    worker.on("error", reject);
    worker.on("exit", (code) =>
      code === 0 ? resolve() : reject(new Error(`the thread for ${job} ended with ${code}`)),
    );
  });
}
