/**
 * Raw HTML in Markdown: what helps a text is kept, everything else is shown as the text that it probably was meant to be (`<Word>` is a
 * placeholder in many proposals). sanitize-html runs only over documents that have raw HTML left, and sees only what came from the author:
 * markup of our own stands aside in islands.
 */
import type { MarkdownIt, StateCore, Token } from "markdown-it";
import sanitizeHtml from "sanitize-html";
import type { Position } from "../../shared/document.js";
import { slot } from "../../shared/slots.js";
import { escapeHtml } from "../../shared/text.js";
import { isExternalUrl, isSafeImageUrl, isSafeUrl } from "../../shared/url.js";
import type { MarkdownEnv } from "./env.js";
import { reportUnsafe, urlSlot } from "./links.js";

const textTags =
  "a abbr b bdi bdo br cite code del dfn em i ins kbd mark q rp rt ruby s samp small span strong sub sup u var wbr";
const blockTags =
  "address blockquote center dd details div dl dt figcaption figure h1 h2 h3 h4 h5 h6 hr img li ol p picture pre source summary ul";
const tableTags = "caption col colgroup table tbody td tfoot th thead tr section";
const allowedTags = `${textTags} ${blockTags} ${tableTags}`.split(" ");
const allowed = new Set(allowedTags);

/** Classes that our own rendering writes into markup which the sanitizer sees. */
const ownClasses = [
  "external",
  "task-list",
  "task-list-item",
  "align-left",
  "align-center",
  "align-right",
  "preview-heading",
];
const comment = /^\s*<!--[\s\S]*?-->\s*$/;

export function rawHtml(md: MarkdownIt): void {
  md.core.ruler.after("block", "html_placeholders", placeholderBlocks);
  md.core.ruler.after("inline", "unclosed_placeholders", unclosedPlaceholders);
  md.renderer.rules.html_block = (tokens, index) => keepHtml(tokens[index] as Token);
  md.renderer.rules.html_inline = md.renderer.rules.html_block;
}

function keepHtml(token: Token): string {
  return comment.test(token.content) ? "" : withoutForgedMarks(token.content);
}

/** The sanitizer decodes entities, so one could become a mark of ours (a slot, an island, a shared part) after the source was cleaned of them. */
function withoutForgedMarks(html: string): string {
  return html.replace(/&#(?:x([0-9a-f]+)|(\d+));?/gi, (entity, hex?: string, decimal?: string) => {
    const code = hex ? Number.parseInt(hex, 16) : Number(decimal);
    return code < 9 || (code >= 0xfdd0 && code <= 0xfdef) ? "\uFFFD" : entity;
  });
}

function isAllowedTag(html: string): boolean {
  const name = /^<\/?([a-z][a-z0-9-]*)(?=[\s/>])/i.exec(html.trimStart())?.[1];
  return html.trimStart().startsWith("<!--") || (name !== undefined && allowed.has(name.toLowerCase()));
}

/** A line that starts with a tag of no known name is a paragraph, not HTML. */
function placeholderBlocks(state: StateCore): void {
  const isPlaceholder = ({ type, content }: Token) => type === "html_block" && !isAllowedTag(content);
  if (!state.tokens.some(isPlaceholder)) return;
  state.tokens = state.tokens.flatMap((token) => (isPlaceholder(token) ? paragraphOf(token, state) : [token]));
}

/** The lines of an HTML block as a paragraph whose inline tokens are still to be parsed. */
function paragraphOf(token: Token, state: StateCore): Token[] {
  const open = Object.assign(new state.Token("paragraph_open", "p", 1), {
    block: true,
    map: token.map,
    level: token.level,
  });
  const inline = Object.assign(new state.Token("inline", "", 0), {
    block: true,
    map: token.map,
    level: token.level + 1,
    content: token.content.trim(),
    children: [],
  });
  const close = Object.assign(new state.Token("paragraph_close", "p", -1), { block: true, level: token.level });
  return [open, inline, close];
}

/** A tag in the text: `<name …>` or `</name>`. */
interface Tag {
  token: Token;
  /** As it is written, and where in the token's content. */
  text: string;
  index: number;
  name: string;
  closes: boolean;
}

const emptyTags = new Set("br col hr wbr".split(" "));
/** In lower case these are HTML without an end tag too. */
const endIsOptional = new Set("caption colgroup dd dt li p rp rt tbody td tfoot th thead tr".split(" "));
/** Comments are found as well, so that no tag is seen in one; what never ends reaches to the end, as for a browser. */
const tagOrComment =
  /<!--(?:[\s\S]*?-->|[\s\S]*$)|<\/([a-z][a-z0-9-]*)[^<>]*>|<([a-z][a-z0-9-]*)(?:\s+[a-z_:][\w:.-]*(?:\s*=\s*(?:[^\s"'=<>`]+|'[^']*'|"[^"]*"))?)*\s*\/?>/gi;

function tagsOf(token: Token): Tag[] {
  return [...token.content.matchAll(tagOrComment)].flatMap(({ 0: text, 1: closed, 2: opened, index }) => {
    const name = closed ?? opened;
    return name === undefined ? [] : [{ token, text, index, name: name.toLowerCase(), closes: closed !== undefined }];
  });
}

/** Tags that wait for their end, the innermost of a name last. */
class OpenTags {
  private readonly byName = new Map<string, Tag[]>();

  open(tag: Tag): void {
    const tags = this.byName.get(tag.name);
    if (tags) tags.push(tag);
    else this.byName.set(tag.name, [tag]);
  }

  /** @returns whether there was one to close. */
  close({ name }: Tag): boolean {
    return this.byName.get(name)?.pop() !== undefined;
  }

  left(): Tag[] {
    return [...this.byName.values()].flat();
  }
}

/** `Option<Details>` names a type: an element is only what has an end, has attributes or needs no end. */
function isPlaceholderUnlessClosed({ text, name }: Tag): boolean {
  if (!/^<[a-z0-9-]+\s*\/?>$/i.test(text) || emptyTags.has(name)) return false;
  return !endIsOptional.has(name) || isCapitalized(text);
}

function isCapitalized(text: string): boolean {
  return text !== text.toLowerCase();
}

/**
 * Tags that nothing closes are text: as elements they would vanish and take the rest of the page with them. A block's end may stand in any later
 * block (`<details>`, a blank line, Markdown); a word in running text ends there, except that one in lower case may end in a later block that
 * closes no other.
 */
function unclosedPlaceholders(state: StateCore): void {
  const blocks = new OpenTags();
  const inlines = new OpenTags();
  const placeholders: Tag[] = [];
  for (const token of state.tokens) {
    if (token.type === "html_block") {
      for (const tag of tagsOf(token)) {
        if (!tag.closes) blocks.open(tag);
        else if (!blocks.close(tag)) inlines.close(tag);
      }
      continue;
    }
    const within = new OpenTags();
    for (const child of token.children ?? []) {
      if (child.type !== "html_inline") continue;
      if (!isAllowedTag(child.content)) {
        child.type = "text";
        continue;
      }
      for (const tag of tagsOf(child)) {
        if (!tag.closes) within.open(tag);
        else if (!within.close(tag) && !blocks.close(tag)) inlines.close(tag);
      }
    }
    for (const tag of within.left()) {
      if (isCapitalized(tag.text)) placeholders.push(tag);
      else inlines.open(tag);
    }
  }
  showAsText(state, [...placeholders, ...inlines.left(), ...blocks.left()].filter(isPlaceholderUnlessClosed));
}

function showAsText(state: StateCore, placeholders: readonly Tag[]): void {
  const inBlocks = new Map<Token, Tag[]>();
  for (const tag of placeholders) {
    if (tag.token.type === "html_inline") tag.token.type = "text";
    else if (!inBlocks.get(tag.token)?.push(tag)) inBlocks.set(tag.token, [tag]);
  }
  if (inBlocks.size === 0) return;
  state.tokens = state.tokens.flatMap((token) => {
    const tags = inBlocks.get(token);
    if (!tags) return [token];
    const beginning = token.content.search(/\S/);
    if (tags.some(({ index }) => index === beginning)) {
      const texts = new Set(tags.map(({ text }) => text));
      const paragraph = paragraphOf(token, state);
      for (const { content, children } of paragraph) {
        if (children) state.md.inline.parse(content, state.md, state.env, children);
        for (const child of children ?? [])
          if (child.type === "html_inline" && (texts.has(child.content) || !isAllowedTag(child.content)))
            child.type = "text";
      }
      return paragraph;
    }
    const starts = new Set(tags.map(({ index }) => index));
    token.content = token.content.replace(tagOrComment, (text, ...groups) =>
      starts.has(groups.at(-2)) ? escapeHtml(text) : text,
    );
    return [token];
  });
}

/** Whether anything is left for the sanitizer to look at. */
export function hasRawHtml(tokens: readonly Token[]): boolean {
  return tokens.some(
    (token) =>
      ((token.type === "html_block" || token.type === "html_inline") && !comment.test(token.content)) ||
      hasRawHtml(token.children ?? []),
  );
}

/** Makes author's HTML safe and valid: known tags and attributes, balanced, URLs in slots, no id twice. */
export function sanitize(html: string, env: MarkdownEnv): string {
  const ids = new Set(env.outline.map(({ id }) => id));
  const ownSlot = /^\uFDD0/;
  const positionOf = attributePositions(env);
  const url = (attribute: string, value: string, kind: "link" | "image") =>
    ownSlot.test(value) ? value : urlSlot(env, { url: value, kind, position: positionOf(attribute, value) });
  const unsafe = (attribute: string, value: string) => reportUnsafe(env, value, positionOf(attribute, value));
  const srcset = (value: string): string | undefined => {
    let position = positionOf("srcset", value);
    let end = 0;
    const kept = [...value.matchAll(srcsetCandidate)].flatMap(({ 1: address = "", 2: descriptor = "", index }) => {
      position = positionAfter(position, value.slice(end, index));
      end = index;
      if (!isSafeImageUrl(address)) {
        reportUnsafe(env, address, position);
        return [];
      }
      if (!srcsetDescriptor.test(descriptor.trim())) return [];
      return `${urlSlot(env, { url: address, kind: "image", position })} ${descriptor}`.trim();
    });
    return kept.join(", ") || undefined;
  };
  const clean = sanitizeHtml(html, {
    allowedTags,
    disallowedTagsMode: "escape",
    allowedAttributes: {
      "*": ["id", "lang", "dir", "title", "class"],
      a: ["href", "rel"],
      img: ["src", "srcset", "sizes", "alt", "width", "height", "loading", "decoding"],
      source: ["srcset", "sizes", "media", "type"],
      td: ["colspan", "rowspan", "headers"],
      th: ["colspan", "rowspan", "headers", "scope", "abbr"],
      col: ["span"],
      colgroup: ["span"],
      ol: ["start", "type", "reversed"],
      li: ["value"],
      details: ["open"],
      q: ["cite"],
      blockquote: ["cite"],
    },
    allowedClasses: { "*": ownClasses },
    allowedSchemes: false as unknown as boolean,
    allowProtocolRelative: true,
    selfClosing: [...emptyTags, "img", "source"],
    parser: { decodeEntities: true },
    // A source without a picture would stand in the way of the one that follows.
    exclusiveFilter: ({ tag, attribs }) => tag === "source" && !attribs.srcset,
    transformTags: {
      // Runs after the tag's own, so an id is looked at once.
      "*": (tagName, attribs) => ({ tagName, attribs: uniqueId(alignment(tagName, attribs), tagName, ids) }),
      center: (_, attribs) => ({
        tagName: "div",
        attribs: { ...attribs, class: "align-center" },
      }),
      a: (tagName, attribs) => {
        const { href, ...rest } = attribs;
        if (href === undefined) return { tagName, attribs: rest };
        if (!isSafeUrl(href)) {
          unsafe("href", href);
          return { tagName, attribs: rest };
        }
        const mark: Record<string, string> = isExternalUrl(href) ? { class: "external", rel: "noopener" } : {};
        return { tagName, attribs: { ...rest, ...mark, href: url("href", href, "link") } };
      },
      source: (tagName, attribs) => ({
        tagName,
        attribs: defined({ ...attribs, srcset: attribs.srcset && srcset(attribs.srcset) }),
      }),
      img: (tagName, attribs) => {
        const { src = "", ...rest } = attribs;
        const size = { width: digits(rest.width), height: digits(rest.height) };
        if (!isSafeImageUrl(src)) unsafe("src", src);
        return {
          tagName,
          attribs: defined({
            ...rest,
            ...size,
            loading: "lazy",
            decoding: "async",
            src: isSafeImageUrl(src) ? url("src", src, "image") : "",
            srcset: rest.srcset && srcset(rest.srcset),
            alt: rest.alt ?? "",
          }),
        };
      },
    },
  });
  // A picture without a size gets that of its file, like one in Markdown.
  return clean.replace(
    /<img(?![^>]* (?:width|height)=)[^>]* src="\uFDD0url\uFDD2(\d+)[^>]*?(?= ?\/?>)/g,
    (tag, link: string) => `${tag}${slot("image", link)}`,
  );
}

/** One picture of a `srcset` and what it is for. A comma within a URL belongs to it, one at its end does not. */
const srcsetCandidate = /([^\s,]\S*[^\s,]|[^\s,])(?:\s+([^\s,][^,]*))?/g;
const srcsetDescriptor = /^(?:|[1-9]\d{0,5}w|\d{1,3}(?:\.\d{1,3})?x)$/;

const urlAttribute = /\s(href|srcset|src)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+))/gi;

/**
 * Finds where an attribute with a value is written: the first of its kind, when asked again the next. The value alone would not do, it may be
 * as short as a letter.
 */
function attributePositions(env: MarkdownEnv): (attribute: string, value: string) => Position {
  const places = new Map<string, Position[]>();
  const key = (attribute: string, value: string) => `${attribute.toLowerCase()}=${value.trim().replace(/\s+/g, " ")}`;
  const text = env.lines.join("\n");
  let here: Position = { line: env.firstLine, column: 1 };
  let end = 0;
  for (const { 0: whole, 1: attribute = "", 2: double, 3: single, 4: bare, index } of text.matchAll(urlAttribute)) {
    const value = double ?? single ?? bare ?? "";
    const start = index + whole.length - value.length - (bare === undefined ? 1 : 0);
    here = positionAfter(here, text.slice(end, start));
    end = start;
    const id = key(attribute, value.replaceAll("&amp;", "&"));
    if (!places.get(id)?.push(here)) places.set(id, [here]);
  }
  for (const positions of places.values()) positions.reverse();
  return (attribute, value) => {
    const positions = places.get(key(attribute, value)) ?? [];
    return (positions.length > 1 ? positions.pop() : positions[0]) ?? { line: env.firstLine, column: 1 };
  };
}

function positionAfter({ line, column }: Position, text: string): Position {
  const lines = text.split("\n");
  const last = (lines.at(-1) ?? "").length;
  return lines.length === 1 ? { line, column: column + last } : { line: line + lines.length - 1, column: last + 1 };
}

function alignment(tagName: string, { align, ...attribs }: Record<string, string>): Record<string, string> {
  const side = align?.toLowerCase();
  if (tagName === "img" || !side || !["left", "center", "right"].includes(side)) return attribs;
  return { ...attribs, class: `align-${side}` };
}

/** Ids of the page's own parts (templates/ids.ts) and of links to footnotes. */
const reservedIds = /^(?:site[A-Z]|statusGlyph-|graphArrow$|fn(?:ref)?\d)/;

/** Keeps an id only where it is the first; `name` of an anchor is an id in today's HTML. */
function uniqueId(
  { name, id = name, ...attribs }: Record<string, string>,
  tagName: string,
  ids: Set<string>,
): Record<string, string> {
  const isHeading = /^h[1-6]$/.test(tagName);
  const value = id?.trim().replace(/\s+/g, "-");
  if (!value || reservedIds.test(value) || (ids.has(value) && !isHeading)) return attribs;
  ids.add(value);
  return { ...attribs, id: value };
}

function digits(value: string | undefined): string | undefined {
  return value && /^\d{1,5}(px)?$/.test(value) ? value.replace("px", "") : undefined;
}

function defined(attribs: Record<string, string | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(attribs).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}
