/** Judges take the bytes of a published file as they arrive and stop when they know enough: no file is ever whole in memory. */
import { createHash } from "node:crypto";

/** Where a file differs; without an offset the place is not known. */
export interface Difference {
  offset?: number;
  line?: number;
  column?: number;
}

export interface Judge {
  /** @returns whether more bytes are needed. */
  take(chunk: Uint8Array): boolean;
  /** After the last byte that was needed. @returns undefined for an equal file. */
  verdict(): Difference | undefined;
}

/** Compares with the bytes that are wanted. */
export function byBytes(wanted: Uint8Array): Judge {
  let done = 0;
  let offset: number | undefined;
  return {
    take(chunk) {
      const part = wanted.subarray(done, done + chunk.byteLength);
      if (offset === undefined && Buffer.compare(part, chunk) !== 0) {
        let index = 0;
        while (index < part.byteLength && part[index] === chunk[index]) index++;
        offset = done + index;
      }
      done += chunk.byteLength;
      return offset === undefined;
    },
    verdict() {
      if (offset === undefined && done < wanted.byteLength) offset = done;
      return offset === undefined ? undefined : { offset, ...lineAndColumn(wanted, offset) };
    },
  };
}

/** Longest file, in bytes, of which a digest is computed: who sends more does not send a file of a register. */
const longest = 1_000_000_000;

/** @param sha256 hexadecimal. */
export function byDigest(sha256: string): Judge {
  const hash = createHash("sha256");
  let size = 0;
  return {
    take(chunk) {
      hash.update(chunk);
      size += chunk.byteLength;
      return size <= longest;
    },
    verdict: () => (size <= longest && hash.digest("hex") === sha256.toLowerCase() ? undefined : {}),
  };
}

/** Collects the first bytes of a file and finds nothing wrong with it. */
export class Collector implements Judge {
  private readonly chunks: Uint8Array[] = [];
  private size = 0;

  constructor(private readonly limit: number) {}

  take(chunk: Uint8Array): boolean {
    this.chunks.push(chunk);
    this.size += chunk.byteLength;
    return this.size < this.limit;
  }

  verdict(): undefined {
    return undefined;
  }

  get bytes(): Buffer {
    return Buffer.concat(this.chunks).subarray(0, this.limit);
  }
}

function lineAndColumn(bytes: Uint8Array, offset: number): { line: number; column: number } | undefined {
  if (bytes.includes(0)) return undefined;
  let start = offset;
  // Two characters may begin with the same bytes.
  while (start > 0 && ((bytes[start] ?? 0) & 0xc0) === 0x80) start--;
  const before = Buffer.from(bytes.buffer, bytes.byteOffset, start).toString("utf8").split("\n");
  return { line: before.length, column: (before.at(-1) ?? "").length + 1 };
}
