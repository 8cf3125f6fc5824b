/** The interface to git. The repository's folder and its HEAD are read from files, everything else by a git process. */
import { isAscii } from "node:buffer";
import { spawn } from "node:child_process";
import { existsSync, readFileSync, realpathSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { devNull } from "node:os";
import { dirname, isAbsolute, join, resolve } from "node:path";
import { pathBelow } from "../../platform/path-below.js";
import { gitProgram, ownsFiles } from "../../platform/programs.js";
import { cleanText } from "../../shared/clean-text.js";
import { shellWord } from "../../shared/text.js";
import { isWithin, realOf } from "./symlinks.js";

/** A repository that a folder is in. All paths are absolute. */
export interface GitRepository {
  /** Folder of the work tree, where the repository's own paths begin. */
  top: string;
  /** `.git`, or the folder that it names in a linked work tree or a submodule. */
  folder: string;
}

/** A repository for questions about the configuration of the user and the machine alone. @param folder absolute. */
export const noRepository = (folder: string): GitRepository => ({ top: folder, folder: join(devNull, "none") });

/** @param start absolute. @returns undefined if no folder above has a repository. */
export async function findRepository(start: string): Promise<GitRepository | undefined> {
  const path = join(start, ".git");
  if (!existsSync(path)) return dirname(start) === start ? undefined : findRepository(dirname(start));
  const named = /^gitdir: (.+)$/.exec(readTrimmed(path) ?? "")?.[1];
  return { top: start, folder: named ? resolve(start, named) : path };
}

const missingFileCodes = new Set(["ENOENT", "ENOTDIR", "EISDIR"]);

/** @returns why a repository has no commit that `readHead` finds; undefined if nothing was ever committed. */
export async function headProblem({ top, folder }: GitRepository): Promise<GitError | undefined> {
  const shared = await sharedFolder(folder);
  const head = join(folder, "HEAD");
  const text = readTrimmed(head);
  const ref = /^ref: (.+)$/.exec(text ?? "")?.[1];
  const branch = ref ? [join(folder, ref), join(shared, ref), join(shared, "packed-refs")] : [];
  const nameOf = (path: string) => pathBelow(top, path);
  for (const path of [join(top, ".git"), head, ...branch]) {
    const refusal = await readFile(path).then(
      () => undefined,
      ({ code }: NodeJS.ErrnoException) => code,
    );
    if (refusal && !missingFileCodes.has(refusal))
      return new GitError(
        `${nameOf(path)} cannot be read: ${refusal === "EACCES" ? "permission denied" : refusal}`,
        "Let the user who builds read the repository (chown -R USER .git, or chmod -R a+rX .git).",
      );
  }
  // A work tree or a submodule may have been copied without its repository.
  if (text === undefined) {
    const target = nameOf(folder);
    const reason = target === ".git" ? ".git has no HEAD" : `.git leads to ${target}, where there is no repository`;
    return new GitError(reason, "Clone the repository again, with its .git.");
  }
  if (!ref)
    return new GitError(
      `${nameOf(head)} names neither a branch nor a commit`,
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
  // A branch may be a symbolic name of another branch. Git follows five of these, too.
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

/** The commits at which a shallow clone, or a branch that was fetched with a limited depth, ends: the clone lacks their parents. */
export async function shallowCommits(folder: string): Promise<string[]> {
  const text = readTrimmed(join(await sharedFolder(folder), "shallow"));
  return text ? text.split("\n") : [];
}

/** The folder that all work trees of a repository share, which has its branches. @param folder see `GitRepository`. */
export async function sharedFolder(folder: string): Promise<string> {
  return resolve(folder, readTrimmed(join(folder, "commondir")) ?? ".");
}

/** Reads synchronously: an asynchronous answer would have to wait for a pause in the parsing of texts. */
function readTrimmed(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8").trim();
  } catch {
    return undefined;
  }
}

/** Settings that override the user's where these would change results, run programs, or let git take a folder of the work tree for the repository. */
const neutralSettings = [
  "safe.bareRepository=explicit",
  "core.quotePath=false",
  "core.fsmonitor=false",
  "log.showRoot=true",
  "log.showSignature=false",
  "log.diffMerges=first-parent",
  "mailmap.file=",
  "mailmap.blob=",
];

/** Maximum number of files for which git detects renames with changes in one commit; it always finds renames without changes. */
export const renameLimit = 1000;

/**
 * Matches the environment variables that configure git for a user or a machine. Its other variables, which a hook that
 * runs this program would pass on, select a repository, an index or objects, or change paths and output.
 */
const inheritedVariables = /^GIT_(?:CONFIG_(?:GLOBAL|SYSTEM|NOSYSTEM|COUNT|KEY_\d+|VALUE_\d+)|EXEC_PATH)$/i;

/** No remote helper has this name, so git fetches nothing. An empty list would allow the helper `git-remote-`. */
const noProtocol = "cipgen-fetches-nothing";

/**
 * The environment of every git process. A partial clone must not fetch missing objects, because a build connects to no
 * host. Grafts are off, because they give commits other parents.
 */
function environment(): NodeJS.ProcessEnv {
  const processEnv: NodeJS.ProcessEnv = { ...process.env };
  for (const name of Object.keys(processEnv))
    if (/^GIT_/i.test(name) && !inheritedVariables.test(name)) delete processEnv[name];
  return { ...processEnv, GIT_NO_LAZY_FETCH: "1", GIT_ALLOW_PROTOCOL: noProtocol, GIT_GRAFT_FILE: "" };
}

/** Git failed, or is not installed. The message has git's own words. */
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
 * Starts git; every git process of this program begins here. Its results depend on the repository alone. Git must not
 * search for the repository: it would take any folder with `HEAD`, `config`, `objects` and `refs` for one, and a change
 * may commit such a folder.
 * @param cwd a folder of the work tree. @param selection arguments that name the repository.
 */
function startGit(
  repository: GitRepository,
  args: readonly string[],
  cwd = repository.top,
  selection = select(repository),
) {
  const options = ["--no-pager", "--no-replace-objects", "--no-optional-locks"];
  const settings = neutralSettings.flatMap((setting) => ["-c", setting]);
  const gitArgs = [...options, ...settings, ...selection, ...args];
  const child = spawn(gitProgram(), gitArgs, { cwd, env: environment(), stdio: "pipe" });
  // Node.js makes no streams where a process may open no more files, and emits an error that nobody else handles.
  if (!child.stdin) {
    child.on("error", () => undefined);
    throw Object.assign(new Error("git cannot be started: too many files are open"), { code: "EMFILE" });
  }
  return child;
}

const select = ({ top, folder }: GitRepository) => ["--git-dir", folder, "--work-tree", top];

interface GitRun {
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
  const trust = trustByRepository.get(repository) ?? isTrusted(repository);
  trustByRepository.set(repository, trust);
  if (!(await trust))
    throw new GitError(
      "git refuses this repository, because another user owns it",
      `If you trust it: git config --global --add safe.directory ${shellWord(repository.top)}`,
    );
  return outputOf(startGit(repository, args, cwd), input);
}

const trustByRepository = new WeakMap<GitRepository, Promise<boolean>>();

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

/** @param take gets the output in chunks. If it throws, git is ended. */
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
 * Maximum size of an answer of git, in bytes. The log of 100,000 commits has a third of it, but a few trees that contain
 * each other's copies can name more files than fit into memory.
 */
const longestAnswer = 128_000_000;

/** @returns a function that adds chunks to a list, and throws if the answer gets too long. */
function limited(chunks: Buffer[], limit = longestAnswer): (chunk: Buffer) => void {
  let size = 0;
  return (chunk) => {
    size += chunk.length;
    if (size > limit)
      throw new GitError(
        `git lists more than ${limit / 1e6} MB`,
        "A commit names very many files: look for folders within each other that are copies.",
      );
    chunks.push(chunk);
  };
}

/** Whether git would trust the owner of a repository. Git itself checks this only for a repository that it has searched for. */
async function isTrusted(repository: GitRepository): Promise<boolean> {
  const { top, folder } = repository;
  // A linked work tree has its configuration in the folder that it shares.
  const isOwn = ownsFiles([join(top, ".git"), top, folder, await sharedFolder(folder)]);
  // On Windows only git can tell who owns a file. Started at the top without `--git-dir`, it searches for the repository and checks its owner.
  if (isOwn === undefined)
    return !(await outputOf(startGit(repository, ["rev-parse"], top, []))).stderr.includes("safe.directory");
  return isOwn || (await isNamedSafe(repository));
}

/** Whether the user's or the machine's configuration trusts a repository, although another user owns it. */
async function isNamedSafe({ top }: GitRepository): Promise<boolean> {
  // The repository's own configuration does not count.
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
  // An empty value revokes all values before it.
  return values.slice(values.lastIndexOf("") + 1).some(names);
}

/**
 * Streams the output of a git command that runs no other program, so the owner of the repository does not matter.
 * @param take gets the output in chunks. @param input is written to git. Rejects with a `GitError`.
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
      complaint = (complaint + chunk.toString("utf8")).slice(-longestComplaint);
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

/** Characters of git's error output that are kept. */
const longestComplaint = 4_000;

/** The last line of git's error output, which has the reason. */
const lastLine = (text: string) => cleanText(text.trim().split("\n").at(-1) ?? "");

/** @param limit of the output, in bytes. @returns git's output. Rejects with a `GitError`. */
export async function askGit(
  repository: GitRepository,
  args: readonly string[],
  input?: string,
  limit?: number,
): Promise<string> {
  const chunks: Buffer[] = [];
  await streamGit(repository, args, limited(chunks, limit), input);
  return Buffer.concat(chunks).toString("utf8");
}

/** Asks for the sizes of blobs without reading them: a blob may be larger than the memory. */
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

/** Memoized by id, because several streams ask for the same blobs. */
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
    // In a partial clone, git before 2.45 fails if it may not fetch a missing object. It can still list all that it has.
    const answer = await listing.catch(() => askGit(repository, [...sizeArguments, "--batch-all-objects"]));
    const newSizes = readSizes(answer);
    for (const id of unknown) sizes.set(id, newSizes.get(id));
  }
  return new Map(ids.map((id) => [id, sizes.get(id)]));
}

/** The text of a blob; the size of one that is too large, in bytes; undefined if the clone does not have it. */
export type Blob = string | number | undefined;

/** A clone that lacks more blobs than both this number and this share was made without its history. */
const maxLacking = { number: 10, share: 0.1 };

/** Decodes a text. As latin1, one in ASCII is decoded several times as fast. */
const textOf = (bytes: Buffer, encoding: "utf8" | "latin1") => bytes.toString(isAscii(bytes) ? "latin1" : encoding);

/**
 * Reads many blobs through one process. Only one of them is in memory at a time.
 * @param maxBytes of a blob that is read.
 * @param take gets each blob in the order of `ids`.
 * @param encoding `latin1` gives a character for each byte. Rejects with a `GitError`, also if the clone lacks many blobs.
 */
export async function streamBlobs(
  repository: GitRepository,
  ids: readonly string[],
  maxBytes: number,
  take: (index: number, blob: Blob) => void,
  encoding: "utf8" | "latin1" = "utf8",
): Promise<void> {
  if (ids.length === 0) return;
  const sizes = await sizesOf(repository, ids);
  const lacking = [...sizes].flatMap(([id, size]) => (size === undefined ? [id] : []));
  if (lacking.length > Math.max(maxLacking.number, sizes.size * maxLacking.share))
    throw new GitError(`the clone has no object ${lacking[0]}, and lacks ${lacking.length - 1} more`);
  const isRead = (id: string) => (sizes.get(id) ?? Number.POSITIVE_INFINITY) <= maxBytes;
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
