/**
 * The history of a site's texts, from git alone: one log of each repository, one process for the texts. Results are
 * cached by commit, so the next build reads only newer commits.
 */
import { createHash } from "node:crypto";
import { type Cache, noCache } from "../cache/cache.js";
import { diagnose } from "../diagnostics/codes.js";
import { joinMetadata } from "../metadata/beside.js";
import { pathBelow } from "../runtime/path-below.js";
import { cleanText } from "../shared/clean-text.js";
import { type Result, reasonOf } from "../shared/diagnostic.js";
import type { VersionFacts } from "../shared/history.js";
import { type ReadRepository, type TextHistory, versionsOf } from "./file-versions.js";
import {
  askGit,
  type Blob,
  GitError,
  type GitPlace,
  headProblem,
  readHead,
  shallowCommits,
  streamBlobs,
} from "./git.js";
import {
  decodeHistories,
  digestOf,
  encodeHistories,
  type KnownCommit,
  type KnownVersion,
  type RepositoryHistory,
} from "./history-store.js";
import { type LogCommit, readLog } from "./log.js";
import { metadataStates, stepsWithMetadata, type TextStep } from "./metadata-versions.js";
import { followBack, type Trail, type Trails, withMoves } from "./moves.js";
import { type FilesOfRepository, namesDigest, repositoriesOf } from "./repositories.js";

/** Describes one version of a file. @param path of the file now: only its role matters. @param before the text of the version before it. */
export type Describe = (
  path: string,
  version: { path: string; text: string },
  before: string | undefined,
) => VersionFacts;

/** How versions are read. */
export interface Description {
  /** Undefined if only the dates are needed: then no text is read. */
  describe: Describe | undefined;
  /** Files of the same role are described in the same way. @param path of the file now. */
  roleOf(path: string): string;
  /** The name of the file in the same folder that has the metadata of a text, if there is one. @param path of the text now. */
  metadataOf?(path: string): string | undefined;
  /** Bytes of a text that is read. */
  maxFileSize: number;
}

export interface HistoryRequest extends Description {
  /** Absolute. */
  root: string;
  /** Texts by path relative to the root. Of several names of one file, the first is described. */
  files: readonly string[];
  /** Digest of the inputs of `describe`, and of the size. */
  stamp: string;
  cache: Cache;
  /** Does what `readWhole` does, where somebody else can; undefined if that does not pay. */
  helper?(repository: WholeRepository): Promise<RepositoryHistory | undefined> | undefined;
}

/** A repository of which nothing is known yet. */
export interface WholeRepository {
  place: GitPlace;
  files: FilesOfRepository;
  /** The commit that it is read up to. */
  head: string;
  stamp: string;
}

const cacheName = "history.txt";

/** There is no history without a repository or without git; a shallow clone, which would give every file the same, wrong date, is reported. */
export async function readHistory(request: HistoryRequest): Promise<Result<TextHistory>> {
  const diagnostics: Result<TextHistory>["diagnostics"] = [];
  const known = readKnown(request.cache);
  const read = new Map<string, ReadRepository>();
  for (const [place, files] of await repositoriesOf(request.root, request.files)) {
    if (await isCutOff(place)) {
      diagnostics.push(shallowClone());
      continue;
    }
    const name = pathBelow(request.root, place.top);
    const repository = await readRepository(place, files, request, known.get(name)).catch(unreadHistory);
    if (!repository) continue;
    if ("severity" in repository) {
      diagnostics.push(repository);
      continue;
    }
    read.set(name, { files, repository });
  }
  const histories = new Map([...read].map(([name, { repository }]) => [name, repository]));
  const isNew = [...histories].some(([name, repository]) => known.get(name) !== repository);
  if (isNew && request.cache !== noCache) request.cache.write(cacheName, encodeHistories(histories));
  const { versions, ends, complete } = versionsOf([...read.values()]);
  const digests = [...histories].map(([name, { digest }]) => [name, digest]);
  const digest = createHash("sha256")
    .update(JSON.stringify([digests, [...versions.keys()], [...ends.values()]]))
    .digest("base64url");
  return { value: { versions, ends, complete, digest }, diagnostics: diagnostics.slice(0, 1) };
}

function readKnown(cache: Cache): Map<string, RepositoryHistory> {
  const bytes = cache.read(cacheName);
  try {
    return bytes ? decodeHistories(bytes) : new Map();
  } catch {
    // A program that runs from its sources has no version, so an earlier one may have written the entry.
    return new Map();
  }
}

/** Whether commits of the branch itself are missing. Without git that is not known. */
async function isCutOff(place: GitPlace): Promise<boolean> {
  const ends = await shallowCommits(place.folder);
  if (ends.length === 0) return false;
  const first = await askGit(place, ["rev-list", "--first-parent", "--max-parents=0", "HEAD"]).catch(() => undefined);
  return first === undefined || ends.includes(first.trim());
}

function shallowClone() {
  return diagnose(
    "history-shallow",
    "this is a shallow clone, so pages have neither a history nor the date of their last change",
    {
      help: "Fetch all commits: git fetch --unshallow, or fetch-depth: 0 where actions/checkout is used.",
    },
  );
}

/** What git does not say leaves the pages without a history; anything else is an error of this program. */
function unreadHistory(error: unknown) {
  if (!(error instanceof GitError)) throw error;
  return diagnose("history-unread", `git cannot read the history, so no page has one: ${error.message}`, {
    help: `${error.help ?? "Install git, or fetch all of the repository again: git fetch --refetch."} \`history: false\` builds without a history.`,
  });
}

/** @returns `known` itself if nothing was committed since; undefined without commits. Rejects with a `GitError`. */
async function readRepository(
  place: GitPlace,
  files: FilesOfRepository,
  request: HistoryRequest,
  known: RepositoryHistory | undefined,
): Promise<RepositoryHistory | undefined> {
  const head = await readHead(place.folder);
  if (!head) {
    const problem = await headProblem(place);
    if (problem) throw problem;
    return undefined;
  }
  const own = { ...request, stamp: `${request.stamp} ${namesDigest(place)}` };
  const usable = known?.stamp === own.stamp ? known : undefined;
  const isWhole = usable && [...files].every(([path, names]) => isDescribed(path, roleOf(names, request), usable));
  if (usable && isWhole && usable.head === head) return onlyOf(files, usable);
  const more = usable && (await continued(place, files, own, usable, head));
  if (more) return more;
  const whole = { place, files, head, stamp: own.stamp };
  return request.helper?.(whole) ?? readWhole(whole, request);
}

/** Of several names of a file the first has its role. */
const roleOf = ([name = ""]: readonly string[] = [], request: Description) => request.roleOf(name);

/** Whether a file was described as it is now. */
const isDescribed = (path: string, role: string, { files, roles }: RepositoryHistory) =>
  files.has(path) && roles.get(path) === role;

/** Without files that have gone since, though no commit removed them. @returns `known` itself if there are none. */
function onlyOf(files: FilesOfRepository, known: RepositoryHistory): RepositoryHistory {
  const present = new Map([...known.files].filter(([path]) => files.has(path)));
  if (present.size === known.files.size) return known;
  const history = withoutUnused({ ...known, files: present });
  return { ...history, digest: digestOf(history) };
}

/** @returns undefined if the known commit is not an ancestor of the present branch. */
async function continued(
  place: GitPlace,
  files: FilesOfRepository,
  request: HistoryRequest,
  known: RepositoryHistory,
  head: string,
): Promise<RepositoryHistory | undefined> {
  const commits =
    head === known.head ? [] : await readCommits(place, files, request, head, known.head).catch(() => undefined);
  // A branch that went back has no commit since the known one, and must not have its versions either.
  if (!commits || (head !== known.head && commits.at(-1)?.parents[0] !== known.head)) return undefined;
  const trails = followBack(files.keys(), commits);
  const removed = new Set([...known.removed, ...trails.removed]);
  for (const [path, { file, steps }] of trails.ends) {
    const first = steps.at(-1);
    // A new file has no earlier versions; any other one must be known, as what it is now: it may have moved to another series.
    const isNew = first?.kind === "A" && first.path === path && !removed.has(path) && !known.files.has(path);
    if (!isNew && !isDescribed(path, roleOf(files.get(file), request), known)) return undefined;
  }
  return extend(place, files, request, trails, commits, head, known);
}

/** Rejects with a `GitError`. */
export async function readWhole(
  { place, files, head, stamp }: WholeRepository,
  request: Description,
): Promise<RepositoryHistory | undefined> {
  const commits = await readCommits(place, files, request, head);
  const nothing = { time: 0, commits: [], files: new Map(), roles: new Map(), removed: [], digest: "" };
  const empty = { ...nothing, stamp, head };
  return extend(place, files, { ...request, stamp }, followBack(files.keys(), commits), commits, head, empty);
}

/** The names of the files with the metadata of texts, by the path of the text now. */
function metadataNames(files: FilesOfRepository, request: Description): Map<string, string> {
  return new Map(
    [...files].flatMap(([path, [name = ""]]) => {
      const file = request.metadataOf?.(name);
      return file === undefined ? [] : [[path, file]];
    }),
  );
}

/** @param since reads only commits after this one. @returns newest first. Rejects with a `GitError`. */
async function readCommits(
  place: GitPlace,
  files: FilesOfRepository,
  request: Description,
  head: string,
  since?: string,
): Promise<LogCommit[]> {
  const { describe, maxFileSize } = request;
  const commits = await readLog(place, [...files.keys(), ...metadataNames(files, request).values()], head, since);
  return withMoves(place, files.keys(), commits, maxFileSize).catch((error) => {
    // A clone without former texts has its dates all the same.
    if (describe || !(error instanceof GitError)) throw error;
    return commits;
  });
}

type Stamped = Description & Pick<HistoryRequest, "stamp">;

async function extend(
  place: GitPlace,
  files: FilesOfRepository,
  request: Stamped,
  { trails, ends, removed }: Trails,
  commits: readonly LogCommit[],
  head: string,
  known: RepositoryHistory,
): Promise<RepositoryHistory | undefined> {
  const { stamp, describe, maxFileSize } = request;
  // 1. The steps of each text since the commit that is known.
  const former = new Map([...ends].map(([path, trail]) => [trail, known.files.get(path) ?? []]));
  const metadata = metadataNames(files, request);
  const states = metadataStates(trails, metadata, former, commits);
  const orders = new Map(commits.map((commit, index) => [commit, commits.length - 1 - index]));
  const stepsOf = new Map<Trail, TextStep[]>();
  for (const trail of trails) {
    const name = metadata.get(trail.file);
    const last = former.get(trail)?.at(-1);
    const steps: TextStep[] =
      name === undefined ? trail.steps.toReversed() : stepsWithMetadata(trail, name, states, last, orders);
    // The commits that were read do not say what is beside a text in the folder that it moved to.
    if (known.commits.length > 0 && steps.some(({ isUnknown }) => isUnknown)) return undefined;
    stepsOf.set(trail, steps);
  }
  // 2. The commits of these steps, and who wrote them.
  const used = new Set([...stepsOf.values()].flatMap((steps) => steps.map(({ commit }) => commit)));
  const fresh = commits.filter((commit) => used.has(commit)).reverse();
  const authors = await mergedAuthors(place, fresh);
  const indexes = new Map(fresh.map((commit, index) => [commit, known.commits.length + index]));
  // 3. The versions. Their texts come in one stream of git, in the order in which they are wanted here.
  const facts = new Map<string, VersionFacts>();
  const found = new Map<string, KnownVersion[]>();
  const wanted: { blob: string; take(text: Blob): void }[] = [];
  let isWhole = true;
  for (const [trail, steps] of stepsOf) {
    const versions = [...(former.get(trail) ?? [])];
    found.set(trail.file, versions);
    const add = ({ commit, path, blob, metadataBlob }: TextStep, { changes, steps = "", ...said }: VersionFacts) => {
      const text = changes ? JSON.stringify(changes) : "";
      versions.push({
        commit: indexes.get(commit) ?? 0,
        blob,
        ...(metadataBlob !== undefined && { metadataBlob }),
        path,
        facts: shared(said, facts),
        changes: () => text,
        steps: () => steps,
      });
    };
    const file = metadata.get(trail.file);
    if (!describe) {
      for (const step of steps) add(step, {});
      continue;
    }
    const [name = trail.file] = files.get(trail.file) ?? [];
    // A version is compared with the last one that could be read.
    let before: string | undefined;
    let beside: Blob;
    const joined = (text: Blob, { metadataBlob }: Pick<TextStep, "metadataBlob">): Blob =>
      typeof text === "string" && file !== undefined && metadataBlob !== undefined && typeof beside === "string"
        ? joinMetadata(text, file, beside).text
        : text;
    const want = (step: Pick<TextStep, "blob" | "metadataBlob">, take: (text: Blob) => void) => {
      if (step.metadataBlob !== undefined) {
        wanted.push({
          blob: step.metadataBlob,
          take(text) {
            isWhole &&= text !== undefined;
            beside = text;
          },
        });
      }
      wanted.push({ blob: step.blob, take: (text) => take(joined(text, step)) });
    };
    const last = versions.findLast(({ facts: { unread } }) => unread === undefined);
    if (last && steps.length > 0) {
      want(last, (text) => {
        if (typeof text === "string") before = text;
      });
    }
    for (const step of steps) {
      want(step, (text) => {
        isWhole &&= text !== undefined;
        const facts = describeSafely(text, step.blob, maxFileSize, (known) =>
          describe(name, { path: step.path, text: known }, before),
        );
        add(step, facts);
        if (typeof text === "string" && facts.unread === undefined) before = text;
      });
    }
  }
  // 4. Read the texts: each is described as it comes.
  const ids = wanted.map(({ blob }) => blob);
  await streamBlobs(place, ids, maxFileSize, (index, text) => wanted[index]?.take(text));
  const history = withoutUnused({
    // The next build looks again for what the clone lacks today.
    stamp: isWhole ? stamp : "",
    head,
    time: commits[0]?.time ?? known.time,
    commits: [...known.commits, ...fresh.map((commit) => knownCommit(commit, authors))],
    files: found,
    roles: new Map([...files].map(([path, names]) => [path, roleOf(names, request)])),
    removed: [...new Set([...known.removed, ...removed])],
  });
  return { ...history, digest: digestOf(history) };
}

/** What is wrong with one version is said of it alone. */
function describeSafely(text: Blob, id: string, most: number, describe: (text: string) => VersionFacts): VersionFacts {
  if (text === undefined) return { unread: `the clone has no object ${id}` };
  if (typeof text === "number") return { unread: `it has ${text} bytes, more than maxFileSize (${most})` };
  try {
    return describe(text);
  } catch (error) {
    return { unread: reasonOf(error) };
  }
}

/** Most versions have the same metadata as the one before. */
function shared(said: VersionFacts, known: Map<string, VersionFacts>): VersionFacts {
  const key = JSON.stringify(said);
  const facts = known.get(key) ?? said;
  known.set(key, facts);
  return facts;
}

/** Without the commits of removed files: reading in steps must give the same result as reading at once. */
function withoutUnused<T extends Pick<RepositoryHistory, "commits" | "files">>(history: T): T {
  const versions = [...history.files.values()].flat();
  const used = new Set(versions.map(({ commit }) => commit));
  if (used.size === history.commits.length) return history;
  const kept = history.commits.map((_, index) => index).filter((index) => used.has(index));
  const indexes = new Map(kept.map((index, place) => [index, place]));
  const moved = (version: KnownVersion): KnownVersion => ({ ...version, commit: indexes.get(version.commit) ?? 0 });
  return {
    ...history,
    commits: history.commits.filter((_, index) => used.has(index)),
    files: new Map([...history.files].map(([path, own]) => [path, own.map(moved)])),
  };
}

function knownCommit(
  { hash, parents, time, author, committer, subject }: LogCommit,
  authors: ReadonlyMap<string, string>,
): KnownCommit {
  const written = authors.get(parents[1] ?? "") ?? author;
  // The editor of a merged branch is the person who merged it; of a single commit it is its committer, if that is a
  // person.
  const editor = parents.length > 1 ? author : committer;
  return { hash, time, author: written, editor: editor === written || editor === "GitHub" ? "" : editor, subject };
}

/** The author of a merged change is not the person who merged it, but the author of the branch's last commit. */
async function mergedAuthors(place: GitPlace, commits: readonly LogCommit[]): Promise<Map<string, string>> {
  const merged = commits.flatMap(({ parents }) => parents[1] ?? []);
  if (merged.length === 0) return new Map();
  const args = ["log", "--no-walk=unsorted", "--stdin", "--encoding=UTF-8", "--format=%H%n%aN"];
  const said = await askGit(place, args, `${merged.join("\n")}\n`).catch(() => "");
  const lines = cleanText(said).split("\n");
  return new Map(merged.map((_, index): [string, string] => [lines[index * 2] ?? "", lines[index * 2 + 1] ?? ""]));
}

/**
 * The texts of some versions.
 * @param blobs the ids of versions, by path of the file now, relative to the root.
 * @param maxFileSize bytes of a text that is read.
 * @returns texts by id. Rejects with a `GitError`.
 */
export async function readVersions(
  root: string,
  blobs: ReadonlyMap<string, readonly string[]>,
  maxFileSize: number,
): Promise<Map<string, string>> {
  const texts = new Map<string, string>();
  for (const [place, files] of await repositoriesOf(root, blobs.keys())) {
    const ids = [...new Set([...files.values()].flat().flatMap((path) => blobs.get(path) ?? []))];
    await streamBlobs(place, ids, maxFileSize, (index, text) => {
      if (typeof text === "string") texts.set(ids[index] ?? "", text);
    });
  }
  return texts;
}
