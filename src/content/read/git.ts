/** The interface to git: the repository's folder is found without git, everything else by one process at a time. */
import { isAscii } from "node:buffer";
import { spawn } from "node:child_process";
import { existsSync, readFileSync, realpathSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { devNull } from "node:os";
import { dirname, isAbsolute, join, resolve } from "node:path";
import { pathBelow } from "../../platform/path-below.js";
import { gitProgram, ownsFiles } from "../../platform/programs.js";
import { cleanText } from "../../shared/clean-text.js";
import { isWithin, realOf } from "./symlinks.js";

/** A repository that a folder is in. All paths are absolute. */
export interface GitRepository {
  /** Folder of the work tree, where the repository's own paths begin. */
  top: string;
  /** `.git`, or the folder that it names in a linked work tree or a submodule. */
  folder: string;
}

/** For what git says without a repository: of the user and the machine. @param folder absolute. */
export const noRepository = (folder: string): GitRepository => ({ top: folder, folder: join(devNull, "none") });

/** @param start absolute. @returns undefined if no folder above has a repository. */
export async function findRepository(start: string): Promise<GitRepository | undefined> {
  const path = join(start, ".git");
  if (!existsSync(path)) return dirname(start) === start ? undefined : findRepository(dirname(start));
  const named = /^gitdir: (.+)$/.exec(readTrimmed(path) ?? "")?.[1];
  return { top: start, folder: named ? resolve(start, named) : path };
}

const absent = new Set(["ENOENT", "ENOTDIR", "EISDIR"]);

/** @returns why a repository has no commit that `readHead` finds; undefined if nothing was ever committed. */
export async function headProblem({ top, folder }: GitRepository): Promise<GitError | undefined> {
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
    const target = named(folder);
    return new GitError(
      target === ".git" ? ".git has no HEAD" : `.git leads to ${target}, where there is no repository`,
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
 * @param folder see `GitRepository`.
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
  const repository = { top: folder, folder };
  const id = (await askGit(repository, ["rev-parse", "--verify", "--quiet", "HEAD"]).catch(() => "")).trim();
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

/** The folder that all work trees of a repository share, which has its branches. @param folder see `GitRepository`. */
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

/** Settings of git that would change the results, run programs, or let it take a folder of the work tree for the repository. */
const neutral = [
  "safe.bareRepository=explicit",
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
 * What a person or a machine says of git as a whole. Git's other variables, as those of the hook that runs this program, select
 * a repository, an index or objects, or change how paths are read and what is printed.
 */
const inherited = /^GIT_(?:CONFIG_(?:GLOBAL|SYSTEM|NOSYSTEM|COUNT|KEY_\d+|VALUE_\d+)|EXEC_PATH)$/i;

/** No remote helper has this name. An empty list would allow an empty one, `git-remote-`, and older versions of git know no other way to fetch nothing. */
const noProtocol = "cipgen-fetches-nothing";

/**
 * Settings of every git process. A clone without all objects must not fetch them: a build connects to no host. Grafts give commits
 * other parents, as replacements do.
 */
function environment(): NodeJS.ProcessEnv {
  const processEnv: NodeJS.ProcessEnv = { ...process.env };
  for (const name of Object.keys(processEnv)) if (/^GIT_/i.test(name) && !inherited.test(name)) delete processEnv[name];
  return { ...processEnv, GIT_NO_LAZY_FETCH: "1", GIT_ALLOW_PROTOCOL: noProtocol, GIT_GRAFT_FILE: "" };
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

/**
 * The only start of git, with results that depend on the repository alone. Git never looks for the repository by itself: it would take
 * any folder with `HEAD`, `config`, `objects` and `refs` for one, and a change may commit such a folder.
 * @param cwd a folder of the work tree.
 */
function startGit(
  repository: GitRepository,
  args: readonly string[],
  cwd = repository.top,
  selection = select(repository),
) {
  const options = ["--no-pager", "--no-replace-objects", "--no-optional-locks"];
  const settings = neutral.flatMap((setting) => ["-c", setting]);
  const all = [...options, ...settings, ...selection, ...args];
  const child = spawn(gitProgram(), all, { cwd, env: environment(), stdio: "pipe" });
  // Node.js makes no streams where a process may open no more files.
  if (!child.stdin)
    throw Object.assign(new Error("git cannot be started: too many files are open"), { code: "EMFILE" });
  return child;
}

const select = ({ top, folder }: GitRepository) => ["--git-dir", folder, "--work-tree", top];

export interface GitRun {
  /** Undefined if git could not be started. */
  code: number | undefined;
  stdout: Buffer;
  stderr: string;
}

/**
 * Runs git as a user would: a repository that another user owns is refused, since its configuration could name programs.
 * Rejects with a `GitError` then.
 * @param options.input what git reads from its standard input. @param options.cwd a folder of the work tree; its top by default.
 */
export async function runGit(
  repository: GitRepository,
  args: readonly string[],
  { input = "", cwd }: { input?: string; cwd?: string } = {},
): Promise<GitRun> {
  const trust = trusted.get(repository) ?? isTrusted(repository);
  trusted.set(repository, trust);
  if (!(await trust))
    throw new GitError(
      "git refuses this repository, because another user owns it",
      `If you trust it: git config --global --add safe.directory ${repository.top}`,
    );
  return outputOf(startGit(repository, args, cwd), input);
}

const trusted = new WeakMap<GitRepository, Promise<boolean>>();

function outputOf(child: ReturnType<typeof startGit>, input = ""): Promise<GitRun> {
  return new Promise((done, fail) => {
    const [out, err]: [Buffer[], Buffer[]] = [[], []];
    readOutput(child, limited(out), fail);
    child.stderr.on("data", (chunk: Buffer) => err.push(chunk));
    const answer = (code: number | undefined) =>
      done({ code, stdout: Buffer.concat(out), stderr: Buffer.concat(err).toString("utf8").trim() });
    child.on("error", () => answer(undefined));
    child.on("close", (code) => answer(code ?? 1));
    child.stdin.on("error", () => undefined);
    child.stdin.end(input);
  });
}

/** @param take gets the output in chunks; git ends when it throws. */
function readOutput(child: ReturnType<typeof startGit>, take: (chunk: Buffer) => void, fail: (error: unknown) => void) {
  child.stdout.on("data", (chunk: Buffer) => {
    try {
      take(chunk);
    } catch (error) {
      child.kill();
      fail(error);
    }
  });
}

/**
 * Bytes of the longest answer of git that is read: the log of 100,000 commits has a third of it. A few trees within each other name more files than any
 * memory holds.
 */
const longestAnswer = 128_000_000;

/** @returns a function that adds chunks to a list, as long as all of them are an answer that is read. */
function limited(chunks: Buffer[]): (chunk: Buffer) => void {
  let size = 0;
  return (chunk) => {
    size += chunk.length;
    if (size > longestAnswer)
      throw new GitError(
        `git lists more than ${longestAnswer / 1e6} MB`,
        "A commit names very many files: look for folders within each other that are copies.",
      );
    chunks.push(chunk);
  };
}

/** Git checks the owner of a repository that it finds by itself, and not of one that it is told: so this does. */
async function isTrusted(repository: GitRepository): Promise<boolean> {
  const { top, folder } = repository;
  // A linked work tree has its configuration in the folder that it shares.
  const isOwn = ownsFiles([join(top, ".git"), top, folder, await sharedFolder(folder)]);
  // Only git knows the owners of files of Windows. It looks at the top first for what was found there.
  if (isOwn === undefined)
    return !(await outputOf(startGit(repository, ["rev-parse"], top, []))).stderr.includes("safe.directory");
  return isOwn || (await isNamedSafe(repository));
}

/** Whether the user's or the machine's configuration trusts a repository, whoever owns it. */
async function isNamedSafe({ top }: GitRepository): Promise<boolean> {
  // A repository cannot say of itself that it is safe.
  const args = ["config", "-z", "--type=path", "--get-all", "safe.directory"];
  const values = (await outputOf(startGit(noRepository(top), args))).stdout.toString("utf8").split("\0").slice(0, -1);
  const path = realpathSync(top);
  const names = (value: string) => {
    if (value === "*") return true;
    if (value !== "." && !isAbsolute(value)) return false;
    const isTree = value.endsWith("/*");
    const real = realOf(isTree ? value.slice(0, -2) || "/" : value);
    return real !== undefined && (isTree ? isWithin(path, real) && path !== real : path === real);
  };
  // An empty value takes back what is said before it.
  return values.slice(values.lastIndexOf("") + 1).some(names);
}

/**
 * Reads objects of a repository, whoever owns it: git runs no program for that.
 * @param input is written to git. @param take gets the output in chunks. Rejects with a `GitError`.
 */
function streamGit(
  repository: GitRepository,
  args: readonly string[],
  take: (chunk: Buffer) => void,
  input = "",
): Promise<void> {
  return new Promise((done, fail) => {
    const child = startGit(repository, args);
    let complaint = "";
    readOutput(child, take, fail);
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
export async function askGit(repository: GitRepository, args: readonly string[], input?: string): Promise<string> {
  const chunks: Buffer[] = [];
  await streamGit(repository, args, limited(chunks), input);
  return Buffer.concat(chunks).toString("utf8");
}

/** Asks for the sizes of blobs, in bytes, without reading them: git may remember some that no memory is large enough for. */
const sizeArguments = ["cat-file", "--batch-check=%(objectname) %(objectsize)", "--buffer"];

/** @param answer of git, see `sizeArguments`. @returns sizes by id; undefined for what the clone does not have. */
function readSizes(answer: string): Map<string, number | undefined> {
  const lines = answer.split("\n").filter(Boolean);
  return new Map(
    lines.map((line) => {
      const [id = "", size] = line.split(" ");
      return [id, size === "missing" ? undefined : Number(size)];
    }),
  );
}

/** By id, while a repository is read: several streams ask for the same. */
const blobSizes = new WeakMap<GitRepository, Map<string, number | undefined>>();

/** @returns the size of each blob, in bytes; undefined for one that the clone does not have. Rejects with a `GitError`. */
export async function sizesOf(
  repository: GitRepository,
  ids: readonly string[],
): Promise<Map<string, number | undefined>> {
  const sizes = blobSizes.get(repository) ?? new Map<string, number | undefined>();
  blobSizes.set(repository, sizes);
  const unknown = ids.filter((id) => !sizes.has(id));
  if (unknown.length > 0) {
    const listing = askGit(repository, sizeArguments, `${[...new Set(unknown)].join("\n")}\n`);
    // Before 2.45, git ends in a partial clone when it may not fetch what is missing; what is there it can list.
    const answer = await listing.catch(() => askGit(repository, [...sizeArguments, "--batch-all-objects"]));
    const newSizes = readSizes(answer);
    for (const id of unknown) sizes.set(id, newSizes.get(id));
  }
  return new Map(ids.map((id) => [id, sizes.get(id)]));
}

/** The text of a blob; the size of one that is too large, in bytes; undefined if the clone does not have it. */
export type Blob = string | number | undefined;

/** A clone that lacks more than this number of blobs, and than this share of them, was made without its history. */
const maxLacking = { number: 10, share: 0.1 };

/** Texts without other characters than those of ASCII are decoded several times as fast. */
const textOf = (bytes: Buffer, encoding: "utf8" | "latin1") => bytes.toString(isAscii(bytes) ? "latin1" : encoding);

/**
 * Reads many blobs through one process. Only one of them is in memory at a time.
 * @param most bytes of a blob that is read.
 * @param take gets each in the order of `ids`. Rejects with a `GitError`, also if the clone lacks many of them.
 * @param encoding `latin1` for texts with a character for each byte.
 */
export async function streamBlobs(
  repository: GitRepository,
  ids: readonly string[],
  most: number,
  take: (index: number, blob: Blob) => void,
  encoding: "utf8" | "latin1" = "utf8",
): Promise<void> {
  if (ids.length === 0) return;
  const sizes = await sizesOf(repository, ids);
  const lacking = [...sizes].flatMap(([id, size]) => (size === undefined ? [id] : []));
  if (lacking.length > Math.max(maxLacking.number, sizes.size * maxLacking.share))
    throw new GitError(`the clone has no object ${lacking[0]}, and lacks ${lacking.length - 1} more`);
  const isRead = (id: string) => (sizes.get(id) ?? Number.POSITIVE_INFINITY) <= most;
  let next = 0;
  const takeUnread = () => {
    for (let id = ids[next]; id !== undefined && !isRead(id); id = ids[++next]) take(next, sizes.get(id));
  };
  let pending: Buffer[] = [];
  let size = 0;
  let neededBytes = 0;
  const read = (chunk: Buffer) => {
    pending.push(chunk);
    size += chunk.length;
    // Chunks are joined once per blob, not for every chunk.
    if (size < neededBytes) return;
    let data = pending.length === 1 ? chunk : Buffer.concat(pending);
    neededBytes = 0;
    for (;;) {
      const line = data.indexOf(10);
      if (line === -1) break;
      const [, , length] = data.toString("latin1", 0, line).split(" ");
      const end = length === undefined ? line + 1 : line + 1 + Number(length) + 1;
      if (data.length < end) {
        neededBytes = end;
        break;
      }
      takeUnread();
      take(next, length === undefined ? undefined : textOf(data.subarray(line + 1, end - 1), encoding));
      next++;
      data = data.subarray(end);
    }
    pending = [data];
    size = data.length;
  };
  const readIds = ids.filter(isRead);
  if (readIds.length > 0)
    await streamGit(repository, ["cat-file", "--batch", "--buffer"], read, `${readIds.join("\n")}\n`);
  takeUnread();
}
