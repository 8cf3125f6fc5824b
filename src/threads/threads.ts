/**
 * Threads run files of dist/. Where the program runs from its sources, as in unit tests, there are none, and what asks for one does the work
 * itself.
 */
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";

/** @param name of the entry in dist/, such as `index-worker.js`. */
export function threadFile(name: string): URL | undefined {
  const file = new URL(`./${name}`, import.meta.url);
  return existsSync(fileURLToPath(file)) ? file : undefined;
}

/**
 * A thread that is given its work at the start and ends by itself.
 * @param take gets each message. @returns when the thread has ended; rejects with the first fault.
 */
export function runThread<Message>(file: URL, workerData: unknown, take: (message: Message) => void): Promise<void> {
  const worker = new Worker(file, { workerData });
  return new Promise((resolve, reject) => {
    worker.on("message", take);
    worker.on("error", reject);
    worker.on("exit", (code) => (code === 0 ? resolve() : reject(new Error(`the thread ${file} ended with ${code}`))));
  });
}
