/**
 * Decides whether a build may write into a folder. Paths are compared with their symbolic links resolved, because links
 * can hide that two paths are one folder.
 */
import { readdirSync, readlinkSync, realpathSync } from "node:fs";
import { basename, dirname, isAbsolute, join, relative, resolve } from "node:path";
import { diagnose } from "../../platform/diagnostics/codes.js";
import { lstatIfExists, withPathInError } from "../../platform/files.js";
import type { Diagnostic } from "../../shared/diagnostic.js";
import { isHostFile, readManifest, stateFolder } from "./manifest.js";

/** @param out absolute; it need not exist. @returns the path without symbolic links. */
export function resolveLinks(out: string): string {
  try {
    return realpathSync(out);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ELOOP") throw new Error(`${out} is a symbolic link that leads in a circle`);
    const parent = dirname(out);
    // Any other error is reported when the folder is written.
    if (code !== "ENOENT" || parent === out) return out;
    const parentLocation = resolveLinks(parent);
    // A link may lead to a folder that does not exist yet.
    const isLink = lstatIfExists(out)?.isSymbolicLink();
    return isLink ? resolveLinks(resolve(parentLocation, readlinkSync(out))) : join(parentLocation, basename(out));
  }
}

/** The sources of a build. All paths are absolute. */
interface BuildInputs {
  root: string;
  /** Folders and files below the root, or the root itself. */
  sources: readonly string[];
}

/** @returns an error if an output would replace sources of the site, or be among them. */
export function checkOutputPath(out: string, { root, sources }: BuildInputs): Diagnostic[] {
  const refuse = (message: string) => [
    diagnose("output-unsafe", message, { help: "Choose another folder with --out, such as build." }),
  ];
  const folder = resolveLinks(out);
  const covered = [root, ...sources].find((input) => covers(folder, resolveLinks(input)));
  if (covered) return refuse(`the output folder ${out} would replace ${covered}`);
  // If the root itself is a source, the build does not read the output below it.
  const realRoot = resolveLinks(root);
  const holder = sources.find((source) => {
    const real = resolveLinks(source);
    return real !== realRoot && covers(real, folder);
  });
  return holder ? refuse(`the output folder ${out} is inside ${holder}, which the build reads`) : [];
}

function covers(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way === "" || !(/^\.\.($|[\\/])/.test(way) || isAbsolute(way));
}

/**
 * @param out the path as the user gave it, for messages. @param folder the same with its links resolved.
 * @param force allows files that no build wrote.
 * @returns an error if a folder has files that no build wrote.
 */
export function checkContent(out: string, folder: string, force: boolean): Diagnostic[] {
  const refuse = (message: string, help: string) => [diagnose("output-unsafe", message, { help })];
  const info = lstatIfExists(folder);
  if (!info) return [];
  if (!info.isDirectory()) return refuse(`${out} is not a folder`, "Choose another path with --out.");
  const stats = lstatIfExists(join(folder, stateFolder));
  if (stats && !stats.isDirectory())
    return refuse(`${join(out, stateFolder)} is not a folder`, "Builds store their list of files there: move it away.");
  const manifest = readManifest(folder);
  if (force || typeof manifest !== "string") return [];
  const names = withPathInError("read", folder, () => readdirSync(folder, { withFileTypes: true }))
    .filter(({ name }) => name !== stateFolder && !isHostFile(name))
    .map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name))
    .sort();
  if (names.length === 0) return [];
  // A crash of the system may have left the manifest empty.
  const advice =
    manifest === "invalid"
      ? `Its list in ${join(out, stateFolder)} is damaged, or of another version: if a build made it, delete it.`
      : "If version 0.1 of this program built it, delete it.";
  const help = `Choose another folder with --out. ${advice} With --force, these files are kept.`;
  const more = names.length > 3 ? ` and ${names.length - 3} more` : "";
  return refuse(`${out} holds files that no build wrote: ${names.slice(0, 3).join(", ")}${more}`, help);
}
