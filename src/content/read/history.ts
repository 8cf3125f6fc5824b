/**
 * Reads the history of a site's texts from git: one log of each repository, and one process for all texts. The facts of
 * a version are cached by its text and the text before it, so the next build reads only the texts of newer commits.
 */
import { hash } from "node:crypto";
import { type Cache, noCache } from "../../platform/cache.js";
import { diagnose } from "../../platform/diagnostics/codes.js";
import { cleanText } from "../../shared/clean-text.js";
import { type Diagnostic, type Result, reasonOf } from "../../shared/diagnostic.js";
import type { VersionFacts } from "../../shared/history.js";
import { joinMetadata } from "../metadata/metadata-files.js";
import { type RepositoryHistory, type TextHistory, type TextVersion, versionsOf } from "./file-versions.js";
import {
  askGit,
  type Blob,
  GitError,
  type GitRepository,
  headProblem,
  readHead,
  shallowCommits,
  sizesOf,
  streamBlobs,
} from "./git.js";
import { isTextFile, type LogCommit, readLog } from "./log.js";
import { stepsWithMetadata, type TextStep } from "./metadata-versions.js";
import { type FilesOfRepository, repositoriesOf } from "./repositories.js";
import { followBack, withMoves } from "./trails.js";

/** Reads the facts of one version of a file. @param path of the file today, which decides its role. @param before text of the version before. */
export type DescribeVersion = (
  path: string,
  version: { path: string; text: string },
  before: string | undefined,
) => VersionFacts;

/** How versions are read. */
export interface Description {
  /** Undefined if only the dates are needed: then no text is read. */
  describe: DescribeVersion | undefined;
  /** Files of the same role are described in the same way. @param path of the file today. */
  roleOf(path: string): string;
  /** The name of the file in the same folder that has the metadata of a text, if there is one. @param path of the text today. */
  metadataOf?(path: string): string | undefined;
  /** Maximum size of a text that is read, in bytes. */
  maxFileSize: number;
}

export interface HistoryRequest extends Description {
  /** Absolute. */
  root: string;
  /** Paths of texts, relative to the root. If links give one file several names, the first is described. */
  files: readonly string[];
  /** Digest of the inputs of `describe`, and of `maxFileSize`. */
  stamp: string;
  cache: Cache;
}

/**
 * Reads the history of all files. Without a repository or git there is none. A shallow clone, which would give every file
 * the same, wrong date, is reported and not read.
 */
export async function readHistory(request: HistoryRequest): Promise<Result<TextHistory>> {
  const problems: Diagnostic[] = [];
  const facts = new StoredFacts(request);
  const read: RepositoryHistory[] = [];
  for (const [repository, files] of await repositoriesOf(request.root, request.files)) {
    if (await isCutOff(repository)) {
      problems.push(shallowClone());
      continue;
    }
    const history = await readRepository(repository, files, request, facts).catch(unreadHistory);
    if (history && "severity" in history) problems.push(history);
    else if (history) read.push(history);
  }
  facts.save();
  return { value: versionsOf(read), diagnostics: problems.slice(0, 1) };
}

/** The cached facts of versions, by the texts that they were read from. */
class StoredFacts {
  private readonly storedFacts = new Map<string, string>();
  private readonly used = new Map<string, VersionFacts>();
  private isComplete = true;

  constructor(private readonly request: Pick<HistoryRequest, "cache" | "stamp">) {
    const [stamp, ...lines] = request.cache.read(cacheName)?.toString().split("\n") ?? [];
    if (stamp !== request.stamp) return;
    for (const line of lines) this.storedFacts.set(line.slice(0, keyLength), line.slice(keyLength));
  }

  get(key: string): VersionFacts | undefined {
    const line = this.storedFacts.get(key);
    if (line === undefined) return undefined;
    const facts: VersionFacts = JSON.parse(line);
    this.used.set(key, facts);
    return facts;
  }

  add(key: string, facts: VersionFacts): void {
    this.used.set(key, facts);
    this.isComplete = false;
  }

  save(): void {
    const { cache, stamp } = this.request;
    if (this.isComplete || cache === noCache) return;
    const lines = [...this.used].map(([key, facts]) => key + JSON.stringify(facts));
    cache.write(cacheName, [stamp, ...lines].join("\n"));
  }
}

const cacheName = "history.txt";
const keyLength = 22;

/** Identifies everything that a version is described from, except the configuration. */
function keyOf(role: string, step: TextStep, before: TextStep | undefined): string {
  const texts = [step, before].map((text) => text && [text.path, text.blob, text.metadataBlob]);
  return hash("sha256", JSON.stringify([role, texts]), "base64url").slice(0, keyLength);
}

/** Whether the clone lacks commits of the branch itself; true if git cannot tell. */
async function isCutOff(repository: GitRepository): Promise<boolean> {
  const ends = await shallowCommits(repository.folder);
  if (ends.length === 0) return false;
  const args = ["rev-list", "--first-parent", "--max-parents=0", "HEAD"];
  const first = await askGit(repository, args).catch(() => undefined);
  return first === undefined || ends.includes(first.trim());
}

function shallowClone() {
  const message = "this is a shallow clone, so pages have neither a history nor the date of their last change";
  const help = "Fetch all commits: git fetch --unshallow, or fetch-depth: 0 where actions/checkout is used.";
  return diagnose("history-shallow", message, { help });
}

/** Reports that git failed, which leaves the pages without a history. Any other error is one of this program, and is thrown. */
function unreadHistory(error: unknown) {
  if (!(error instanceof GitError)) throw error;
  const help = error.help ?? "Install git, or fetch all of the repository again: git fetch --refetch.";
  return diagnose("history-unread", `git cannot read the history, so no page has one: ${error.message}`, {
    help: `${help} \`history: false\` builds without a history.`,
  });
}

/** @returns undefined without commits. Rejects with a `GitError`. */
async function readRepository(
  repository: GitRepository,
  files: FilesOfRepository,
  request: HistoryRequest,
  storedFacts: StoredFacts,
): Promise<RepositoryHistory | undefined> {
  const head = await readHead(repository.folder);
  if (!head) {
    const problem = await headProblem(repository);
    if (problem) throw problem;
    return undefined;
  }
  // If a file has several names, the first decides its role.
  const names = new Map([...files].map(([path, [name = path]]) => [path, name]));
  const metadata = new Map<string, string>();
  for (const [path, name] of names) {
    const file = request.metadataOf?.(name);
    if (file !== undefined) metadata.set(path, file);
  }
  const log = await readCommits(repository, [...files.keys(), ...metadata.values()], files, request, head);
  const steps = stepsWithMetadata(followBack(files.keys(), log), metadata, log);
  const used = new Set([...steps.values()].flatMap((step) => step.map(({ commit }) => commit)));
  const commits = log.filter((commit) => used.has(commit)).reverse();
  const authors = await mergedAuthors(repository, commits);
  const indexes = new Map(commits.map((commit, index) => [commit, index]));
  const texts: DescribedText[] = [...steps].map(([path, textSteps]) => ({
    path,
    name: names.get(path) ?? path,
    metadata: metadata.get(path),
    steps: textSteps,
    facts: textSteps.map(() => ({})),
  }));
  await describeTexts(repository, texts, request, storedFacts);
  const versions = texts.map(({ path, steps: textSteps, facts }): [string, TextVersion[]] => [
    path,
    textSteps.map((step, index) => ({ ...step, commit: indexes.get(step.commit) ?? 0, facts: facts[index] ?? {} })),
  ]);
  return {
    files,
    time: log[0]?.time ?? 0,
    // Without the lists of changes, which would cross the border of the thread with each version.
    commits: commits.map((commit) => {
      const { time, subject } = commit;
      return { hash: commit.hash, time, subject, ...personsOf(commit, authors) };
    }),
    versions: new Map(versions),
  };
}

/** @param texts whose changes are needed. @param files that are followed across renames. @returns newest first. Rejects with a `GitError`. */
async function readCommits(
  repository: GitRepository,
  texts: readonly string[],
  files: FilesOfRepository,
  { describe, maxFileSize }: Description,
  head: string,
): Promise<LogCommit[]> {
  const commits = await readLog(repository, texts, head);
  const changes = commits.flatMap((commit) => commit.changes.filter(({ path }) => isTextFile(path)));
  // Asks for the sizes of all texts at once; the streams below would ask several times.
  await sizesOf(
    repository,
    changes.flatMap(({ blob, before = blob }) => [blob, before]),
  ).catch(() => undefined);
  return withMoves(repository, files.keys(), commits, maxFileSize).catch((error) => {
    // A clone without former texts still has the dates of commits.
    if (describe || !(error instanceof GitError)) throw error;
    return commits;
  });
}

/** A text whose versions are described. */
interface DescribedText {
  /** From the repository's top. */
  path: string;
  /** Relative to the root. */
  name: string;
  /** Name of the file beside it that has its metadata. */
  metadata: string | undefined;
  /** Oldest first. */
  steps: readonly TextStep[];
  /** The facts of each step, filled in place. */
  facts: VersionFacts[];
}

/** Fills in the facts of all steps. One git process streams the texts in the order of `requests`. Rejects with a `GitError`. */
async function describeTexts(
  repository: GitRepository,
  texts: readonly DescribedText[],
  { describe, roleOf, maxFileSize }: Description,
  storedFacts: StoredFacts,
): Promise<void> {
  if (!describe) return;
  const requests: { blob: string; take(text: Blob): void }[] = [];
  for (const { name, metadata, steps, facts } of texts) {
    const role = roleOf(name);
    let metadataText: Blob;
    const request = ({ blob, metadataBlob }: TextStep, take: (text: Blob) => void) => {
      const takeMetadata = (text: Blob) => {
        metadataText = text;
      };
      if (metadataBlob !== undefined) requests.push({ blob: metadataBlob, take: takeMetadata });
      requests.push({
        blob,
        take(text) {
          const isJoined = metadata !== undefined && metadataBlob !== undefined && typeof metadataText === "string";
          take(isJoined && typeof text === "string" ? joinMetadata(text, metadata, metadataText as string).text : text);
        },
      });
    };
    // A version is compared with the last one that could be read.
    let before: { step: TextStep; text: string } | undefined;
    let lastRequested: TextStep | undefined;
    const setBefore = (step: TextStep, text: Blob) => {
      if (typeof text === "string") before = { step, text };
    };
    for (const [index, step] of steps.entries()) {
      const former = steps[index - 1];
      const key = keyOf(role, step, former);
      const versionFacts = storedFacts.get(key);
      if (versionFacts) {
        facts[index] = versionFacts;
        continue;
      }
      if (former && former !== lastRequested) request(former, (text) => setBefore(former, text));
      lastRequested = step;
      request(step, (text) => {
        const newFacts = describeSafely(text, step.blob, maxFileSize, (versionText) =>
          describe(name, { path: step.path, text: versionText }, before?.text),
        );
        facts[index] = newFacts;
        if (newFacts.unread !== undefined) return;
        if (before?.step === former) storedFacts.add(key, newFacts);
        setBefore(step, text);
      });
    }
  }
  const ids = requests.map(({ blob }) => blob);
  await streamBlobs(repository, ids, maxFileSize, (index, text) => requests[index]?.take(text));
}

/** Describes a version. If that fails, the facts have the reason, and other versions are read all the same. */
function describeSafely(
  text: Blob,
  id: string,
  maxFileSize: number,
  describe: (text: string) => VersionFacts,
): VersionFacts {
  if (text === undefined) return { unread: `the clone has no object ${id}` };
  if (typeof text === "number") return { unread: `it has ${text} bytes, more than maxFileSize (${maxFileSize})` };
  try {
    return describe(text);
  } catch (error) {
    return { unread: reasonOf(error) };
  }
}

function personsOf({ parents, author, committer }: LogCommit, authors: ReadonlyMap<string, string>) {
  const written = (parents[1] !== undefined && authors.get(parents[1])) || author;
  // The editor of a merged branch is the person who merged it, and of a single commit its committer, if that is a person.
  const editor = parents.length > 1 ? author : committer;
  return { author: written, editor: editor === written || editor === "GitHub" ? undefined : editor };
}

/** Finds the authors of merged branches, which are not the persons who merged them: the authors of their last commits, by commit. */
async function mergedAuthors(repository: GitRepository, commits: readonly LogCommit[]): Promise<Map<string, string>> {
  const merged = commits.flatMap(({ parents }) => parents[1] ?? []);
  if (merged.length === 0) return new Map();
  const args = ["log", "--no-walk=unsorted", "--stdin", "--encoding=UTF-8", "--format=%H%n%aN"];
  const output = await askGit(repository, args, `${merged.join("\n")}\n`).catch(() => "");
  const lines = cleanText(output).split("\n");
  return new Map(merged.map((_, index): [string, string] => [lines[index * 2] ?? "", lines[index * 2 + 1] ?? ""]));
}

/**
 * Reads the texts of some versions.
 * @param blobs the ids of versions, by path of the file today, relative to the root.
 * @param maxFileSize of a text that is read, in bytes.
 * @returns texts by id. Rejects with a `GitError`.
 */
export async function readVersions(
  root: string,
  blobs: ReadonlyMap<string, readonly string[]>,
  maxFileSize: number,
): Promise<Map<string, string>> {
  const texts = new Map<string, string>();
  for (const [repository, files] of await repositoriesOf(root, blobs.keys())) {
    const ids = [...new Set([...files.values()].flat().flatMap((path) => blobs.get(path) ?? []))];
    await streamBlobs(repository, ids, maxFileSize, (index, text) => {
      if (typeof text === "string") texts.set(ids[index] ?? "", text);
    });
  }
  return texts;
}
