/** The job of the thread that writes files. */
import type { MessagePort } from "node:worker_threads";
import { filesOf } from "./batch.js";
import { FileWriter } from "./write.js";
import type { WriterAnswer, WriterInput, WriterStart } from "./writer.js";

export function run({ staging, former }: WriterStart, port: MessagePort): void {
  let writer: FileWriter | undefined;
  const answer = (message: WriterAnswer) => port.postMessage(message);
  port.on("message", (message: WriterInput) => {
    try {
      writer ??= new FileWriter(staging, former);
      if ("entries" in message) writer.write(filesOf(message));
      else answer({ bytes: writer.size });
    } catch (error) {
      answer({ error: error as Error });
    }
  });
}
