/**
 * The paths of an output that a build may write. Anyone can edit a manifest, so each path in it is checked by these
 * rules before its file is touched.
 */
import { sep } from "node:path";

/** The folder in an output for manifest, journal, lock and staged files. */
export const ownFolder = ".cipgen";

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

/** Says why a path cannot be, or does not stay, what it is on Windows: `"con" is the name of a device`. */
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

/** Such files survive every build; a folder that has only these is not refused. */
export function isHostFile(path: string): boolean {
  return hostNames.has(path.split("/", 1)[0]?.toLowerCase() ?? "") && !isProgramFile(path);
}

/** Names in a folder of hosts that belong to this program: the list of digests and its signature. */
export function isProgramFile(path: string): boolean {
  return /^\.well-known\/cipgen/i.test(path);
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
