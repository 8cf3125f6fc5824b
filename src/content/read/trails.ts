/**
 * Follows texts back through the log to their first commits. Git looks for renamed files only among those that a commit
 * added and removed. If two texts exchanged their names, or several were renumbered in a row, their contents are
 * compared here.
 */

import { countLineFeeds } from "../../shared/lines.js";
import { addAll } from "../../shared/lists.js";
import { overlap } from "../../shared/text.js";
import { type Blob, type GitRepository, streamBlobs } from "./git.js";
import { differentPart } from "./line-changes.js";
import { isNullId, isTextFile, type LogChange, type LogCommit } from "./log.js";

/** If a text has less than this share in common with the text before it at its path, it may be another text. */
const minKept = 0.5;

/** A text that moved has at least this share in common with the text at its former path. */
const minMoved = 0.6;

/** In a commit with more texts, only unchanged texts are found to have moved: such a commit usually changes a line in all of them. */
const maxTexts = 100;

/** Ids of empty files. Two empty files are not taken for the same text. */
const emptyBlobs = [
  "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391",
  "473a0f4c3be8a93681a267e3b1e9a7dcda1185436fe141f7749120a303721813",
];

/**
 * Corrects the changes of commits in which texts exchanged their names.
 * @param files that are followed, by their paths today.
 * @param commits newest first.
 * @param maxFileSize of a text that is read, in bytes.
 * @returns the commits, with these changes as renames. Rejects with a `GitError`.
 */
export async function withMoves(
  repository: GitRepository,
  files: Iterable<string>,
  commits: readonly LogCommit[],
  maxFileSize: number,
): Promise<LogCommit[]> {
  const followed = followedCommits(new Set(files), commits);
  const displaced = await displacedTexts(repository, followed, maxFileSize);
  const open = [...displaced].map(([commit, paths]) => openChanges(commit, followed.get(commit) ?? [], paths));
  const requests = open.flatMap((changes) =>
    changes.ids.map((id, index) => ({ changes, id, isLast: index === changes.ids.length - 1 })),
  );
  const corrected = new Map(
    open.map((changes) => [changes.commit, { ...changes.commit, changes: movesOf(changes, new Map()) }]),
  );
  let pieces = new Map<string, string[]>();
  await streamBlobs(
    repository,
    requests.map(({ id }) => id),
    maxFileSize,
    (index, text) => {
      const { changes, id, isLast } = requests[index] as (typeof requests)[number];
      if (typeof text === "string") pieces.set(id, piecesOf(text));
      if (!isLast) return;
      corrected.set(changes.commit, { ...changes.commit, changes: movesOf(changes, pieces) });
      pieces = new Map();
    },
  );
  return commits.map((commit) => corrected.get(commit) ?? commit);
}

/** Finds the commits that change several texts, one of which is followed: there, texts may have exchanged their names. */
function followedCommits(files: ReadonlySet<string>, commits: readonly LogCommit[]): Map<LogCommit, LogChange[]> {
  const followed = new Set(files);
  const logChanges = new Map<LogCommit, LogChange[]>();
  for (const commit of commits) {
    const texts = commit.changes.filter(({ path }) => isTextFile(path) || files.has(path));
    if (texts.length < 2 || !texts.some(({ path }) => followed.has(path))) continue;
    for (const { path, from } of texts) followed.add(path).add(from ?? path);
    logChanges.set(commit, texts);
  }
  return logChanges;
}

/** Finds the paths whose text may have moved although the path is still there, with another text or a link. */
async function displacedTexts(
  repository: GitRepository,
  commits: ReadonlyMap<LogCommit, readonly LogChange[]>,
  maxFileSize: number,
): Promise<Map<LogCommit, Set<string>>> {
  const displaced = new Map<LogCommit, Set<string>>();
  const add = (commit: LogCommit, path: string) =>
    displaced.set(commit, (displaced.get(commit) ?? new Set()).add(path));
  const compared: { commit: LogCommit; path: string }[] = [];
  const ids: string[] = [];
  for (const [commit, texts] of commits) {
    const before = new Set(texts.map((change) => change.before));
    const after = new Set(texts.map(({ blob }) => blob));
    for (const change of texts) {
      const { kind, path, blob } = change;
      const isElsewhere = change.before === undefined || after.has(change.before);
      const isExchanged = isElsewhere && (before.has(blob) || texts.length > maxTexts);
      const isLink = kind === "D" && change.before !== undefined && !isNullId(blob);
      if ((kind === "M" && isExchanged) || isLink) add(commit, path);
      else if (kind === "M" && change.before !== undefined && texts.length <= maxTexts) {
        compared.push({ commit, path });
        ids.push(change.before, blob);
      }
    }
  }
  let former: Blob;
  await streamBlobs(repository, ids, maxFileSize, (index, text) => {
    const { commit, path } = compared[index >> 1] ?? {};
    if (index % 2 === 1 && commit && path !== undefined && !isKept(former, text)) add(commit, path);
    former = text;
  });
  return displaced;
}

/** The changes of a commit whose texts may have moved, with the texts before and after it. */
interface OpenChanges {
  commit: LogCommit;
  changes: ReadonlySet<LogChange>;
  sources: { path: string; id: string }[];
  targets: { change: LogChange; id: string }[];
  /** Ids of the texts to compare. */
  ids: string[];
}

function openChanges(commit: LogCommit, texts: readonly LogChange[], displaced: ReadonlySet<string>): OpenChanges {
  const changes = new Set(
    texts.filter(({ kind, path, before, blob }) => (kind === "M" ? displaced.has(path) : before !== blob)),
  );
  const sources = [...changes].flatMap(({ path, from, before }) =>
    before ? [{ path: from ?? path, id: before }] : [],
  );
  const targets = [...changes].flatMap((change) => (change.kind === "D" ? [] : [{ change, id: change.blob }]));
  const ids = texts.length <= maxTexts ? [...new Set([...sources, ...targets].map(({ id }) => id))] : [];
  return { commit, changes, sources, targets, ids };
}

/**
 * Pairs the texts before a commit with those after it, the most similar first.
 * @param pieces of texts, by id.
 */
function movesOf(
  { commit, changes: open, sources, targets }: OpenChanges,
  pieces: ReadonlyMap<string, string[]>,
): LogChange[] {
  const pairs = sources.flatMap(({ path, id }) =>
    targets.flatMap(({ change, id: targetId }) => {
      const isSame = id === targetId && !emptyBlobs.includes(id);
      const likeness = isSame ? 1 : overlap(pieces.get(id) ?? [], pieces.get(targetId) ?? []);
      const isKnown = path === (change.from ?? change.path);
      return likeness < minMoved ? [] : [{ from: path, change, likeness, isKnown }];
    }),
  );
  pairs.sort((a, b) => b.likeness - a.likeness || Number(b.isKnown) - Number(a.isKnown));
  const sourceOf = new Map<LogChange, string>();
  const paired = new Set<string>();
  for (const { from, change } of pairs) {
    if (sourceOf.has(change) || paired.has(from)) continue;
    sourceOf.set(change, from);
    paired.add(from);
  }
  return commit.changes.flatMap((change) =>
    open.has(change) ? correctChange(change, sourceOf.get(change), paired) : [change],
  );
}

/** @param source where the text of a change was before. @param paired paths before the commit whose text is among those after it, at the same path or another. */
function correctChange(change: LogChange, source: string | undefined, paired: ReadonlySet<string>): LogChange[] {
  const { kind, path, from, blob } = change;
  if (kind === "D") return paired.has(path) ? [] : [change];
  const formerPath = from ?? (kind === "M" ? path : undefined);
  if (source === undefined)
    return formerPath !== undefined && paired.has(formerPath) ? [{ kind: "A", path, blob }] : [change];
  if (source === formerPath) return [change];
  const removed: LogChange[] =
    from !== undefined && !paired.has(from) ? [{ kind: "D", path: from, blob: "", before: change.before }] : [];
  return [{ kind: "R", path, from: source, blob }, ...removed];
}

/** Whether a path still has the same text. Compares whole lines, which is fast. A text that cannot be read counts as the same. */
function isKept(before: Blob, after: Blob): boolean {
  if (typeof before !== "string" || typeof after !== "string") return true;
  // For most texts the equal lines at the beginning and the end suffice.
  const { removed } = differentPart(before, after);
  const lineFeeds = countLineFeeds(before);
  const equal = lineFeeds - countLineFeeds(removed);
  if (2 * equal >= minKept * (lineFeeds + countLineFeeds(after) + 2)) return true;
  return overlap(before.split("\n"), after.split("\n")) >= minKept;
}

/** Splits a text into lines and parts of sentences, for comparison. */
const piecesOf = (text: string) =>
  text
    .split(/\n|(?<=[.,;:]) /)
    .map((piece) => piece.trim())
    .filter(Boolean);

/** The history of one file in the log. */
export interface Trail {
  /** Its path now, from the repository's top. */
  file: string;
  /** Newest first. */
  steps: TrailStep[];
}

interface TrailStep {
  commit: LogCommit;
  path: string;
  blob: string;
}

/** Follows files back through the log, across renames. @param files paths today. @param commits newest first. */
export function followBack(files: Iterable<string>, commits: readonly LogCommit[]): Trail[] {
  const trails = [...files].map((file): Trail => ({ file, steps: [] }));
  const byPath = new Map(trails.map((trail) => [trail.file, trail]));
  for (const commit of commits) {
    const moved: [from: string, trail: Trail][] = [];
    const added: Trail[] = [];
    const renamed: string[] = [];
    for (const { kind, path, from, blob } of commit.changes) {
      if (kind === "D") continue;
      if (from !== undefined) renamed.push(from);
      const trail = byPath.get(path);
      if (!trail) continue;
      trail.steps.push({ commit, path, blob });
      if (kind === "A") added.push(trail);
      if (from === undefined) continue;
      byPath.delete(path);
      moved.push([from, trail]);
    }
    if (added.length > 0) addAll(moved, rewrittenFiles(added, commit.changes, byPath));
    // The former file of this name was renamed, so it is not the file that has the name now.
    for (const from of renamed) byPath.delete(from);
    // After all renames, because two files may have swapped their names.
    for (const [from, trail] of moved) byPath.set(from, trail);
  }
  return trails;
}

/** Finds files that a commit moved and rewrote at once, which git does not detect: a removed and an added file with the same number. */
function rewrittenFiles(
  added: readonly Trail[],
  changes: readonly LogChange[],
  byPath: ReadonlyMap<string, Trail>,
): [from: string, trail: Trail][] {
  const removed = changes.filter(({ kind, path }) => kind === "D" && !byPath.has(path));
  if (removed.length === 0) return [];
  const pairedPaths = new Set<string>();
  return added.flatMap((trail): [string, Trail][] => {
    const path = trail.steps.at(-1)?.path ?? "";
    const name = numberedName(path);
    const isFormer = (change: LogChange) => !pairedPaths.has(change.path) && hasSameNumber(name, change.path);
    const former = removed.find(isFormer);
    if (!former) return [];
    pairedPaths.add(former.path);
    return [[former.path, trail]];
  });
}

interface NumberedName {
  label: string;
  number: number;
  /** The part of the name after the number. */
  suffix: string;
}

/** Reads the number in the path of a text: 20 in `cip-0020.md`, `0020-token.md` and `CIP-20/README.md`. */
function numberedName(path: string): NumberedName | undefined {
  if (!isTextFile(path)) return undefined;
  const parts = path.split("/");
  const file = parts.at(-1) ?? "";
  const name = /^(readme|index)\./i.test(file) ? (parts.at(-2) ?? "") : file;
  const [, label = "", digits, suffix = ""] = /^([a-z]*)[-_ ]?0*(\d{1,9})(?!\d)(.*)/i.exec(name) ?? [];
  return digits === undefined ? undefined : { label: label.toLowerCase(), number: Number(digits), suffix };
}

function hasSameNumber(a: NumberedName | undefined, pathB: string): boolean {
  const b = numberedName(pathB);
  if (!a || a.number !== b?.number) return false;
  // 0 is the placeholder of texts without a number (`0000-template.md`), so it identifies none of them.
  if (a.number === 0 && a.suffix !== b.suffix) return false;
  return a.label === b.label || a.label === "" || b.label === "";
}
