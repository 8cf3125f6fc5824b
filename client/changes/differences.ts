/** Compares two versions of a text: block by block, and word by word only in blocks that differ. */
import { diffArrays } from "diff";
import { largestOf } from "../../src/shared/lists.js";
import { overlap } from "../../src/shared/text.js";
import { type Block, cellEnd, type Word } from "./blocks.js";

/** Consecutive items that are equal, new or removed. */
export interface DiffPart<T> {
  kind: "same" | "new" | "old";
  items: readonly T[];
}

/** A block of one version, or a pair of blocks whose words are compared. */
export interface BlockDifference {
  kind: "same" | "new" | "old" | "changed";
  /** The block of the newer text, or for "old" that of the older one. */
  block: Block;
  words: DiffPart<Word>[];
}

/** Maximum number of edits between two lists. Beyond it, all items are old or new, because finding the edits would take long. */
const maxEdits = 1500;
/** Blocks with less similarity than this are not paired as changed. */
const minSimilarity = 0.4;
/** Maximum number of pairs that are compared in one place. Beyond it, all blocks there are old or new. */
const maxPairs = 5000;

export function differences(before: readonly Block[], after: readonly Block[]): BlockDifference[] {
  const blockDifferences: BlockDifference[] = [];
  const add = (kind: "same" | "new" | "old", block: Block) =>
    blockDifferences.push({ kind, block, words: [{ kind, items: block.words }] });
  let old: Block[] = [];
  let added: Block[] = [];
  const addChanged = () => {
    for (const [former, block] of pair(old, added)) {
      if (former && block) blockDifferences.push({ kind: "changed", block, words: diff(former.words, block.words) });
      else if (former) add("old", former);
      else if (block) add("new", block);
    }
    old = [];
    added = [];
  };
  for (const { kind, items } of diff(before, after)) {
    if (kind === "same") addChanged();
    for (const block of items) {
      if (kind === "same") add("same", block);
      else (kind === "old" ? old : added).push(block);
    }
  }
  addChanged();
  return blockDifferences;
}

/** @returns runs of items; equal items are those of the newer list. */
function diff<T extends { key: string }>(old: readonly T[], newer: readonly T[]): DiffPart<T>[] {
  const keys = (items: readonly T[]) => items.map(({ key }) => key);
  const changes = diffArrays(keys(old), keys(newer), { maxEditLength: maxEdits });
  if (!changes) {
    return [
      { kind: "old", items: old },
      { kind: "new", items: newer },
    ];
  }
  let [inOld, inNew] = [0, 0];
  return changes.map(({ added, removed, value: { length } }): DiffPart<T> => {
    const changedKind = added ? "new" : "old";
    const kind = added || removed ? changedKind : "same";
    const items = kind === "old" ? old.slice(inOld, inOld + length) : newer.slice(inNew, inNew + length);
    if (kind !== "new") inOld += length;
    if (kind !== "old") inNew += length;
    return { kind, items };
  });
}

/**
 * Pairs changed blocks, in order: each new one takes the most similar of the remaining old ones. Blocks without a partner
 * come before the next pair, old before new.
 */
function pair(old: readonly Block[], newer: readonly Block[]): [Block | undefined, Block | undefined][] {
  const pairs: [Block | undefined, Block | undefined][] = [];
  const isSmall = old.length * newer.length <= maxPairs;
  let [inOld, inNew] = [0, 0];
  const addAlone = (untilOld: number, untilNew: number) => {
    while (inOld < untilOld) pairs.push([old[inOld++], undefined]);
    while (inNew < untilNew) pairs.push([undefined, newer[inNew++]]);
  };
  for (const [index, block] of newer.entries()) {
    const values = isSmall ? old.slice(inOld).map((former) => similarity(former, block)) : [];
    const most = largestOf(values, minSimilarity);
    const best = values.indexOf(most);
    if (best === -1) continue;
    addAlone(inOld + best, index);
    pairs.push([old[inOld++], newer[inNew++]]);
  }
  addAlone(old.length, newer.length);
  return pairs;
}

const similarity = (a: Block, b: Block) => (a.kind === b.kind ? overlap(wordKeys(a), wordKeys(b)) : 0);

const wordKeys = ({ words }: Block) => words.flatMap(({ key, text }) => (key === " " || text === cellEnd ? [] : [key]));
