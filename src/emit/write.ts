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
import type { OutputFile } from "../shared/output.js";
import { at } from "./failures.js";
import { digestOf, fileMode, folderMode } from "./files.js";
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
  private hasUsualMask = true;
  readonly written: WrittenFile[] = [];

  /** @param staging does not exist yet; it is made when there is something to write. @param former the site to compare with. */
  constructor(
    private readonly staging: string,
    private readonly former: FormerSite,
  ) {}

  write(files: readonly OutputFile[]): void {
    for (const { path, content } of files) this.written.push({ path, ...this.writeOne(path, content) });
  }

  private writeOne(path: string, content: OutputFile["content"]): Omit<WrittenFile, "path"> {
    if (typeof content === "object" && "copyOf" in content) {
      const source = content.copyOf;
      if (at("read", source, () => statSync(source)).size > wholeSize) return this.copy(path, source);
      return this.writeData(
        path,
        at("read", source, () => readFileSync(source)),
      );
    }
    return this.writeData(path, typeof content === "string" ? Buffer.from(content) : content);
  }

  private writeData(path: string, data: Uint8Array): Omit<WrittenFile, "path"> {
    const digest = digestOf(data);
    const info = this.former.stat(path);
    if (info?.size === data.byteLength && this.hasContent(path, info, data, digest)) return kept(info, digest);
    return this.stage(path, (file) => {
      for (let done = 0; done < data.byteLength; ) done += writeSync(file, data, done);
      return digest;
    });
  }

  /** A large file is never whole in memory: read once to compare it, and once more if it is new. */
  private copy(path: string, source: string): Omit<WrittenFile, "path"> {
    const info = this.former.stat(path);
    const digest = info && digestOfFile(source);
    if (
      info &&
      digest &&
      digest === (this.former.knownDigest(path, info) ?? digestOfFile(join(this.former.folder, path)))
    )
      return kept(info, digest);
    return this.stage(path, (file) =>
      digestOfFile(source, (chunk) => {
        for (let done = 0; done < chunk.byteLength; ) done += writeSync(file, chunk, done);
      }),
    );
  }

  private hasContent(path: string, info: Stats, data: Uint8Array, digest: string): boolean {
    const known = this.former.knownDigest(path, info);
    if (known !== undefined) return known === digest;
    const file = join(this.former.folder, path);
    return at("read", file, () => readFileSync(file)).equals(data);
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
    at("make the folder", place, () => {
      mkdirSync(place, { mode: folderMode });
      if (folder === ".") this.hasUsualMask = (lstatSync(place).mode & 0o777) === folderMode;
      if (!this.hasUsualMask) chmodSync(place, folderMode);
    });
    this.folders.add(folder);
  }
}

function kept({ size, mtimeMs, ino }: Stats, digest: string): Omit<WrittenFile, "path"> {
  return { size, mtimeMs, ino, digest, isStaged: false };
}

/** @param take called with each part of the file; the buffer is reused. */
function digestOfFile(path: string, take: (chunk: Uint8Array) => void = () => undefined): string {
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
