/** A folder as an object, so that two of them can be compared; what a build remembers of its output is no part of the site. */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";

/** Text of every file below a folder, by path with forward slashes. */
export function treeOf(folder: string): Record<string, string> {
  return readTree(folder, (bytes) => bytes.toString("utf8"));
}

/** Digest of every file below a folder, by path: for whole sites, byte by byte. */
export function digestsOf(folder: string): Record<string, string> {
  return readTree(folder, (bytes) => createHash("sha256").update(bytes).digest("hex"));
}

function readTree(folder: string, read: (bytes: Buffer) => string): Record<string, string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return Object.fromEntries(
    entries
      .map((entry) => join(entry.parentPath, entry.name))
      .sort()
      .map((path): [string, string] => [relative(folder, path).split(sep).join("/"), path])
      .filter(([path]) => !path.startsWith(".cipgen/"))
      .map(([path, place]) => [path, read(readFileSync(place))]),
  );
}
