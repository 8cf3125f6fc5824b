/** The job of the thread that makes the embedded index. */
import type { MessagePort } from "node:worker_threads";
import { buildIndex, type IndexRequest } from "./build.js";

export function run(requests: readonly IndexRequest[], port: MessagePort): void {
  port.postMessage(requests.flatMap(buildIndex));
}
