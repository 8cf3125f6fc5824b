/**
 * Reads the wiki text of a block into inline tokens like those of the Markdown parser, so that every later rule applies
 * to both. One pass from left to right without repeated searches, so time is linear in the text.
 */
import type { MarkdownIt, Token } from "markdown-it";
import { addAll } from "../../../shared/lists.js";
import type { MarkdownEnv } from "../markdown/env.js";
import { plainText } from "../markdown/headings.js";
import { mayHave } from "../markdown/sanitize.js";
import type { NewToken, Notes } from "./notes.js";
import { applyQuotes, quotesType } from "./quotes.js";
import { type Piece, pieceMarker } from "./source.js";

/** State of the whole text while its parts are read. */
export interface WikiContext {
  md: MarkdownIt;
  env: MarkdownEnv;
  make: NewToken;
  /** Grows while footnotes are read, because these have pieces of their own. */
  pieces: Piece[];
  notes: Notes;
}

/** Obsolete elements that MediaWiki accepts, and their present forms; `span` if only the look was intended. */
const renamed: Record<string, string> = { tt: "code", strike: "s", big: "span", font: "span", nobr: "span" };

const special = /[\n&'<[{\x7f]/g;
const entity = /&(?:#x[0-9a-f]{1,6}|#\d{1,7}|[a-z][a-z0-9]{1,31});/iy;
const apostrophes = /''+/y;
const internalTarget = /\[\[([^[\]{}|<>\n\x7f]+)/y;
const externalTarget =
  /\[((?:(?:https?|ftps?|git|ssh|ircs?|xmpp|nostr):\/\/|\/\/|mailto:|news:|magnet:)[^[\]<>|"\s\x7f]+)/iy;
const bareScheme = /^(?:[a-z][a-z0-9+.-]*:|\/\/)/i;
const htmlTag = /<(\/?)([a-z][a-z0-9-]*)((?:[\s/][^<>]*)?)>/iy;
const linkTrail = /[a-z]+/iy;

/** @param text may have markers of `context.pieces`. */
export function readInline(text: string, context: WikiContext): Token[] {
  return new InlineReader(text, context, "link and show").read();
}

class InlineReader {
  private tokens: Token[] = [];
  private position = 0;
  private readonly codeEnds: Map<string, NextPlace> = new Map();
  private readonly bracketEnd: NextPlace;
  private readonly lineEnd: NextPlace;
  private links: Map<number, number> | undefined;
  private templates: Map<number, number> | undefined;

  constructor(
    private readonly text: string,
    private readonly context: WikiContext,
    /** Links do not nest, and captions have no pictures. */
    private readonly may: "link and show" | "link" | "neither",
    private readonly isCode = false,
  ) {
    this.bracketEnd = new NextPlace(text, "]");
    this.lineEnd = new NextPlace(text, "\n");
  }

  read(): Token[] {
    const { text } = this;
    while (this.position < text.length) {
      special.lastIndex = this.position;
      const next = special.exec(text)?.index ?? text.length;
      if (next > this.position) this.addText(text.slice(this.position, next));
      this.position = next;
      if (next < text.length && !this.readSpecial(text[next] ?? "")) {
        this.addText(text[next] ?? "");
        this.position = next + 1;
      }
    }
    return applyQuotes(this.tokens, this.context.make);
  }

  /** @returns false if the character has no special meaning here. */
  private readSpecial(character: string): boolean {
    if (character === "\n") return this.take(1, this.context.make("softbreak", "br", 0));
    if (character === "&") return this.readEntity();
    if (character === "'") return this.readApostrophes();
    if (character === "<") return this.readTag();
    if (character === "{") return this.readTemplate();
    if (character === "[") return this.may !== "neither" && (this.readInternalLink() || this.readExternalLink());
    return this.readMarker();
  }

  private take(length: number, ...tokens: Token[]): true {
    addAll(this.tokens, tokens);
    this.position += length;
    return true;
  }

  private match(pattern: RegExp, index = this.position): RegExpExecArray | null {
    pattern.lastIndex = index;
    return pattern.exec(this.text);
  }

  private addText(content: string): void {
    const last = this.tokens.at(-1);
    if (last?.type === "text") last.content += content;
    else this.tokens.push(this.token("text", content));
  }

  private token(type: string, content: string, tag = ""): Token {
    return Object.assign(this.context.make(type, tag, 0), { content });
  }

  private readEntity(): boolean {
    const entityText = this.match(entity)?.[0];
    if (!entityText) return false;
    this.addText(this.context.md.utils.unescapeAll(entityText));
    this.position += entityText.length;
    return true;
  }

  private readApostrophes(): boolean {
    const run = this.match(apostrophes)?.[0];
    return run !== undefined && this.take(run.length, this.token(quotesType, run));
  }

  private readTag(): boolean {
    const [match, slash, name = "", attributes = ""] = this.match(htmlTag) ?? [];
    if (match === undefined) return false;
    const tag = name.toLowerCase();
    if (tag === "br" && name !== "Br") return this.take(match.length, this.context.make("hardbreak", "br", 0));
    if (!slash && (tag === "code" || tag === "tt") && this.readCode(match, name)) return true;
    const htmlName = renamed[tag];
    if (!mayHave(tag, this.context.env.options) && !htmlName) return false;
    const html = htmlName ? `<${slash}${htmlName}>` : `<${slash}${name}${withPieces(attributes, this.context)}>`;
    return this.take(match.length, this.token("html_inline", html));
  }

  /** Code may contain wiki text. Most does not, and is then the same token as in Markdown. */
  private readCode(open: string, name: string): boolean {
    const closing = `</${name}>`;
    const ends = this.codeEnds.get(closing) ?? new NextPlace(this.text, closing);
    this.codeEnds.set(closing, ends);
    const start = this.position + open.length;
    const end = ends.from(start);
    if (end === -1) return false;
    const { make } = this.context;
    const children = new InlineReader(this.text.slice(start, end), this.context, this.may, true).read();
    this.position = end + closing.length;
    if (children.every(({ type }) => type === "text" || type === "softbreak")) {
      const content = plainText(children);
      if (content) this.tokens.push(this.token("code_inline", content, "code"));
    } else {
      addAll(this.tokens, [make("code_open", "code", 1), ...children, make("code_close", "code", -1)]);
    }
    return true;
  }

  private readInternalLink(): boolean {
    const [, target] = this.match(internalTarget) ?? [];
    this.links ??= matchPairs(this.text, "[[", "]]");
    let end = this.links.get(this.position);
    if (target === undefined || end === undefined) return false;
    const start = this.position;
    let options = this.text.slice(start + 2 + target.length, end);
    if (options !== "" && !options.startsWith("|")) return false;
    // The last two of three brackets close the link if its text has an open one.
    if (this.text[end + 2] === "]" && options.includes("[")) {
      options += "]";
      end++;
    }
    const name = target.trim();
    this.position = end + 2;
    if (this.may === "link and show") {
      const image = readImage(name, options, this.context.make, (text) => this.readWithin(text, "link"));
      if (image) {
        addAll(this.tokens, image);
        return true;
      }
    }
    // A category has a meaning only in a wiki.
    if (/^category\s*:/i.test(name)) return true;
    const [url = "", ...words] = bareScheme.test(name) ? name.split(" ") : [name.replace(/^:/, "./")];
    const text = options.slice(1).trim() || words.join(" ") || url;
    const trail = this.match(linkTrail)?.[0] ?? "";
    this.position += trail.length;
    this.addLink(url, text + trail);
    return true;
  }

  private readExternalLink(): boolean {
    const [open, url] = this.match(externalTarget) ?? [];
    if (open === undefined || url === undefined) return false;
    const start = this.position + open.length;
    const end = this.bracketEnd.from(start);
    const line = this.lineEnd.from(start);
    if (end === -1 || (line !== -1 && line < end)) return false;
    // Some authors write the bar of the other kind of link.
    const text = this.text.slice(start, end).replace(/^\|/, "").trim();
    this.position = end + 1;
    this.addLink(url, text || url);
    return true;
  }

  private addLink(url: string, text: string): void {
    const { make } = this.context;
    const open = make("link_open", "a", 1);
    open.attrSet(
      "href",
      url.replace(entityAnywhere, (match) => this.context.md.utils.unescapeAll(match)),
    );
    // Tells later rules that the URL is written directly, not in Markdown's brackets.
    open.markup = "wiki";
    addAll(this.tokens, [open, ...this.readWithin(text), make("link_close", "a", -1)]);
  }

  private readWithin(text: string, may: "link" | "neither" = "neither"): Token[] {
    return new InlineReader(text, this.context, may).read();
  }

  /** Only its wiki can expand a template. Its source is shown, so that nothing is lost. */
  private readTemplate(): boolean {
    if (this.isCode) return false;
    this.templates ??= matchPairs(this.text, "{{", "}}");
    const end = this.templates.get(this.position);
    if (end === undefined) return false;
    const source = withPieces(this.text.slice(this.position, end + 2), this.context);
    this.position = end + 2;
    const token = this.token("code_inline", source, "code");
    token.meta = { isTemplate: true };
    this.tokens.push(token);
    return true;
  }

  private readMarker(): boolean {
    pieceMarker.lastIndex = this.position;
    const match = pieceMarker.exec(this.text);
    const piece = match?.index === this.position ? this.context.pieces[Number(match[1])] : undefined;
    if (!match || !piece) return false;
    this.position += match[0].length;
    const { tag, content, attributes, raw } = piece;
    if (tag === "nowiki") this.addText(decode(content, this.context.md));
    else if (tag === "ref") addAll(this.tokens, this.context.notes.refer(piece));
    else if (tag === "math") {
      const token = this.token("math_inline", content, "math");
      token.markup = attributes.get("display") === "block" ? "$$" : "$";
      this.tokens.push(token);
    } else if (tag === "pre")
      this.tokens.push(this.token("code_inline", decode(content, this.context.md).trim(), "code"));
    else if (tag === "source" || tag === "syntaxhighlight")
      this.tokens.push(this.token("code_inline", content.trim(), "code"));
    else if (tag === "poem") addAll(this.tokens, this.readWithin(content));
    else if (tag !== "references") this.tokens.push(this.token("html_inline", raw));
    return true;
  }
}

const entityAnywhere = new RegExp(entity.source, "gi");

/** Text in which only entities have a meaning. */
export function decode(text: string, md: MarkdownIt): string {
  return text.replace(/<\/?nowiki>/gi, "").replace(entityAnywhere, (match) => md.utils.unescapeAll(match));
}

/** The source. */
export function withPieces(text: string, { pieces }: WikiContext): string {
  return text.replace(pieceMarker, (_, index: string) => pieces[Number(index)]?.raw ?? "");
}

/** Matches brackets in one pass: a search for each would take quadratic time. @returns the index of the closing pair for each opening pair that has one. Pairs nest. */
function matchPairs(text: string, open: string, close: string): Map<number, number> {
  const pairs = new Map<number, number>();
  const waiting: number[] = [];
  let nextOpen = text.indexOf(open);
  let nextClose = text.indexOf(close);
  while (nextClose !== -1) {
    if (nextOpen !== -1 && nextOpen < nextClose) {
      waiting.push(nextOpen);
      nextOpen = text.indexOf(open, nextOpen + open.length);
    } else {
      const start = waiting.pop();
      if (start !== undefined) pairs.set(start, nextClose);
      nextClose = text.indexOf(close, nextClose + (start === undefined ? 1 : close.length));
    }
  }
  return pairs;
}

/** Finds the next occurrence for increasing positions, in one pass over the text. */
class NextPlace {
  private nextIndex = -2;

  constructor(
    private readonly text: string,
    private readonly needle: string,
  ) {}

  /** @returns -1 if there is none. */
  from(position: number): number {
    if (this.nextIndex !== -1 && this.nextIndex < position) this.nextIndex = this.text.indexOf(this.needle, position);
    return this.nextIndex;
  }
}

const namespace = /^(?:file|image|media)\s*:\s*/i;
/** Options for place and size, which the page's style decides here. */
const layout =
  /^(?:thumb|thumbnail|frame|framed|frameless|border|left|right|center|centre|none|baseline|middle|sub|super|top|text-top|bottom|text-bottom|upright(?:=[\d.]+)?|\d*x?\d+\s*px|(?:class|lang|page|link|thumb)=.*)$/i;
const framed = /^(?:thumb|thumbnail|frame|framed)$/i;

/**
 * A picture, `[[File:name|options|caption]]`, whose file is beside the text.
 * @param name the text before the first bar.
 * @param optionText the rest of the link, with that bar.
 * @returns undefined if the link does not lead to a picture.
 */
function readImage(
  name: string,
  optionText: string,
  make: NewToken,
  readText: (text: string) => Token[],
): Token[] | undefined {
  if (!namespace.test(name)) return undefined;
  const url = name.replace(namespace, "").trim();
  const options = optionText.split(/\|(?![^[\]|]{0,999}\]\])/).slice(1);
  const alt = options.find((option) => /^\s*alt\s*=/i.test(option))?.replace(/^\s*alt\s*=\s*/i, "");
  const isCaption = (option: string) => option.trim() && !layout.test(option.trim()) && !/^\s*alt\s*=/i.test(option);
  const caption = readText(options.filter(isCaption).at(-1)?.trim() ?? "");
  const image = make("image", "img", 0);
  const text = alt?.trim() ?? plainText(caption);
  image.attrs = [
    ["src", url],
    ["alt", ""],
  ];
  image.content = text;
  image.children = text ? [Object.assign(make("text", "", 0), { content: text })] : [];
  image.markup = "wiki";
  if (caption.length === 0) return [image];
  if (!options.some((option) => framed.test(option.trim()))) {
    if (plainText(caption) !== text) image.attrs.push(["title", plainText(caption)]);
    return [image];
  }
  // If it is the only content of a paragraph, the block reader makes it a figure.
  return [image, make("caption_open", "span", 1), ...caption, make("caption_close", "span", -1)];
}
