/** What a merge leaves behind where nobody finished it: both versions of some lines, between markers that git writes. */

export interface Conflict {
  /** From the first marker to the last, from 1. */
  line: number;
  end: number;
}

const markers = [/^<{7}(?: |\r?$)/, /^={7}\r?$/, /^>{7}(?: |\r?$)/] as const;
const fence = /^ {0,3}(`{3,}|~{3,})/;

/**
 * Only the three markers in this order are meant: a line of equals signs alone underlines a heading.
 * @param hasFences fenced code is about markers and has none.
 */
export function findConflicts(text: string, hasFences = false): Conflict[] {
  if (!text.includes("<<<<<<<")) return [];
  const found: Conflict[] = [];
  let next = 0;
  let start = 0;
  let open = "";
  for (const [index, line] of text.split("\n").entries()) {
    const ticks = hasFences ? fence.exec(line)?.[1] : undefined;
    if (ticks && open === "") open = ticks;
    else if (ticks?.startsWith(open) && /^[\s`~]*$/.test(line)) open = "";
    if (open !== "") continue;
    if (markers[0].test(line)) [next, start] = [1, index + 1];
    else if (next > 0 && markers[next]?.test(line)) next++;
    if (next < markers.length) continue;
    found.push({ line: start, end: index + 1 });
    next = 0;
  }
  return found;
}

/** Whether a line is the first marker, for a parser that stumbled over it. */
export const beginsConflict = (line: string) => markers[0].test(line);

export const conflictMessage = "an unresolved merge conflict";
export const conflictHelp = "Keep one of the two versions, and remove the three markers.";
