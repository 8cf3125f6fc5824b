/** Problems of files that several stages find, in words for people: unresolved merge conflicts, imports that cannot be resolved. */
import { linesOf } from "./lines.js";
import { codeFences } from "./text-format.js";

interface Conflict {
  /** From the first marker to the last, from 1. */
  line: number;
  end: number;
}

const markers = [/^<{7}(?: |$)/, /^={7}$/, /^>{7}(?: |$)/] as const;

/**
 * Finds conflicts by their three markers in order, because a line of equals signs alone may underline a heading.
 * @param hasFences whether the text may have fenced code, which is skipped because it may show markers.
 */
export function findConflicts(text: string, hasFences = false): Conflict[] {
  if (!text.includes("<<<<<<<")) return [];
  const conflicts: Conflict[] = [];
  let next = 0;
  let start = 0;
  const isCode = hasFences ? codeFences() : () => false;
  for (const [index, line] of linesOf(text).entries()) {
    if (isCode(line)) continue;
    if (markers[0].test(line)) [next, start] = [1, index + 1];
    else if (next > 0 && markers[next]?.test(line)) next++;
    if (next < markers.length) continue;
    conflicts.push({ line: start, end: index + 1 });
    next = 0;
  }
  return conflicts;
}

/** Whether a line is the first marker, for a parser that failed on it. */
export const beginsConflict = (line: string) => markers[0].test(line);

export const conflictMessage = "an unresolved merge conflict";
export const conflictHelp = "Keep one of the two versions, and remove the three markers.";

/** The problem of an import that cannot be resolved. @param text a message of the bundler. @returns undefined for any other message. */
export function missingImport(text: string): { message: string; help: string } | undefined {
  const [, name] = /^Could not resolve "(.*)"$/.exec(text) ?? [];
  if (name === undefined) return undefined;
  if (/^(?:\.{0,2}\/|\.{1,2}$)/.test(name))
    return {
      message: `there is no file ${name}`,
      help: "Correct its name, or its folder: it is relative to this file.",
    };
  const packageName = /^(?:@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? name;
  return { message: `the package ${packageName} is not installed`, help: `Install it: npm install ${packageName}` };
}
