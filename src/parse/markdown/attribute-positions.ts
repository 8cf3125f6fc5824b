/** Finds where the URLs of raw HTML are written: the sanitizer reports them without places. */
import type { Position } from "../../shared/document.js";
import type { TextLines } from "./env.js";

const urlAttribute = /\s(href|srcset|src)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+))/gi;

/**
 * Finds an attribute with this value in the source, each time the next one. The value alone is not enough: it may be a
 * single letter.
 */
export function attributePositions(env: TextLines): (attribute: string, value: string) => Position {
  const places = new Map<string, Position[]>();
  const key = (attribute: string, value: string) => `${attribute.toLowerCase()}=${value.trim().replace(/\s+/g, " ")}`;
  const text = env.lines.join("\n");
  let here: Position = { line: env.firstLine, column: 1 };
  let end = 0;
  for (const { 0: whole, 1: attribute = "", 2: double, 3: single, 4: bare, index } of text.matchAll(urlAttribute)) {
    const value = double ?? single ?? bare ?? "";
    const start = index + whole.length - value.length - (bare === undefined ? 1 : 0);
    here = positionAfter(here, text.slice(end, start));
    end = start;
    const id = key(attribute, value.replaceAll("&amp;", "&"));
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
