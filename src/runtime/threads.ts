/**
 * Threads run jobs of the bundled program, each a script in dist/ with no more than it needs, because a thread starts
 * beside the main one and competes with it. If the program runs from its sources, as in unit tests, there is no bundle,
 * and the caller does the work itself.
 */
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";

/** The jobs of threads; esbuild.config.js makes the script of each. */
export type Job = "parse" | "compare" | "write" | "index";

const scriptOf = (job: Job) => new URL(`./thread-${job}.cjs`, import.meta.url);

/** Whether this program can start threads. */
export function hasThreads(): boolean {
  return existsSync(fileURLToPath(scriptOf("parse")));
}

/** Starts a thread. @param data argument of the job. */
export function startThread(job: Job, data: unknown): Worker {
  return new Worker(scriptOf(job), { workerData: data });
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
