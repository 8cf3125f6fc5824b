/**
 * Starts threads of the bundled program. Each runs a script in dist/ with only the code that its job needs, because it
 * competes with the main thread while it starts. A program that runs from its sources, as in unit tests, has no such
 * scripts, and the caller does the work itself.
 */
import { existsSync } from "node:fs";
import { type TransferListItem, Worker } from "node:worker_threads";

/** The jobs of threads, and the script of each; esbuild.config.js makes these scripts. */
const scripts = {
  history: "thread-history",
  highlight: "thread-highlight",
  index: "thread-index",
};

type Job = keyof typeof scripts;

/** The bundle is in dist/, which is beside bin/. */
const entry = new URL("../bin/thread.cjs", import.meta.url);

/** Whether this program can start threads. */
export function hasThreads(): boolean {
  return existsSync(entry);
}

/** Starts a thread. @param data argument of the job. @param transfer the parts of `data` that are moved to the thread. */
export function startThread(job: Job, data: unknown, transfer: TransferListItem[] = []): Worker {
  const workerData = { script: scripts[job], job, data };
  return new Worker(entry, { workerData, transferList: transfer });
}

/**
 * Runs a thread that gets its work at the start and ends by itself.
 * @param take gets each message of the thread. Resolves when the thread has ended; rejects with its first error.
 */
export function runThread<Message>(job: Job, data: unknown, take: (message: Message) => void): Promise<void> {
  const worker = startThread(job, data);
  return new Promise((resolve, reject) => {
    worker.on("message", take);
    worker.on("error", reject);
    worker.on("exit", (code) => {
      if (code === 0) resolve();
      else reject(new Error(`the thread for ${job} ended with ${code}`));
    });
  });
}
