/** Finds where the URLs of references are written: `[label]: url`. */
import type { Token } from "markdown-it";
import type { Position } from "../../shared/document.js";
import { metaOf, type TextLines } from "./env.js";
import { positionAfter } from "./positions.js";

/** What a definition has before its URL, also in a list or a quotation, and with the URL in the next line. */
const beforeUrl = /^[^[]*\[(?:\\[\s\S]|[^\\\]])*\]:[ \t]*(?:\n[ \t>]*)?<?/;

/** The places of the URLs by the label of their reference. Of several definitions the first counts. */
export function definedUrls(tokens: readonly Token[], { lines, firstLine }: TextLines): Map<string, Position> {
  const found = new Map<string, Position>();
  for (const token of tokens) {
    if (token.type !== "reference_definition" || !token.map) continue;
    const { label } = metaOf<{ label: string }>(token);
    const [start, end] = token.map;
    const before = beforeUrl.exec(lines.slice(start, end).join("\n"))?.[0];
    if (before === undefined || found.has(label)) continue;
    found.set(label, positionAfter({ line: firstLine + start, column: 1 }, before));
  }
  return found;
}
