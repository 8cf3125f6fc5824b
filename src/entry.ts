/** The bundled program: one script for the executable, the package's functions and its threads, so that one code cache serves all of them. */
import { parentPort, workerData } from "node:worker_threads";
import { saveClient } from "./assets/client.js";
import { saveTemplates } from "./assets/templates.js";
import type { Job, ThreadData } from "./runtime/threads.js";

export { main } from "./cli.js";

/** Makes what the package holds beside the program. @param folder dist/, absolute. */
export async function savePackageFiles(folder: string): Promise<void> {
  await Promise.all([saveClient(folder), saveTemplates(folder)]);
}

/** The functions that threads run: loaded by the thread that needs them. */
const jobs: Record<Job, () => Promise<{ run(data: never, port: NonNullable<typeof parentPort>): unknown }>> = {
  parse: () => import("./pipeline/parse-worker.js"),
  write: () => import("./emit/write-worker.js"),
  index: () => import("./search/index/index-worker.js"),
};

/** In a thread: does what it was started for. */
export async function runJob(): Promise<void> {
  const { job, data } = workerData as ThreadData;
  if (!parentPort) throw new Error("a job runs in a thread");
  const { run } = await jobs[job]();
  await run(data as never, parentPort);
}
