/** Finds the versions of texts with metadata in a file beside them: a commit that changes that file makes a version, as one that changes the text does. */
import { posix } from "node:path";
import type { LogCommit } from "./log.js";
import type { Trail } from "./trails.js";

/** A text after a commit that changed it, or its metadata. */
export interface TextStep {
  commit: LogCommit;
  path: string;
  blob: string;
  metadataBlob?: string | undefined;
}

/**
 * @param names of the files with metadata, by path of the text.
 * @param commits newest first.
 * @returns the steps of each trail, oldest first. If a text moves, its metadata is from then on in the file beside its new path.
 */
export function stepsWithMetadata(
  trails: readonly Trail[],
  names: ReadonlyMap<string, string>,
  commits: readonly LogCommit[],
): Map<string, TextStep[]> {
  const textSteps = new Map(trails.map(({ file, steps }): [string, TextStep[]] => [file, steps.toReversed()]));
  const textsWithMetadata = [...names].map(([file, name]) => ({
    name,
    steps: new Map(textSteps.get(file)?.map((step) => [step.commit, step])),
    joinedSteps: textSteps.set(file, []).get(file) ?? [],
    metadataPath: "",
  }));
  /** Ids of all files after the commit that is looked at, by path. */
  const blobs = new Map<string, string>();
  for (const commit of textsWithMetadata.length > 0 ? commits.toReversed() : []) {
    const changed = new Set(commit.changes.flatMap(({ path, from = path }) => [from, path]));
    for (const path of changed) blobs.delete(path);
    for (const { kind, path, blob } of commit.changes) if (kind !== "D") blobs.set(path, blob);
    for (const text of textsWithMetadata) {
      const last = text.joinedSteps.at(-1);
      const step = text.steps.get(commit) ?? (last && changed.has(text.metadataPath) ? { ...last, commit } : undefined);
      if (!step) continue;
      text.metadataPath = posix.join(posix.dirname(step.path), text.name);
      text.joinedSteps.push({ ...step, metadataBlob: blobs.get(text.metadataPath) });
    }
  }
  return textSteps;
}
