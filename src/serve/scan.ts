/**
 * What has changed in the folders of a site since the last look. The events of a file system only say when to look: they get lost, come
 * late and come double, and what is found here is true all the same.
 */
import { createHash } from "node:crypto";
import { type Dirent, lstatSync, readdirSync, readFileSync, type Stats } from "node:fs";
import { join } from "node:path";

/** Files to watch: those of a folder, and of the folders below it when it is `deep`. */
export interface Place {
  /** Absolute. */
  folder: string;
  deep: boolean;
  /** Which files of the folder count; all, unless it says so. */
  accepts?(name: string): boolean;
}

export interface Change {
  /** Absolute. */
  path: string;
  kind: "added" | "changed" | "removed";
}

interface Known {
  stamp: string;
  /** Of the content, once it was looked at. */
  hash?: string;
}

/** Never looked into: a site whose folder is the repository's would watch everything that was ever installed. */
const skipped = new Set(["node_modules", ".git", ".cipgen"]);

/** A clock of the file system may stand still for so many ms while a file is written twice. */
const clockTick = 30;

/** Larger files are told apart by their stamps alone. */
const largest = 4_000_000;

export class Scanner {
  private files = new Map<string, Known>();
  private looks = 0;
  /** Every folder that was seen in the last look. */
  folders: string[] = [];

  /** @param skip absolute paths of folders that are not looked into: the output. */
  constructor(
    private places: readonly Place[],
    private readonly skip: readonly string[] = [],
  ) {
    this.scan();
  }

  /** Other places from now on. Files that are new because of that are no changes. */
  watch(places: readonly Place[]): void {
    this.places = places;
    this.scan();
  }

  /** @returns what has another content than at the last look, by path. */
  scan(): Change[] {
    this.looks++;
    this.folders = [];
    const seen = new Map<string, Known>();
    for (const place of this.places) this.visit(place.folder, place, seen);
    const before = this.files;
    this.files = seen;
    return [
      ...[...seen].flatMap(([path, known]): Change[] => {
        const old = before.get(path);
        if (!old) return [{ path, kind: "added" }];
        return old === known || (old.hash !== undefined && old.hash === known.hash) ? [] : [{ path, kind: "changed" }];
      }),
      ...[...before.keys()].filter((path) => !seen.has(path)).map((path): Change => ({ path, kind: "removed" })),
    ];
  }

  private visit(folder: string, place: Place, seen: Map<string, Known>): void {
    const entries = list(folder);
    if (!entries) return;
    this.folders.push(folder);
    for (const entry of entries) {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) {
        if (place.deep && !skipped.has(entry.name) && !this.skip.includes(path)) this.visit(path, place, seen);
      } else if (!seen.has(path) && (place.accepts?.(entry.name) ?? true)) {
        const known = this.look(path);
        if (known) seen.set(path, known);
      }
    }
  }

  private look(path: string): Known | undefined {
    const info = lstatSync(path, { throwIfNoEntry: false });
    if (!info) return undefined;
    const isFresh = Math.abs(Date.now() - info.ctimeMs) < clockTick;
    const stamp = `${stampOf(info)}${isFresh ? `:${this.looks}` : ""}`;
    const known = this.files.get(path);
    if (known?.stamp === stamp) return known;
    // In the first look only what may change unseen is read: the others differ from it in their stamps.
    return { stamp, hash: this.looks > 1 || isFresh ? hashOf(path, info) : undefined };
  }
}

function list(folder: string): Dirent[] | undefined {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return undefined;
  }
}

function stampOf({ mtimeMs, ctimeMs, size, ino }: Stats): string {
  return `${mtimeMs}:${ctimeMs}:${size}:${ino}`;
}

function hashOf(path: string, info: Stats): string {
  if (!info.isFile() || info.size > largest) return stampOf(info);
  try {
    return createHash("sha256").update(readFileSync(path)).digest("base64");
  } catch {
    return stampOf(info);
  }
}
