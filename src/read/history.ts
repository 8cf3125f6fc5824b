/**
 * The history of a site's texts, from git alone: one log of each repository, one process for the texts. What was read is cached by commit, so
 * the next build reads only what was committed since.
 */
import { realpathSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import type { Cache } from "../cache/cache.js";
import { diagnose } from "../diagnostics/codes.js";
import { believableTimes, dayOf } from "../history/dates.js";
import type { Result } from "../shared/diagnostic.js";
import type { Version, VersionFacts } from "../shared/history.js";
import { askGit, findRepository, type GitPlace, isShallow, readHead, streamBlobs } from "./git.js";
import { type LogCommit, readLog } from "./log.js";
import { followBack, type Trails } from "./trails.js";

/** Says what is known of one version of a file. @param path of the file now. @param before what the version before it says. */
export type Describe = (
  path: string,
  version: { path: string; text: string },
  before: string | undefined,
) => VersionFacts;

export interface HistoryRequest {
  /** Absolute. */
  root: string;
  /** Texts by path relative to the root. */
  files: readonly string[];
  /** Undefined where only the dates are wanted: then no text is read. */
  describe: Describe | undefined;
  /** Identifies what `describe` depends on. */
  stamp: string;
  cache: Cache;
}

export interface TextHistory {
  /** Newest first, by path relative to the root; files that were never committed are not in it. */
  versions: Map<string, Version[]>;
  /** Day of the newest commit of the repository that a file is in, by the file's path. */
  ends: Map<string, string>;
}

/** A repository as it is cached. Commits are oldest first and only those that changed one of the files. */
interface Saved {
  stamp: string;
  head: string;
  /** Of the newest commit. */
  time: number;
  commits: SavedCommit[];
  /** Versions by path from the top, oldest first. */
  files: Record<string, SavedVersion[]>;
  /** Of files that were there once: some commit removed them. */
  removed: string[];
}
type SavedCommit = [hash: string, time: number, author: string, editor: string, subject: string];
type SavedVersion = [commit: number, blob: string, path: string, facts: VersionFacts];

const cacheName = "history.json";

/** No history where there is no repository or no git; of a shallow clone, which would give every file the same, wrong date, it says so. */
export async function readHistory(request: HistoryRequest): Promise<Result<TextHistory>> {
  const value: TextHistory = { versions: new Map(), ends: new Map() };
  const diagnostics: Result<TextHistory>["diagnostics"] = [];
  const known = (request.cache.readJson(cacheName) ?? {}) as Record<string, Saved>;
  const saved: Record<string, Saved> = {};
  for (const [place, files] of await byRepository(request)) {
    if (await isShallow(place.folder)) {
      diagnostics.push(shallowClone());
      continue;
    }
    const name = relative(request.root, place.top);
    const repository = await readRepository(place, files, request, known[name]);
    if (!repository) continue;
    saved[name] = repository;
    addVersions(value, files, repository);
  }
  const isNew = Object.entries(saved).some(([name, repository]) => known[name] !== repository);
  if (isNew) request.cache.write(cacheName, JSON.stringify(saved));
  return { value, diagnostics: diagnostics.slice(0, 1) };
}

function shallowClone() {
  return diagnose(
    "history-shallow",
    "this is a shallow clone, so no page has a history and no date of its last change",
    {
      help: "Fetch all of it: git fetch --unshallow, or fetch-depth: 0 where actions/checkout is used.",
    },
  );
}

/** Paths from the repository's top, and of each the path from the root. */
type FilesOfRepository = Map<string, string>;

async function byRepository({ root, files }: HistoryRequest): Promise<Map<GitPlace, FilesOfRepository>> {
  const folders = new Map<string, { place: GitPlace; path: string } | undefined>();
  const places = new Map<string, GitPlace>();
  const found = new Map<GitPlace, FilesOfRepository>();
  for (const file of files) {
    const folder = dirname(file);
    if (!folders.has(folder)) folders.set(folder, await locate(resolve(root, folder), places));
    const known = folders.get(folder);
    if (!known) continue;
    const path = `${known.path}${file.slice(folder === "." ? 0 : folder.length + 1)}`;
    const own = found.get(known.place) ?? new Map<string, string>();
    found.set(known.place, own.set(path, file));
  }
  return found;
}

async function locate(folder: string, places: Map<string, GitPlace>) {
  const real = realpathSync(folder);
  const place = await findRepository(real);
  if (!place) return undefined;
  const same = places.get(place.top) ?? place;
  places.set(place.top, same);
  const path = relative(same.top, real).split(sep).join("/");
  return { place: same, path: path && `${path}/` };
}

/** @returns `known` itself when nothing was committed since; undefined without commits or without git. */
async function readRepository(
  place: GitPlace,
  files: FilesOfRepository,
  request: HistoryRequest,
  known: Saved | undefined,
): Promise<Saved | undefined> {
  const head = await readHead(place.folder);
  if (!head) return undefined;
  const usable = known?.stamp === request.stamp ? known : undefined;
  const isWhole = usable && [...files.keys()].every((path) => usable.files[path]);
  if (usable && isWhole && usable.head === head) return usable;
  return (usable && (await continued(place, files, request, usable, head))) ?? readAll(place, files, request, head);
}

/** @returns undefined where what is known does not lead up to the branch as it is now. */
async function continued(
  place: GitPlace,
  files: FilesOfRepository,
  request: HistoryRequest,
  known: Saved,
  head: string,
): Promise<Saved | undefined> {
  const commits = head === known.head ? [] : await readLog(place, known.head);
  if (!commits || (commits.length > 0 && commits.at(-1)?.parents[0] !== known.head)) return undefined;
  const trails = followBack(files.keys(), commits);
  const removed = new Set([...known.removed, ...trails.removed]);
  for (const [path, { steps }] of trails.ends) {
    const first = steps.at(-1);
    // A file that was not there before has no versions before; any other one must be known.
    const isNew = first?.kind === "A" && first.path === path && !removed.has(path);
    if (!known.files[path] && !isNew) return undefined;
  }
  return extend(place, files, request, trails, commits, head, known);
}

async function readAll(
  place: GitPlace,
  files: FilesOfRepository,
  request: HistoryRequest,
  head: string,
): Promise<Saved | undefined> {
  const commits = await readLog(place);
  if (!commits) return undefined;
  const empty: Saved = { stamp: request.stamp, head, time: 0, commits: [], files: {}, removed: [] };
  return extend(place, files, request, followBack(files.keys(), commits), commits, head, empty);
}

async function extend(
  place: GitPlace,
  files: FilesOfRepository,
  { stamp, describe }: HistoryRequest,
  { trails, ends, removed }: Trails,
  commits: readonly LogCommit[],
  head: string,
  known: Saved,
): Promise<Saved | undefined> {
  const used = new Set(trails.flatMap(({ steps }) => steps.map(({ commit }) => commit)));
  const fresh = commits.filter((commit) => used.has(commit)).reverse();
  const authors = await mergedAuthors(place, fresh);
  const indexes = new Map(fresh.map((commit, index) => [commit, known.commits.length + index]));
  const former = new Map([...ends].map(([path, trail]) => [trail, known.files[path] ?? []]));
  const saved: Saved = {
    stamp,
    head,
    time: commits[0]?.time ?? known.time,
    commits: [...known.commits, ...fresh.map((commit) => savedCommit(commit, authors))],
    files: {},
    removed: [...new Set([...known.removed, ...removed])],
  };
  const wanted: { blob: string; take(text: string | undefined): void }[] = [];
  for (const trail of trails) {
    const versions = [...(former.get(trail) ?? [])];
    saved.files[trail.file] = versions;
    if (trail.steps.length === 0) continue;
    const name = files.get(trail.file) ?? trail.file;
    if (!describe) {
      for (const { commit, path, blob } of trail.steps.toReversed())
        versions.push([indexes.get(commit) ?? 0, blob, path, {}]);
      continue;
    }
    let before: string | undefined;
    const last = versions.at(-1);
    if (last) {
      wanted.push({
        blob: last[1],
        take(text) {
          before = text;
        },
      });
    }
    for (const { commit, path, blob } of trail.steps.toReversed()) {
      wanted.push({
        blob,
        take(text = "") {
          const facts = describe(name, { path, text }, before);
          versions.push([indexes.get(commit) ?? 0, blob, path, facts]);
          before = text;
        },
      });
    }
  }
  const ids = wanted.map(({ blob }) => blob);
  const ok = await streamBlobs(place, ids, (index, text) => wanted[index]?.take(text));
  return ok ? withoutUnused(saved) : undefined;
}

/** Without the commits of files that are gone: what is read step by step must be what is read at once. */
function withoutUnused(saved: Saved): Saved {
  const versions = Object.values(saved.files).flat();
  const used = new Set(versions.map(([commit]) => commit));
  const kept = saved.commits.map((_, index) => index).filter((index) => used.has(index));
  const indexes = new Map(kept.map((index, place) => [index, place]));
  const moved = ([commit, ...rest]: SavedVersion): SavedVersion => [indexes.get(commit) ?? 0, ...rest];
  return {
    ...saved,
    commits: saved.commits.filter((_, index) => used.has(index)),
    files: Object.fromEntries(Object.entries(saved.files).map(([path, own]) => [path, own.map(moved)])),
  };
}

function savedCommit(
  { hash, parents, time, author, committer, subject }: LogCommit,
  authors: ReadonlyMap<string, string>,
): SavedCommit {
  const written = authors.get(parents[1] ?? "") ?? author;
  // Who merged a branch brought it in; of a commit that was put on the branch as it is, its committer did, where that is a person.
  const editor = parents.length > 1 ? author : committer;
  return [hash, time, written, editor === written || editor === "GitHub" ? "" : editor, subject];
}

/** What a merge brings was written by others than who merged it: the author of the branch's last commit stands for them. */
async function mergedAuthors(place: GitPlace, commits: readonly LogCommit[]): Promise<Map<string, string>> {
  const merged = commits.flatMap(({ parents }) => parents[1] ?? []);
  if (merged.length === 0) return new Map();
  const args = ["log", "--no-walk=unsorted", "--stdin", "--encoding=UTF-8", "--format=%H%n%aN"];
  const lines = ((await askGit(place, args, `${merged.join("\n")}\n`)) ?? "").split("\n");
  return new Map(merged.map((_, index): [string, string] => [lines[index * 2] ?? "", lines[index * 2 + 1] ?? ""]));
}

function addVersions(history: TextHistory, files: FilesOfRepository, { commits, files: known, time }: Saved): void {
  const believed = believableTimes(commits.map((commit) => commit[1]));
  const days = believed.map(dayOf);
  // A clock that is wrong must not move the end either; what came after the last change of a text cannot be before it.
  const last = believed.at(-1) ?? time;
  const end = commits.at(-1)?.[1] === last ? dayOf(Math.max(time, last)) : dayOf(last);
  for (const [present, file] of files) {
    const versions = known[present] ?? [];
    if (versions.length === 0) continue;
    history.ends.set(file, end);
    history.versions.set(
      file,
      versions.toReversed().map(([index, blob, path, facts]): Version => {
        const [commit, committed, author, editor, subject] = commits[index] as SavedCommit;
        const date = dayOf(committed);
        const day = days[index] ?? "";
        // One shape for all of them: a register has thousands.
        const version: Version = { commit, order: index, date, day, author, subject, path, blob, ...facts };
        if (editor) version.editor = editor;
        return version;
      }),
    );
  }
}

/** The texts of some versions. @param path of the file now, relative to the root. */
export async function readVersions(
  root: string,
  path: string,
  blobs: readonly string[],
): Promise<(string | undefined)[]> {
  const place = await findRepository(realpathSync(join(root, dirname(path))));
  const texts: (string | undefined)[] = [];
  if (place) await streamBlobs(place, blobs, (_, text) => texts.push(text));
  return texts;
}
