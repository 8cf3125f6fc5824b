/** Helpers for files that the steps of a change share. Synchronous: this takes half the time for thousands of small files. */
import { createHash, hash } from "node:crypto";
import { chmodSync, lstatSync, mkdirSync, type Stats, writeFileSync } from "node:fs";
import { at } from "./failures.js";

export const fileMode = 0o644;
export const folderMode = 0o755;

/** SHA-256, base64url: short in a manifest, and safe against collisions. */
export function digestOf(data: Uint8Array | string): string {
  return hash("sha256", data, "base64url");
}

/** The same of a content in parts. */
export function digestOfParts(parts: readonly Uint8Array[]): string {
  const [only = ""] = parts;
  // One call for nearly all files: the object of a hash costs more than hashing a small one.
  if (parts.length <= 1) return digestOf(only);
  const whole = createHash("sha256");
  for (const part of parts) whole.update(part);
  return whole.digest("base64url");
}

/** The stats of a path, links not followed; undefined if it does not exist. */
export function look(path: string): Stats | undefined {
  return at("look at", path, () => {
    try {
      return lstatSync(path, { throwIfNoEntry: false });
    } catch (error) {
      // Below a file there is nothing.
      if ((error as NodeJS.ErrnoException).code === "ENOTDIR") return undefined;
      throw error;
    }
  });
}

/** Writes a small file of ours, over any rest of a killed build. */
export function writeNew(path: string, text: string): void {
  at("write", path, () => {
    writeFileSync(path, text);
    setMode(path, fileMode);
  });
}

/** Makes a folder that others may read, regardless of the umask. */
export function makeFolder(path: string): void {
  at("make the folder", path, () => {
    mkdirSync(path, { mode: folderMode });
    setMode(path, folderMode);
  });
}

function setMode(path: string, mode: number): void {
  const { mode: now } = lstatSync(path);
  if ((now & 0o777) !== mode) chmodSync(path, (now & 0o7000) | mode);
}
