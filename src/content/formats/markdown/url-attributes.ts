/** The URLs in an author's HTML: a safe URL becomes a placeholder, any other URL is reported and left out. */
import { decodeHTMLAttribute } from "entities";
import type { Token } from "markdown-it";
import type { DocumentLink, Position } from "../../../shared/document.js";
import type { HtmlPart, Placeholder } from "../../../shared/html-parts.js";
import { getOrAdd, lazy } from "../../../shared/lazy.js";
import { isSafeImageUrl, isSafeUrl } from "../../../shared/url.js";
import { type MarkdownEnv, type PositionFinder, positionAfter, type TextLines, withFinders } from "./env.js";
import { reportUnsafe, urlPart } from "./links.js";
import type { MarkedWriter } from "./writer.js";

/** Replaces attributes with marks that the sanitizer lets through. Each method returns undefined if no URL in the value is safe. */
export class UrlAttributes {
  private readonly positionOf: (attribute: string, value: string) => Position;
  private readonly part: (link: DocumentLink) => Placeholder;

  /** @param tokens from which the HTML was written, for the positions of its URLs. */
  constructor(
    private readonly env: MarkdownEnv,
    private readonly out: MarkedWriter,
    tokens: readonly Token[],
  ) {
    this.positionOf = attributePositions(env, tokens);
    this.part = env.isPreview ? previewLinks(env) : (link) => urlPart(env, link);
  }

  href(url: string): string | undefined {
    const position = this.positionOf("href", url);
    if (!isSafeUrl(url, this.env.options.linkSchemes)) return this.refuse(url, position);
    return this.out.attribute([' href="', this.part({ url, kind: "link", position }), '"']);
  }

  /** @param isSized whether the author gives the picture's size; otherwise the page gets the size of the file, as in Markdown. */
  src(url: string, isSized: boolean): string | undefined {
    const position = this.positionOf("src", url);
    if (!isSafeImageUrl(url, this.env.options.linkSchemes)) return this.refuse(url, position, "picture");
    const picture = this.part({ url, kind: "image", position });
    const size: HtmlPart[] = isSized ? [] : [{ ...picture, kind: "image" } as HtmlPart];
    return this.out.attribute([' src="', picture, '"', ...size]);
  }

  srcset(value: string): string | undefined {
    let position = this.positionOf("srcset", value);
    let end = 0;
    const parts: HtmlPart[] = [];
    for (const { 1: url = "", 2: descriptor = "", index } of value.matchAll(srcsetCandidate)) {
      position = positionAfter(position, value.slice(end, index));
      end = index;
      if (!isSafeImageUrl(url, this.env.options.linkSchemes)) this.refuse(url, position, "picture");
      else if (srcsetDescriptor.test(descriptor.trim())) {
        parts.push(parts.length === 0 ? ' srcset="' : ", ");
        parts.push(this.part({ url, kind: "image", position }));
        if (descriptor) parts.push(` ${descriptor.trim()}`);
      }
    }
    return parts.length === 0 ? undefined : this.out.attribute([...parts, '"']);
  }

  private refuse(url: string, position: Position, noun?: "picture"): undefined {
    reportUnsafe(this.env, url, position, noun);
  }
}

/** A picture of a `srcset` and its descriptor. A comma within a URL belongs to the URL, a comma at its end does not. */
const srcsetCandidate = /([^\s,]\S*[^\s,]|[^\s,])(?:\s+([^\s,][^,]*))?/g;
/** Nothing, a width (`480w`) or a density (`1.5x`). */
const srcsetDescriptor = /^(?:|[1-9]\d{0,5}w|\d{1,3}(?:\.\d{1,3})?x)$/;

/** Finds the links of a preview among those of the text, which were added when the text was rendered. */
function previewLinks(env: MarkdownEnv): (link: DocumentLink) => Placeholder {
  const key = ({ kind, url }: DocumentLink) => `${kind} ${url}`;
  const indices = new Map(env.links.map((link, index) => [key(link), index]));
  return (link) => {
    const index = indices.get(key(link));
    return index === undefined ? urlPart(env, link) : { kind: "url", link: index };
  };
}

const commentOrAttribute = /<!--|\s(href|srcset|src)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+))/gi;

/** A part of the source that is HTML. */
interface HtmlSource {
  start: Position;
  /** Number of lines. */
  lines: number;
  /** Number of attributes with URLs, because other markup may follow on its last line; infinite if nothing follows there. */
  attributes: number;
}

/**
 * Finds positions of URLs, because the sanitizer gives none. Each call finds the next attribute with this name and value in the HTML of a text, outside
 * comments and code. The value alone is not enough, because it may be a single letter.
 */
function attributePositions(
  env: TextLines & Pick<MarkdownEnv, "siteUrlPositions">,
  tokens: readonly Token[],
): (attribute: string, value: string) => Position {
  const inHtml = lazy(() => positionsIn(env, htmlIn(tokens, env)));
  // Some HTML is not where its token is.
  const inText = lazy(() =>
    positionsIn(env, [
      { start: { line: env.firstLine, column: 1 }, lines: env.lines.length, attributes: Number.POSITIVE_INFINITY },
    ]),
  );
  return (attribute, value) => {
    const key = keyOf(attribute, value);
    const positions = inHtml().get(key) ?? inText().get(key) ?? [];
    const position = positions.length > 1 ? positions.pop() : positions[0];
    return position ?? env.siteUrlPositions?.get(key) ?? { line: env.firstLine, column: 1 };
  };
}

/** Stores the block that is being written as the position of the URLs in HTML that a rule of the site wrote. */
export function addSiteUrls(html: string, env: MarkdownEnv): void {
  if (!html.includes("=")) return;
  env.siteUrlPositions ??= new Map();
  for (const { key } of attributesIn(html))
    if (!env.siteUrlPositions.has(key))
      env.siteUrlPositions.set(key, { line: env.firstLine + env.block[0], column: 1 });
}

const keyOf = (attribute: string, value: string) => `${attribute.toLowerCase()}=${value.trim().replace(/\s+/g, " ")}`;

/** @returns the positions of all values, by attribute and value; those of equal values in reverse order. */
function positionsIn({ lines, firstLine }: TextLines, parts: Iterable<HtmlSource>): Map<string, Position[]> {
  const positionsByKey = new Map<string, Position[]>();
  for (const part of parts) {
    const first = part.start.line - firstLine;
    const text = lines.slice(first, first + part.lines).join("\n");
    let end = part.start.column - 1;
    let position = part.start;
    let attributes = part.attributes;
    for (const { key, start } of attributesIn(text, end)) {
      position = positionAfter(position, text.slice(end, start));
      end = start;
      getOrAdd(positionsByKey, key, () => []).push(position);
      if (--attributes === 0) break;
    }
  }
  for (const positions of positionsByKey.values()) positions.reverse();
  return positionsByKey;
}

/** Yields the attributes with URLs outside of comments, from an offset on, and the offsets of their values. */
function* attributesIn(text: string, from = 0): Generator<{ key: string; start: number }> {
  const pattern = new RegExp(commentOrAttribute);
  pattern.lastIndex = from;
  let isClosed = true;
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
    const [attributeText, attribute, double, single, bare] = match;
    if (attribute !== undefined) {
      const value = double ?? single ?? bare ?? "";
      const start = match.index + attributeText.length - value.length - (bare === undefined ? 1 : 0);
      yield { key: keyOf(attribute, decodeHTMLAttribute(value)), start };
    } else if (isClosed) {
      const close = text.indexOf("-->", pattern.lastIndex);
      isClosed = close >= 0;
      if (isClosed) pattern.lastIndex = close;
    }
  }
}

/** Yields the HTML of a text in the order of its tokens. */
function* htmlIn(tokens: readonly Token[], env: TextLines): Generator<HtmlSource> {
  // A block of MediaWiki is many tokens of the same lines.
  const visitedMaps = new Set<string>();
  for (const [{ type, map, children }, , finder] of withFinders(tokens, env)) {
    if (type === "html_block" && map) {
      if (visitedMaps.has(`${map}`)) continue;
      visitedMaps.add(`${map}`);
      const start = { line: env.firstLine + map[0], column: 1 };
      yield { start, lines: map[1] - map[0], attributes: Number.POSITIVE_INFINITY };
    } else if (type === "inline" && children?.some((child) => countAttributes(child) > 0)) {
      yield* tagsIn(children, finder);
    }
  }
}

function* tagsIn(children: readonly Token[], finder: PositionFinder): Generator<HtmlSource> {
  for (const child of children) {
    if (child.type !== "html_inline" && child.type !== "code_inline") continue;
    const [start, ...positions] = child.content.split("\n").map((line) => finder.skip(line));
    const attributes = countAttributes(child);
    if (start && attributes > 0) yield { start, lines: positions.length + 1, attributes };
  }
}

function countAttributes({ type, content }: Token): number {
  return type === "html_inline" && content.includes("=") ? [...attributesIn(content)].length : 0;
}
