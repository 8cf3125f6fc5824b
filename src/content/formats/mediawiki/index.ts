/**
 * Reads MediaWiki texts into the tokens of the Markdown parser: the part of the language that proposals use
 * (https://www.mediawiki.org/wiki/Markup_spec). Templates belong to a wiki and are shown as source.
 */
import type { MarkdownIt, StateCore } from "markdown-it";
import { getOrAdd } from "../../../shared/lazy.js";
import { truncateText } from "../../../shared/text.js";
import { envOf, forEachInline, type MarkdownEnv, type RenderRules, report } from "../markdown/env.js";
import { readBlocks } from "./blocks.js";
import { readInline, type WikiContext } from "./inline.js";
import { Notes, placeNotes, tokenMaker } from "./notes.js";
import { readSource } from "./source.js";

/** Makes a parser with our rules read MediaWiki instead of Markdown. */
export function mediawiki(md: MarkdownIt): void {
  const make = tokenMaker(md);
  const contexts = new WeakMap<object, WikiContext>();
  const contextOf = (env: object): WikiContext =>
    getOrAdd(contexts, env, () => ({ md, env: env as MarkdownEnv, make, pieces: [], notes: new Notes(make) }));
  md.block.parse = (text, _md, env, tokens) => {
    const context = contextOf(env);
    for (const token of readBlocks(readSource(text, context.pieces), context)) tokens.push(token);
  };
  md.inline.parse = (text, _md, env, tokens) => {
    for (const token of readInline(text, contextOf(env))) tokens.push(token);
  };
  md.core.ruler.after("inline", "wiki_notes", (state) => {
    const context = contextOf(state.env);
    placeNotes(state, context.notes, (text, line, depth) => {
      const plain = text.replace(/^[ \t]+/gm, "");
      const tokens = readBlocks(readSource(plain, context.pieces, line, depth), context);
      for (const token of tokens) if (token.type === "inline") token.children = readInline(token.content, context);
      return tokens;
    });
  });
  md.core.ruler.after("wiki_notes", "wiki_figures", markFigures);
  md.core.ruler.after("wiki_notes", "wiki_templates", reportTemplates);
}

/** The renderers of tokens that Markdown does not have. */
export const wikiRules: RenderRules = {
  preformatted_open(_tokens, _index, _env, out) {
    out.open("figure", [' class="code"']);
    out.open("pre", [' tabindex="0"']);
    out.open("code", [' class="hljs"']);
  },
  preformatted_close: (_tokens, _index, _env, out) => out.html("\n</code></pre></figure>\n"),
};

/** Makes a paragraph that is only a framed picture a figure. */
function markFigures({ tokens }: StateCore): void {
  for (const [index, token] of tokens.entries()) {
    const children = token.children ?? [];
    const [open, close] = [tokens[index - 1], tokens[index + 1]];
    const isAlone = children[0]?.type === "image" && children.at(-1)?.type === "caption_close";
    if (!isAlone || children.filter(({ type }) => type === "caption_open").length !== 1) continue;
    if (open?.type !== "paragraph_open" || open.hidden || !close) continue;
    for (const edge of [open, close]) edge.tag = "figure";
    for (const child of children) if (child.type.startsWith("caption_")) child.tag = "figcaption";
  }
}

function reportTemplates(state: StateCore): void {
  const env = envOf(state.env);
  forEachInline(state.tokens, env, (inline, _, finder) => {
    for (const { meta, content } of inline.children ?? []) {
      if (!(meta as { isTemplate?: boolean } | null)?.isTemplate) continue;
      const position = finder.find(content.split("\n")[0] ?? content);
      const message = `the template ${truncateText(content, 40)} is not known here`;
      report(env, "wiki-template", message, position, { help: "It is shown as source. Write its content instead." });
    }
  });
}
