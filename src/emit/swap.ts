/**
 * An output that is a symbolic link: the new site becomes a folder of its own beside the old one, and the link is
 * replaced in one step, so that readers see the old site or the new one. The old folder stays until the next change,
 * for requests that are still reading it.
 */
import { accessSync, constants, copyFileSync, linkSync, readlinkSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { basename, dirname, isAbsolute, join, relative } from "node:path";
import { changeOver, removeEmpty, removeLeftovers, removeListed, stagingFolder } from "./change.js";
import { at, look, makeFolder } from "./files.js";
import { FormerSite, foreignFiles, someOf } from "./former.js";
import { foldersOf, journalFile, type ManifestFiles, manifestFile, ownFolder, readManifest } from "./manifest.js";

interface Swap {
  link: string;
  /** The folder that the link leads to. */
  folder: string;
  former: ManifestFiles;
  files: ManifestFiles;
  staged: readonly string[];
}

/** Says why the link cannot be replaced, and the site has to be changed file by file; undefined when it can. */
export function reasonAgainstSwap({ link, folder, former }: Swap): string | undefined {
  if (process.platform === "win32") return "cannot be exchanged for another one in one step on Windows";
  const foreign = foreignFiles(folder, former);
  if (foreign.length > 0) return `holds files that no build wrote (${someOf(foreign)})`;
  const parent = dirname(folder);
  if (look(folder)?.dev !== look(parent)?.dev) return "is a file system of its own";
  const closed = [parent, dirname(link)].find((place) => !isWritable(place));
  return closed && `cannot get another one beside it, because ${closed} is not writable`;
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** @returns the folder that the link leads to now. */
export function swapLink(swap: Swap): string {
  const folder = freeFolder(swap);
  makeFolder(folder);
  makeFolder(join(folder, ownFolder));
  const [from, staging] = [stagingFolder(swap.folder), stagingFolder(folder)];
  if (look(from)) at("write", staging, () => renameSync(from, staging));
  else makeFolder(staging);
  takeOver(swap, staging);
  changeOver(folder, new Map(), swap.files, [...swap.files.keys()]);
  replaceLink(swap.link, folder);
  return folder;
}

/** Unchanged files are hard links. */
function takeOver({ folder, files, staged }: Swap, staging: string): void {
  const isStaged = new Set(staged);
  for (const path of files.keys()) {
    if (isStaged.has(path)) continue;
    for (const parent of foldersOf(path).reverse()) if (!look(join(staging, parent))) makeFolder(join(staging, parent));
    const [from, to] = [join(folder, path), join(staging, path)];
    try {
      linkSync(from, to);
    } catch {
      // Some file systems do not support hard links.
      at("write", to, () => copyFileSync(from, to));
    }
  }
}

function replaceLink(link: string, folder: string): void {
  const fresh = join(dirname(link), `.${basename(link)}.cipgen-link`);
  const target = isAbsolute(readlinkSync(link)) ? folder : relative(dirname(link), folder);
  at("replace", link, () => {
    rmSync(fresh, { force: true });
    symlinkSync(target, fresh);
    renameSync(fresh, link);
  });
}

/** The first free folder for sites behind this link: the others hold the present site or other files. */
function freeFolder({ link, folder }: Swap): string {
  for (let number = 1; ; number++) {
    const candidate = join(dirname(folder), `.${basename(link)}.cipgen-${number}`);
    if (candidate === folder) continue;
    if (look(candidate)?.isDirectory()) removeSite(candidate);
    if (!look(candidate)) return candidate;
  }
}

/** Removes our files of a site that is no longer shown. */
function removeSite(folder: string): void {
  for (const file of [manifestFile(folder), journalFile(folder)]) {
    const files = readManifest(file);
    if (typeof files === "string") continue;
    removeListed(new FormerSite(folder, files, new Map()), [...files.keys()]);
  }
  removeLeftovers(folder);
  for (const name of ["manifest.json", "lock"]) rmSync(join(folder, ownFolder, name), { force: true });
  removeEmpty(join(folder, ownFolder));
  removeEmpty(folder);
}
