/** Cuts the lists of an index into files, and names the files. */

import { hash } from "node:crypto";
import type { OutputFile } from "../../../shared/output.js";
import { indexFile, nameLength } from "../../../shared/search-index.js";

/** Collects the files of an index. Their names are digests of their content. */
export class IndexFiles {
  private readonly byName = new Map<string, OutputFile>();

  /** @param folder folder of the index, with a slash at its end. */
  constructor(private readonly folder: string) {}

  /** @returns the name of the file. */
  add(form: "txt" | "json", text: string): string {
    const content = encoder.encode(text);
    const name = digestName(content);
    this.byName.set(name, { path: this.folder + indexFile(name, form), content });
    return name;
  }

  files(): OutputFile[] {
    return [...this.byName.values()];
  }
}

const encoder = new TextEncoder();

/** The name has only lower-case letters and digits, because some file systems and hosts ignore case. */
function digestName(content: Uint8Array): string {
  const digest = hash("sha256", content, "buffer").readBigUInt64BE();
  return digest.toString(36).padStart(13, "0").slice(-nameLength);
}

/**
 * Lengths in characters. A file is shorter than `least` only if it is the last one, or if the next entry would make it longer than `most`; only a
 * file with a single entry is longer than `most`.
 */
interface CutSizes {
  least: number;
  most: number;
  /** Between these lengths, about one in this many entries begins a file. */
  oneIn: number;
}

/** A query needs a few entries from a few files, so small files transfer little that it does not need. */
export const termSizes: CutSizes = { least: 5_000, most: 9_000, oneIn: 48 };
export const textSizes: CutSizes = { least: 8_600, most: 13_000, oneIn: 3 };

/**
 * Cuts a list of entries into files. The cuts depend on the names of the entries, not on their number, so a change of one
 * entry does not affect other files (content-defined chunking, as in "A Low-bandwidth Network File System", 2001).
 */
export class ListCutter {
  /** The index of the first entry of each file. */
  readonly starts: number[] = [];
  private entries: string[] = [];
  private size = 0;
  private count = 0;

  /** @param addFile receives the entries of a file when it is complete. */
  constructor(
    private readonly sizes: CutSizes,
    private readonly addFile: (entries: readonly string[]) => void,
  ) {}

  /** @param name of the entry, which remains the same when its content changes. */
  add(name: string, entry: string): void {
    const { least, most, oneIn } = this.sizes;
    const isFull = this.size + entry.length > most || (this.size >= least && hashOfName(name) % oneIn === 0);
    if (isFull && this.entries.length > 0) this.finish();
    if (this.entries.length === 0) this.starts.push(this.count);
    this.entries.push(entry);
    this.size += entry.length + 1;
    this.count++;
  }

  /** Completes the last file. */
  finish(): void {
    if (this.entries.length > 0) this.addFile(this.entries);
    this.entries = [];
    this.size = 0;
  }
}

/** FNV-1a, by code units. */
function hashOfName(name: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < name.length; index++) hash = Math.imul(hash ^ name.charCodeAt(index), 0x01000193);
  return (hash ^ (hash >>> 15)) >>> 0;
}
