/** The structure of a text with positions, for rules. Its parser knows blocks, including those that a site adds, and links. */
import MarkdownIt, { type Env, type MarkdownIt as Parser, type Token } from "markdown-it";
import type { MarkdownConfig } from "../../config/index.js";
import { formats } from "../../content/formats/index.js";
import { writtenLanguage } from "../../content/formats/markdown/code.js";
import { attribute, forEachInline, metaOf } from "../../content/formats/markdown/env.js";
import { footnotesInPlace } from "../../content/formats/markdown/footnotes.js";
import { plainText } from "../../content/formats/markdown/headings.js";
import { configuredBlocks, makeEnv } from "../../content/formats/markdown/render.js";
import { RuleFailure, siteRules } from "../../content/formats/markdown/site-rules.js";
import type { Position } from "../../shared/document.js";
import { getOrAdd } from "../../shared/lazy.js";
import type { TextFormat } from "../../shared/text-format.js";

export interface TextStructure {
  /** `lastLine` is that of the underline, if the heading has one. */
  headings: { level: number; text: string; position: Position; lastLine: number }[];
  /** Blocks of code that can have a language; in Markdown, the language is the first word after the fence. */
  fences: { language: string; code: string; position: Position }[];
  /** The first fence that no line closes, so that its code includes the rest of the text or the next block of code. */
  unclosed?: { fence: string; position: Position; message: string; help: string };
  links: { text: string; url: string; position: Position }[];
  /** `[label]: url`, with labels as the parser compares them. */
  definitions: { label: string; url: string }[];
  /** Text without markup, outside of links. */
  texts: { text: string; position: Position }[];
  /** Lines of code blocks. */
  codeLines: ReadonlySet<number>;
  /** Lines of raw HTML, which may be preformatted. */
  htmlLines: ReadonlySet<number>;
  /** The lines of raw HTML within `<pre>`, `<table>` or a comment. */
  asideLines: ReadonlySet<number>;
}

function createParser(rules: readonly ((parser: Parser) => void)[]): Parser {
  const parser = new MarkdownIt({ html: true, linkify: true });
  parser.linkify.set({ fuzzyLink: false, fuzzyEmail: false, fuzzyIP: false });
  for (const rule of rules) rule(parser);
  // Rules need the definitions of links, which this step removes.
  parser.core.ruler.disable("strip_references");
  return parser;
}

const parsers = new Map<TextFormat, Parser>();
/** Parsers of Markdown with the additions of a site. */
const configuredParsers = new WeakMap<MarkdownConfig, Parser>();

function parserOf(format: TextFormat, config: MarkdownConfig | undefined): Parser {
  const blocks = format === "markdown" && config ? configuredBlocks(config) : [];
  if (format === "markdown" && config && config.rules.length + blocks.length > 0)
    return getOrAdd(configuredParsers, config, ({ rules }) =>
      createParser([footnotesInPlace, ...blocks, siteRules(rules)]),
    );
  return getOrAdd(parsers, format, () => createParser([formats[format].read ?? footnotesInPlace]));
}

function tokensOf(body: string, env: Env, format: TextFormat, config: MarkdownConfig | undefined): Token[] {
  try {
    return parserOf(format, config).parse(body, env);
  } catch (error) {
    // The build, with which `lint` begins, reports the failure.
    if (error instanceof RuleFailure) return parserOf(format, undefined).parse(body, env);
    throw error;
  }
}

/** @param firstLine line of the file on which `body` begins, from 1. @param config the additions of the site to Markdown. */
export function readStructure(
  body: string,
  firstLine: number,
  format: TextFormat,
  config?: MarkdownConfig,
): TextStructure {
  const lines = body.split("\n");
  const options = { mentionLabels: [], linkSchemes: [], maxFileSize: Number.POSITIVE_INFINITY, markdown: config };
  const env = makeEnv({ body, lines, path: "", bodyLine: firstLine, format }, options);
  const tokens = tokensOf(body, env as never as Env, format, config);
  const [codeLines, htmlLines, asideLines] = [new Set<number>(), new Set<number>(), new Set<number>()];
  const blocks = { headings: [], fences: [], definitions: [], codeLines, htmlLines, asideLines };
  const structure: TextStructure = { ...blocks, links: [], texts: [] };
  let isAside = false;
  for (const [index, token] of tokens.entries()) {
    const [start, end] = token.map ?? [0, 0];
    const line = firstLine + start;
    if (token.type === "heading_open") {
      const level = Number(token.tag.slice(1));
      structure.headings.push({
        level,
        text: plainText(tokens[index + 1]?.children ?? []),
        position: { line, column: 1 },
        lastLine: Math.max(line, firstLine + end - 1),
      });
    } else if (token.type === "fence" && (format === "markdown" || token.info)) {
      const column = (lines[start]?.indexOf(token.markup) ?? 0) + token.markup.length + 1;
      const language = writtenLanguage(token.info);
      structure.fences.push({ language, code: token.content, position: { line, column } });
    }
    const isFence = token.type === "fence" && format === "markdown";
    const problem = isFence ? fenceProblem(token, lines, end, firstLine) : undefined;
    if (problem) {
      const column = (lines[start]?.indexOf(token.markup) ?? 0) + 1;
      structure.unclosed ??= { fence: token.markup, position: { line, column }, ...problem };
    }
    if (token.type === "reference_definition") {
      const { label } = metaOf<{ label: string }>(token);
      structure.definitions.push({ label, url: urlOfDefinition(lines.slice(start, end).join(" ")) });
    }
    if (token.type === "fence" || token.type === "code_block") addLines(codeLines, line, firstLine + end);
    else if (token.type === "html_block") {
      addLines(htmlLines, line, firstLine + end);
      for (const [offset, written] of lines.slice(start, end).entries()) {
        isAside ||= /<(?:pre|table)\b|<!--/i.test(written);
        if (isAside) asideLines.add(line + offset);
        isAside &&= !/(?:<\/(?:pre|table)>|-->)[^<]*$/i.test(written);
      }
    }
  }
  forEachInline(tokens, { lines, firstLine }, (inline, _, finder) =>
    addInlines(structure, inline.children ?? [], (text) => finder.find(text)),
  );
  return structure;
}

/** Adds the links and texts of a paragraph or heading. @param find returns the position of the next occurrence of a text. */
function addInlines(structure: TextStructure, tokens: readonly Token[], find: (text: string) => Position): void {
  let opening: number | undefined;
  for (const [index, token] of tokens.entries()) {
    if (token.type === "link_open") opening = index;
    else if (opening === undefined && token.type === "text" && token.content)
      structure.texts.push({ text: token.content, position: find(token.content) });
    else if (opening !== undefined && token.type === "link_close") {
      const [start, ...content] = tokens.slice(opening, index) as [Token, ...Token[]];
      const url = attribute(start, "href");
      const text = plainText(content);
      const hasImage = content.some(({ type }) => type === "image");
      structure.links.push({ text: hasImage ? text || "image" : text, url, position: find(text || url) });
      opening = undefined;
    }
  }
}

/**
 * Moves the structure of a text that a format of the site has generated to the lines of its file. What depends on the marks of Markdown is left out.
 * @param origins line of the file by line of the generated text.
 */
export function toOriginLines(structure: TextStructure, origins: readonly number[] | undefined): TextStructure {
  if (!origins) return structure;
  const move = <T extends { position: Position }>(parts: readonly T[]) =>
    parts.map((part) => ({ ...part, position: { line: origins[part.position.line - 1] ?? 1, column: 1 } }));
  const none = new Set<number>();
  return {
    headings: move(structure.headings).map((heading) => ({ ...heading, lastLine: heading.position.line })),
    fences: move(structure.fences),
    links: move(structure.links),
    definitions: [],
    texts: [],
    codeLines: none,
    htmlLines: none,
    asideLines: none,
  };
}

/** @returns what is wrong with a block of code that no line closes, or not in time; undefined if nothing is. */
function fenceProblem(token: Token, lines: readonly string[], end: number, firstLine: number) {
  const help = `Close it with a line of ${token.markup}`;
  if (isUnclosed(token, lines, end)) return { message: "this block of code is never closed", help };
  if (!token.content.includes(token.markup)) return undefined;
  const [sign = "", start = 0] = [token.markup[0], token.map?.[0]];
  // A fence with a language closes no block, and its author meant it to begin one.
  const opening = new RegExp(`^ {0,3}\\${sign}{${token.markup.length},}[ \\t]*\\w`);
  const next = token.content.split("\n").findIndex((line) => opening.test(line));
  if (next < 0) return undefined;
  // A baseline knows a finding by its message, which therefore has no number of a line.
  const message = "this block of code is not closed before the next one";
  return { message, help: `${help} above line ${firstLine + start + 1 + next}` };
}

/** Whether a block of code goes on to the end of the text without a closing fence. @param end the line after its last. */
function isUnclosed({ markup, map }: Token, lines: readonly string[], end: number): boolean {
  for (let index = end; index < lines.length; index++) if (lines[index]?.trim()) return false;
  const last = (lines[end - 1] ?? "").replace(/^[\s>]+/, "").trimEnd();
  const closes = last.startsWith(markup) && last === (markup[0] ?? "").repeat(last.length);
  return !closes || end - 1 === map?.[0];
}

function addLines(lines: Set<number>, from: number, to: number): void {
  for (let line = from; line < to; line++) lines.add(line);
}

/** The URL of a definition, `[label]: <url> "title"`. */
function urlOfDefinition(source: string): string {
  return /\]:\s*<?([^\s>]*)/.exec(source)?.[1] ?? "";
}
