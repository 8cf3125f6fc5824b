/** When files were first and last changed, from one pass over the repository's log. */
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { readFile, realpath } from "node:fs/promises";
import { dirname, join, relative, resolve, sep } from "node:path";
import type { FileHistory } from "../shared/history.js";

/**
 * @returns the history of every committed file below `folders` (relative to `root`), by path relative to `root`. Empty where there is no
 * repository, no git, or only the newest part of the history (a shallow clone would give every file the same, wrong date).
 */
export async function readHistory(root: string, folders: readonly string[]): Promise<Map<string, FileHistory>> {
  const history = new Map<string, FileHistory>();
  const [top, shallow] = ((await git(root, ["rev-parse", "--show-toplevel", "--is-shallow-repository"])) ?? "").split(
    "\n",
  );
  if (!top || shallow === "true") return history;
  const log = await git(root, [
    "log",
    "--format=%x01%ct",
    "--name-only",
    "--no-renames",
    "-z",
    "--no-merges",
    "--",
    ...folders.map((folder) => resolve(root, folder)),
  ]);
  if (log === undefined) return history;
  const realRoot = await realpath(root);
  let day = "";
  for (const entry of log.split("\0")) {
    const text = entry.replace(/^\n/, "");
    if (text.startsWith("\u0001")) {
      day = new Date(Number(text.slice(1)) * 1000).toISOString().slice(0, 10);
      continue;
    }
    if (!text) continue;
    const path = relative(realRoot, resolve(top, text)).split(sep).join("/");
    const known = history.get(path);
    // Newest first: the first mention of a file is its last change.
    if (known) known.created = day < known.created ? day : known.created;
    else history.set(path, { created: day, updated: day });
  }
  return history;
}

/**
 * The commit that a work tree stands at, read from git's files: quick, and no process is started.
 * @returns undefined where there is no repository or no commit.
 */
export async function readHead(root: string): Promise<string | undefined> {
  const folder = await gitFolder(root);
  const head = folder && (await readTrimmed(join(folder, "HEAD")));
  const ref = head && /^ref: (.+)$/.exec(head)?.[1];
  if (!ref) return head;
  const shared = resolve(folder, (await readTrimmed(join(folder, "commondir"))) ?? ".");
  const loose = (await readTrimmed(join(folder, ref))) ?? (await readTrimmed(join(shared, ref)));
  if (loose) return loose;
  const packed = (await readTrimmed(join(shared, "packed-refs")))?.split("\n") ?? [];
  return packed.find((line) => line.endsWith(` ${ref}`))?.split(" ")[0];
}

/** `.git` of the nearest folder that has one: a folder, or in a linked work tree what a file names. */
export async function gitFolder(root: string): Promise<string | undefined> {
  const path = join(root, ".git");
  const named = /^gitdir: (.+)$/.exec((await readTrimmed(path)) ?? "")?.[1];
  if (named) return resolve(root, named);
  if (existsSync(path)) return path;
  return dirname(root) === root ? undefined : gitFolder(dirname(root));
}

const readTrimmed = async (path: string) => (await readFile(path, "utf8").catch(() => undefined))?.trim();

/** @returns what git printed, or undefined when it failed or is not there. */
function git(cwd: string, args: string[]): Promise<string | undefined> {
  return new Promise((done) => {
    const child = spawn("git", ["-c", "core.quotePath=false", ...args], { cwd, stdio: ["ignore", "pipe", "ignore"] });
    const chunks: Buffer[] = [];
    child.stdout.on("data", (chunk: Buffer) => chunks.push(chunk));
    child.on("error", () => done(undefined));
    child.on("close", (code) => done(code === 0 ? Buffer.concat(chunks).toString("utf8") : undefined));
  });
}
