/** Finds where the URLs of raw HTML are written: the sanitizer reports them without places. */
import { decodeHTMLAttribute } from "entities";
import type { Position } from "../../shared/document.js";
import type { TextLines } from "./env.js";

/** Comments are matched whole, so that what they talk about is told apart. */
const commentOrAttribute = /(<!--[\s\S]*?-->)|\s(href|srcset|src)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+))/gi;

/**
 * Finds an attribute with this value in the source, outside comments, each time the next one. The value alone is not
 * enough: it may be a single letter.
 */
export function attributePositions(env: TextLines): (attribute: string, value: string) => Position {
  const places = new Map<string, Position[]>();
  const key = (attribute: string, value: string) => `${attribute.toLowerCase()}=${value.trim().replace(/\s+/g, " ")}`;
  const text = env.lines.join("\n");
  let here: Position = { line: env.firstLine, column: 1 };
  let end = 0;
  for (const match of text.matchAll(commentOrAttribute)) {
    const { 0: whole, 1: comment, 2: attribute = "", 3: double, 4: single, 5: bare, index } = match;
    if (comment !== undefined) continue;
    const value = double ?? single ?? bare ?? "";
    const start = index + whole.length - value.length - (bare === undefined ? 1 : 0);
    here = positionAfter(here, text.slice(end, start));
    end = start;
    const id = key(attribute, decodeHTMLAttribute(value));
    if (!places.get(id)?.push(here)) places.set(id, [here]);
  }
  for (const positions of places.values()) positions.reverse();
  return (attribute, value) => {
    const positions = places.get(key(attribute, value)) ?? [];
    return (positions.length > 1 ? positions.pop() : positions[0]) ?? { line: env.firstLine, column: 1 };
  };
}

/** The place after a text that begins at a place. */
export function positionAfter({ line, column }: Position, text: string): Position {
  const lines = text.split("\n");
  const last = (lines.at(-1) ?? "").length;
  return lines.length === 1 ? { line, column: column + last } : { line: line + lines.length - 1, column: last + 1 };
}
