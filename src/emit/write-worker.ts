/** The job of the thread that writes files. */
import type { MessagePort } from "node:worker_threads";
import { filesOf } from "./batch.js";
import { FormerSite } from "./former.js";
import { FileWriter } from "./write.js";
import type { WriterAnswer, WriterInput, WriterStart } from "./writer.js";

export function run({ staging, former }: WriterStart, port: MessagePort): void {
  const writer = new FileWriter(staging, new FormerSite(former.folder, former.files, former.records));
  const answer = (message: WriterAnswer) => port.postMessage(message);
  let hasFailed = false;
  port.on("message", (message: WriterInput) => {
    if (hasFailed) return;
    try {
      if ("entries" in message) writer.write(filesOf(message));
      else answer({ written: writer.written });
    } catch (error) {
      hasFailed = true;
      answer({ error: error as Error });
    }
  });
}
