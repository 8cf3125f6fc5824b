/**
 * The acts of a change-over, each of which puts a file in place or removes one. On Windows any program that has a file
 * open can stop one of them: it is tried again for a while, and if the file stays in use, what was done is taken back, so
 * that the old site is whole. Elsewhere what could fail was tried before the first act (`planChange`), and to keep the
 * former files would double the number of acts.
 */
import { randomUUID } from "node:crypto";
import { copyFileSync, linkSync, mkdirSync, renameSync, rmSync, unlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { at } from "./failures.js";
import { look, makeFolder } from "./files.js";
import { ownFolder } from "./paths.js";
import { patiently } from "./patience.js";

export class Steps {
  /** Where the former files are until the change is complete. */
  private readonly former: string | undefined;
  private readonly undoing: (() => void)[] = [];

  /** @param folder the output. */
  constructor(folder: string) {
    if (process.platform === "win32") this.former = join(folder, ownFolder, "former");
  }

  /** @param from a staged file, or a folder of them. */
  put(from: string, place: string): void {
    at("write", place, () => {
      const kept = this.former && look(place)?.isFile() ? this.freeName() : undefined;
      if (kept !== undefined) copy(place, kept);
      patiently(() => renameSync(from, place));
      this.undoing.push(() => (kept === undefined ? renameSync(place, from) : renameSync(kept, place)));
    });
  }

  remove(place: string): void {
    at("remove", place, () => {
      if (!this.former) return unlinkSync(place);
      const kept = this.freeName();
      patiently(() => renameSync(place, kept));
      this.undoing.push(() => {
        mkdirSync(dirname(place), { recursive: true });
        renameSync(kept, place);
      });
    });
  }

  /** Takes back all acts, the last one first. @returns false if this cannot be done either. */
  undo(): boolean {
    if (!this.former) return false;
    try {
      for (const act of this.undoing.toReversed()) patiently(act);
      return true;
    } catch {
      return false;
    }
  }

  /** The change is complete. A former file that is still read stays until the next build. */
  end(): void {
    try {
      if (this.former) rmSync(this.former, { recursive: true, force: true });
    } catch {
      return;
    }
  }

  private freeName(): string {
    const former = this.former as string;
    if (!look(former)) makeFolder(former);
    return join(former, randomUUID());
  }
}

/** Some file systems do not support hard links. */
function copy(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch {
    copyFileSync(from, to);
  }
}
