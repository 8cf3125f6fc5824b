/**
 * Finds where an output really is, and whether a build may write there. All paths are compared without symbolic links:
 * a link must not hide that two paths are the same place.
 */
import { readdirSync, readlinkSync, realpathSync } from "node:fs";
import { basename, dirname, isAbsolute, join, relative, resolve } from "node:path";
import { diagnose } from "../../platform/diagnostics/codes.js";
import type { Diagnostic } from "../../shared/diagnostic.js";
import { lstatIfExists, withPathInError } from "./files.js";
import { isHostFile, ownFolder, readManifest } from "./manifest.js";

/** @param out absolute. @returns the folder of the site, without symbolic links; it need not exist. */
export function findPlace(out: string): string {
  try {
    return realpathSync(out);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ELOOP") throw new Error(`${out} is a symbolic link that leads in a circle`);
    const parent = dirname(out);
    // What else is wrong with it is found when it is written.
    if (code !== "ENOENT" || parent === out) return out;
    const parentLocation = findPlace(parent);
    // A link may lead to a folder that is not there yet.
    const isLink = lstatIfExists(out)?.isSymbolicLink();
    return isLink ? findPlace(resolve(parentLocation, readlinkSync(out))) : join(parentLocation, basename(out));
  }
}

/** The sources of a build. All paths are absolute. */
interface BuildInputs {
  root: string;
  /** Folders and files below the root, or the root itself. */
  sources: readonly string[];
}

/** The reason why an output must not be where it is: it would replace sources or be among them. */
export function checkPlace(out: string, { root, sources }: BuildInputs): Diagnostic[] {
  const refuse = (message: string) => [
    diagnose("output-unsafe", message, { help: "Choose another folder with --out, such as build." }),
  ];
  const folder = findPlace(out);
  const covered = [root, ...sources].find((input) => covers(folder, findPlace(input)));
  if (covered) return refuse(`the output folder ${out} would replace ${covered}`);
  // Where the root itself is a source, an output below it is left out of what is read.
  const realRoot = findPlace(root);
  const holder = sources.find((source) => {
    const real = findPlace(source);
    return real !== realRoot && covers(real, folder);
  });
  return holder ? refuse(`the output folder ${out} is inside ${holder}, which the build reads`) : [];
}

function covers(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way === "" || !(/^\.\.($|[\\/])/.test(way) || isAbsolute(way));
}

function hasFile(folder: string): boolean {
  const entries = withPathInError("read", folder, () => readdirSync(folder, { withFileTypes: true }));
  return entries.some((entry) => !entry.isDirectory() || hasFile(join(folder, entry.name)));
}

/**
 * The reason why nothing may be written into a folder: it has unknown files.
 * @param force allows files that no build wrote: they are kept.
 */
export function checkContent(out: string, folder: string, force: boolean): Diagnostic[] {
  const refuse = (message: string, help: string) => [diagnose("output-unsafe", message, { help })];
  const info = lstatIfExists(folder);
  if (!info) return [];
  if (!info.isDirectory()) return refuse(`${out} is not a folder`, "Choose another path with --out.");
  const stats = lstatIfExists(join(folder, ownFolder));
  if (stats && !stats.isDirectory())
    return refuse(`${join(out, ownFolder)} is not a folder`, "Builds store their list of files there: move it away.");
  const manifest = readManifest(folder);
  if (force || typeof manifest !== "string") return [];
  const names = withPathInError("read", folder, () => readdirSync(folder, { withFileTypes: true }))
    .filter(({ name }) => name !== ownFolder && !isHostFile(name))
    // A build that was killed may have left folders without files.
    .filter((entry) => !entry.isDirectory() || hasFile(join(folder, entry.name)))
    .map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name))
    .sort();
  if (names.length === 0) return [];
  // A crash of the system may have emptied a list.
  const built =
    manifest === "invalid"
      ? `Its list in ${join(out, ownFolder)} is damaged, or of another version: if a build made this folder, delete it.`
      : "If version 0.1 of this program built it, delete it.";
  const help = `Choose another folder with --out. ${built} With --force the site is written beside these files, and they are kept.`;
  const more = names.length > 3 ? ` and ${names.length - 3} more` : "";
  return refuse(`${out} holds files that no build wrote: ${names.slice(0, 3).join(", ")}${more}`, help);
}
