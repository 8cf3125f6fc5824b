/** Who writes: a thread, so that disk and rendering do not wait for each other; this thread where there is no built worker. */

import { hasThreads, startThread } from "../runtime/threads.js";
import type { OutputFile } from "../shared/output.js";
import { type Batch, Batcher } from "./batch.js";
import { FileWriter } from "./write.js";

export interface Writer {
  add(files: readonly OutputFile[]): void;
  /** @returns the bytes of all files; rejects with the first fault. */
  finish(): Promise<number>;
  stop(): Promise<void>;
}

/** What the thread is started with, what it is told, and what it answers. */
export interface WriterStart {
  staging: string;
  former: string | undefined;
}

export type WriterInput = Batch | { end: true };
export type WriterAnswer = { bytes: number } | { error: Error };

/** @param former folder of the old site, if there is one. */
export function startWriter(staging: string, former: string | undefined): Writer {
  return hasThreads() ? threadWriter({ staging, former }) : inlineWriter(staging, former);
}

function inlineWriter(staging: string, former: string | undefined): Writer {
  let fault: unknown;
  let writer: FileWriter | undefined;
  return {
    add(files) {
      if (fault) return;
      try {
        writer ??= new FileWriter(staging, former);
        writer.write(files);
      } catch (error) {
        fault = error;
      }
    },
    finish: () => (fault ? Promise.reject(fault) : Promise.resolve(writer?.size ?? 0)),
    stop: () => Promise.resolve(),
  };
}

function threadWriter(start: WriterStart): Writer {
  const worker = startThread("write", start);
  const answer = new Promise<number>((resolve, reject) => {
    worker.on("message", (message: WriterAnswer) =>
      "error" in message ? reject(message.error) : resolve(message.bytes),
    );
    worker.on("error", reject);
    worker.on("exit", (code) => reject(new Error(`the thread that writes files ended with ${code}`)));
  });
  // A fault is waited for in finish; until then it must not count as unhandled.
  answer.catch(() => undefined);
  const send = (message: WriterInput, transfer: ArrayBuffer[] = []) => worker.postMessage(message, transfer);
  const batcher = new Batcher((batch) => send(batch, [batch.buffer]));
  const stop = async () => void (await worker.terminate());
  return {
    add: (files) => files.forEach((file) => void batcher.add(file)),
    async finish() {
      batcher.flush();
      send({ end: true });
      const bytes = await answer;
      await stop();
      return bytes;
    },
    stop,
  };
}
