/**
 * Passes files to the thread that writes them: texts are encoded into one buffer per batch, which is transferred, not
 * copied. A message for each of thousands of small files would cost as much as rendering some of them.
 */
import type { AnyFile } from "../shared/output.js";

/** An item of a batch: a part of its buffer, buffers of its own, or a file to copy. */
export type BatchEntry =
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
export function filesOf({ entries, buffer }: Batch): AnyFile[] {
  return entries.map((entry) => {
    const { path } = entry;
    if ("parts" in entry) return { path, parts: entry.parts.map((part) => new Uint8Array(part)) };
    if ("copyOf" in entry) return { path, content: { copyOf: entry.copyOf } };
    return { path, content: new Uint8Array(buffer, entry.start, entry.length) };
  });
}
