/**
 * Other programs, started without a shell. Windows looks for a program in the current folder first, and that is the
 * register's: anyone can propose a `git.exe`.
 */
import { existsSync } from "node:fs";
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
