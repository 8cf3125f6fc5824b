/**
 * The formats of texts: the reader of each, and the renderers of tokens that only this format has. A format reads a text into the tokens of the
 * Markdown parser, so that all later rules (headings, links, mentions, raw HTML, code, formulas, footnotes, positions, search) apply to it as well.
 * `textFormats` (src/shared/text-format.ts) has the facts that other stages need, such as file extensions.
 */
import type { MarkdownIt } from "markdown-it";
import type { TextFormat } from "../../shared/text-format.js";
import type { RenderRules } from "./markdown/env.js";
import { mediawiki, wikiRules } from "./mediawiki/index.js";
import { rst, rstRules } from "./rst/index.js";

interface Format {
  /** Makes a parser read this format instead of Markdown. */
  read?(md: MarkdownIt): void;
  /** The renderers of tokens that only this format has. */
  rules: RenderRules;
}

export const formats: Readonly<Record<TextFormat, Format>> = {
  markdown: { rules: {} },
  mediawiki: { read: mediawiki, rules: wikiRules },
  rst: { read: rst, rules: rstRules },
};
