/** Compares two texts line by line. A shortest edit script is searched only where that is cheap. */
import { diffArrays } from "diff";
import { isSameList } from "../../shared/lists.js";
import type { Step } from "../../shared/version-data.js";

/** Whole lines of a newer text that replace lines of an older one. Either may be empty. */
interface TextChange {
  /** Offset of the added lines in the newer text. */
  start: number;
  old: string;
  added: string;
}

/** If more lines than this moved or are repeated, all lines between the first and the last change count as one change. */
const maxEdits = 400;

/** Finds the changed lines. Only the differing part is divided into lines, because most versions of a text differ little from the next. */
export function textChanges(before: string, after: string): TextChange[] {
  const different = differentPart(before, after);
  const [removed, added] = [linesIn(different.removed), linesIn(different.added)];
  const changes: TextChange[] = [];
  let [inRemoved, inAdded, start] = [0, 0, different.start];
  for (const [nextRemoved, nextAdded] of [...equalLines(removed, added), [removed.length, added.length]] as const) {
    const change = {
      start,
      old: removed.slice(inRemoved, nextRemoved).join(""),
      added: added.slice(inAdded, nextAdded).join(""),
    };
    if (change.old !== change.added) changes.push(change);
    start += change.added.length + (added[nextAdded]?.length ?? 0);
    [inRemoved, inAdded] = [nextRemoved + 1, nextAdded + 1];
  }
  return changes;
}

/** The lines of a text, each with its line feed. */
const linesIn = (text: string) => text.match(/[^\n]*\n|[^\n]+/g) ?? [];

/** @returns the lines between the common beginning and the common end of two texts, and where they start. */
export function differentPart(before: string, after: string): { start: number; removed: string; added: string } {
  let start = commonStart(before, after);
  if (start > 0) start = before.lastIndexOf("\n", start - 1) + 1;
  let remaining = commonEnd(before, after, start);
  const end = before.indexOf("\n", before.length - remaining);
  remaining = end === -1 ? 0 : before.length - end - 1;
  return {
    start,
    removed: before.slice(start, before.length - remaining),
    added: after.slice(start, after.length - remaining),
  };
}

/** Number of characters that are compared at once: to compare one after the other takes five times as long. */
const block = 512;

/** @returns the number of characters that two texts have in common at the beginning. */
function commonStart(before: string, after: string): number {
  const shorter = Math.min(before.length, after.length);
  let index = 0;
  while (index + block <= shorter && before.slice(index, index + block) === after.slice(index, index + block))
    index += block;
  while (index < shorter && before.charCodeAt(index) === after.charCodeAt(index)) index++;
  return index;
}

/** @param start offset after which the common end may begin. @returns the number of characters that two texts have in common at the end. */
function commonEnd(before: string, after: string, start: number): number {
  const [oldEnd, newEnd] = [before.length, after.length];
  const shorter = Math.min(oldEnd, newEnd) - start;
  let count = 0;
  while (
    count + block <= shorter &&
    before.slice(oldEnd - count - block, oldEnd - count) === after.slice(newEnd - count - block, newEnd - count)
  )
    count += block;
  while (count < shorter && before.charCodeAt(oldEnd - 1 - count) === after.charCodeAt(newEnd - 1 - count)) count++;
  return count;
}

/** @returns the indexes of the lines that stay, in order. Lines that only one text has are left out of the search, whose time grows with the square of the edits. */
function equalLines(removed: readonly string[], added: readonly string[]): [inRemoved: number, inAdded: number][] {
  // Nothing can stay if one line replaces another.
  if (removed.length === 0 || added.length === 0 || (removed.length === 1 && added.length === 1)) return [];
  const [former, present] = [placesIn(removed, new Set(added)), placesIn(added, new Set(removed))];
  const [old, newLines] = [former.map((index) => removed[index]), present.map((index) => added[index])];
  const pair = (inFormer: number, inPresent: number): [number, number] => [
    former[inFormer] as number,
    present[inPresent] as number,
  ];
  // Nothing was moved or repeated.
  if (isSameList(old, newLines)) return old.map((_, index) => pair(index, index));
  const equal: [number, number][] = [];
  let [atFormer, atPresent] = [0, 0];
  for (const { added, removed, count } of diffArrays(old, newLines, { maxEditLength: maxEdits }) ?? []) {
    if (!added && !removed)
      for (let index = 0; index < count; index++) equal.push(pair(atFormer + index, atPresent + index));
    if (!added) atFormer += count;
    if (!removed) atPresent += count;
  }
  return equal;
}

function placesIn(lines: readonly string[], linesOfOther: ReadonlySet<string>): number[] {
  const places: number[] = [];
  for (const [index, line] of lines.entries()) if (linesOfOther.has(line)) places.push(index);
  return places;
}

/** Turns changes into the edits that restore the older text. Of a line in which a word changed, the edit has that word alone. */
export function stepsBack(changes: readonly TextChange[]): Step[] {
  return changes.map(({ start, old, added }): Step => {
    const first = commonStart(old, added);
    const remaining = commonEnd(old, added, first);
    const count = added.length - remaining - first;
    const removed = old.slice(first, old.length - remaining);
    return removed === "" ? [start + first, count] : [start + first, count, removed];
  });
}

/** Counts added and removed words. A word that moved within a changed passage counts as neither. */
export function countWords(changes: readonly TextChange[]): { added: number; removed: number } {
  const counts = { added: 0, removed: 0 };
  for (const { old, added } of changes) {
    const words = new Map<string, number>();
    const [former, present] = differentWords(old, added);
    counts.removed += former.length;
    if (former.length === 0) counts.added += present.length;
    if (former.length === 0 || present.length === 0) continue;
    for (const word of former) words.set(word, (words.get(word) ?? 0) + 1);
    for (const word of present) {
      const remaining = words.get(word) ?? 0;
      words.set(word, remaining - 1);
      if (remaining > 0) counts.removed--;
      else counts.added++;
    }
  }
  return counts;
}

/** The words between those that two texts begin and end with: a long line is often a paragraph in which a word changed. */
function differentWords(old: string, added: string): [former: string[], present: string[]] {
  let start = commonStart(old, added);
  while (start > 0 && !isSpace(old.charCodeAt(start - 1))) start--;
  let remaining = commonEnd(old, added, start);
  while (remaining > 0 && !isSpace(old.charCodeAt(old.length - remaining))) remaining--;
  return [wordsIn(old.slice(start, old.length - remaining)), wordsIn(added.slice(start, added.length - remaining))];
}

const isSpace = (code: number) => code === 32 || code === 10;

/** Matches a word; in scripts without spaces each character is one. */
const word =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[^\s\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]+/gu;

/** Matches the first character of these scripts, and many others. */
const highCharacter = /[\u2e80-\uffff]/;

const wordsIn = (text: string) => text.match(highCharacter.test(text) ? word : /\S+/g) ?? [];
