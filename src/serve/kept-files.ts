/** The copied files as they were served last: they stay while the system does not let them be read, as pages do. */
import { readFile, stat } from "node:fs/promises";
import { diskFile } from "./folder.js";
import { memoryFile, type ServedFile } from "./respond.js";

/** Larger files, in bytes, are sent from disk and not kept. */
const largest = 4_000_000;
/** The size of all, in bytes, above which those that were not requested for the longest time are dropped. */
const most = 64_000_000;

export class KeptFiles {
  /** By absolute path, the last requested at the end. */
  private readonly files = new Map<string, ServedFile>();
  private size = 0;

  /** @param path below the site. @param file absolute. @returns undefined if there is no ordinary file and never was. */
  async read(path: string, file: string): Promise<ServedFile | undefined> {
    const info = await stat(file).catch(() => undefined);
    if (info && !(info.isFile() && info.size <= largest)) {
      this.drop(file);
      return diskFile(path, file);
    }
    const bytes = info && (await readFile(file).catch(() => undefined));
    if (!bytes) return this.files.get(file) ?? diskFile(path, file);
    const read = memoryFile(path, bytes);
    this.keep(file, read);
    return read;
  }

  private keep(file: string, read: ServedFile): void {
    this.drop(file);
    this.files.set(file, read);
    this.size += read.size;
    for (const oldest of this.files.keys()) {
      if (this.size <= most) return;
      this.drop(oldest);
    }
  }

  private drop(file: string): void {
    this.size -= this.files.get(file)?.size ?? 0;
    this.files.delete(file);
  }
}
