/** Links, images and mentions of proposals: each becomes a placeholder, to be filled when the site is known. */
import type { MarkdownIt, StateCore, Token } from "markdown-it";
import type { DocumentLink, Position } from "../../../shared/document.js";
import type { HtmlPart, Placeholder } from "../../../shared/html-parts.js";
import { addAll } from "../../../shared/lists.js";
import { numberOf, numberPattern } from "../../../shared/proposal-number.js";
import { escapeHtml, escapePattern, truncateText } from "../../../shared/text.js";
import {
  isExternalUrl,
  isPixelUrl,
  isSafeImageUrl,
  isSafeUrl,
  runsCode,
  schemeAdvice,
  unsafeSchemes,
} from "../../../shared/url.js";
import { charge } from "../budget.js";
import {
  attribute,
  envOf,
  forEachInline,
  type MarkdownEnv,
  metaOf,
  type PositionFinder,
  positionAfter,
  type ReadDestination,
  type RenderRules,
  report,
  type TextLines,
} from "./env.js";
import { pictureSize } from "./picture-size.js";

/** Adds a link to the document's list and returns the placeholder for its URL. */
export function urlPart(env: MarkdownEnv, link: DocumentLink): Placeholder {
  return { kind: "url", link: addLink(env, link) };
}

/** Makes a token a mention: a link whose text may be the title of what it leads to. */
export function makeMention(token: Token, content: string, link: DocumentLink, env: MarkdownEnv): void {
  const meta = { link: addLink(env, link) } satisfies LinkMeta;
  Object.assign(token, { type: "mention", tag: "", nesting: 0, content, meta });
}

/** The data on the token of a link, a picture or a mention: the index of its link. */
interface LinkMeta {
  link: number;
}

function addLink(env: MarkdownEnv, link: DocumentLink): number {
  return env.links.push(link) - 1;
}

export function links(md: MarkdownIt): void {
  // The parser does not tell links from pictures here; a link with a picture's URL is undone below.
  md.validateLink = (url) => !runsCode(url) || isPixelUrl(url);
  // The URL stays as written until its target is known; it is encoded when the placeholder is filled.
  md.normalizeLink = (url) => url;

  // The next rule removes the tokens of definitions.
  md.core.ruler.before("strip_references", "definitions", (state) => {
    const env = envOf(state.env);
    env.definitions = definedUrls(state.tokens, env);
  });
  md.core.ruler.before("anchor", "link_urls", (state) => {
    const env = envOf(state.env);
    forEachInline(state.tokens, env, (inline, _, finder) => {
      const places = placesOf(inline.children ?? [], finder, md.helpers.parseLinkDestination, env.definitions);
      for (const [token, position] of places) {
        if (!mayRefer(env, token, position)) continue;
        if (token.type === "link_open") readLink(env, token, position, differingLabel(token, inline, env));
        else readImage(env, token, position);
      }
    });
  });
  md.core.ruler.before("link_urls", "mentions", (state) => findMentions(state));
  md.core.ruler.before("mentions", "unsafe_urls", (state) => findUnsafeUrls(state));
}

/** Besides the address: what a rule of the site adds is not more. */
const linkAttributes = new Set(["class", "rel", "title"]);

export const linkRules: RenderRules = {
  link_open(tokens, index, _, out) {
    const token = tokens[index] as Token;
    const meta = metaOf<LinkMeta | null>(token);
    if (!meta) return out.html("<a>");
    const attributes: HtmlPart[] = [' href="', { kind: "url", link: meta.link }, '"'];
    for (const [name, value] of token.attrs ?? [])
      if (linkAttributes.has(name)) attributes.push(` ${name}="${escapeHtml(String(value))}"`);
    out.open("a", attributes);
  },
  image(tokens, index, _, out) {
    const token = tokens[index] as Token;
    const { link } = metaOf<LinkMeta>(token);
    const title = attribute(token, "title");
    const [, alt = "", pixels] = sizedAlt.exec(altText(token.children ?? [])) ?? [];
    const { width, height } = pictureSize({
      ...Object.fromEntries(token.attrs ?? []),
      ...(pixels && { width: pixels }),
    });
    const attributes = { alt, title: title || undefined, class: attribute(token, "class") || undefined, width, height };
    out.addParts([
      '<img src="',
      { kind: "url", link },
      '"',
      ...Object.entries(attributes).flatMap(([name, value]) =>
        value === undefined ? [] : [` ${name}="${escapeHtml(value)}"`],
      ),
      ...(width === undefined && height === undefined ? [{ kind: "image", link, scale: scaleOf(token) } as const] : []),
      ' loading="lazy" decoding="async">',
    ]);
  },
  mention(tokens, index, _, out) {
    const token = tokens[index] as Token;
    out.addParts([{ kind: "mention", link: metaOf<LinkMeta>(token).link, html: escapeHtml(token.content) }]);
  },
};

/** `![Flow|256px](flow.png)`, as Obsidian and HackMD write a width. */
const sizedAlt = /^(.*?)(?:\|(\d{1,4})(?:px)?)?$/s;

/** The scale of a picture in percent, as reStructuredText has it. */
function scaleOf(token: Token): number | undefined {
  const scale = Number(/^(\d{1,3})\s*%?$/.exec(attribute(token, "scale"))?.[1]);
  return scale > 0 ? scale : undefined;
}

/** The alternative text of a picture by CommonMark: the text of its tokens without markup. */
function altText(tokens: readonly Token[]): string {
  return tokens
    .map(({ type, content, children }) => {
      if (type === "softbreak" || type === "hardbreak") return "\n";
      return type === "image" ? altText(children ?? []) : content;
    })
    .join("");
}

/** What a reference stands for, its definition has once; one that goes beyond the budget is text. */
function mayRefer(env: MarkdownEnv, token: Token, position: Position): boolean {
  const label = labelOf(token);
  if (label === undefined) return true;
  const length = token.attrs?.reduce((sum, [, value]) => sum + String(value).length, 0) ?? 0;
  if (
    charge(
      env,
      "expansions",
      length,
      () => `the reference [${truncateText(label, 40)}]`,
      () => position,
    )
  )
    return true;
  showAsText(token);
  return false;
}

function showAsText(token: Token): void {
  if (token.type === "image")
    Object.assign(token, { type: "text", content: altText(token.children ?? []), children: null });
  token.attrs = null;
  token.meta = null;
}

/** Stands for a place until it is found. */
const nowhere: Position = { line: 1, column: 1 };

/** The label of a reference; undefined for a link that has its URL itself. */
const labelOf = (token: Token) => metaOf<{ label?: string } | null>(token)?.label;

/** The places of the URLs of links and pictures, by their tokens. */
function placesOf(
  tokens: readonly Token[],
  finder: PositionFinder,
  read: ReadDestination,
  definitions: ReadonlyMap<string, Position>,
): Map<Token, Position> {
  const places = new Map<Token, Position>();
  const open: Token[] = [];
  const locate = (token: Token, url: string) => {
    const defined = definitions.get(labelOf(token) ?? "");
    places.set(token, defined ?? (url ? finder.findTarget(url, read) : finder.find("]()")));
  };
  for (const token of tokens) {
    const { type, content } = token;
    if (type === "image") locate(token, attribute(token, "src"));
    else if (type === "link_open") {
      open.push(token);
      // The text of a bare URL and of `<url>` is its place; other links of Markdown have their URL behind the text.
      const before = token.markup === "wiki" ? "[" : "";
      if (token.markup === "notation") places.set(token, finder.find(token.info));
      else places.set(token, token.markup ? finder.findUrl(attribute(token, "href"), before) : nowhere);
    } else if (type === "link_close") {
      const link = open.pop();
      if (link && !link.markup) locate(link, attribute(link, "href"));
    } else if (type === "code_inline" && /\]\(|\/\/|mailto:/i.test(content)) finder.skip(content);
  }
  return places;
}

/** The label in the text of a link whose URL has the same number with another label: `ERC` in `[ERC-20](./eip-20.md)`. */
function differingLabel(token: Token, { children }: Token, { options }: MarkdownEnv): string | undefined {
  const [, inUrl = "", number] = /(?:^|\/)([a-z]+)-0*(\d+)\.md(?:#|$)/i.exec(attribute(token, "href")) ?? [];
  const next = number === undefined ? undefined : children?.[children.indexOf(token) + 1];
  const [, label, written] = /^([a-z]+)-0*(\d+)$/i.exec(next?.content ?? "") ?? [];
  const isOther = label !== undefined && label.toLowerCase() !== inUrl.toLowerCase() && written === number;
  return isOther && options.mentionLabels.includes(label) ? label : undefined;
}

function readLink(env: MarkdownEnv, token: Token, position: Position, labelInText?: string): void {
  const url = attribute(token, "href");
  if (!isSafeUrl(url, env.options.linkSchemes)) {
    reportUnsafe(env, url, position);
    token.attrs = null;
    return;
  }
  token.meta = {
    link: addLink(env, { url, kind: "link", position, ...(labelInText && { labelInText }) }),
  } satisfies LinkMeta;
  if (isExternalUrl(url)) {
    token.attrJoin("class", "external");
    token.attrSet("rel", "noopener");
  }
}

/** Reads the links and pictures that a rule of the site made after all others. Their places are those of their blocks. */
export function readLateLinks(tokens: readonly Token[], env: MarkdownEnv): void {
  const read = (token: Token, line: number) => {
    const position = { line: env.firstLine + line, column: 1 };
    const isLink = token.type === "link_open";
    if ((isLink || token.type === "image") && !isRead(token, env)) {
      token.meta = null;
      if (isLink) readLink(env, token, position);
      else readImage(env, token, position);
    }
    for (const child of token.children ?? []) read(child, token.map?.[0] ?? line);
  };
  for (const token of tokens) read(token, 0);
}

/** Whether a token has the link that its URL leads to. A refused one has none. */
function isRead(token: Token, { links, options }: MarkdownEnv): boolean {
  const url = attribute(token, token.type === "image" ? "src" : "href");
  const { link = -1 } = metaOf<Partial<LinkMeta> | null>(token) ?? {};
  if (token.type === "link_open" && link === -1) return url === "";
  const isSafe = token.type === "image" ? isSafeImageUrl : isSafeUrl;
  return links[link]?.url === url && isSafe(url, options.linkSchemes);
}

function readImage(env: MarkdownEnv, token: Token, position: Position): void {
  const url = attribute(token, "src");
  if (!isSafeImageUrl(url, env.options.linkSchemes)) {
    reportUnsafe(env, url, position, "picture");
    showAsText(token);
    return;
  }
  token.meta = { link: addLink(env, { url, kind: "image", position }) } satisfies LinkMeta;
}

const unsafeTarget = new RegExp(`\\]\\(\\s*<?((?:${[...unsafeSchemes].join("|")}):[^\\s)>]*)`, "gi");

/** Authors easily overlook that the parser shows a rejected link as text, so it is reported. */
function findUnsafeUrls(state: StateCore): void {
  const env = envOf(state.env);
  forEachInline(state.tokens, env, (inline, _, finder) => {
    if (!inline.content.includes("](") || inline.content.search(unsafeTarget) === -1) return;
    for (const { type, content } of inline.children ?? []) {
      if (type !== "text") continue;
      for (const [, url = ""] of content.matchAll(unsafeTarget)) reportUnsafe(env, url, finder.find(url));
    }
  });
}

export function reportUnsafe(env: MarkdownEnv, url: string, position: Position, noun = "link"): void {
  const help = schemeAdvice(url, "an https URL or a path");
  const details = { severity: "warning", length: url.length, about: url, help } as const;
  report(env, "url-unsafe", `a URL of this kind is not allowed, so this is not a ${noun}`, position, details);
}

/** Splits text at mentions such as "CIP-20", outside links, code and headings. */
function findMentions(state: StateCore): void {
  const env = envOf(state.env);
  const labels = env.options.mentionLabels;
  if (labels.length === 0) return;
  const isNamed = (text: string) => labels.some((label) => text.includes(label));
  const names = labels.map(escapePattern).join("|");
  const numbers = env.options.mentionNumbers ?? numberPattern;
  const pattern = new RegExp(`(?<![\\w/@#.-])(${names})[-\u2010-\u2013 ](${numbers})(?![\\w-]|\\.\\d)`, "g");
  forEachInline(state.tokens, env, (inline, index, finder) => {
    if (!isNamed(inline.content) || state.tokens[index - 1]?.type === "heading_open") return;
    if (inline.content.search(pattern) === -1) return;
    let depth = 0;
    const open: Token[] = [];
    const children: Token[] = [];
    for (const token of inline.children ?? []) {
      if (token.type === "link_open") {
        open.push(token);
        depth++;
      } else if (token.type === "link_close") depth--;
      else if (token.type === "html_inline")
        depth += /^<a[\s>]/i.test(token.content) ? 1 : /^<\/a>/i.test(token.content) ? -1 : 0;
      if (token.type === "text" && depth <= 0 && isNamed(token.content)) {
        addAll(children, splitMentions(token, pattern, state, finder));
      } else {
        const link = token.type === "link_close" ? open.pop() : undefined;
        for (const passed of sourcesOf(token, link)) if (isNamed(passed)) finder.skip(passed);
        children.push(token);
      }
    }
    inline.children = children;
  });
}

/** What is written for a token that has no mentions. @param link the link that it closes, if it closes one. */
function sourcesOf(token: Token, link: Token | undefined): string[] {
  const { type, content, markup } = token;
  if (type === "link_open") return markup === "wiki" ? [attribute(token, "href")] : [];
  if (type === "link_close")
    return link && !link.markup && labelOf(link) === undefined ? [`](${attribute(link, "href")}`] : [];
  if (type === "image" && labelOf(token) === undefined)
    return [content, attribute(token, "src"), attribute(token, "title")];
  return content.split("\n");
}

function splitMentions(token: Token, pattern: RegExp, state: StateCore, finder: PositionFinder): Token[] {
  const env = envOf(state.env);
  const parts: Token[] = [];
  let end = 0;
  const text = (content: string) => {
    if (content) parts.push(Object.assign(new state.Token("text", "", 0), { content, level: token.level }));
  };
  for (const match of token.content.matchAll(pattern)) {
    text(token.content.slice(end, match.index));
    const part = new state.Token("mention", "", 0);
    const mention = { label: (match[1] ?? "").toUpperCase(), number: numberOf(match[2] ?? "") };
    const position = finder.find(match[0]);
    makeMention(part, match[0], { url: match[0], kind: "mention", mention, position }, env);
    parts.push(part);
    end = match.index + match[0].length;
  }
  text(token.content.slice(end));
  return parts;
}

/** No link is within another: an address in the text of a link is text, and a reference to a footnote stands behind the link. */
export function nestedLinks(md: MarkdownIt): void {
  md.core.ruler.before("unsafe_urls", "nested_links", (state) => {
    for (const inline of state.tokens)
      if (inline.type === "inline" && inline.children) inline.children = flattened(inline.children);
  });
}

function flattened(tokens: Token[]): Token[] {
  if (!hasNested(tokens)) return tokens;
  const flat: Token[] = [];
  let behind: Token[] = [];
  let depth = 0;
  for (const token of tokens) {
    if (token.type === "link_open" && depth++ > 0) continue;
    if (token.type === "link_close" && --depth > 0) continue;
    if (token.type === "footnote_ref" && depth > 0) behind.push(token);
    else flat.push(token);
    if (depth > 0) continue;
    addAll(flat, behind);
    behind = [];
  }
  return flat;
}

function hasNested(tokens: readonly Token[]): boolean {
  let depth = 0;
  return tokens.some(({ type }) => {
    if (type === "link_close") depth--;
    return (type === "link_open" && depth++ > 0) || (type === "footnote_ref" && depth > 0);
  });
}

/** What a definition `[label]: url` has before its URL, also in a list or a quotation, and with the URL in the next line. */
const beforeUrl = /^[^[]*\[(?:\\[\s\S]|[^\\\]])*\]:[ \t]*(?:\n[ \t>]*)?<?/;

/** The places of the URLs by the label of their reference. Of several definitions the first counts. */
function definedUrls(tokens: readonly Token[], { lines, firstLine }: TextLines): Map<string, Position> {
  const positions = new Map<string, Position>();
  for (const token of tokens) {
    if (token.type !== "reference_definition" || !token.map) continue;
    const { label } = metaOf<{ label: string }>(token);
    const [start, end] = token.map;
    const before = beforeUrl.exec(lines.slice(start, end).join("\n"))?.[0];
    if (before === undefined || positions.has(label)) continue;
    positions.set(label, positionAfter({ line: firstLine + start, column: 1 }, before));
  }
  return positions;
}
