/** The lines of a text, and of the blocks in it. */

/** A line without the indentation of the block around it. */
export interface Line {
  text: string;
  /** Its number in the text, from 0. */
  number: number;
}

export const isBlank = (line: Line | undefined) => line === undefined || line.text.trim() === "";

export const indentOf = ({ text }: Line) => text.length - text.trimStart().length;

/** @returns the number of the first line, for positions. */
export const firstNumber = (lines: readonly Line[]) => lines[0]?.number ?? 0;

/** @returns the lines as one text. */
export const sourceOf = (lines: readonly Line[]) => lines.map(({ text }) => text).join("\n");

/** @returns the lines as one text, without white space around each line. */
export const trimmedSource = (lines: readonly Line[]) => lines.map(({ text }) => text.trim()).join("\n");

/** @returns the lines with changed texts. */
export const mapTexts = (lines: readonly Line[], change: (text: string) => string): Line[] =>
  lines.map(({ text, number }) => ({ text: change(text), number }));

/** @returns the index of the next line that is not empty. */
export function skipBlank(lines: readonly Line[], index: number): number {
  let next = index;
  while (next < lines.length && isBlank(lines[next])) next++;
  return next;
}

/** Removes the indentation that all lines have in common. */
export function withoutIndent(lines: readonly Line[]): Line[] {
  let indent = Number.POSITIVE_INFINITY;
  for (const line of lines) if (!isBlank(line)) indent = Math.min(indent, indentOf(line));
  return mapTexts(lines, (text) => text.slice(indent));
}

/** Removes common indentation, and empty lines at the beginning and the end. */
export function dedented(lines: readonly Line[]): Line[] {
  let [start, end] = [0, lines.length];
  while (start < end && isBlank(lines[start])) start++;
  while (end > start && isBlank(lines[end - 1])) end--;
  return withoutIndent(lines.slice(start, end));
}

/**
 * Reads the lines of a block that begins with a mark: the first line after the mark, and the indented lines below it without their indentation.
 * @param length of the mark. @param isFixed whether the mark sets the indentation of the other lines; otherwise it is their common indentation.
 * @param endsAtBlank whether the block ends at the first empty line.
 * @returns the lines, and the index of the first line after them.
 */
export function blockLines(
  lines: readonly Line[],
  index: number,
  length: number,
  isFixed = false,
  endsAtBlank = false,
): { inner: Line[]; end: number } {
  const minimumIndent = isFixed ? length : 1;
  let end = index + 1;
  const belongs = (line: Line) => (isBlank(line) ? !endsAtBlank : indentOf(line) >= minimumIndent);
  while (end < lines.length && belongs(lines[end] as Line)) end++;
  while (end > index + 1 && isBlank(lines[end - 1])) end--;
  const furtherLines = lines.slice(index + 1, end);
  const inner = isFixed ? mapTexts(furtherLines, (text) => text.slice(length)) : withoutIndent(furtherLines);
  return { inner: [...mapTexts(lines.slice(index, index + 1), (text) => text.slice(length)), ...inner], end };
}

/** The mark of a field, `:name:`, with the spaces after it. */
export const fieldMark = /^:(?![: ])((?:[^:\\\n]|\\.|:(?!(?:[ `]|$)))*):(?<! :)(?: +|$)/;
