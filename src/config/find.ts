/** Finds a site's config file by its name, before anything is read. */
import { accessSync, constants, existsSync, readdirSync, type Stats, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { diagnose } from "../platform/diagnostics/codes.js";
import type { Diagnostic } from "../shared/diagnostic.js";

export const configFileNames = ["ts", "mts", "js", "mjs", "json"].map((extension) => `cipgen.config.${extension}`);

/** @returns the name of the config file in `root`; of several, the first. */
export function findConfigFile(root: string): string | undefined {
  return configFileNames.find((name) => isConfigFile(root, name));
}

/** Whether `root` has a config file with exactly this name, even if the file system ignores case. A folder is not one. */
export function isConfigFile(root: string, name: string): boolean {
  return existsSync(join(root, name)) && !isFolder(join(root, name)) && hasName(root, name);
}

/** Whether the name of an existing file is spelled exactly so. */
export function hasName(folder: string, name: string): boolean {
  try {
    return readdirSync(folder).includes(name);
  } catch {
    // A folder that cannot be listed may have files that can be read.
    return true;
  }
}

/** @param root absolute. @returns a problem if it is not a folder. @throws if it cannot be read. */
export function checkRoot(root: string, help = "Name the folder of a site with --root."): Diagnostic | undefined {
  const info = statOf(root);
  if (info?.isDirectory()) {
    accessSync(root, constants.R_OK | constants.X_OK);
    return undefined;
  }
  const message = info ? `${root} is not a folder` : `there is no folder ${root}`;
  return diagnose("config-missing", message, { help });
}

/** @param path an existing config file, or a symbolic link. @returns a problem if it is not a file: reading a pipe would never end. @throws other errors of the system. */
export function checkConfigFile(path: string): Pick<Diagnostic, "message" | "help"> | undefined {
  const help = "Put the file itself in its place.";
  try {
    const info = statSync(path);
    if (info.isFile()) return undefined;
    return { message: info.isDirectory() ? "this is a folder" : "this is a pipe, a socket or a device", help };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") return { message: "this symbolic link leads nowhere", help };
    if (code === "ELOOP") return { message: "this symbolic link leads in a circle", help };
    throw error;
  }
}

/** Whether there is a folder at a path. @throws if the system refuses to tell. */
export function isFolder(path: string): boolean {
  return statOf(path)?.isDirectory() ?? false;
}

/** @returns undefined if nothing is at the path. */
function statOf(path: string): Stats | undefined {
  try {
    return statSync(path);
  } catch (error) {
    if (["ENOENT", "ENOTDIR"].includes((error as NodeJS.ErrnoException).code ?? "")) return undefined;
    throw error;
  }
}

/** The folder itself, or the nearest one around it in its repository, that has a config file. @param folder absolute. */
export function findRoot(folder: string): string | undefined {
  for (let ancestor = folder; ; ancestor = dirname(ancestor)) {
    if (findConfigFile(ancestor)) return ancestor;
    if (existsSync(join(ancestor, ".git")) || dirname(ancestor) === ancestor) return undefined;
  }
}
