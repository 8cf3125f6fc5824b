/** The lines of a text as YAML and Markdown have them: LF, CR LF and CR alone end a line. */

const lineEnd = /\r\n?|\n/;

export function linesOf(text: string): string[] {
  return text.split(text.includes("\r") ? lineEnd : "\n");
}

/** Number of line feeds, before `end` if it is given. */
export function countLineFeeds(text: string, end = text.length): number {
  let count = 0;
  for (let index = text.indexOf("\n"); index !== -1 && index < end; index = text.indexOf("\n", index + 1)) count++;
  return count;
}

/** The text with one kind of line end. */
export const withLineFeeds = (text: string) => (text.includes("\r") ? text.replace(/\r\n?/g, "\n") : text);

/** Line and column of an offset, from 1. */
export function positionAt(text: string, offset: number): { line: number; column: number } {
  // Between CR and LF the line has not ended yet.
  const isWithinEnd = text[offset - 1] === "\r" && text[offset] === "\n";
  const lines = linesOf(text.slice(0, isWithinEnd ? offset - 1 : offset));
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 + (isWithinEnd ? 1 : 0) };
}
