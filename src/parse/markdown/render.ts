/** From one Markdown text to everything that is known of it by itself. The rules stand in the files beside this one, in the order below. */
import MarkdownIt, { type Env, type Token } from "markdown-it";
import type { Diagnostic } from "../../shared/diagnostic.js";
import type { DocumentText, Section } from "../../shared/document.js";
import { truncateText } from "../../shared/text.js";
import { blocks } from "./blocks.js";
import { codeBlocks } from "./code.js";
import { attribute, type MarkdownEnv, type MarkdownOptions, restoreIslands } from "./env.js";
import { headings, plainText } from "./headings.js";
import { links } from "./links.js";
import { math } from "./math.js";
import { hasRawHtml, rawHtml } from "./raw-html.js";
import { sanitize } from "./sanitize.js";

const md = new MarkdownIt({ html: true, linkify: true });
for (const rules of [rawHtml, blocks, math, codeBlocks, headings, links]) rules(md);

export interface MarkdownResult {
  text: DocumentText;
  /** The h1 that the text begins with, if it does. */
  firstHeading: string | undefined;
  diagnostics: Diagnostic[];
}

const excerptLength = 300;
const truncateMark = /^\s*<!--\s*truncate\s*-->\s*$/;

/**
 * @param bodyLine line of the file on which `body` begins, from 1.
 * @param title of the page, when front matter has one.
 */
export function renderMarkdown(
  body: string,
  path: string,
  bodyLine: number,
  options: MarkdownOptions,
  title?: string,
): MarkdownResult {
  const env: MarkdownEnv = {
    options,
    path,
    title,
    links: [],
    outline: [],
    diagnostics: [],
    islands: [],
    preview: false,
    lines: body.split("\n"),
    firstLine: bodyLine,
  };
  const tokens = md.parse(body, env as never as Env);
  const html = toHtml(tokens, env);
  const previewTokens = previewOf(tokens);
  env.preview = true;
  const preview = toHtml(previewTokens, env)
    .replace(/ id="[^"]*"/g, "")
    .replace(/<h[1-6]>/g, '<p class="preview-heading">')
    .replace(/<\/h[1-6]>/g, "</p>");
  return {
    text: {
      html,
      preview,
      excerpt: truncateText(textOf(previewTokens), excerptLength),
      outline: env.outline,
      anchors: [...html.matchAll(/ id="([^"]*)"/g)].map(([, id = ""]) => id.replaceAll("&amp;", "&")),
      sections: sectionsOf(tokens),
      links: env.links,
    },
    firstHeading: env.firstHeading,
    diagnostics: env.diagnostics,
  };
}

function toHtml(tokens: Token[], env: MarkdownEnv): string {
  const rendered = md.renderer.render(tokens, md.options, env as never as Env);
  return restoreIslands(hasRawHtml(tokens) ? sanitize(rendered, env) : rendered, env);
}

/** What stands before the mark, or the first paragraph where there is no mark. */
function previewOf(tokens: Token[]): Token[] {
  const mark = tokens.findIndex(
    ({ type, level, content }) => type === "html_block" && level === 0 && truncateMark.test(content),
  );
  if (mark !== -1) return tokens.slice(0, mark);
  const first = tokens.findIndex(({ type, level }) => type === "paragraph_open" && level === 0);
  return first === -1 ? [] : tokens.slice(first, first + 3);
}

function textOf(tokens: readonly Token[]): string {
  return tokens
    .map(({ type, children }) => (type === "inline" ? plainText(children ?? []) : ""))
    .filter(Boolean)
    .join(" ");
}

/** The text under each heading; fenced code is left out, names in running text are what people search for. */
function sectionsOf(tokens: readonly Token[]): Section[] {
  const sections: (Section & { parts: string[] })[] = [{ id: "", level: 1, heading: "", text: "", parts: [] }];
  for (const [index, token] of tokens.entries()) {
    if (token.type !== "inline") continue;
    const before = tokens[index - 1];
    const text = plainText(token.children ?? []);
    if (before?.type === "heading_open") {
      sections.push({
        id: attribute(before, "id"),
        level: Number(before.tag.slice(1)),
        heading: text,
        text: "",
        parts: [],
      });
    } else if (text) {
      sections.at(-1)?.parts.push(text);
    }
  }
  return sections.map(({ parts, ...section }) => ({ ...section, text: parts.join(" ").replace(/\s+/g, " ") }));
}
