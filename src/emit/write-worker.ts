/** Entry of the thread that writes files. */
import { parentPort, workerData } from "node:worker_threads";
import { filesOf } from "./batch.js";
import { FileWriter } from "./write.js";
import type { WriterAnswer, WriterInput } from "./writer.js";

const { staging, former } = workerData as { staging: string; former: string | undefined };
let writer: FileWriter | undefined;

const answer = (message: WriterAnswer) => parentPort?.postMessage(message);

parentPort?.on("message", (message: WriterInput) => {
  try {
    writer ??= new FileWriter(staging, former);
    if ("entries" in message) writer.write(filesOf(message));
    else answer({ bytes: writer.size });
  } catch (error) {
    answer({ error: error as Error });
  }
});
