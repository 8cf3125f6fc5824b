/**
 * The differences between two versions of a text: section by section, then block by block, and word by word only in
 * blocks that differ. Equal sections are not compared.
 */
import { diffArrays } from "diff";
import { overlap } from "../../src/shared/text.js";
import { type Block, cellEnd, type Word } from "./blocks.js";

/** A run of equal, new or removed items. */
export interface DiffPart<T> {
  kind: "same" | "new" | "old";
  items: T[];
}

/** A block of either version, or of both with its words compared. */
export interface BlockDifference {
  kind: "same" | "new" | "old" | "changed";
  /** Of today's text, where it has it. */
  block: Block;
  words?: DiffPart<Word>[];
}

export interface SectionDifference {
  state: "same" | "changed" | "new" | "old";
  /** Of today's text, or of the former one; empty for the part before the first heading. */
  heading: string;
  /** Empty for an unchanged section. */
  blocks: BlockDifference[];
}

interface Section {
  heading: string;
  blocks: Block[];
}

/** Above this number of differences, the shortest edit script is not searched for. */
const maxEdits = 1500;
/** Blocks with less similarity than this are not paired as changed. */
const leastAlike = 0.4;
/** Maximum number of pairs that are compared in one place; beyond it blocks count as old or new. */
const maxPairs = 2500;

export function differences(before: readonly Block[], after: readonly Block[]): SectionDifference[] {
  const [old, now] = [sectionsOf(before), sectionsOf(after)];
  const parts = diff(old, now, ({ heading }) => heading);
  const found: SectionDifference[] = [];
  // The n-th section of an equal run is the n-th of both versions.
  let [atOld, atNow] = [0, 0];
  for (const hunk of hunksOf(parts)) {
    for (let index = 0; index < hunk.same; index++) found.push(compare(old[atOld++], now[atNow++]));
    const gone = old.slice(atOld, atOld + hunk.old.length);
    const come = now.slice(atNow, atNow + hunk.new.length);
    for (const [one, other] of pair(gone, come, sectionLikeness)) found.push(compare(one, other));
    atOld += gone.length;
    atNow += come.length;
  }
  return found;
}

function sectionsOf(blocks: readonly Block[]): Section[] {
  const sections: Section[] = [{ heading: "", blocks: [] }];
  for (const block of blocks) {
    if (block.kind === "heading") sections.push({ heading: textOf(block.words), blocks: [block] });
    else sections.at(-1)?.blocks.push(block);
  }
  return sections;
}

const textOf = (words: readonly Word[]) =>
  words
    .map(({ text }) => text)
    .join("")
    .trim();

function compare(old: Section | undefined, now: Section | undefined): SectionDifference {
  const { heading = "" } = now ?? old ?? {};
  if (!old || !now) {
    const kind = old ? "old" : "new";
    return { state: kind, heading, blocks: (old ?? now)?.blocks.map((block) => ({ kind, block })) ?? [] };
  }
  if (saysTheSame(old.blocks, now.blocks)) return { state: "same", heading, blocks: [] };
  return { state: "changed", heading, blocks: blockDifferences(old.blocks, now.blocks) };
}

function saysTheSame(old: readonly Block[], now: readonly Block[]): boolean {
  return (
    old.length === now.length &&
    old.every((block, index) => block.written === now[index]?.written || block.key === now[index]?.key)
  );
}

function blockDifferences(old: readonly Block[], now: readonly Block[]): BlockDifference[] {
  const found: BlockDifference[] = [];
  let [atOld, atNow] = [0, 0];
  for (const hunk of hunksOf(diff(old, now, ({ key }) => key))) {
    for (const block of now.slice(atNow, atNow + hunk.same)) found.push({ kind: "same", block });
    atOld += hunk.same;
    atNow += hunk.same;
    const gone = old.slice(atOld, atOld + hunk.old.length);
    const come = now.slice(atNow, atNow + hunk.new.length);
    for (const [one, other] of pair(gone, come, blockLikeness)) {
      if (one && other)
        found.push({ kind: "changed", block: other, words: diff(one.words, other.words, ({ key }) => key) });
      else if (one) found.push({ kind: "old", block: one });
      else if (other) found.push({ kind: "new", block: other });
    }
    atOld += gone.length;
    atNow += come.length;
  }
  return found;
}

/** Equal items of a run are those of the later list. */
function diff<T>(old: readonly T[], now: readonly T[], keyOf: (item: T) => string): DiffPart<T>[] {
  const changes = diffArrays(old.map(keyOf), now.map(keyOf), { maxEditLength: maxEdits });
  if (!changes) {
    return [
      { kind: "old", items: [...old] },
      { kind: "new", items: [...now] },
    ];
  }
  let [atOld, atNow] = [0, 0];
  return changes.map(({ added, removed, value: { length } }): DiffPart<T> => {
    const kind = added ? "new" : removed ? "old" : "same";
    const items = kind === "old" ? old.slice(atOld, atOld + length) : now.slice(atNow, atNow + length);
    if (kind !== "new") atOld += length;
    if (kind !== "old") atNow += length;
    return { kind, items };
  });
}

/** A number of equal items, followed by the old and the new items in one place. */
interface Hunk<T> {
  same: number;
  old: T[];
  new: T[];
}

function hunksOf<T>(parts: readonly DiffPart<T>[]): Hunk<T>[] {
  const hunks: Hunk<T>[] = [];
  for (const { kind, items } of parts) {
    const last = hunks.at(-1);
    if (kind === "same" || !last) hunks.push({ same: kind === "same" ? items.length : 0, old: [], new: [] });
    if (kind === "same") continue;
    const open = hunks.at(-1);
    if (open) open[kind] = open[kind].concat(items);
  }
  return hunks;
}

/**
 * Pairs changed items, in order: each new one takes the most similar of the remaining old ones. Items without a partner
 * come before the next pair, old before new.
 */
function pair<T>(old: T[], now: T[], likeness: (one: T, other: T) => number): [T | undefined, T | undefined][] {
  const pairs: [T | undefined, T | undefined][] = [];
  const isSmall = old.length * now.length <= maxPairs;
  let [atOld, atNow] = [0, 0];
  const flush = (untilOld: number, untilNow: number) => {
    for (; atOld < untilOld; atOld++) pairs.push([old[atOld], undefined]);
    for (; atNow < untilNow; atNow++) pairs.push([undefined, now[atNow]]);
  };
  for (const [indexNow, other] of now.entries()) {
    let best = -1;
    let most = leastAlike;
    for (let index = atOld; isSmall && index < old.length; index++) {
      const value = likeness(old[index] as T, other);
      if (value > most || (best === -1 && value === most)) [best, most] = [index, value];
    }
    if (best === -1) continue;
    flush(best, indexNow);
    pairs.push([old[atOld++], now[atNow++]]);
  }
  flush(old.length, now.length);
  return pairs;
}

function sectionLikeness(one: Section, other: Section): number {
  const keys = ({ blocks }: Section) => blocks.slice(1).map(({ key }) => key);
  return overlap(keys(one), keys(other));
}

function blockLikeness(one: Block, other: Block): number {
  return one.kind === other.kind ? overlap(wordKeys(one), wordKeys(other)) : 0;
}

const knownKeys = new WeakMap<Block, string[]>();

/** A block is compared with many others. */
function wordKeys(block: Block): string[] {
  const known =
    knownKeys.get(block) ?? block.words.flatMap(({ key, text }) => (key === " " || text === cellEnd ? [] : [key]));
  knownKeys.set(block, known);
  return known;
}
