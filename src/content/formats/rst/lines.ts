/** The lines of a text, and of the blocks in it. */

/** A line without the indentation of the block that it is in. */
export interface Line {
  text: string;
  /** Its number in the text, from 0. */
  at: number;
}

export const isBlank = (line: Line | undefined) => line === undefined || line.text.trim() === "";

export const indentOf = ({ text }: Line) => text.length - text.trimStart().length;

/** The index of the next line that is not empty. */
export function skipBlank(lines: readonly Line[], index: number): number {
  let next = index;
  while (next < lines.length && isBlank(lines[next])) next++;
  return next;
}

/** Lines without the indentation that all have in common. */
export function withoutIndent(lines: readonly Line[]): Line[] {
  let indent = Number.POSITIVE_INFINITY;
  for (const line of lines) if (!isBlank(line)) indent = Math.min(indent, indentOf(line));
  return shifted(lines, indent);
}

export const shifted = (lines: readonly Line[], indent: number): Line[] =>
  lines.map(({ text, at: index }) => ({ text: text.slice(indent), at: index }));

/** The same without empty lines around them. */
export function dedented(lines: readonly Line[]): Line[] {
  let [start, end] = [0, lines.length];
  while (start < end && isBlank(lines[start])) start++;
  while (end > start && isBlank(lines[end - 1])) end--;
  return withoutIndent(lines.slice(start, end));
}

/** `:name:`, with what it names behind it. */
export const fieldMark = /^:(?![: ])((?:[^:\\\n]|\\.|:(?!(?:[ `]|$)))*):(?<! :)(?: +|$)/;
