/**
 * Other programs, started without a shell. Windows looks for a program in the current folder first, and that is the
 * register's: anyone can propose a `git.exe`.
 */
import { existsSync, lstatSync } from "node:fs";
import { dirname, isAbsolute, join } from "node:path";

/** The first file of that name in the folders of PATH, and beside Node.js. */
function onPath(name: string): string | undefined {
  const folders = (process.env.PATH ?? "").split(";").map((folder) => folder.replace(/^"(.*)"$/, "$1"));
  const places = [...folders, dirname(process.execPath)].filter((folder) => isAbsolute(folder));
  return places.map((folder) => join(folder, name)).find((file) => existsSync(file));
}

/** How git is started: by its name where the system looks for it in PATH alone. */
export function gitProgram(): string {
  if (process.platform !== "win32") return "git";
  return onPath("git.exe") ?? join(dirname(process.execPath), "git.exe");
}

/** How npm is started, and its first arguments. On Windows it is a script of a shell, which would take arguments apart: the program behind it is run. */
export function npmProgram(): [program: string, ...args: string[]] {
  if (process.platform !== "win32") return ["npm"];
  const script = onPath("node_modules/npm/bin/npm-cli.js");
  return script === undefined ? [join(dirname(process.execPath), "npm.exe")] : [process.execPath, script];
}

/** Whether some files, if they are there, are of the user who runs this program, as git judges it: with `sudo`, also of the one who asked. @returns undefined on Windows. */
export function ownsFiles(paths: readonly string[]): boolean | undefined {
  const user = process.geteuid?.();
  if (user === undefined) return undefined;
  const owners = paths.map((path) => lstatSync(path, { throwIfNoEntry: false })?.uid ?? user);
  return owners.every((owner) => owner === user || (user === 0 && process.env.SUDO_UID === String(owner)));
}
