/**
 * Writes the files of a site that differ from those in the output into a folder on the same file system. Nothing that a reader
 * sees changes here.
 */
import { closeSync, fchmodSync, openSync, readSync, rmSync, statSync, writeSync } from "node:fs";
import { join } from "node:path";
import { getOrAdd } from "../../shared/lazy.js";
import type { OutputFile } from "../../shared/output.js";
import { fileMode, lstatIfExists, makeFolder, withPathInError } from "./files.js";
import { folderOf, isHostFile, type ManifestPaths, stateFolder } from "./manifest.js";

/** The content of a file. */
interface Content {
  size: number;
  parts: Iterable<Uint8Array>;
}

/** Files are read in parts of this many bytes, so that a large file is never whole in memory. */
const partSize = 1 << 20;
const readBuffer = Buffer.allocUnsafeSlow(partSize);

/** Reused for every text: a buffer for each would be the most expensive part of writing thousands of files. */
const textBuffer = Buffer.allocUnsafeSlow(1 << 21);
/** UTF-8 needs at most this many bytes for a UTF-16 unit. */
const bytesPerUnit = 3;

export class Staging {
  /** Absolute. All staged files are in this folder, because making thousands of folders takes longer than writing the files. */
  readonly folder: string;
  /** Names of the staged files in it, by their paths in the output. */
  readonly files = new Map<string, string>();
  private readonly isRealFolder: (folder: string) => boolean;

  /**
   * @param output absolute, without symbolic links.
   * @param formerPaths the files that the last build wrote into it.
   */
  constructor(
    private readonly output: string,
    private readonly formerPaths: ManifestPaths,
  ) {
    this.folder = join(output, stateFolder, "staging");
    this.isRealFolder = realFoldersIn(output);
    // A killed build may have left files.
    this.remove();
    makeFolder(this.folder);
  }

  /** Stages a file unless the output has it. @returns its size in bytes. */
  add(file: OutputFile): number {
    const content = contentOf(file);
    if (!this.hasContent(file.path, content)) this.stage(file.path, content);
    return content.size;
  }

  /** Removes the files that are still staged. */
  remove(): void {
    withPathInError("remove", this.folder, () => rmSync(this.folder, { recursive: true, force: true }));
  }

  private hasContent(path: string, { size, parts }: Content): boolean {
    // A host's file may have the right content before the first build.
    if (!(this.formerPaths.has(path) || isHostFile(path)) || !this.isRealFolder(folderOf(path))) return false;
    // Joining thousands of normalized paths takes longer than looking at their files.
    const target = `${this.output}/${path}`;
    const info = lstatIfExists(target);
    if (!info?.isFile() || info.size !== size) return false;
    return withPathInError("read", target, () => withFile(target, "r", (file) => isContentOf(file, parts)));
  }

  private stage(path: string, { parts }: Content): void {
    const name = String(this.files.size);
    withPathInError("write", `${this.output}/${path}`, () =>
      withFile(`${this.folder}/${name}`, "wx", (file) => {
        for (const part of parts) for (let done = 0; done < part.byteLength; ) done += writeSync(file, part, done);
        fchmodSync(file, fileMode);
      }),
    );
    this.files.set(path, name);
  }
}

/** @returns a function that says whether a folder is in the output itself, and not behind a symbolic link. */
export function realFoldersIn(output: string): (folder: string) => boolean {
  const realFolders = new Map<string, boolean>([["", true]]);
  const isReal = (folder: string): boolean =>
    getOrAdd(
      realFolders,
      folder,
      () => isReal(folderOf(folder)) && lstatIfExists(`${output}/${folder}`)?.isDirectory() === true,
    );
  return isReal;
}

function contentOf({ content }: OutputFile): Content {
  if (typeof content !== "string" && "copyOf" in content) {
    const { copyOf } = content;
    const { size } = withPathInError("read", copyOf, () => statSync(copyOf));
    return { size, parts: { [Symbol.iterator]: () => readParts(copyOf) } };
  }
  const bytes = typeof content === "string" ? bytesOf(content) : content;
  return { size: bytes.byteLength, parts: [bytes] };
}

/** @returns bytes that are valid until the next call. */
function bytesOf(text: string): Uint8Array {
  if (text.length * bytesPerUnit > textBuffer.byteLength) return Buffer.from(text);
  return textBuffer.subarray(0, textBuffer.write(text));
}

function* readParts(path: string): Generator<Uint8Array> {
  const part = Buffer.allocUnsafe(partSize);
  const file = withPathInError("read", path, () => openSync(path, "r"));
  try {
    for (;;) {
      const length = withPathInError("read", path, () => readSync(file, part));
      if (length === 0) return;
      yield part.subarray(0, length);
    }
  } finally {
    closeSync(file);
  }
}

/** @param file a file descriptor; the file is as long as all parts together. */
function isContentOf(file: number, parts: Iterable<Uint8Array>): boolean {
  for (const part of parts) {
    const length = part.byteLength;
    const buffer = length <= partSize ? readBuffer : Buffer.allocUnsafe(length);
    if (readSync(file, buffer, 0, length, null) < length) return false;
    if (buffer.compare(part, 0, length, 0, length) !== 0) return false;
  }
  return true;
}

function withFile<T>(path: string, flags: string, act: (file: number) => T): T {
  const file = openSync(path, flags, fileMode);
  try {
    return act(file);
  } finally {
    closeSync(file);
  }
}
