/**
 * Threads run jobs of the bundled program, each from a script in dist/ with no more than it needs, because a thread
 * starts beside the main one and competes with it. If the program runs from its sources, as in unit tests, there is no
 * bundle, and the caller does the work itself.
 */
import { fork } from "node:child_process";
import { existsSync } from "node:fs";
import { constants, setPriority } from "node:os";
import { type TransferListItem, Worker } from "node:worker_threads";

/** The jobs of threads, and the script of each; esbuild.config.js makes these scripts. */
const scripts = {
  checkLinks: "program",
  history: "thread-history",
  compare: "program",
  highlight: "thread-highlight",
  index: "thread-index",
};

export type Job = keyof typeof scripts;

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

/**
 * Runs a job in a process of its own, behind all other work: its memory ends with it. The process ends when this one does.
 * @returns its only message; undefined if it was aborted.
 */
export function runProcess<Message>(job: Job, data: unknown, signal: AbortSignal): Promise<Message | undefined> {
  const child = fork(entry, { serialization: "advanced", stdio: ["ignore", "ignore", "inherit", "ipc"], signal });
  try {
    if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // It has ended already, or the system does not allow it.
  }
  child.send({ script: scripts[job], job, data });
  return new Promise((resolve, reject) => {
    let result: Message | undefined;
    child.on("message", (message) => {
      result = message as Message;
    });
    child.on("error", (error) => (signal.aborted ? resolve(undefined) : reject(error)));
    child.on("exit", (code) =>
      result !== undefined || signal.aborted
        ? resolve(result)
        : reject(new Error(`the process for ${job} ended with ${code}`)),
    );
  });
}
