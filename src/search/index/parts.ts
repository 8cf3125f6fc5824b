/**
 * The files that an index's root names. Their names are short digests of their content, because the root contains all
 * of them.
 */
import { hash } from "node:crypto";
import { indexFile } from "../../shared/search-index.js";

/** Length of a digest, and minimum length of a name if no two files of an index need a longer one. */
const digestLength = 16;
const nameLength = 8;

/** Lower-case letters and digits, which every file system and host distinguishes. */
function digestName(content: string): string {
  const bytes = hash("sha256", content, "buffer");
  return (
    bytes.readBigUInt64BE().toString(36).padStart(13, "0").slice(-10) +
    bytes.readUInt32BE(8).toString(36).padStart(7, "0").slice(-6)
  );
}

/** The number of characters that distinguishes the digests of files with different content. */
function lengthOfNames(digests: Iterable<string>): number {
  const all = new Set(digests);
  for (let length = nameLength; length < digestLength; length++) {
    if (new Set([...all].map((digest) => digest.slice(0, length))).size === all.size) return length;
  }
  return digestLength;
}

/** A file that the root names. It is made when it is needed. */
export interface IndexPart {
  path: string;
  /** Depends on its place and its content: indexes of two languages may have equal files. */
  key: string;
  make(): string;
}

/** Collects the parts of an index. */
export class Parts {
  /** By digest. */
  private readonly made = new Map<string, { form: "txt" | "json"; make: () => string }>();

  /** @param folder folder of the index, with a slash at its end. */
  constructor(private readonly folder: string) {}

  /** @returns the digest of the content. */
  add(form: "txt" | "json", content: string): string {
    return this.take(form, digestName(content), () => content);
  }

  /** @param digest digest of the result of `make`, if it is known. */
  take(form: "txt" | "json", digest: string | undefined, make: () => string): string {
    if (digest === undefined) return this.add(form, make());
    if (!this.made.has(digest)) this.made.set(digest, { form, make });
    return digest;
  }

  /** @returns the files, and the number of characters of their digests in their names. */
  finish(): { length: number; files: IndexPart[] } {
    const length = lengthOfNames(this.made.keys());
    const files = [...this.made].map(([digest, { form, make }]) => ({
      path: this.folder + indexFile(digest.slice(0, length), form),
      key: `${this.folder}${digest}`,
      make,
    }));
    return { length, files };
  }
}
