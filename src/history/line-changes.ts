/**
 * What changed from one text to the next, line by line: what a page shows without scripts, and from which its script
 * makes the former text again. A shortest edit script is looked for only where it is cheap.
 */
import { diffArrays } from "diff";
import type { LineChange } from "../shared/history.js";
import { countLineFeeds } from "../shared/lines.js";
import { addAll, isSameList } from "../shared/lists.js";

/** Above this number of lines that moved or were repeated, all lines between the first and the last change are one. */
const maxEdits = 400;

/** The same of two texts. Most of the thousands of versions of a register differ little from the next: what is equal is not divided into lines. */
export function textChanges(before: string, after: string): LineChange[] {
  const { start, gone, come } = differentPart(before, after);
  if (gone === come) return [];
  const first = countLineFeeds(after, start);
  const changes = lineChanges(gone.split("\n"), come.split("\n"));
  for (const change of changes) change.line += first;
  return changes;
}

/** @returns the lines between the common beginning and the common end of two texts, and where they start. */
export function differentPart(before: string, after: string): { start: number; gone: string; come: string } {
  let start = commonStart(before, after);
  if (start > 0) start = before.lastIndexOf("\n", start - 1) + 1;
  let rest = commonEnd(before, after, start);
  const end = before.indexOf("\n", before.length - rest);
  rest = end === -1 ? 0 : before.length - end;
  return { start, gone: before.slice(start, before.length - rest), come: after.slice(start, after.length - rest) };
}

/** Characters that are compared at once: one after the other takes five times as long. */
const block = 512;

/** @returns the number of characters. */
export function commonStart(before: string, after: string): number {
  const shorter = Math.min(before.length, after.length);
  let at = 0;
  while (at + block <= shorter && before.slice(at, at + block) === after.slice(at, at + block)) at += block;
  while (at < shorter && before.charCodeAt(at) === after.charCodeAt(at)) at++;
  return at;
}

/** @param start of the part of both that may be common. @returns the number of characters. */
export function commonEnd(before: string, after: string, start: number): number {
  const [old, own] = [before.length, after.length];
  const shorter = Math.min(old, own) - start;
  let count = 0;
  while (
    count + block <= shorter &&
    before.slice(old - count - block, old - count) === after.slice(own - count - block, own - count)
  )
    count += block;
  while (count < shorter && before.charCodeAt(old - 1 - count) === after.charCodeAt(own - 1 - count)) count++;
  return count;
}

export function lineChanges(before: readonly string[], after: readonly string[]): LineChange[] {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start++;
  let rest = 0;
  while (rest < shorter - start && before.at(-1 - rest) === after.at(-1 - rest)) rest++;
  const gone = before.slice(start, before.length - rest);
  const come = after.slice(start, after.length - rest);
  if (gone.length === 0 && come.length === 0) return [];
  const changes: LineChange[] = [];
  let [atGone, atCome] = [0, 0];
  const add = (untilGone: number, untilCome: number) => {
    if (untilGone === atGone && untilCome === atCome) return;
    const [old, own] = [gone.slice(atGone, untilGone), come.slice(atCome, untilCome)];
    const last = changes.at(-1);
    const between = last && come.slice(last.line - start + last.new.length, atCome);
    // Paragraphs side by side that changed are one change.
    if (last && between?.every((line) => line.trim() === "")) {
      for (const lines of [between, old]) addAll(last.old, lines);
      for (const lines of [between, own]) addAll(last.new, lines);
    } else changes.push({ line: start + atCome, old, new: own });
  };
  for (const [inGone, inCome] of equalLines(gone, come)) {
    add(inGone, inCome);
    [atGone, atCome] = [inGone + 1, inCome + 1];
  }
  add(gone.length, come.length);
  return changes;
}

/** @returns the places of the lines that stay, in order. A line that only one text has is not part of the search, whose time grows with the square of the edits. */
function equalLines(gone: readonly string[], come: readonly string[]): [inGone: number, inCome: number][] {
  // A line in the place of another.
  if (gone.length === 0 || come.length === 0 || (gone.length === 1 && come.length === 1)) return [];
  const [former, present] = [placesIn(gone, new Set(come)), placesIn(come, new Set(gone))];
  const [old, own] = [former.map((index) => gone[index]), present.map((index) => come[index])];
  const pair = (inFormer: number, inPresent: number): [number, number] => [
    former[inFormer] as number,
    present[inPresent] as number,
  ];
  // Nothing was moved or repeated.
  if (isSameList(old, own)) return old.map((_, index) => pair(index, index));
  const equal: [number, number][] = [];
  let [atFormer, atPresent] = [0, 0];
  for (const { added, removed, count } of diffArrays(old, own, { maxEditLength: maxEdits }) ?? []) {
    if (!added && !removed)
      for (let index = 0; index < count; index++) equal.push(pair(atFormer + index, atPresent + index));
    if (!added) atFormer += count;
    if (!removed) atPresent += count;
  }
  return equal;
}

function placesIn(lines: readonly string[], others: ReadonlySet<string>): number[] {
  const places: number[] = [];
  for (const [index, line] of lines.entries()) if (others.has(line)) places.push(index);
  return places;
}
