/**
 * The files that an index's root names. A name follows from what is in the file, and is short because the root has all of them. Of a file that
 * an output has already only the name is made.
 */
import { createHash } from "node:crypto";
import type { IsThere, OutputFile } from "../../shared/output.js";
import { indexFile } from "../../shared/search-index.js";

/** Characters of a digest, and of a name where no two files of an index need more to be told apart. */
const digestLength = 16;
const nameLength = 8;

/** In lower case and without signs, so that any disk and any host takes it for a name and tells it from others. */
function digestName(content: string): string {
  const bytes = createHash("sha256").update(content).digest();
  return (
    bytes.readBigUInt64BE().toString(36).padStart(13, "0").slice(-10) +
    bytes.readUInt32BE(8).toString(36).padStart(7, "0").slice(-6)
  );
}

/** How many characters of their digests tell files of different content apart. */
function lengthOfNames(digests: Iterable<string>): number {
  const all = new Set(digests);
  for (let length = nameLength; length < digestLength; length++) {
    if (new Set([...all].map((digest) => digest.slice(0, length))).size === all.size) return length;
  }
  return digestLength;
}

/** The files that the root names, of which an output may have some already. */
export class Parts {
  /** By digest of their content. */
  private readonly made = new Map<string, { form: "txt" | "json"; make: () => string }>();

  constructor(
    private readonly folder: string,
    private readonly isThere: IsThere,
  ) {}

  /** @returns the digest of the content. */
  add(form: "txt" | "json", content: string): string {
    const digest = digestName(content);
    this.made.set(digest, { form, make: () => content });
    return digest;
  }

  /** @param digest of what `make` makes, where it is known. */
  take(form: "txt" | "json", digest: string | undefined, make: () => string): string {
    if (digest === undefined) return this.add(form, make());
    if (!this.made.has(digest)) this.made.set(digest, { form, make });
    return digest;
  }

  /** @returns the files that are not there, and how many characters of their digests are their names. */
  finish(): { length: number; files: OutputFile[] } {
    const length = lengthOfNames(this.made.keys());
    const files = [...this.made].flatMap(([digest, { form, make }]): OutputFile[] => {
      const path = this.folder + indexFile(digest.slice(0, length), form);
      const key = `search ${digest}`;
      return this.isThere(path, key) ? [] : [{ path, content: make(), key }];
    });
    return { length, files };
  }
}
