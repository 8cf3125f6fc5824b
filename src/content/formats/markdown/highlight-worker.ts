/** The job of the thread that highlights code while texts are parsed. */
import type { MessagePort } from "node:worker_threads";
import type { CodePart } from "../../../shared/html-parts.js";
import { highlight } from "./highlight.js";

/** A message to the thread. */
export interface HighlightInput {
  parts: readonly CodePart[];
  isLast: boolean;
}

/** The answer to a message: the HTML of its parts, in their order. */
export type HighlightOutput = string[];

/** @param port for messages and answers. @returns after the answer to the message with `isLast`. */
export function run({ port }: { port: MessagePort }): Promise<void> {
  return new Promise((resolve) => {
    port.on("message", ({ parts, isLast }: HighlightInput) => {
      port.postMessage(parts.map(highlight) satisfies HighlightOutput);
      if (!isLast) return;
      port.close();
      resolve();
    });
  });
}
