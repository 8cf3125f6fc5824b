/**
 * Threads run jobs of the bundled program, each from a script in dist/ with no more than it needs, because a thread
 * starts beside the main one and competes with it. If the program runs from its sources, as in unit tests, there is no
 * bundle, and the caller does the work itself.
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

/** Beside dist/, in which the bundle is. */
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
 * @param take gets each message.
 * @returns when the thread has ended; rejects with the first error.
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
