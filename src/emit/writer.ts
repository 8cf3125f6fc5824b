/**
 * The thread that writes, so that disk and rendering do not wait for each other. The present thread writes if there is
 * no built worker, or too few files to make starting one worthwhile.
 */
import { hasThreads, startThread } from "../runtime/threads.js";
import { addAll } from "../shared/lists.js";
import type { AnyFile } from "../shared/output.js";
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

/** An item of a batch: a part of its buffer, buffers of its own, or a file to copy. */
type BatchEntry =
  | { path: string; start: number; length: number }
  | { path: string; parts: ArrayBuffer[] }
  | { path: string; copyOf: string };

export interface Batch {
  entries: BatchEntry[];
  buffer: ArrayBuffer;
}

const usualSize = 1 << 21;
/** UTF-8 needs at most this many bytes for a UTF-16 unit. */
const bytesPerUnit = 3;

/**
 * Texts go to the thread in one buffer per batch, which is transferred, not copied. A message for each of thousands of small files would cost as much as
 * rendering some of them.
 */
export class Batcher {
  private buffer = Buffer.alloc(0);
  private used = 0;
  private entries: BatchEntry[] = [];

  /** @param send called with each full batch. */
  constructor(private readonly send: (batch: Batch) => void) {}

  add(file: AnyFile): void {
    if ("parts" in file) {
      this.entries.push({ path: file.path, parts: copiesOf(file.parts) });
      return;
    }
    const { path, content } = file;
    if (typeof content === "object" && "copyOf" in content) {
      this.entries.push({ path, copyOf: content.copyOf });
      return;
    }
    this.reserve(sizeOf(content));
    const start = this.used;
    if (typeof content === "string") this.used += this.buffer.write(content, start);
    else {
      this.buffer.set(content, start);
      this.used += content.byteLength;
    }
    this.entries.push({ path, start, length: this.used - start });
  }

  /** Sends the present batch. */
  flush(): void {
    if (this.entries.length === 0) return;
    this.send({ entries: this.entries, buffer: this.buffer.buffer as ArrayBuffer });
    this.buffer = Buffer.alloc(0);
    this.used = 0;
    this.entries = [];
  }

  private reserve(bytes: number): void {
    if (this.used + bytes <= this.buffer.length) return;
    this.flush();
    const size = Math.max(usualSize, bytes);
    // Not from Node's shared pool.
    this.buffer = Buffer.from(new ArrayBuffer(size));
  }
}

/** Copies of bytes in buffers of the usual size, so that they can be transferred. */
function copiesOf(parts: readonly Uint8Array[]): ArrayBuffer[] {
  let left = parts.reduce((sum, { byteLength }) => sum + byteLength, 0);
  const copies: ArrayBuffer[] = [];
  let free = new Uint8Array(0);
  for (const part of parts)
    for (let done = 0; done < part.byteLength; ) {
      if (free.byteLength === 0) {
        free = new Uint8Array(Math.min(usualSize, left));
        copies.push(free.buffer as ArrayBuffer);
      }
      const some = part.subarray(done, done + free.byteLength);
      free.set(some);
      free = free.subarray(some.byteLength);
      done += some.byteLength;
      left -= some.byteLength;
    }
  return copies;
}

/** All buffers of a batch. */
export function buffersOf({ entries, buffer }: Batch): ArrayBuffer[] {
  return [buffer, ...entries.flatMap((entry) => ("parts" in entry ? entry.parts : []))];
}

/** In bytes: of a short text an upper bound, which costs less to compute than its size. */
function sizeOf(content: string | Uint8Array): number {
  if (typeof content !== "string") return content.byteLength;
  const most = content.length * bytesPerUnit;
  return most <= usualSize ? most : Buffer.byteLength(content);
}

/** The files of a batch, their content as views of its buffer. */
export function filesOfBatch({ entries, buffer }: Batch): AnyFile[] {
  return entries.map((entry) => {
    const { path } = entry;
    if ("parts" in entry) return { path, parts: entry.parts.map((part) => new Uint8Array(part)) };
    if ("copyOf" in entry) return { path, content: { copyOf: entry.copyOf } };
    return { path, content: new Uint8Array(buffer, entry.start, entry.length) };
  });
}
