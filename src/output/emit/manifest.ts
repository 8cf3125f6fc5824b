/**
 * The manifest lists the files that a build wrote, and is in the output itself: only files that it lists are ever replaced
 * or removed. It has no time, inode or absolute path, so the same site has the same manifest wherever it is built. While
 * an output changes, its manifest lists the files of the old and of the new site.
 */
import { readFileSync } from "node:fs";
import { join, sep } from "node:path";
import { lstatIfExists, withPathInError } from "../../platform/files.js";
import { compareText } from "../../shared/text.js";

/** The files of a build, relative to the output, with forward slashes. */
export type ManifestPaths = ReadonlySet<string>;

export const manifestFile = (folder: string) => join(folder, stateFolder, "manifest.json");

const version = 2;

/** @returns "missing" if an output has no manifest, "invalid" if this version of the program did not write it. */
export function readManifest(folder: string): ManifestPaths | "missing" | "invalid" {
  const file = manifestFile(folder);
  const info = lstatIfExists(file);
  if (!info) return "missing";
  if (!info.isFile()) return "invalid";
  return parseManifest(withPathInError("read", file, () => readFileSync(file, "utf8"))) ?? "invalid";
}

/** @returns undefined if the text is not of the form that `manifestText` writes. */
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

/** One file a line, sorted, so that version control shows what a build changed. */
export function manifestText(paths: ManifestPaths): string {
  const lines = [...paths].sort(compareText).map((path) => JSON.stringify(path));
  return `{"version":${version},"files":[\n${lines.join(",\n")}\n]}\n`;
}

/** The folder in an output for manifest, lock and staged files. */
export const stateFolder = ".cipgen";

// Anyone can edit a manifest, so each path in it is checked by the rules below before its file is touched.

/** A part of a path that is empty, `.`, `..` or `.git`, or the folder `.cipgen` at the top. */
const forbidden = /(^|\/)(\.{0,2}|\.git)(\/|$)|^\.cipgen(\/|$)/i;

/** Whether a path is relative and normalized, stays inside the output, and is in no folder of git or of this module. */
export function isOutputPath(path: string): boolean {
  return !forbidden.test(path) && !path.includes("\0") && !(sep === "\\" && whyNotOnWindows(path) !== undefined);
}

/** Names of devices on Windows, with any extension: `nul.tar.gz` is the device `nul` as well. */
const devices = /^(?:con|prn|aux|nul|com[\d¹²³]|lpt[\d¹²³]|conin\$|conout\$)(?= *(?:\.|$))/i;
// biome-ignore lint/suspicious/noControlCharactersInRegex: no name has them
const signs = /[<>:"|?*\\\u0000-\u001f]/;

/** @returns why Windows cannot store a file under this path, or changes its name: `"con" is the name of a device`. */
export function whyNotOnWindows(path: string): string | undefined {
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

/** Whether a path is a host's file. Such files survive every build, and a folder that has only these may become an output. */
export function isHostFile(path: string): boolean {
  return hostNames.has(path.split("/", 1)[0]?.toLowerCase() ?? "");
}

/** The folder of a path; "" for the output itself. */
export function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}

/** The folders around a path, innermost first, without the output itself. */
export function foldersOf(path: string): string[] {
  const folders: string[] = [];
  for (let folder = folderOf(path); folder !== ""; folder = folderOf(folder)) folders.push(folder);
  return folders;
}
