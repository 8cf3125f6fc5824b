/** Reads reStructuredText (https://docutils.sourceforge.io/docs/ref/rst/restructuredtext.html) into the tokens of the Markdown parser. */
import type { MarkdownIt, Token } from "markdown-it";
import { stringPart } from "../../../shared/html-parts.js";
import { getOrAdd } from "../../../shared/lazy.js";
import { escapeHtml } from "../../../shared/text.js";
import { type MarkdownEnv, metaOf, type RenderRules } from "../markdown/env.js";
import { backLink } from "../markdown/footnotes.js";
import { tokenMaker } from "../mediawiki/notes.js";
import { BlockReader } from "./blocks.js";
import { readInline, resolveReferences } from "./inline.js";
import { Names, type Note, type RstContext } from "./names.js";

/** Makes a parser with our rules read reStructuredText instead of Markdown. */
export function rst(md: MarkdownIt): void {
  const make = tokenMaker(md);
  const contexts = new WeakMap<object, RstContext>();
  const contextOf = (env: object, text = ""): RstContext =>
    getOrAdd(contexts, env, () => {
      return { env: env as MarkdownEnv, names: new Names(text), titles: new Map(), language: "", make };
    });
  md.block.parse = (text, _md, env, tokens) => {
    const context = contextOf(env, text);
    const reader = new BlockReader(context);
    reader.read(text.split("\n").map((line, number) => ({ text: withoutTabs(line).trimEnd(), number })));
    for (const token of reader.tokens) tokens.push(token);
  };
  // Called for a heading alone, apart from the text that it is in: the title of a page (`titleHeadings` in render.ts).
  md.inline.parse = (text, _md, env, tokens) => {
    for (const token of readInline(text, contextOf(env), [0, 1])) tokens.push(token);
  };
  md.core.ruler.at("inline", ({ tokens, env }) => {
    const context = contextOf(env);
    const { names } = context;
    for (const { name, text, line } of names.pending)
      names.substitute(name, readInline(text, context, [line, line + 1]));
    for (const token of tokens) if (token.type === "inline") token.children = inlineTokens(token, context);
    for (const token of tokens)
      if (token.children) token.children = resolveReferences(token.children, context, token.map ?? [0, 1]);
  });
}

function inlineTokens(token: Token, context: RstContext): Token[] {
  const meta = metaOf<{ isRead?: boolean; isLines?: boolean } | null>(token);
  if (meta?.isRead) return token.children ?? [];
  const tokens = readInline(token.content, context, token.map ?? [0, 1]);
  if (!meta?.isLines) return tokens;
  return tokens.map((child) => (child.type === "softbreak" ? context.make("hardbreak", "br", 0) : child));
}

/** Replaces tabs with spaces up to the next multiple of eight columns, and other control characters for white space with one space. */
function withoutTabs(line: string): string {
  if (!/[\t\v\f]/.test(line)) return line;
  let text = "";
  for (const character of line.replace(/[\v\f]/g, " "))
    text += character === "\t" ? " ".repeat(8 - (text.length % 8)) : character;
  return text;
}

/** The renderers of tokens that Markdown does not have. */
export const rstRules: RenderRules = {
  rst_anchor(tokens, index, env, out) {
    const { id } = metaOf<{ id: string }>(tokens[index]);
    if (env.isPreview) return;
    env.anchors.push(id);
    out.open("span", [` id="${escapeHtml(id)}"`]);
    out.html("</span>");
  },
  rst_note_reference(tokens, index, env, out) {
    const { note, id } = metaOf<{ note: Note; id: string }>(tokens[index]);
    if (env.isPreview) return;
    env.anchors.push(id);
    const label = escapeHtml(note.label);
    const link = [`<a href="#${note.id}" id="${id}" aria-label="`, stringPart("prose.footnote", label), '">'] as const;
    if (note.isCitation) out.addParts([...link, `[${label}]</a>`]);
    else out.addParts(['<sup class="footnote-ref">', ...link, `${label}</a></sup>`]);
  },
  rst_notes_open(_tokens, _index, _env, out) {
    out.open("ol", [' class="footnotes-list"']);
  },
  rst_notes_close: (_tokens, _index, _env, out) => out.html("</ol>\n"),
  rst_note_open(tokens, index, env, out) {
    const { id, label } = metaOf<Note>(tokens[index]);
    if (!env.isPreview) env.anchors.push(id);
    out.open("li", [...(env.isPreview ? [] : [` id="${id}"`]), ` value="${Number(label)}"`]);
  },
  rst_note_close: (_tokens, _index, _env, out) => out.html("</li>\n"),
  rst_citation_open(tokens, index, env, out) {
    const { id, label, isCitation } = metaOf<Note>(tokens[index]);
    if (!env.isPreview) env.anchors.push(id);
    out.open("dt", env.isPreview ? [] : [` id="${id}"`]);
    out.html(isCitation ? `[${escapeHtml(label)}]` : escapeHtml(label));
  },
  rst_citation_close: (_tokens, _index, _env, out) => out.html("</dt>\n"),
  rst_note_back(tokens, index, env, out) {
    const { references, label } = metaOf<Note>(tokens[index]);
    if (env.isPreview) return;
    for (const [offset, id] of references.entries()) out.addParts(backLink(id, escapeHtml(label), offset));
  },
};
