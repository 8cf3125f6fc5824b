/**
 * Writes the new files of a site into a staging folder on the output's file system; files that the output already has
 * stay in place. Nothing that a reader sees changes here.
 */

import { createHash } from "node:crypto";
import {
  chmodSync,
  closeSync,
  fchmodSync,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  type Stats,
  statSync,
  writeSync,
} from "node:fs";
import { dirname, join } from "node:path";
import type { AnyFile, OutputFile } from "../shared/output.js";
import { at, contentDigest, fileMode, folderMode, look, partsDigest } from "./files.js";
import type { FileRecord, FormerSite } from "./former.js";

/** A file of the new site: staged, or in the output as it is wanted. */
export interface WrittenFile extends FileRecord {
  path: string;
  isStaged: boolean;
}

/** Files to copy up to this size, in bytes, are read whole. */
const wholeSize = 1 << 22;
const chunkSize = 1 << 20;

export class FileWriter {
  private readonly folders = new Set<string>();
  /** Whether the umask leaves the modes of an output unchanged. */
  private hasUsualMask: boolean;
  readonly written: WrittenFile[] = [];

  /**
   * @param staging made when there is something to write.
   * @param former the site to compare with.
   * @param isFirst whether nothing has been staged yet.
   */
  constructor(
    private readonly staging: string,
    private readonly former: FormerSite,
    private readonly isFirst = true,
  ) {
    this.hasUsualMask = isFirst;
  }

  write(files: readonly AnyFile[]): void {
    for (const file of files)
      this.written.push({
        path: file.path,
        ...("parts" in file ? this.writeData(file.path, file.parts) : this.writeOne(file.path, file.content)),
      });
  }

  private writeOne(path: string, content: OutputFile["content"]): Omit<WrittenFile, "path"> {
    if (typeof content === "object" && "copyOf" in content) {
      const source = content.copyOf;
      if (at("read", source, () => statSync(source)).size > wholeSize) return this.copy(path, source);
      return this.writeData(path, [at("read", source, () => readFileSync(source))]);
    }
    return this.writeData(path, [typeof content === "string" ? Buffer.from(content) : content]);
  }

  /** @param parts of the content, in order. */
  private writeData(path: string, parts: readonly Uint8Array[]): Omit<WrittenFile, "path"> {
    const digest = partsDigest(parts);
    const size = parts.reduce((sum, { byteLength }) => sum + byteLength, 0);
    const info = this.former.stat(path);
    if (info?.size === size && this.hasContent(path, info, digest)) return kept(info, digest);
    return this.stage(path, (file) => {
      for (const part of parts) writeAll(file, part);
      return digest;
    });
  }

  /** A large file is never whole in memory: read once to compare it, and once more if it is new. */
  private copy(path: string, source: string): Omit<WrittenFile, "path"> {
    const info = this.former.stat(path);
    const digest = info && fileDigest(source);
    if (info && digest && this.hasContent(path, info, digest)) return kept(info, digest);
    return this.stage(path, (file) => fileDigest(source, (chunk) => writeAll(file, chunk)));
  }

  private hasContent(path: string, info: Stats, digest: string): boolean {
    const file = join(this.former.folder, path);
    const known = this.former.knownDigest(path, info);
    return (
      digest ===
      (known ?? (info.size > wholeSize ? fileDigest(file) : contentDigest(at("read", file, () => readFileSync(file)))))
    );
  }

  private stage(path: string, write: (file: number) => string): Omit<WrittenFile, "path"> {
    this.makeFolder(dirname(path));
    const place = join(this.staging, path);
    return at("write", place, () => {
      const file = openSync(place, "wx", fileMode);
      try {
        const digest = write(file);
        if (!this.hasUsualMask) fchmodSync(file, fileMode);
        const { size, mtimeMs, ino } = fstatSync(file);
        return { size, mtimeMs, ino, digest, isStaged: true };
      } finally {
        closeSync(file);
      }
    });
  }

  /** Each folder once, after its parent, so that its ancestors need no check. */
  private makeFolder(folder: string): void {
    if (this.folders.has(folder)) return;
    if (folder !== ".") this.makeFolder(dirname(folder));
    const place = join(this.staging, folder);
    this.folders.add(folder);
    if (!this.isFirst && look(place)) return;
    at("make the folder", place, () => {
      mkdirSync(place, { mode: folderMode });
      if (folder === ".") this.hasUsualMask = (lstatSync(place).mode & 0o777) === folderMode;
      if (!this.hasUsualMask) chmodSync(place, folderMode);
    });
  }
}

function writeAll(file: number, data: Uint8Array): void {
  for (let done = 0; done < data.byteLength; ) done += writeSync(file, data, done);
}

function kept({ size, mtimeMs, ino }: Stats, digest: string): Omit<WrittenFile, "path"> {
  return { size, mtimeMs, ino, digest, isStaged: false };
}

/** @param take called with each part of the file; the buffer is reused. */
function fileDigest(path: string, take: (chunk: Uint8Array) => void = () => undefined): string {
  const hash = createHash("sha256");
  const chunk = Buffer.allocUnsafe(chunkSize);
  const file = at("read", path, () => openSync(path, "r"));
  try {
    for (;;) {
      const length = at("read", path, () => readSync(file, chunk));
      if (length === 0) return hash.digest("base64url");
      hash.update(chunk.subarray(0, length));
      take(chunk.subarray(0, length));
    }
  } finally {
    closeSync(file);
  }
}
