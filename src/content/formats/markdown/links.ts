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

/** Makes a token a mention: a link that may show the title of its target. */
export function makeMention(token: Token, content: string, link: DocumentLink, env: MarkdownEnv): void {
  const meta = { link: addLink(env, link) } satisfies LinkMeta;
  Object.assign(token, { type: "mention", tag: "", nesting: 0, content, meta });
}

/** The data on the token of a link, a picture or a mention. */
interface LinkMeta {
  /** Index in `env.links`. */
  link: number;
}

function addLink(env: MarkdownEnv, link: DocumentLink): number {
  return env.links.push(link) - 1;
}

export function links(md: MarkdownIt): void {
  // The parser does not tell links from pictures here; `readLink` refuses a link with the data URL of a picture.
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
      const positions = urlPositions(inline.children ?? [], finder, md.helpers.parseLinkDestination, env.definitions);
      let index = -1;
      for (const [token, position] of positions) {
        index = inline.children?.indexOf(token, index + 1) ?? -1;
        if (!chargeReference(env, token, position)) continue;
        if (token.type === "link_open")
          readLink(env, token, position, differingLabel(token, inline.children?.[index + 1], env));
        else readImage(env, token, position);
      }
    });
  });
  md.core.ruler.before("link_urls", "mentions", (state) => findMentions(state));
  md.core.ruler.before("mentions", "unsafe_urls", (state) => reportUnsafeUrls(state));
}

/** The attributes of a link, besides its address. Others, which a rule of the site may have added, are left out. */
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

/** Alternative text with a width, as Obsidian and HackMD write it: `![Flow|256px](flow.png)`. */
const sizedAlt = /^(.*?)(?:\|(\d{1,4})(?:px)?)?$/s;

/** @returns the scale of a picture in reStructuredText, in percent. */
function scaleOf(token: Token): number | undefined {
  const scale = Number(/^(\d{1,3})\s*%?$/.exec(attribute(token, "scale"))?.[1]);
  return scale > 0 ? scale : undefined;
}

/** @returns the alternative text of a picture as CommonMark defines it: the text of its tokens without markup. */
function altText(tokens: readonly Token[]): string {
  return tokens
    .map(({ type, content, children }) => {
      if (type === "softbreak" || type === "hardbreak") return "\n";
      return type === "image" ? altText(children ?? []) : content;
    })
    .join("");
}

/** Charges a link by reference, which repeats the URL and title of its definition. @returns false if it becomes text, because the budget is spent. */
function chargeReference(env: MarkdownEnv, token: Token, position: Position): boolean {
  const label = referenceLabel(token);
  if (label === undefined) return true;
  const length = token.attrs?.reduce((sum, [, value]) => sum + String(value).length, 0) ?? 0;
  const name = () => `the reference [${truncateText(label, 40)}]`;
  const isWithinLimit = charge(env, "expansions", length, name, () => position);
  if (!isWithinLimit) showAsText(token);
  return isWithinLimit;
}

function showAsText(token: Token): void {
  if (token.type === "image")
    Object.assign(token, { type: "text", content: altText(token.children ?? []), children: null });
  token.attrs = null;
  token.meta = null;
}

/** Stands for the position of a link whose URL comes after its text, so that links are in the order of their beginnings; replaced at `link_close`. */
const unknownPosition: Position = { line: 1, column: 1 };

/** @returns the label of a link by reference; undefined for a link with a URL. */
const referenceLabel = (token: Token) => metaOf<{ label?: string } | null>(token)?.label;

/** Finds the positions of the URLs of links and pictures. @returns them by token, in the order of the text. */
function urlPositions(
  tokens: readonly Token[],
  finder: PositionFinder,
  readDestination: ReadDestination,
  definitions: ReadonlyMap<string, Position>,
): Map<Token, Position> {
  const positions = new Map<Token, Position>();
  const open: Token[] = [];
  const locate = (token: Token, url: string) => {
    const definition = definitions.get(referenceLabel(token) ?? "");
    positions.set(token, definition ?? (url ? finder.findTarget(url, readDestination) : finder.find("]()")));
  };
  for (const token of tokens) {
    const { type, content } = token;
    if (type === "image") locate(token, attribute(token, "src"));
    else if (type === "link_open") {
      open.push(token);
      // A bare URL and `<url>` are both text and URL; other links of Markdown have their URL after the text.
      const before = token.markup === "wiki" ? "[" : "";
      // A link of reStructuredText has in `info` what is written at its position: its URL, or the beginning of the reference.
      if (token.markup === "notation") positions.set(token, finder.find(token.info));
      else positions.set(token, token.markup ? finder.findUrl(attribute(token, "href"), before) : unknownPosition);
    } else if (type === "link_close") {
      const link = open.pop();
      if (link && !link.markup) locate(link, attribute(link, "href"));
    } else if (type === "code_inline" && /\]\(|\/\/|mailto:/i.test(content)) finder.skip(content);
  }
  return positions;
}

/** @returns the label in the text of a link whose URL has the same number with another label: `ERC` in `[ERC-20](./eip-20.md)`. */
function differingLabel(token: Token, text: Token | undefined, { options }: MarkdownEnv): string | undefined {
  const [, urlLabel = "", urlNumber] = /(?:^|\/)([a-z]+)-0*(\d+)\.md(?:#|$)/i.exec(attribute(token, "href")) ?? [];
  const [, label, number] = /^([a-z]+)-0*(\d+)$/i.exec(text?.content ?? "") ?? [];
  const isDifferent = label !== undefined && label.toLowerCase() !== urlLabel.toLowerCase() && number === urlNumber;
  return isDifferent && options.mentionLabels.includes(label) ? label : undefined;
}

function readLink(env: MarkdownEnv, token: Token, position: Position, labelInText?: string): void {
  const url = attribute(token, "href");
  if (!isSafeUrl(url, env.options.linkSchemes)) {
    reportUnsafe(env, url, position);
    token.attrs = null;
    return;
  }
  const link: DocumentLink = { url, kind: "link", position, ...(labelInText && { labelInText }) };
  token.meta = { link: addLink(env, link) } satisfies LinkMeta;
  if (isExternalUrl(url)) {
    token.attrJoin("class", "external");
    token.attrSet("rel", "noopener");
  }
}

/** Reads links and pictures that a rule of the site made after the rules of the program. Their positions are those of their blocks. */
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

/** Whether a link or a picture has been read: its entry in `env.links` has its present URL, or it is a link without a URL. */
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

/** The end of a link's text, `](`, and an unsafe URL. */
const unsafeTarget = new RegExp(`\\]\\(\\s*<?((?:${[...unsafeSchemes].join("|")}):[^\\s)>]*)`, "gi");

/** Reports links that the parser has refused and shows as text, which authors easily overlook. */
function reportUnsafeUrls(state: StateCore): void {
  const env = envOf(state.env);
  forEachInline(state.tokens, env, (inline, _, finder) => {
    if (!inline.content.includes("](") || inline.content.search(unsafeTarget) === -1) return;
    for (const { type, content } of inline.children ?? []) {
      if (type !== "text") continue;
      for (const [, url = ""] of content.matchAll(unsafeTarget)) reportUnsafe(env, url, finder.find(url));
    }
  });
}

/** Reports a link or picture whose URL is not allowed. @param noun what the author meant to write. */
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
  const hasLabel = (text: string) => labels.some((label) => text.includes(label));
  const labelPattern = labels.map(escapePattern).join("|");
  const numbers = env.options.mentionNumbers ?? numberPattern;
  // A label and a number that are not part of a longer word, an address or a version.
  const pattern = new RegExp(`(?<![\\w/@#.-])(${labelPattern})[-\u2010-\u2013 ](${numbers})(?![\\w-]|\\.\\d)`, "g");
  forEachInline(state.tokens, env, (inline, index, finder) => {
    if (!hasLabel(inline.content) || state.tokens[index - 1]?.type === "heading_open") return;
    if (inline.content.search(pattern) === -1) return;
    let depth = 0;
    const open: Token[] = [];
    const children: Token[] = [];
    for (const token of inline.children ?? []) {
      const { type, content } = token;
      if (type === "link_open") open.push(token);
      if (type === "link_open" || (type === "html_inline" && /^<a[\s>]/i.test(content))) depth++;
      if (type === "link_close" || (type === "html_inline" && /^<\/a>/i.test(content))) depth--;
      if (type === "text" && depth <= 0 && hasLabel(content)) {
        addAll(children, splitMentions(token, pattern, state, finder));
      } else {
        const link = type === "link_close" ? open.pop() : undefined;
        for (const source of sourcesOf(token, link)) if (hasLabel(source)) finder.skip(source);
        children.push(token);
      }
    }
    inline.children = children;
  });
}

/** @returns the source of a token in which mentions are not read, to be skipped. @param link the link that the token closes, if it closes one. */
function sourcesOf(token: Token, link: Token | undefined): string[] {
  const { type, content, markup } = token;
  if (type === "link_open") return markup === "wiki" ? [attribute(token, "href")] : [];
  if (type === "link_close")
    return link && !link.markup && referenceLabel(link) === undefined ? [`](${attribute(link, "href")}`] : [];
  if (type === "image" && referenceLabel(token) === undefined)
    return [content, attribute(token, "src"), attribute(token, "title")];
  return content.split("\n");
}

function splitMentions(token: Token, pattern: RegExp, state: StateCore, finder: PositionFinder): Token[] {
  const env = envOf(state.env);
  const parts: Token[] = [];
  let end = 0;
  const addText = (content: string) => {
    if (content) parts.push(Object.assign(new state.Token("text", "", 0), { content, level: token.level }));
  };
  for (const match of token.content.matchAll(pattern)) {
    addText(token.content.slice(end, match.index));
    const part = new state.Token("mention", "", 0);
    const mention = { label: (match[1] ?? "").toUpperCase(), number: numberOf(match[2] ?? "") };
    const position = finder.find(match[0]);
    makeMention(part, match[0], { url: match[0], kind: "mention", mention, position }, env);
    parts.push(part);
    end = match.index + match[0].length;
  }
  addText(token.content.slice(end));
  return parts;
}

/** Removes links within links: an address in the text of a link becomes text, and a reference to a footnote moves after the link. */
export function nestedLinks(md: MarkdownIt): void {
  md.core.ruler.before("unsafe_urls", "nested_links", (state) => {
    for (const inline of state.tokens)
      if (inline.children?.some(({ type }) => type === "link_open")) inline.children = flattenLinks(inline.children);
  });
}

function flattenLinks(tokens: readonly Token[]): Token[] {
  const flat: Token[] = [];
  let footnotes: Token[] = [];
  let depth = 0;
  for (const token of tokens) {
    if (token.type === "link_open" && depth++ > 0) continue;
    if (token.type === "link_close" && --depth > 0) continue;
    if (token.type === "footnote_ref" && depth > 0) footnotes.push(token);
    else flat.push(token);
    if (depth > 0) continue;
    addAll(flat, footnotes);
    footnotes = [];
  }
  return flat;
}

/** A definition `[label]: url` up to its URL, which may be in the next line; the definition may be in a list or a quotation. */
const beforeUrl = /^[^[]*\[(?:\\[\s\S]|[^\\\]])*\]:[ \t]*(?:\n[ \t>]*)?<?/;

/** @returns the positions of URLs by the label of their reference. The first of several definitions counts. */
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
