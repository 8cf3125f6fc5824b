/** Finds unresolved merge conflicts: both versions of some lines, between git's markers. */
import { codeFences } from "./fences.js";
import { linesOf } from "./lines.js";

export interface Conflict {
  /** From the first marker to the last, from 1. */
  line: number;
  end: number;
}

const markers = [/^<{7}(?: |$)/, /^={7}$/, /^>{7}(?: |$)/] as const;

/**
 * Finds only the three markers in this order: a line of equals signs alone underlines a heading.
 * @param hasFences fenced code may show markers, and is skipped.
 */
export function findConflicts(text: string, hasFences = false): Conflict[] {
  if (!text.includes("<<<<<<<")) return [];
  const found: Conflict[] = [];
  let next = 0;
  let start = 0;
  const isCode = hasFences ? codeFences() : () => false;
  for (const [index, line] of linesOf(text).entries()) {
    if (isCode(line)) continue;
    if (markers[0].test(line)) [next, start] = [1, index + 1];
    else if (next > 0 && markers[next]?.test(line)) next++;
    if (next < markers.length) continue;
    found.push({ line: start, end: index + 1 });
    next = 0;
  }
  return found;
}

/** Whether a line is the first marker, for a parser that failed on it. */
export const beginsConflict = (line: string) => markers[0].test(line);

export const conflictMessage = "an unresolved merge conflict";
export const conflictHelp = "Keep one of the two versions, and remove the three markers.";
