/** Follows files back through the log, over renames, from their present names to their first commits. */
import { addAll } from "../shared/lists.js";
import { isText, type LogChange, type LogCommit } from "./log.js";

/** The history of one file in the log. */
export interface Trail {
  /** Its path now, from the repository's top. */
  file: string;
  /** Newest first. */
  steps: TrailStep[];
}

export interface TrailStep {
  kind: LogChange["kind"];
  commit: LogCommit;
  path: string;
  blob: string;
}

/** The result, when the log was read to its end or to a known commit. */
export interface Trails {
  trails: Trail[];
  /** Path of each trail's file before the oldest commit that was read. */
  ends: Map<string, Trail>;
  /** Files that a commit removed: an added file may have existed before. */
  removed: Set<string>;
}

/** @param files paths now. @param commits newest first. */
export function followBack(files: Iterable<string>, commits: readonly LogCommit[]): Trails {
  const trails = [...files].map((file): Trail => ({ file, steps: [] }));
  const byPath = new Map(trails.map((trail) => [trail.file, trail]));
  const removed = new Set<string>();
  for (const commit of commits) {
    const moved: [from: string, trail: Trail][] = [];
    const added: Trail[] = [];
    const renamed: string[] = [];
    for (const { kind, path, from, blob } of commit.changes) {
      if (kind === "D") {
        removed.add(path);
        continue;
      }
      if (from !== undefined) renamed.push(from);
      const trail = byPath.get(path);
      if (!trail) continue;
      trail.steps.push({ kind, commit, path, blob });
      if (kind === "A") added.push(trail);
      if (from === undefined) continue;
      byPath.delete(path);
      moved.push([from, trail]);
    }
    if (added.length > 0) addAll(moved, rewritten(added, commit.changes, byPath));
    // The former file of this name was renamed, so it is not the file that has the name now.
    for (const from of renamed) byPath.delete(from);
    // After all renames, because two files may have swapped their names.
    for (const [from, trail] of moved) byPath.set(from, trail);
  }
  return { trails, ends: byPath, removed };
}

/** Git does not detect the rename of a file that was moved and rewritten at once; its number, and its removal in the same commit, identify it. */
function rewritten(
  added: readonly Trail[],
  changes: readonly LogChange[],
  byPath: ReadonlyMap<string, Trail>,
): [from: string, trail: Trail][] {
  const gone = changes.filter(({ kind, path }) => kind === "D" && !byPath.has(path));
  if (gone.length === 0) return [];
  const taken = new Set<string>();
  return added.flatMap((trail): [string, Trail][] => {
    const path = trail.steps.at(-1)?.path ?? "";
    const name = numberedName(path);
    const former = name && gone.find((other) => !taken.has(other.path) && isSame(name, numberedName(other.path)));
    if (!former) return [];
    taken.add(former.path);
    return [[former.path, trail]];
  });
}

interface NumberedName {
  label: string;
  number: number;
  /** What is behind the number. */
  rest: string;
}

/** `cip-0020.md`, `0020-token.md` and `CIP-20/README.md` name number 20. */
function numberedName(path: string): NumberedName | undefined {
  if (!isText(path)) return undefined;
  const parts = path.split("/");
  const file = parts.at(-1) ?? "";
  const name = /^(readme|index)\./i.test(file) ? (parts.at(-2) ?? "") : file;
  const [, label = "", digits, rest = ""] = /^([a-z]*)[-_ ]?0*(\d{1,9})(?!\d)(.*)/i.exec(name) ?? [];
  return digits === undefined ? undefined : { label: label.toLowerCase(), number: Number(digits), rest };
}

function isSame(one: NumberedName, other: NumberedName | undefined): boolean {
  if (one.number !== other?.number) return false;
  // Texts that have no number yet have this one (`0000-template.md`), so it identifies none of them.
  if (one.number === 0 && one.rest !== other.rest) return false;
  return one.label === other.label || one.label === "" || other.label === "";
}
