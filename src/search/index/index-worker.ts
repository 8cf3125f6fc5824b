/** The job of the thread that makes the embedded index from nothing. */
import type { MessagePort } from "node:worker_threads";
import type { OutputFile } from "../../shared/output.js";
import { type IndexRequest, makeFiles, planIndex } from "./build.js";
import { emptyIndex, encodeState } from "./state.js";

/** What the thread says when a locale's index is made. */
export interface ThreadIndex {
  locale: string;
  made: OutputFile[];
  /** See `encodeState`. */
  state: Uint8Array;
}

export function run(requests: readonly IndexRequest[], port: MessagePort): void {
  for (const request of requests) {
    const plan = planIndex(request, emptyIndex);
    const message: ThreadIndex = { locale: request.locale, made: makeFiles(plan), state: encodeState(plan.state) };
    port.postMessage(message);
  }
}
