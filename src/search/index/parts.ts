/** The files that an index's root names. A name follows from what is in the file, and is short because the root has all of them. */
import { createHash } from "node:crypto";
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

/** A file that the root names, which is made when it is wanted. */
export interface IndexPart {
  path: string;
  /** Follows from its place and its content: indices of two languages may have files that say the same. */
  key: string;
  make(): string;
}

/** Collects the parts of an index. */
export class Parts {
  /** By digest of their content. */
  private readonly made = new Map<string, { form: "txt" | "json"; make: () => string }>();

  /** @param folder of the index, with a slash at its end. */
  constructor(private readonly folder: string) {}

  /** @returns the digest of the content. */
  add(form: "txt" | "json", content: string): string {
    return this.take(form, digestName(content), () => content);
  }

  /** @param digest of what `make` makes, where it is known. */
  take(form: "txt" | "json", digest: string | undefined, make: () => string): string {
    if (digest === undefined) return this.add(form, make());
    if (!this.made.has(digest)) this.made.set(digest, { form, make });
    return digest;
  }

  /** @returns the files, and how many characters of their digests are their names. */
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
