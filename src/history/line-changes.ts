/**
 * What changed from one text to the next, line by line: what a page shows without scripts, and from which its script
 * makes the former text again. A shortest edit script is looked for only where it is cheap.
 */
import { diffArrays } from "diff";
import type { LineChange } from "../shared/history.js";

/** Above this number of lines that moved or were repeated, all lines between the first and the last change are one. */
const maxEdits = 400;

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
      last.old = last.old.concat(between, old);
      last.new = last.new.concat(between, own);
    } else changes.push({ line: start + atCome, old, new: own });
  };
  for (const [inGone, inCome] of equalLines(gone, come)) {
    add(inGone, inCome);
    [atGone, atCome] = [inGone + 1, inCome + 1];
  }
  add(gone.length, come.length);
  return changes;
}

/** @returns the places of the lines that stay, in order. A line that only one text has is no part of the search, whose time grows with the square of the edits. */
function equalLines(gone: readonly string[], come: readonly string[]): [inGone: number, inCome: number][] {
  const [ofGone, ofCome] = [new Set(gone), new Set(come)];
  const keep = (lines: readonly string[], other: ReadonlySet<string>) =>
    lines.flatMap((line, index) => (other.has(line) ? index : []));
  const [former, present] = [keep(gone, ofCome), keep(come, ofGone)];
  const parts = diffArrays(
    former.map((index) => gone[index]),
    present.map((index) => come[index]),
    { maxEditLength: maxEdits },
  );
  const equal: [number, number][] = [];
  let [atFormer, atPresent] = [0, 0];
  for (const { added, removed, count } of parts ?? []) {
    if (!added && !removed)
      for (let index = 0; index < count; index++)
        equal.push([former[atFormer + index] as number, present[atPresent + index] as number]);
    if (!added) atFormer += count;
    if (!removed) atPresent += count;
  }
  return equal;
}
