/**
 * Threads run jobs of the bundled program. Where the program runs from its sources, as in unit tests, there is no bundle, and code that asks for
 * a thread does the work itself.
 */
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";

/** What a thread can be started for; src/entry.ts has the function of each. */
export type Job = "parse" | "write" | "index";

const file = new URL("./worker.cjs", import.meta.url);

/** Whether this program can start threads. */
export function hasThreads(): boolean {
  return existsSync(fileURLToPath(file));
}

/** Starts a thread. @param data what the job is given. */
export function startThread(job: Job, data: unknown): Worker {
  return new Worker(file, { workerData: { job, data } satisfies ThreadData });
}

/** What a thread finds as its `workerData`. */
export interface ThreadData {
  job: Job;
  data: unknown;
}

/**
 * A thread that is given its work at the start and ends by itself.
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
