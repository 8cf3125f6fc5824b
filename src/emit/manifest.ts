/**
 * The list of what a build wrote, in the output itself: only what it names is ever replaced or removed. It has no time,
 * inode or absolute path, so that the same site has the same manifest wherever it is built. The journal of a
 * change-over is the next manifest, under another name until the change is complete.
 */
import { readFileSync, renameSync } from "node:fs";
import { join, sep } from "node:path";
import { compareText } from "../shared/text.js";
import { at, look, patiently, writeNew } from "./files.js";

/** A file of the last build. */
export interface ManifestEntry {
  /** Digest of all inputs of the file, if known. */
  key?: string;
  /** Digest of its bytes, see `contentDigest`. */
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
      const named = key === undefined ? "" : `"key":${jsonText(key)},`;
      return `${jsonText(path)}:{${named}"digest":${jsonText(digest)},"size":${size}}`;
    });
  return `{"version":${version},"files":{\n${lines.join(",\n")}\n}}\n`;
}

/** As JSON has it. Nearly all texts of a manifest need no escapes, and have not to be examined one character at a time. */
export function jsonText(text: string): string {
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

/** The folder in an output for manifest, journal, lock and staged files. */
export const ownFolder = ".cipgen";

// Anyone can edit a manifest, so each path in it is checked by the rules below before its file is touched.

/** A part that is empty, `.`, `..` or `.git`, or our own folder at the top. */
const forbidden = /(^|\/)(\.{0,2}|\.git)(\/|$)|^\.cipgen(\/|$)/i;

/** Says whether a path is relative, has one spelling, stays inside the output and leads into no folder of git or of ours. */
export function isOutputPath(path: string): boolean {
  return !forbidden.test(path) && !path.includes("\0") && !(sep === "\\" && whyNotOnWindows(path) !== undefined);
}

/** With any ending: `nul.tar.gz` is the device as well. */
const devices = /^(?:con|prn|aux|nul|com[\d¹²³]|lpt[\d¹²³]|conin\$|conout\$)(?= *(?:\.|$))/i;
// biome-ignore lint/suspicious/noControlCharactersInRegex: no name has them
const signs = /[<>:"|?*\\\u0000-\u001f]/;

/** What may be such a name: nearly all of the thousands of paths are not. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: no name has them
const maySurprise = /[<>:"|?*\\\u0000-\u001f]|[. ](?:\/|$)|(?:^|\/)(?:con|prn|aux|nul|com|lpt)/i;

/** Says why a path cannot be, or does not stay, what it is on Windows: `"con" is the name of a device`. */
export function whyNotOnWindows(path: string): string | undefined {
  if (!maySurprise.test(path)) return undefined;
  for (const name of path.split("/")) {
    const [device] = devices.exec(name) ?? [];
    if (device !== undefined) return `"${device}" is the name of a device`;
    const [sign] = signs.exec(name) ?? [];
    if (sign !== undefined) return `no name has ${JSON.stringify(sign)}`;
    if (/[. ]$/.test(name)) return `"${name}" would lose its last character`;
  }
  return undefined;
}

/** Files of hosts, version control and file systems. */
const hostNames = new Set([".git", "cname", ".nojekyll", ".well-known", "lost+found"]);

/** Such files survive every build; a folder that has only these is not refused. */
export function isHostFile(path: string): boolean {
  return hostNames.has(path.split("/", 1)[0]?.toLowerCase() ?? "");
}

/** Two paths with the same folded form are the same file on a file system that ignores case or the form of accents. */
export function foldPath(path: string): string {
  return path.normalize("NFC").toLowerCase();
}

/** The folder that a path is in; "" for the output itself. */
export function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}

/** The folders that a path is in, nearest first, without the output itself. */
export function foldersOf(path: string): string[] {
  const folders: string[] = [];
  for (let folder = folderOf(path); folder !== ""; folder = folderOf(folder)) folders.push(folder);
  return folders;
}
