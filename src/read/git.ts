/** The interface to git: the repository's folder is found without git, everything else by one process at a time. */
import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { pathBelow } from "../runtime/path-below.js";
import { gitProgram } from "../runtime/programs.js";
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
  if (!existsSync(path)) return dirname(start) === start ? undefined : findRepository(dirname(start));
  const named = /^gitdir: (.+)$/.exec(readTrimmed(path) ?? "")?.[1];
  return { top: start, folder: named ? resolve(start, named) : path };
}

const absent = new Set(["ENOENT", "ENOTDIR", "EISDIR"]);

/** @returns why a repository has no commit that `readHead` finds; undefined if nothing was ever committed. */
export async function headProblem({ top, folder }: GitPlace): Promise<GitError | undefined> {
  const shared = await sharedFolder(folder);
  const head = join(folder, "HEAD");
  const text = readTrimmed(head);
  const ref = /^ref: (.+)$/.exec(text ?? "")?.[1];
  const branch = ref ? [join(folder, ref), join(shared, ref), join(shared, "packed-refs")] : [];
  const named = (path: string) => pathBelow(top, path);
  for (const path of [join(top, ".git"), head, ...branch]) {
    const refusal = await readFile(path).then(
      () => undefined,
      ({ code }: NodeJS.ErrnoException) => code,
    );
    if (refusal && !absent.has(refusal))
      return new GitError(
        `${named(path)} cannot be read: ${refusal === "EACCES" ? "permission denied" : refusal}`,
        "Let the user who builds read the repository (chown -R USER .git, or chmod -R a+rX .git).",
      );
  }
  // Only a work tree or a submodule was copied.
  const repair = "Clone the repository again, with its .git.";
  if (text === undefined) {
    const place = named(folder);
    return new GitError(
      place === ".git" ? ".git has no HEAD" : `.git leads to ${place}, where there is no repository`,
      repair,
    );
  }
  if (!ref)
    return new GitError(
      `${named(head)} names neither a branch nor a commit`,
      "Repair it: git symbolic-ref HEAD refs/heads/BRANCH.",
    );
  if (branch.slice(0, 2).some(existsSync))
    return new GitError(`${ref} names no commit`, "Repair the branch: git fsck, git reset, or clone it again.");
  return undefined;
}

/**
 * The commit of a work tree, read from git's files: fast, without a process.
 * @param folder see `GitPlace`.
 * @returns undefined if there is no commit.
 */
export async function readHead(folder: string): Promise<string | undefined> {
  const shared = await sharedFolder(folder);
  let value = readTrimmed(join(folder, "HEAD"));
  // A branch may be another name of a branch; git follows as many.
  for (let depth = 0; depth < 5; depth++) {
    const ref = /^ref: (.+)$/.exec(value ?? "")?.[1];
    if (!ref) return isCommitId(value) ? value : undefined;
    if (ref === tableRef) return askHead(folder);
    value = readTrimmed(join(folder, ref)) || readTrimmed(join(shared, ref));
    value ||= (await packedRefs(shared)).find((line) => line.endsWith(` ${ref}`))?.split(" ")[0];
  }
  return undefined;
}

/** HEAD of a repository whose branches are in a table (`extensions.refStorage`), which only git reads. */
const tableRef = "refs/heads/.invalid";

async function askHead(folder: string): Promise<string | undefined> {
  const { stdout } = await runGit(folder, ["--git-dir", folder, "rev-parse", "--verify", "--quiet", "HEAD"]);
  const id = stdout.toString("utf8").trim();
  return isCommitId(id) ? id : undefined;
}

/** Whether a text is the id of an object, in either form of repository. */
export function isCommitId(text: string | undefined): text is string {
  return /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(text ?? "");
}

async function packedRefs(shared: string): Promise<string[]> {
  return readTrimmed(join(shared, "packed-refs"))?.split("\n") ?? [];
}

/** The commits whose parents the clone does not have: none, or where a shallow clone ends, or a branch that was fetched as one. */
export async function shallowCommits(folder: string): Promise<string[]> {
  const text = readTrimmed(join(await sharedFolder(folder), "shallow"));
  return text ? text.split("\n") : [];
}

/** The folder that all work trees of a repository share, which has its branches. @param folder see `GitPlace`. */
export async function sharedFolder(folder: string): Promise<string> {
  return resolve(folder, readTrimmed(join(folder, "commondir")) ?? ".");
}

/** At once: while texts are parsed, each answer of the system would have to wait for a pause. */
function readTrimmed(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8").trim();
  } catch {
    return undefined;
  }
}

/** Settings of git that would change the results, or run programs. */
const neutral = [
  "core.quotePath=false",
  "core.fsmonitor=false",
  "log.showRoot=true",
  "log.showSignature=false",
  "log.diffMerges=first-parent",
  "mailmap.file=",
  "mailmap.blob=",
];

/** Limit for the detection of renames with changes in one commit; renames without changes are always found. */
export const renameLimit = 1000;

/**
 * What the environment says of one repository (`git rev-parse --local-env-vars`, without the configuration), such as that
 * of a hook of git, and how paths are read.
 */
const inherited = [
  "GIT_DIR",
  "GIT_WORK_TREE",
  "GIT_IMPLICIT_WORK_TREE",
  "GIT_COMMON_DIR",
  "GIT_INDEX_FILE",
  "GIT_PREFIX",
  "GIT_INTERNAL_SUPER_PREFIX",
  "GIT_OBJECT_DIRECTORY",
  "GIT_ALTERNATE_OBJECT_DIRECTORIES",
  "GIT_SHALLOW_FILE",
  "GIT_REPLACE_REF_BASE",
  "GIT_LITERAL_PATHSPECS",
  "GIT_GLOB_PATHSPECS",
  "GIT_NOGLOB_PATHSPECS",
  "GIT_ICASE_PATHSPECS",
];

/** No remote helper has this name. An empty list would allow an empty one, `git-remote-`, and older versions of git know no other way to fetch nothing. */
const noProtocol = "cipgen-fetches-nothing";

/**
 * Of every git process. A clone without all objects must not fetch them: a build connects to no host. Grafts give commits
 * other parents, as replacements do.
 */
function environment(): NodeJS.ProcessEnv {
  const own: NodeJS.ProcessEnv = { ...process.env };
  for (const name of inherited) delete own[name];
  return { ...own, GIT_NO_LAZY_FETCH: "1", GIT_ALLOW_PROTOCOL: noProtocol, GIT_GRAFT_FILE: "" };
}

/** The reason why git failed, in its own words, or that git is not installed. */
export class GitError extends Error {
  /** @param help what to do, if that is known. */
  constructor(
    message: string,
    readonly help?: string,
  ) {
    super(message);
  }
}

/** Starts git, with results that depend on the repository alone. @param cwd absolute. */
function startGit(cwd: string, args: readonly string[]) {
  const options = ["--no-pager", "--no-replace-objects", "--no-optional-locks"];
  const settings = neutral.flatMap((setting) => ["-c", setting]);
  const child = spawn(gitProgram(), [...options, ...settings, ...args], { cwd, env: environment(), stdio: "pipe" });
  // Node.js makes no streams where a process may open no more files.
  if (!child.stdin)
    throw Object.assign(new Error("git cannot be started: too many files are open"), { code: "EMFILE" });
  return child;
}

export interface GitRun {
  /** Undefined if git could not be started. */
  code: number | undefined;
  stdout: Buffer;
  stderr: string;
}

/**
 * Runs git as a user would in a folder: a repository that another user owns is refused, since its configuration could
 * name programs.
 * @param input what git reads from its standard input.
 */
export function runGit(cwd: string, args: readonly string[], input = ""): Promise<GitRun> {
  return new Promise((done) => {
    const child = startGit(cwd, args);
    const [out, err]: [Buffer[], Buffer[]] = [[], []];
    child.stdout.on("data", (chunk: Buffer) => out.push(chunk));
    child.stderr.on("data", (chunk: Buffer) => err.push(chunk));
    const answer = (code: number | undefined) =>
      done({ code, stdout: Buffer.concat(out), stderr: Buffer.concat(err).toString("utf8").trim() });
    child.on("error", () => answer(undefined));
    child.on("close", (code) => answer(code ?? 1));
    child.stdin.on("error", () => undefined);
    child.stdin.end(input);
  });
}

/**
 * Reads objects of a repository, whoever owns it: git runs no program for that.
 * @param input is written to git. @param take gets the output in chunks. Rejects with a `GitError`.
 */
function streamGit(
  { top, folder }: GitPlace,
  args: readonly string[],
  take: (chunk: Buffer) => void,
  input = "",
): Promise<void> {
  return new Promise((done, fail) => {
    const child = startGit(top, ["--git-dir", folder, "--work-tree", top, ...args]);
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

/** Bytes of the longest answer of git that is read: the log of 100,000 commits has a tenth of it. */
const longestAnswer = 256_000_000;

/** @returns git's output. Rejects with a `GitError`. */
export async function askGit(place: GitPlace, args: readonly string[], input?: string): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  const read = (chunk: Buffer) => {
    size += chunk.length;
    if (size <= longestAnswer) chunks.push(chunk);
  };
  await streamGit(place, args, read, input);
  if (size > longestAnswer) throw new GitError(`the answer of git ${args[0]} has ${size} bytes`);
  return Buffer.concat(chunks).toString("utf8");
}

/** Asks for the sizes of blobs, in bytes, without reading them: git may remember some that no memory is large enough for. */
export const sizeArguments = ["cat-file", "--batch-check=%(objectname) %(objectsize)", "--buffer"];

/** @param answer of git, see `sizeArguments`. @returns sizes by id; undefined for what the clone does not have. */
export function readSizes(answer: string): Map<string, number | undefined> {
  const lines = answer.split("\n").filter(Boolean);
  return new Map(
    lines.map((line) => {
      const [id = "", size] = line.split(" ");
      return [id, size === "missing" ? undefined : Number(size)];
    }),
  );
}

/** @returns the size of each blob, in bytes; undefined for one that the clone does not have. Rejects with a `GitError`. */
export async function sizesOf(place: GitPlace, ids: readonly string[]): Promise<Map<string, number | undefined>> {
  const asked = askGit(place, sizeArguments, `${[...new Set(ids)].join("\n")}\n`);
  // Before 2.45, git ends in a partial clone when it may not fetch what is missing; what is there it can list.
  const answer = await asked.catch(() => askGit(place, [...sizeArguments, "--batch-all-objects"]));
  const sizes = readSizes(answer);
  return new Map(ids.map((id) => [id, sizes.get(id)]));
}

/** The text of a blob; the size of one that is too large, in bytes; undefined if the clone does not have it. */
export type Blob = string | number | undefined;

/** A clone that lacks more than this number of blobs, and than this share of them, was made without its history. */
const mostLacking = { number: 10, share: 0.1 };

/**
 * Reads many blobs through one process. Only one of them is in memory at a time.
 * @param most bytes of a blob that is read.
 * @param take gets each in the order of `ids`. Rejects with a `GitError`, also if the clone lacks many of them.
 */
export async function streamBlobs(
  place: GitPlace,
  ids: readonly string[],
  most: number,
  take: (index: number, blob: Blob) => void,
): Promise<void> {
  if (ids.length === 0) return;
  const sizes = await sizesOf(place, ids);
  const lacking = [...sizes].flatMap(([id, size]) => (size === undefined ? [id] : []));
  if (lacking.length > Math.max(mostLacking.number, sizes.size * mostLacking.share))
    throw new GitError(`the clone has no object ${lacking[0]}, and lacks ${lacking.length - 1} more`);
  const isRead = (id: string) => (sizes.get(id) ?? Number.POSITIVE_INFINITY) <= most;
  let next = 0;
  const takeUnread = () => {
    for (let id = ids[next]; id !== undefined && !isRead(id); id = ids[++next]) take(next, sizes.get(id));
  };
  let pending: Buffer[] = [];
  let size = 0;
  let wanted = 0;
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
      takeUnread();
      take(next, length === undefined ? undefined : data.toString("utf8", line + 1, end - 1));
      next++;
      data = data.subarray(end);
    }
    pending = [data];
    size = data.length;
  };
  const asked = ids.filter(isRead);
  if (asked.length > 0) await streamGit(place, ["cat-file", "--batch", "--buffer"], read, `${asked.join("\n")}\n`);
  takeUnread();
}
