/** Renders one text, with all facts that depend on this text alone. The rules are in the files beside this one. */
import MarkdownIt, { type Env, type Token } from "markdown-it";
import deflist from "markdown-it-deflist";
import type { MarkdownConfig } from "../../../config/index.js";
import { cleanTexts, staysClean } from "../../../shared/clean-text.js";
import type { Diagnostic, Result } from "../../../shared/diagnostic.js";
import type { DocumentLink, Heading, Label, Section } from "../../../shared/document.js";
import { fillParts, type HtmlPart, type ParsedPart, withColors } from "../../../shared/html-parts.js";
import { getOrAdd } from "../../../shared/lazy.js";
import { escapeHtml as escapeValue, truncateText } from "../../../shared/text.js";
import type { TextFormat } from "../../../shared/text-format.js";
import { Budget, charge } from "../budget.js";
import { formats } from "../index.js";
import { blockRules, blocks } from "./blocks.js";
import { codeRules } from "./code.js";
import { containerRules, containers } from "./containers.js";
import { emoji } from "./emoji.js";
import type { MarkdownEnv, MarkdownOptions, RenderRules } from "./env.js";
import { footnoteRules, footnotes } from "./footnotes.js";
import { headingIds, headingRules, headings, keepAnchor, plainText } from "./headings.js";
import { highlight } from "./highlight.js";
import { linkRules, links, nestedLinks, readLateLinks } from "./links.js";
import { math, mathInBrackets, mathRules } from "./math.js";
import { addPartIds, removePartIds } from "./part-ids.js";
import { pictureAttributes } from "./picture-size.js";
import { hasRawHtml, rawHtml, rawHtmlRules } from "./raw-html.js";
import { sanitize } from "./sanitize.js";
import { sectionsOf } from "./sections.js";
import { RuleFailure, SiteRenderer, siteRules } from "./site-rules.js";
import { bareLinks, MarkedWriter, PartsWriter, plainRuns, type Writer } from "./writer.js";

type Rule = (md: ReturnType<typeof MarkdownIt>) => void;

/** The rules of all parsers, in the order in which they must be added. */
const commonRules: Rule[] = [
  bareLinks,
  rawHtml,
  footnotes,
  blocks,
  math,
  headings,
  links,
  pictureAttributes,
  nestedLinks,
];

/** A parser, and the renderer of a site's rules, if the site has any. */
interface Parser {
  md: ReturnType<typeof MarkdownIt>;
  renderer?: SiteRenderer;
}

/** The configuration of a site is one object for all its texts. Sites without one share the parsers under `noConfig`. */
const parsersByConfig = new WeakMap<object, Partial<Record<TextFormat, Parser>>>();
const noConfig = {};

function parserOf(format: TextFormat, { markdown: config }: MarkdownOptions): Parser {
  const parsers = getOrAdd(parsersByConfig, config ?? noConfig, (): Partial<Record<TextFormat, Parser>> => ({}));
  parsers[format] ??= createParser(format, config);
  return parsers[format];
}

/** @returns the rules for the blocks that a configuration adds, for parsers that render and for those that only read the structure. */
export function configuredBlocks(config: MarkdownConfig): Rule[] {
  const rules: Rule[] = [];
  if (config.containers.length > 0) rules.push(containers(config.containers));
  if (config.extras.includes("headingIds")) rules.push(headingIds);
  if (config.extras.includes("definitionLists")) rules.push((md) => md.use(deflist as never));
  return rules;
}

/** @throws RuleFailure if a rule of the site cannot be added. */
function createParser(format: TextFormat, config: MarkdownConfig | undefined): Parser {
  const ruleList = config?.rules ?? [];
  // A rule of the site may begin with a character that plain runs skip.
  const rules = ruleList.length > 0 ? [...commonRules] : [...commonRules, plainRuns];
  const { read } = formats[format];
  if (read) rules.push(read);
  else if (config) {
    for (const rule of configuredBlocks(config)) rules.push(rule);
    if (config.extras.includes("mathInBrackets")) rules.push(mathInBrackets);
  }
  if (config?.extras.includes("emoji")) rules.push(emoji);
  const md = new MarkdownIt({ html: true, linkify: true });
  for (const rule of rules) rule(md);
  if (ruleList.length === 0) return { md };
  const renderer = new SiteRenderer(md, Object.keys(renderRules));
  siteRules(ruleList)(md);
  return { md, renderer };
}

/** @returns a finding for the rule of the site that cannot be added to the parser, if there is one. */
export function checkSiteRules(options: MarkdownOptions, configFile: string): Diagnostic[] {
  try {
    parserOf("markdown", options);
    return [];
  } catch (error) {
    if (error instanceof RuleFailure) return [error.diagnostic(configFile)];
    throw error;
  }
}

/** The library without our rules, for tokens that are only a tag with attributes. */
const library = new MarkdownIt();

// Does not escape apostrophes, which are frequent in prose: no attribute here is in single quotes.
const { escapeHtml } = library.utils;

/** The renderers of tokens that are more than a tag with attributes. */
const renderRules: RenderRules = {
  text: (tokens, index, _, out) => out.html(escapeHtml(tokens[index]?.content ?? "")),
  code_inline: (tokens, index, _, out) => out.html(`<code>${escapeHtml(tokens[index]?.content ?? "")}</code>`),
  softbreak: (_tokens, _index, _env, out) => out.html("\n"),
  hardbreak: (_tokens, _index, _env, out) => out.html("<br>\n"),
  ...rawHtmlRules,
  ...blockRules,
  ...footnoteRules,
  ...mathRules,
  ...codeRules,
  ...headingRules,
  ...linkRules,
  ...containerRules,
  ...Object.assign({}, ...Object.values(formats).map(({ rules }) => rules)),
};

export interface MarkdownResult {
  /** Sanitized HTML. */
  html: ParsedPart[];
  /** The part before `<!--truncate-->`, or the first paragraph, for pages with many proposals. */
  preview: HtmlPart[];
  /** `preview` as plain text, at most 300 characters. */
  excerpt: string;
  outline: Heading[];
  /** Every id in `html`, those of headings and others, and `titleId`. */
  anchors: string[];
  /** The anchor of the heading that became the page's title, if there is one. */
  titleId: string | undefined;
  sections: Section[];
  links: DocumentLink[];
  labels: Label[];
  hasDiagram: boolean;
  /** The h1 at the top of the text, if there is one. */
  firstHeading: string | undefined;
  diagnostics: Diagnostic[];
}

const excerptLength = 300;
const truncateMark = /^\s*<!--\s*truncate\s*-->\s*$/;

/** A text in any format, with the facts that its page depends on. */
export interface MarkdownText {
  /** Clean (see clean-text.ts). */
  body: string;
  /** The lines of `body`, if the caller has them. */
  lines?: string[];
  path: string;
  /** Line of the file on which `body` begins, from 1. */
  bodyLine: number;
  /** Title of the page, if front matter has one. */
  title?: string | undefined;
  /** Headings that were removed from the text, because the page shows them as its title. */
  titleHeadings?: readonly string[];
  /** A heading above metadata, which was removed with the metadata: links to it lead to the beginning of the text. */
  heading?: string | undefined;
  /** Markdown by default. */
  format?: TextFormat | undefined;
  /** Whether paragraphs and display formulas get ids. */
  hasPartIds?: boolean;
}

/** Renders a text. If a rule of the site throws, the result is empty but for a finding that names the rule. */
export function renderMarkdown(text: MarkdownText, options: MarkdownOptions): MarkdownResult {
  try {
    const { tokens, env } = parse(text, options);
    if (text.hasPartIds) addPartIds(tokens, env);
    return renderTokens(tokens, env);
  } catch (error) {
    if (!(error instanceof RuleFailure)) throw error;
    return { ...renderTokens([], makeEnv(text, options)), diagnostics: [error.diagnostic(text.path)] };
  }
}

/** Sanitizes HTML of the configuration like that of a text. @param addressOf gives the address for the URL of a link. */
export function renderHtml(html: string, options: MarkdownOptions, addressOf: (url: string) => string): Result<string> {
  const env = makeEnv({ body: html, path: "", bodyLine: 1 }, options);
  const out = new MarkedWriter();
  out.html(html);
  const parts = withColors(
    out.finish((written) => sanitize(written, env, out)),
    highlight,
  );
  const url = (link: number) => escapeValue(addressOf(env.links[link]?.url ?? ""));
  const nothing = () => "";
  const value = fillParts(parts, {
    url,
    image: nothing,
    mention: nothing,
    string: nothing,
  });
  return cleanTexts({ value, diagnostics: env.diagnostics });
}

function parse(text: MarkdownText, options: MarkdownOptions) {
  const env = makeEnv(text, options);
  const { md: parser, renderer } = parserOf(text.format ?? "markdown", options);
  env.renderer = renderer;
  for (const heading of text.titleHeadings ?? []) {
    const [inline] = parser.parseInline(heading, makeEnv({ ...text, body: heading }, options) as never as Env);
    keepAnchor(plainText(inline?.children ?? []), "titleId", env);
  }
  if (text.heading !== undefined && text.format === "markdown") keepAnchor(text.heading, "beginningId", env);
  const tokens = parser.parse(text.body, env as never as Env);
  if (renderer) readLateLinks(tokens, env);
  return { tokens, env };
}

/** @returns the state before a text is parsed. */
export function makeEnv(text: MarkdownText, options: MarkdownOptions): MarkdownEnv {
  const { body, lines = body.split("\n"), path, bodyLine, title, format = "markdown" } = text;
  return {
    options,
    path,
    title,
    budget: new Budget(body.length),
    staysClean: format === "markdown" && staysClean(body),
    links: [],
    labels: [],
    outline: [],
    diagnostics: [],
    anchors: [],
    slugs: new Map(),
    partIds: new Set(),
    formulas: new Map(),
    hasDiagram: false,
    diagrams: 0,
    drawn: { connections: 0, unconnectedLines: 0 },
    drawings: new Map(),
    isPreview: false,
    block: [0, 1],
    finder: undefined,
    lines,
    firstLine: bodyLine,
    definitions: new Map(),
  };
}

function renderTokens(tokens: Token[], env: MarkdownEnv): MarkdownResult {
  const html = toHtml(tokens, env);
  if (env.beginningId !== undefined) html.unshift(`<span id="${escapeHtml(env.beginningId)}"></span>\n`);
  const previewTokens = previewOf(tokens);
  env.isPreview = true;
  env.budget.spent.html = 0;
  env.leftOut = undefined;
  removePartIds(previewTokens, env);
  const parts = {
    html,
    preview: withColors(toHtml(previewTokens, env), highlight),
    excerpt: truncateText(excerptOf(previewTokens), excerptLength),
    outline: env.outline,
    anchors: env.anchors,
    titleId: env.titleId,
    sections: sectionsOf(tokens),
    links: env.links,
    labels: env.labels,
    hasDiagram: env.hasDiagram,
    firstHeading: env.firstHeading,
  };
  // Decoded entities, percent escapes and TeX may contain characters that pages must not have, although the source has none.
  return { ...(env.staysClean ? parts : cleanTexts(parts)), diagnostics: cleanTexts(env.diagnostics) };
}

function toHtml(tokens: readonly Token[], env: MarkdownEnv): ParsedPart[] {
  if (!env.renderer && !hasRawHtml(tokens)) {
    const out = new PartsWriter();
    write(tokens, env, out);
    return out.finish();
  }
  const out = new MarkedWriter();
  write(tokens, env, out);
  return out.finish((html) => sanitize(html, env, out, tokens));
}

function write(tokens: readonly Token[], env: MarkdownEnv, out: Writer): void {
  for (let index = 0; index < tokens.length; index++) {
    const token = tokens[index] as Token;
    if (token.map) {
      env.block = token.map;
      env.finder = undefined;
    }
    if (env.leftOut !== undefined && isLeftOut(token, env)) continue;
    const before = out.length;
    writeToken(tokens, index, env, out);
    // Its children have been charged.
    if (token.type === "inline") continue;
    if (!charge(env, "html", out.length - before, () => nameOf(token), env.block[0])) env.leftOut ??= 0;
  }
}

function writeToken(tokens: readonly Token[], index: number, env: MarkdownEnv, out: Writer): void {
  const token = tokens[index] as Token;
  const rule = renderRules[token.type];
  if (env.renderer?.write(tokens, index, env, out, rule)) return;
  if (rule) rule(tokens, index, env, out);
  else if (token.type === "inline") write(token.children ?? [], env, out);
  else out.html(library.renderer.renderToken(tokens as Token[], index, library.options));
}

/** Once the budget is spent, only the end tags of open elements are written. */
function isLeftOut({ nesting }: Token, env: MarkdownEnv): boolean {
  const open = env.leftOut ?? 0;
  if (nesting === -1 && open === 0) return false;
  env.leftOut = open + nesting;
  return true;
}

/** @returns the name of a token for a message: `this list item`. */
const nameOf = ({ type }: Token) => `this ${type.replace(/_(?:open|close)$/, "").replaceAll("_", " ")}`;

/** @returns the text before the mark, or the first paragraph if there is no mark. */
function previewOf(tokens: readonly Token[]): readonly Token[] {
  const mark = tokens.findIndex(
    ({ type, level, content }) => type === "html_block" && level === 0 && truncateMark.test(content),
  );
  if (mark !== -1) return tokens.slice(0, mark);
  const first = tokens.findIndex(({ type, level }) => type === "paragraph_open" && level === 0);
  return first === -1 ? [] : tokens.slice(first, first + 3);
}

function excerptOf(tokens: readonly Token[]): string {
  return tokens
    .map(({ type, children }) => (type === "inline" ? plainText(children ?? []) : ""))
    .filter(Boolean)
    .join(" ");
}
