/** Finds a site's config file by its name, before anything is read. */
import { accessSync, constants, existsSync, readdirSync, type Stats, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { diagnose } from "../platform/diagnostics/codes.js";
import type { Diagnostic } from "../shared/diagnostic.js";

export const configFileNames = ["ts", "mts", "js", "mjs", "json"].map((extension) => `cipgen.config.${extension}`);

/** @returns the name of the config file in `root`, of several the first. */
export function findConfigFile(root: string): string | undefined {
  return configFileNames.find((name) => isConfigFile(root, name));
}

/** Not a folder of that name, nor a file that has it in another case, where the system takes upper and lower case as one. */
export function isConfigFile(root: string, name: string): boolean {
  return existsSync(join(root, name)) && !isFolder(join(root, name)) && hasName(root, name);
}

/** Whether a file that is there has this very name. */
export function hasName(folder: string, name: string): boolean {
  try {
    return readdirSync(folder).includes(name);
  } catch {
    // It need not be listed to be read.
    return true;
  }
}

/** @param root absolute. @returns the problem of a root that is not a folder, with a help to name one. @throws if it cannot be read. */
export function checkRoot(root: string, help = "Name the folder of a site with --root."): Diagnostic | undefined {
  const info = statOf(root);
  if (info?.isDirectory()) {
    accessSync(root, constants.R_OK | constants.X_OK);
    return undefined;
  }
  const message = info ? `${root} is not a folder` : `there is no folder ${root}`;
  return diagnose("config-missing", message, { help });
}

/** @param path of a config file that is there, or a link. @returns why it cannot be read: a pipe would be waited for. @throws what else the system says. */
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

/** Whether a path is that of a folder. @throws if the system does not say. */
export function isFolder(path: string): boolean {
  return statOf(path)?.isDirectory() ?? false;
}

/** @returns undefined if there is nothing, also because a file is where a folder on the way must be. */
function statOf(path: string): Stats | undefined {
  try {
    return statSync(path);
  } catch (error) {
    if (["ENOENT", "ENOTDIR"].includes((error as NodeJS.ErrnoException).code ?? "")) return undefined;
    throw error;
  }
}

/**
 * @param folder absolute.
 * @returns the folder itself or the nearest around it that has a config file, within its repository; undefined where there is none.
 */
export function findRoot(folder: string): string | undefined {
  for (let ancestor = folder; ; ancestor = dirname(ancestor)) {
    if (findConfigFile(ancestor)) return ancestor;
    if (existsSync(join(ancestor, ".git")) || dirname(ancestor) === ancestor) return undefined;
  }
}
