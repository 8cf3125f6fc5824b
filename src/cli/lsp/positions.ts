/** Converts positions: the program counts from 1, the protocol from 0, both in UTF-16 units. A client may send any number. */
import { fileURLToPath, pathToFileURL } from "node:url";
import type { Position as LspPosition, Range } from "vscode-languageserver";
import type { Diagnostic } from "../../shared/diagnostic.js";
import type { Position } from "../../shared/document.js";

/** Absolute path of a `file:` address; undefined for any other address. */
export function pathOf(uri: string): string | undefined {
  try {
    return uri.startsWith("file:") ? fileURLToPath(uri) : undefined;
  } catch {
    return undefined;
  }
}

export const uriOf = (path: string): string => pathToFileURL(path).href;

/** A range within one line. */
export function rangeAt({ line, column }: Position, length: number): Range {
  const start = { line: line - 1, character: column - 1 };
  return { start, end: { line: line - 1, character: column - 1 + length } };
}

/** A client's position in a text; the nearest one, if the text does not have it. */
export function positionIn(lines: readonly string[], { line, character }: LspPosition): Position {
  const index = Math.min(Math.max(0, Math.trunc(line) || 0), Math.max(0, lines.length - 1));
  const column = line > index ? Number.POSITIVE_INFINITY : Math.max(0, Math.trunc(character) || 0);
  return { line: index + 1, column: Math.min(column, lines[index]?.length ?? 0) + 1 };
}

/** The range to underline for a problem: its length, or else the word or the line that begins at its position. */
export function rangeOf({ line, column, length }: Diagnostic, lines: readonly string[]): Range {
  if (line === undefined) return rangeAt({ line: 1, column: 1 }, lines[0]?.length ?? 0);
  const text = lines[line - 1] ?? "";
  if (column === undefined) return rangeAt({ line, column: 1 }, text.length);
  const remainder = text.slice(column - 1);
  const word = /^(?:[\w@#./:-]+|\S)/.exec(remainder)?.[0].length ?? 0;
  return rangeAt({ line, column }, Math.min(length ?? word, remainder.length));
}

/** Whether a position is in a range of one line, or at its end: the cursor is often after a word. */
export function isAt(range: Range, { line, column }: Position): boolean {
  return range.start.line === line - 1 && range.start.character < column && column - 1 <= range.end.character;
}
