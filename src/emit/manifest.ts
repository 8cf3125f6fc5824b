/**
 * The list of what a build wrote, in the output itself: only what it names is ever replaced or removed. It has no time,
 * inode or absolute path, so that the same site has the same manifest wherever it is built. The journal of a
 * change-over is the next manifest, under another name until the change is complete.
 */
import { readFileSync, renameSync } from "node:fs";
import { join } from "node:path";
import { compareText } from "../shared/text.js";
import { at, look, patiently, writeNew } from "./files.js";
import { isOutputPath, ownFolder } from "./paths.js";

/** A file of the last build. */
export interface ManifestEntry {
  /** Digest of all inputs of the file, if known. */
  key?: string;
  /** Digest of its bytes, see `digestOf`. */
  digest: string;
  /** In bytes. */
  size: number;
}

/** By path relative to the output, with forward slashes. */
export type ManifestFiles = ReadonlyMap<string, ManifestEntry>;

export const manifestFile = (folder: string) => join(folder, ownFolder, "manifest.json");
export const journalFile = (folder: string) => join(folder, ownFolder, "journal.json");

const version = 1;

/** @returns "missing" if there is no such file, "invalid" for one that this version did not write. */
export function readManifest(file: string): ManifestFiles | "missing" | "invalid" {
  const info = look(file);
  if (!info) return "missing";
  return (info.isFile() && parsedManifest(at("read", file, () => readFileSync(file, "utf8")))) || "invalid";
}

let lastParsed: { text: string; files: ManifestFiles | undefined } | undefined;

/** A build reads its manifest several times: before and after it waited for the lock. */
function parsedManifest(text: string): ManifestFiles | undefined {
  if (lastParsed?.text !== text) lastParsed = { text, files: parseManifest(text) };
  return lastParsed.files;
}

/** The files of a manifest; undefined if anything in it differs from the form of `manifestText`. */
export function parseManifest(text: string): ManifestFiles | undefined {
  let data: { version?: unknown; files?: unknown } | null;
  try {
    data = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (data?.version !== version || typeof data.files !== "object" || data.files === null) return undefined;
  const entries = Object.entries(data.files as Record<string, unknown>);
  return entries.every(isEntry) ? new Map(entries) : undefined;
}

function isEntry(entry: [string, unknown]): entry is [string, ManifestEntry] {
  const [path, value] = entry;
  if (!isOutputPath(path) || typeof value !== "object" || value === null) return false;
  const { key, digest, size } = value as Record<string, unknown>;
  const isKey = key === undefined || typeof key === "string";
  return isKey && typeof digest === "string" && Number.isSafeInteger(size) && (size as number) >= 0;
}

/** Sorted, one file a line, so that a version control shows what a build changed. */
function manifestText(files: ManifestFiles): string {
  const lines = [...files]
    .sort(([one], [other]) => compareText(one, other))
    .map(([path, { key, digest, size }]) => {
      const named = key === undefined ? "" : `"key":${quoted(key)},`;
      return `${quoted(path)}:{${named}"digest":${quoted(digest)},"size":${size}}`;
    });
  return `{"version":${version},"files":{\n${lines.join(",\n")}\n}}\n`;
}

/** As JSON has it. Nearly all texts of a manifest need no escapes, and have not to be examined one character at a time. */
function quoted(text: string): string {
  return /^[\w ./=-]*$/.test(text) ? `"${text}"` : JSON.stringify(text);
}

/** Writes the journal: from now on the change will be completed, if necessary by the next build. */
export function writeJournal(folder: string, files: ManifestFiles): void {
  const file = journalFile(folder);
  writeNew(`${file}.new`, manifestText(files));
  at("write", file, () => patiently(() => renameSync(`${file}.new`, file)));
}

/** Makes the journal the manifest: the change is complete. */
export function commitJournal(folder: string): void {
  const file = manifestFile(folder);
  at("write", file, () => patiently(() => renameSync(journalFile(folder), file)));
}
