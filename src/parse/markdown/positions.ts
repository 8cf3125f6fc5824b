/** Positions in a text whose lines end with LF. */
import type { Position } from "../../shared/document.js";

/** The place after a text that begins at a place. */
export function positionAfter({ line, column }: Position, text: string): Position {
  const lines = text.split("\n");
  const last = (lines.at(-1) ?? "").length;
  return lines.length === 1 ? { line, column: column + last } : { line: line + lines.length - 1, column: last + 1 };
}
