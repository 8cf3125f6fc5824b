/**
 * The list of what a build wrote, in the output itself: only what it names is ever replaced or removed. It has no time,
 * inode or absolute path, so that the same site has the same manifest wherever it is built. While an output changes, it
 * names the files of both sites.
 */
import { readFileSync } from "node:fs";
import { join, sep } from "node:path";
import { compareText } from "../../shared/text.js";
import { lstatIfExists, withPathInError } from "./files.js";

/** The files of a build, relative to the output, with forward slashes. */
export type ManifestPaths = ReadonlySet<string>;

export const manifestFile = (folder: string) => join(folder, ownFolder, "manifest.json");

const version = 2;

/** @returns "missing" if an output has none, "invalid" for one that this version did not write. */
export function readManifest(folder: string): ManifestPaths | "missing" | "invalid" {
  const file = manifestFile(folder);
  const info = lstatIfExists(file);
  if (!info) return "missing";
  if (!info.isFile()) return "invalid";
  return parseManifest(withPathInError("read", file, () => readFileSync(file, "utf8"))) ?? "invalid";
}

/** Undefined if anything in a manifest differs from the form of `manifestText`. */
function parseManifest(text: string): ManifestPaths | undefined {
  let data: { version?: unknown; files?: unknown } | null;
  try {
    data = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (data?.version !== version || !Array.isArray(data.files)) return undefined;
  return data.files.every((path) => typeof path === "string" && isOutputPath(path)) ? new Set(data.files) : undefined;
}

/** Sorted, one file a line, so that a version control shows what a build changed. */
export function manifestText(paths: ManifestPaths): string {
  const lines = [...paths].sort(compareText).map((path) => JSON.stringify(path));
  return `{"version":${version},"files":[\n${lines.join(",\n")}\n]}\n`;
}

/** The folder in an output for manifest, lock and staged files. */
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
