/**
 * The versions of texts whose metadata is in a file beside them: a commit that changes that file makes a version as one that changes the text does.
 */
import { posix } from "node:path";
import type { LogCommit } from "./log.js";
import type { Trail } from "./moves.js";

/** A text after a commit that changed it, or its metadata. */
export interface TextStep {
  commit: LogCommit;
  path: string;
  blob: string;
  metadataBlob?: string | undefined;
}

/** A file with metadata after a commit: without content if the commit removed it. */
interface MetadataState {
  commit: LogCommit;
  /** Greater for later commits. */
  order: number;
  blob: string | undefined;
}

const besideText = (path: string, name: string) => posix.join(posix.dirname(path), name);

/**
 * @param names of the files with metadata, by path of the text.
 * @param commits newest first.
 * @returns the steps of each trail, oldest first. What was beside a text does not move with it: a page reads what is beside its text.
 */
export function stepsWithMetadata(
  trails: readonly Trail[],
  names: ReadonlyMap<string, string>,
  commits: readonly LogCommit[],
): Map<string, TextStep[]> {
  const orders = new Map(commits.map((commit, index) => [commit, commits.length - index]));
  const states = metadataStates(trails, names, commits);
  return new Map(
    trails.map(({ file, steps: newestFirst }) => {
      const name = names.get(file);
      const steps = newestFirst.toReversed();
      if (name === undefined) return [file, steps];
      const orderOf = (index: number) => orders.get(steps[index]?.commit as LogCommit) ?? Number.POSITIVE_INFINITY;
      return [
        file,
        steps.flatMap((step, index): TextStep[] => {
          const beside = states.get(besideText(step.path, name)) ?? [];
          const [start, end] = [orderOf(index), orderOf(index + 1)];
          const later = beside.filter(({ order }) => order > start && order < end);
          const metadataBlob = beside.findLast(({ order }) => order <= start)?.blob;
          return [
            { ...step, metadataBlob },
            ...later.map(({ commit, blob }) => ({ ...step, commit, metadataBlob: blob })),
          ];
        }),
      ];
    }),
  );
}

/** The changes of the files that were beside texts at any time, oldest first, by path. */
function metadataStates(
  trails: readonly Trail[],
  names: ReadonlyMap<string, string>,
  commits: readonly LogCommit[],
): Map<string, MetadataState[]> {
  const states = new Map<string, MetadataState[]>();
  for (const { file, steps } of trails) {
    const name = names.get(file);
    if (name !== undefined) for (const { path } of steps) states.set(besideText(path, name), []);
  }
  if (states.size === 0) return states;
  for (const [index, commit] of commits.toReversed().entries()) {
    const set = (path: string, blob: string | undefined) => {
      const known = states.get(path);
      if (known?.at(-1)?.commit === commit) known.pop();
      known?.push({ commit, order: index + 1, blob });
    };
    for (const { from } of commit.changes) if (from !== undefined) set(from, undefined);
    for (const { kind, path, blob } of commit.changes) set(path, kind === "D" ? undefined : blob);
  }
  return states;
}
