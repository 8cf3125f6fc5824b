/** Former texts of a proposal, from today's text and the lines that its pages of changes have. */

/** Lines of the newer text, and those that were in their place. */
export interface ShownChange {
  /** Index of the first one in the newer text. */
  line: number;
  old: string[];
  /** As far as the page shows them. */
  shown: string;
  count: number;
}

/**
 * @param changes of each step back, newest first.
 * @throws if they are not those of this text: a page may be of another build.
 */
export function formerText(text: string, changes: readonly (readonly ShownChange[])[]): string {
  let lines = text.split("\n");
  for (const step of changes) lines = stepBack(lines, step);
  return lines.join("\n");
}

/** The lines before a step. @throws if it does not lead to these. */
export function stepBack(lines: readonly string[], step: readonly ShownChange[]): string[] {
  const former: string[][] = [];
  let end = 0;
  for (const { line, old, shown, count } of step) {
    const own = lines.slice(line, line + count);
    const isSame = shown === "" || own.join("\n").startsWith(shown);
    const isThere = line >= end && own.length === count && isSame;
    if (!isThere) throw new Error("the text is not the one that this page was made from");
    former.push(lines.slice(end, line), old);
    end = line + count;
  }
  return [...former.flat(), ...lines.slice(end)];
}
