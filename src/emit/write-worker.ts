/** The job of the thread that writes files. */
import type { MessagePort } from "node:worker_threads";
import { FormerSite } from "./former.js";
import { FileWriter } from "./write.js";
import type { WriterAnswer, WriterInput, WriterStart } from "./writer.js";
import { filesOfBatch } from "./writer.js";

/** @returns when the last file is written, or one has failed. */
export function run({ staging, former }: WriterStart, port: MessagePort): Promise<void> {
  const writer = new FileWriter(staging, new FormerSite(former.folder, former.files, former.records));
  let hasEnded = false;
  return new Promise((resolve) => {
    const answer = (message: WriterAnswer) => {
      hasEnded = true;
      port.postMessage(message);
      port.close();
      resolve();
    };
    port.on("message", (message: WriterInput) => {
      if (hasEnded) return;
      try {
        if ("entries" in message) writer.write(filesOfBatch(message));
        else answer({ written: writer.written });
      } catch (error) {
        answer({ error: error as Error });
      }
    });
  });
}
