/**
 * Finds the programs that this one starts. Windows would search the working directory first, which is the register's:
 * anyone can propose a `git.exe`.
 */
import { existsSync, lstatSync } from "node:fs";
import { dirname, isAbsolute, join } from "node:path";

/** Finds a file in the folders of PATH on Windows, or beside Node.js. */
function findOnPath(name: string): string | undefined {
  const folders = (process.env.PATH ?? "").split(";").map((folder) => folder.replace(/^"(.*)"$/, "$1"));
  const searched = [...folders, dirname(process.execPath)].filter((folder) => isAbsolute(folder));
  return searched.map((folder) => join(folder, name)).find((file) => existsSync(file));
}

/** The command that starts git: its name where the system searches PATH alone, and its full path on Windows. */
export function gitProgram(): string {
  if (process.platform !== "win32") return "git";
  return findOnPath("git.exe") ?? join(dirname(process.execPath), "git.exe");
}

/** The command that starts npm, and its first arguments. On Windows npm is a shell script, which would split arguments, so Node.js runs the script behind it. */
export function npmProgram(): [program: string, ...args: string[]] {
  if (process.platform !== "win32") return ["npm"];
  const script = findOnPath("node_modules/npm/bin/npm-cli.js");
  return script === undefined ? [join(dirname(process.execPath), "npm.exe")] : [process.execPath, script];
}

/**
 * Whether all files that exist belong to the user who runs this program, by git's rules: under `sudo` also to the user
 * who called it. @returns undefined on Windows, where Node.js does not know owners.
 */
export function ownsFiles(paths: readonly string[]): boolean | undefined {
  const user = process.geteuid?.();
  if (user === undefined) return undefined;
  const owners = paths.map((path) => lstatSync(path, { throwIfNoEntry: false })?.uid ?? user);
  return owners.every((owner) => owner === user || (user === 0 && process.env.SUDO_UID === String(owner)));
}
