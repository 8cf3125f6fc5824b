/**
 * The versions of texts whose metadata is in a file beside them: a commit that changes that file makes a version as one that changes the text does.
 */
import { posix } from "node:path";
import type { KnownVersion } from "./history-store.js";
import type { LogCommit } from "./log.js";
import type { Trail, TrailStep } from "./moves.js";

/** A text after a commit that changed it, or its metadata. */
export interface TextStep {
  commit: LogCommit;
  path: string;
  blob: string;
  metadataBlob?: string | undefined;
  /** Whether its metadata is not in the commits that were read, nor known from before. */
  isUnknown?: boolean;
}

/** A file with metadata after a commit: without content if the commit removed it. */
interface MetadataState {
  commit: LogCommit;
  /** Greater for later commits. */
  order: number;
  blob: string | undefined;
}

const besideText = (path: string, name: string) => posix.join(posix.dirname(path), name);

/** The changes of the files that were beside texts at any time, oldest first, by path. Not where they moved to: a page reads what is beside its text. */
export function metadataStates(
  trails: readonly Trail[],
  names: ReadonlyMap<string, string>,
  former: ReadonlyMap<Trail, readonly KnownVersion[]>,
  commits: readonly LogCommit[],
): Map<string, MetadataState[]> {
  const states = new Map<string, MetadataState[]>();
  for (const trail of trails) {
    const name = names.get(trail.file);
    if (name === undefined) continue;
    for (const { path } of [...trail.steps, ...(former.get(trail)?.slice(-1) ?? [])])
      states.set(besideText(path, name), []);
  }
  if (states.size === 0) return states;
  for (const [order, commit] of commits.toReversed().entries()) {
    const set = (path: string, blob: string | undefined) => {
      const known = states.get(path);
      if (known?.at(-1)?.order === order) known.pop();
      known?.push({ commit, order, blob });
    };
    for (const { from } of commit.changes) if (from !== undefined) set(from, undefined);
    for (const { kind, path, blob } of commit.changes) set(path, kind === "D" ? undefined : blob);
  }
  return states;
}

/**
 * @param name of the file with the metadata.
 * @param last what was known before the oldest of the steps.
 * @param orders of commits, as those of the states.
 * @returns oldest first.
 */
export function stepsWithMetadata(
  { steps }: Trail,
  name: string,
  states: ReadonlyMap<string, readonly MetadataState[]>,
  last: KnownVersion | undefined,
  orders: ReadonlyMap<LogCommit, number>,
): TextStep[] {
  const found: TextStep[] = [];
  let { path, blob, metadataBlob }: Partial<KnownVersion> = last ?? {};
  const oldestFirst = steps.toReversed();
  const orderOf = (step: TrailStep | undefined, none: number) => (step && orders.get(step.commit)) ?? none;
  for (let index = -1; index < oldestFirst.length; index++) {
    const step = oldestFirst[index];
    const start = orderOf(step, -1);
    if (step) {
      const folder = path === undefined ? undefined : posix.dirname(path);
      const stated = states.get(besideText(step.path, name))?.findLast(({ order }) => order <= start);
      const isKnown = stated !== undefined || folder === posix.dirname(step.path);
      metadataBlob = stated ? stated.blob : isKnown ? metadataBlob : undefined;
      ({ path, blob } = step);
      found.push({ commit: step.commit, path, blob, metadataBlob, isUnknown: !isKnown });
    }
    if (path === undefined || blob === undefined) continue;
    const end = orderOf(oldestFirst[index + 1], Number.POSITIVE_INFINITY);
    for (const state of states.get(besideText(path, name)) ?? []) {
      if (state.order <= start || state.order >= end) continue;
      metadataBlob = state.blob;
      found.push({ commit: state.commit, path, blob, metadataBlob });
    }
  }
  return found;
}
