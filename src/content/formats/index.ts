/**
 * The formats of texts, in one list: how each is read, and what renders the tokens that only it has. A format reads a text into the tokens of the
 * Markdown parser, so that all later rules (headings, links, mentions, raw HTML, code, formulas, footnotes, places, search) apply to it as well.
 * What the other stages know of it, its extensions for one, is in `textFormats` (src/shared/text-format.ts).
 */
import type { MarkdownIt } from "markdown-it";
import type { TextFormat } from "../../shared/text-format.js";
import type { RenderRules } from "./markdown/env.js";
import { mediawiki, wikiRules } from "./mediawiki/index.js";
import { rst, rstRules } from "./rst/index.js";

interface Format {
  /** Makes a parser read this format instead of Markdown. */
  read?(md: MarkdownIt): void;
  /** The renderers of its own tokens. */
  rules: RenderRules;
}

export const formats: Readonly<Record<TextFormat, Format>> = {
  markdown: { rules: {} },
  mediawiki: { read: mediawiki, rules: wikiRules },
  rst: { read: rst, rules: rstRules },
};
