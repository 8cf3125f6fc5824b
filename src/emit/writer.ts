/**
 * The thread that writes, so that disk and rendering do not wait for each other. The present thread writes if there is
 * no built worker, or too few files to make starting one worthwhile.
 */

import { hasThreads, startThread } from "../runtime/threads.js";
import { addAll } from "../shared/lists.js";
import type { AnyFile } from "../shared/output.js";
import { type Batch, Batcher, buffersOf } from "./batch.js";
import type { FormerSite } from "./former.js";
import { FileWriter, type WrittenFile } from "./write.js";

export interface OutputWriter {
  add(files: readonly AnyFile[]): void;
  /** Writes what still waits for more files, if it is little. */
  flush(): void;
  /** @returns all files in the order in which they were added; rejects with the first error. */
  finish(): Promise<WrittenFile[]>;
  stop(): Promise<void>;
}

/** The data that the thread is started with, its messages, and its answers. */
export interface WriterStart {
  staging: string;
  former: Pick<FormerSite, "folder" | "files" | "records">;
}

export type WriterInput = Batch | { end: true };
export type WriterAnswer = { written: WrittenFile[] } | { error: Error };

/** Number of files that can be written while a thread starts. */
const fewFiles = 150;

/** @param staging folder for what is new; it must not exist. */
export function startWriter(staging: string, former: FormerSite): OutputWriter {
  const inline = () => inlineWriter(new FileWriter(staging, former));
  return hasThreads() ? patientWriter(inline, () => threadWriter(staging, former)) : inline();
}

/** Collects files before it decides which thread writes them: for tests, too. */
export function patientWriter(few: () => OutputWriter, many: () => OutputWriter): OutputWriter {
  const waiting: AnyFile[] = [];
  let writer: OutputWriter | undefined;
  const start = (make: () => OutputWriter) => {
    writer = make();
    writer.add(waiting.splice(0));
    return writer;
  };
  return {
    add(files) {
      if (writer) return writer.add(files);
      addAll(waiting, files);
      if (waiting.length > fewFiles) start(many);
    },
    flush() {
      if (!writer && waiting.length > 0) start(few);
    },
    finish: () => (writer ?? start(few)).finish(),
    stop: async () => writer?.stop(),
  };
}

function inlineWriter(writer: FileWriter): OutputWriter {
  let failure: { error: unknown } | undefined;
  return {
    add(files) {
      if (failure) return;
      try {
        writer.write(files);
      } catch (error) {
        failure = { error };
      }
    },
    flush: () => undefined,
    finish: () => (failure ? Promise.reject(failure.error) : Promise.resolve(writer.written)),
    stop: () => Promise.resolve(),
  };
}

function threadWriter(staging: string, { folder, files, records }: FormerSite): OutputWriter {
  const start: WriterStart = { staging, former: { folder, files, records } };
  const worker = startThread("write", start);
  const answer = new Promise<WrittenFile[]>((resolve, reject) => {
    worker.on("message", (message: WriterAnswer) =>
      "error" in message ? reject(message.error) : resolve(message.written),
    );
    worker.on("error", reject);
    worker.on("exit", (code) => reject(new Error(`the thread that writes files ended with ${code}`)));
  });
  const ended = new Promise((resolve) => worker.once("exit", resolve));
  // finish awaits the error; until then it must not count as unhandled.
  answer.catch(() => undefined);
  const send = (message: WriterInput, transfer: ArrayBuffer[] = []) => worker.postMessage(message, transfer);
  const batcher = new Batcher((batch) => send(batch, buffersOf(batch)));
  return {
    add: (files) => files.forEach((file) => void batcher.add(file)),
    flush: () => undefined,
    async finish() {
      batcher.flush();
      send({ end: true });
      const written = await answer;
      await ended;
      return written;
    },
    stop: async () => void (await worker.terminate()),
  };
}
