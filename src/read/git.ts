/** The interface to git: the repository's folder is found without git, everything else by one process at a time. */
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { cleanText } from "../shared/clean-text.js";

/** A repository that a folder is in. All paths are absolute. */
export interface GitPlace {
  /** Folder of the work tree, where the repository's own paths begin. */
  top: string;
  /** `.git`, or the folder that it names in a linked work tree or a submodule. */
  folder: string;
}

/** @param start absolute. @returns undefined if no folder above has a repository. */
export async function findRepository(start: string): Promise<GitPlace | undefined> {
  const path = join(start, ".git");
  const named = /^gitdir: (.+)$/.exec((await readTrimmed(path)) ?? "")?.[1];
  if (named) return { top: start, folder: resolve(start, named) };
  if (existsSync(path)) return { top: start, folder: path };
  return dirname(start) === start ? undefined : findRepository(dirname(start));
}

/** `.git` of the nearest folder that has one: a folder, or in a linked work tree a file that names it. */
export async function gitFolder(root: string): Promise<string | undefined> {
  return (await findRepository(root))?.folder;
}

/**
 * The commit of a work tree, read from git's files: fast, without a process.
 * @param folder see `GitPlace`.
 * @returns undefined if there is no commit.
 */
export async function readHead(folder: string): Promise<string | undefined> {
  const head = (await readTrimmed(join(folder, "HEAD"))) ?? "";
  const ref = /^ref: (.+)$/.exec(head)?.[1];
  if (!ref) return /^[0-9a-f]{40,64}$/.test(head) ? head : undefined;
  const shared = await sharedFolder(folder);
  const loose = (await readTrimmed(join(folder, ref))) || (await readTrimmed(join(shared, ref)));
  if (loose) return loose;
  const packed = (await readTrimmed(join(shared, "packed-refs")))?.split("\n") ?? [];
  return packed.find((line) => line.endsWith(` ${ref}`))?.split(" ")[0];
}

/** Whether the clone is shallow. */
export async function isShallow(folder: string): Promise<boolean> {
  return existsSync(join(await sharedFolder(folder), "shallow"));
}

/** The folder that all work trees of a repository share, which has its branches. @param folder see `GitPlace`. */
export async function sharedFolder(folder: string): Promise<string> {
  return resolve(folder, (await readTrimmed(join(folder, "commondir"))) ?? ".");
}

const readTrimmed = async (path: string) => (await readFile(path, "utf8").catch(() => undefined))?.trim();

/** The user's or the machine's own configuration of git must not change the results. */
const neutral = ["core.quotePath=false", "log.showSignature=false", "log.diffMerges=first-parent"];

/** The reason why git failed, in its own words, or that git is not installed. */
export class GitError extends Error {}

/** @param input is written to git. @param take gets the output in chunks. Rejects with a `GitError`. */
function streamGit(
  { top, folder }: GitPlace,
  args: readonly string[],
  take: (chunk: Buffer) => void,
  input = "",
): Promise<void> {
  return new Promise((done, fail) => {
    const options = [
      "--no-pager",
      "--no-replace-objects",
      "--git-dir",
      folder,
      "--work-tree",
      top,
      ...neutral.flatMap((setting) => ["-c", setting]),
    ];
    const child = spawn("git", [...options, ...args], { cwd: top, stdio: "pipe" });
    let complaint = "";
    child.stdout.on("data", take);
    child.stderr.on("data", (chunk: Buffer) => {
      complaint = (complaint + chunk.toString("utf8")).slice(0, longestComplaint);
    });
    // A git process that ends early does not read all input; its exit code shows that.
    child.stdin.on("error", () => undefined);
    child.on("error", () => fail(new GitError("there is no git")));
    child.on("close", (code) =>
      code === 0 ? done() : fail(new GitError(lastLine(complaint) || `git ended with ${code}`)),
    );
    child.stdin.end(input);
  });
}

/** In characters. */
const longestComplaint = 4_000;

/** Git's last line has the reason. */
const lastLine = (text: string) => cleanText(text.trim().split("\n").at(-1) ?? "");

/** @returns git's output. Rejects with a `GitError`. */
export async function askGit(place: GitPlace, args: readonly string[], input?: string): Promise<string> {
  const chunks: Buffer[] = [];
  await streamGit(place, args, (chunk) => chunks.push(chunk), input);
  return Buffer.concat(chunks).toString("utf8");
}

/**
 * Reads many blobs through one process. Only one of them is in memory at a time.
 * @param take gets the text of each in the order of `ids`; undefined for one that the repository does not have. Rejects with a `GitError`.
 */
export async function streamBlobs(
  place: GitPlace,
  ids: readonly string[],
  take: (index: number, text: string | undefined) => void,
): Promise<void> {
  if (ids.length === 0) return;
  let pending: Buffer[] = [];
  let size = 0;
  let wanted = 0;
  let next = 0;
  const read = (chunk: Buffer) => {
    pending.push(chunk);
    size += chunk.length;
    // Chunks are joined once per blob, not for every chunk.
    if (size < wanted) return;
    let data = pending.length === 1 ? chunk : Buffer.concat(pending);
    wanted = 0;
    for (;;) {
      const line = data.indexOf(10);
      if (line === -1) break;
      const [, , length] = data.toString("latin1", 0, line).split(" ");
      const end = length === undefined ? line + 1 : line + 1 + Number(length) + 1;
      if (data.length < end) {
        wanted = end;
        break;
      }
      take(next++, length === undefined ? undefined : data.toString("utf8", line + 1, end - 1));
      data = data.subarray(end);
    }
    pending = [data];
    size = data.length;
  };
  await streamGit(place, ["cat-file", "--batch", "--buffer"], read, `${ids.join("\n")}\n`);
}
