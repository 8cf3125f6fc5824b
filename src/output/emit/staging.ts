/**
 * Writes the files of a site that differ from those in the output into a folder on the same file system. Nothing that a reader
 * sees changes here.
 */
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { lstatIfExists, makeFolder, withPathInError, writeNewFile } from "../../platform/files.js";
import { getOrAdd } from "../../shared/lazy.js";
import type { OutputFile } from "../../shared/output.js";
import { folderOf, isHostFile, type ManifestPaths, stateFolder } from "./manifest.js";

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
    const bytes = bytesOf(file);
    if (!this.hasContent(file.path, bytes)) this.stage(file.path, bytes);
    return bytes.byteLength;
  }

  /** Removes the files that are still staged. */
  remove(): void {
    withPathInError("remove", this.folder, () => rmSync(this.folder, { recursive: true, force: true }));
  }

  private hasContent(path: string, bytes: Uint8Array): boolean {
    // A host's file may have the right content before the first build.
    if (!(this.formerPaths.has(path) || isHostFile(path)) || !this.isRealFolder(folderOf(path))) return false;
    // Joining thousands of normalized paths takes longer than looking at their files.
    const target = `${this.output}/${path}`;
    const info = lstatIfExists(target);
    if (!info?.isFile() || info.size !== bytes.byteLength) return false;
    return withPathInError("read", target, () => readFileSync(target)).equals(bytes);
  }

  private stage(path: string, bytes: Uint8Array): void {
    const name = String(this.files.size);
    withPathInError("write", `${this.output}/${path}`, () => writeNewFile(`${this.folder}/${name}`, bytes));
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

/** @returns bytes that are valid until the next call. */
function bytesOf({ content }: OutputFile): Uint8Array {
  if (typeof content !== "string" && !("copyOf" in content)) return content;
  if (typeof content !== "string") return withPathInError("read", content.copyOf, () => readFileSync(content.copyOf));
  if (content.length * bytesPerUnit > textBuffer.byteLength) return Buffer.from(content);
  return textBuffer.subarray(0, textBuffer.write(content));
}
