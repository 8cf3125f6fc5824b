/** Random documents made of what the XSS vectors are made of, and what of them got past the sanitizer. */
import fc from "fast-check";
import { foreignMarkup } from "./allowed.js";
import { vectors } from "./hostile.js";
import { parseProposal, shownHtml } from "./parse.js";

/** Tags, attributes, quotes and texts of the vectors, to be put together again. */
const pieces = [...new Set(Object.values(vectors).flatMap((text) => text.split(/(?<=[>"'\s=])|(?=[<"'\s=])/)))].filter(
  Boolean,
);
const markdown =
  "\n|\n\n|> |- |1. |# |`|```\n|~~~html\n|**|_|[|](|)|![|\\|&|&#x3c;|$|$$\n|\\text{|}|[^1]|[^1]: |> [!NOTE]\n> || a |\n|---|\n|<!--|-->|<!--truncate-->\n\n|CIP-20|https://e.test/|%3Cimg%20|    ".split(
    "|",
  );

const piece = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...pieces) },
  { weight: 3, arbitrary: fc.constantFrom(...markdown.filter(Boolean)) },
  { weight: 2, arbitrary: fc.constantFrom(...Object.values(vectors)) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      "text",
      " onerror=alert(1) ",
      '" onload="alert(1)',
      "javascript:alert(1)",
      "\uFDD0",
      "\u0001",
    ),
  },
);
/** Texts of proposals. */
export const documents = fc.array(piece, { minLength: 1, maxLength: 40 }).map((parts) => parts.join(""));

export interface FuzzResult {
  documents: number;
  /** How many had elements of the author's. */
  withMarkup: number;
  /** What got past, by the document that did it. */
  lost: { body: string; found: string[] }[];
  /** The HTML of the first ones. */
  html: string[];
}

/** @param seed the same seed gives the same documents. */
export function fuzzMarkup(count: number, seed: number): FuzzResult {
  const result: FuzzResult = { documents: 0, withMarkup: 0, lost: [], html: [] };
  for (const body of fc.sample(documents, { numRuns: count, seed })) {
    const made = parseProposal(`---\ncip: 20\ntitle: T\n---\n${body}`);
    if (!made.document || !made.body) throw new Error(`nothing was made of ${JSON.stringify(body)}`);
    const html = shownHtml(made.body.html, made.document.links);
    const found = [html, shownHtml(made.document.preview, made.document.links)].flatMap(foreignMarkup);
    result.documents++;
    if (/<(?!\/?p>)[a-z]/.test(html)) result.withMarkup++;
    if (found.length > 0) result.lost.push({ body, found });
    if (result.html.length < 300) result.html.push(html);
  }
  return result;
}
