/** The thread that makes the embedded index from the beginning. */
import type { MessagePort } from "node:worker_threads";
import type { OutputFile } from "../../shared/output.js";
import { type IndexRequest, makeFiles, planIndex } from "./build.js";
import { emptyIndex, encodeState, type IndexState } from "./state.js";

/** The thread's message about the index of one locale. There is one message for each, because indexes are large. */
export type ThreadIndex =
  /** See `encodeState`. */
  { locale: string; state: Uint8Array } | { made: OutputFile[] };

export function run(requests: readonly IndexRequest[], port: MessagePort): void {
  for (const request of requests) {
    const { root, parts, state } = planIndex(request, emptyIndex);
    postState(port, request.locale, state);
    port.postMessage({ made: makeFiles({ root, parts }) } satisfies ThreadIndex);
  }
}

/** Transfers the bytes instead of copying them. */
function postState(port: MessagePort, locale: string, known: IndexState): void {
  const state = encodeState(known);
  const isWhole = state.byteLength === state.buffer.byteLength;
  port.postMessage({ locale, state } satisfies ThreadIndex, isWhole ? [state.buffer as ArrayBuffer] : []);
}
