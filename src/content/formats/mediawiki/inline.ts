/**
 * Reads the wiki text of a block into inline tokens like those of the Markdown parser, so that every later rule applies
 * to both. It is one pass from left to right without repeated searches, so the time is linear in the text.
 */
import type { MarkdownIt, Token } from "markdown-it";
import { getOrAdd } from "../../../shared/lazy.js";
import { addAll } from "../../../shared/lists.js";
import { entity, type MarkdownEnv } from "../markdown/env.js";
import { plainText } from "../markdown/headings.js";
import { mayHave } from "../markdown/sanitize.js";
import type { MakeToken, Notes } from "./notes.js";
import { applyQuotes, quotesType } from "./quotes.js";
import { type Piece, pieceMarker } from "./source.js";

/** State of the whole text while its parts are read. */
export interface WikiContext {
  md: MarkdownIt;
  env: MarkdownEnv;
  make: MakeToken;
  /** The pieces of the text. Those of footnotes are added while footnotes are read. */
  pieces: Piece[];
  notes: Notes;
}

/** The elements that replace obsolete elements of MediaWiki; `span` for elements that only change the look. */
const replacements: Record<string, string> = { tt: "code", strike: "s", big: "span", font: "span", nobr: "span" };

/** The characters with which markup begins. */
const special = /[\n&'<[{\x7f]/g;
const apostrophes = /''+/y;
const internalTarget = /\[\[([^[\]{}|<>\n\x7f]+)/y;
const externalTarget =
  /\[((?:(?:https?|ftps?|git|ssh|ircs?|xmpp|nostr):\/\/|\/\/|mailto:|news:|magnet:)[^[\]<>|"\s\x7f]+)/iy;
const bareScheme = /^(?:[a-z][a-z0-9+.-]*:|\/\/)/i;
const htmlTag = /<(\/?)([a-z][a-z0-9-]*)((?:[\s/][^<>]*)?)>/iy;
/** Letters directly after a link, which belong to its text: `[[cat]]s`. */
const linkTrail = /[a-z]+/iy;

/** @param text may have markers of `context.pieces`. */
export function readInline(text: string, context: WikiContext): Token[] {
  return new InlineReader(text, context, "links and pictures").read();
}

/** The markup with brackets that a text may contain: links do not nest, and captions contain no pictures. */
type AllowedBrackets = "links and pictures" | "links" | "none";

class InlineReader {
  private tokens: Token[] = [];
  private position = 0;
  private readonly codeEnds: Map<string, TextSearch> = new Map();
  private readonly bracketSearch: TextSearch;
  private readonly lineEndSearch: TextSearch;
  /** The ends of links and of templates, by their beginnings. Each map is made when the first link or the first template is read. */
  private links: Map<number, number> | undefined;
  private templates: Map<number, number> | undefined;

  constructor(
    private readonly text: string,
    private readonly context: WikiContext,
    private readonly allowed: AllowedBrackets,
    private readonly isCode = false,
  ) {
    this.bracketSearch = new TextSearch(text, "]");
    this.lineEndSearch = new TextSearch(text, "\n");
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
    if (character === "[") return this.allowed !== "none" && (this.readInternalLink() || this.readExternalLink());
    return this.readMarker();
  }

  /** Adds the token of the next characters. */
  private take(length: number, token: Token): true {
    this.tokens.push(token);
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
    // As in Markdown, a capitalized `<Br>` is a word that stands for a value, and shown as text.
    if (tag === "br" && name !== "Br") return this.take(match.length, this.context.make("hardbreak", "br", 0));
    if (!slash && (tag === "code" || tag === "tt") && this.readCode(match, name)) return true;
    const replacement = Object.hasOwn(replacements, tag) ? replacements[tag] : undefined;
    if (!mayHave(tag, this.context.env.options) && !replacement) return false;
    const html = replacement ? `<${slash}${replacement}>` : `<${slash}${name}${withPieces(attributes, this.context)}>`;
    return this.take(match.length, this.token("html_inline", html));
  }

  /** Reads code, which may contain wiki text. Without such text, it is the same token as in Markdown. */
  private readCode(startTag: string, name: string): boolean {
    const endTag = `</${name}>`;
    const start = this.position + startTag.length;
    const end = getOrAdd(this.codeEnds, endTag, () => new TextSearch(this.text, endTag)).from(start);
    if (end === -1) return false;
    const { make } = this.context;
    const children = new InlineReader(this.text.slice(start, end), this.context, this.allowed, true).read();
    this.position = end + endTag.length;
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
    // The last two of three brackets close the link if its text contains an opening bracket.
    if (this.text[end + 2] === "]" && options.includes("[")) {
      options += "]";
      end++;
    }
    const name = target.trim();
    this.position = end + 2;
    if (this.allowed === "links and pictures" && pictureNamespace.test(name)) {
      this.addPicture(name.replace(pictureNamespace, "").trim(), options);
      return true;
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

  /**
   * Adds a picture, `[[File:name|options|caption]]`, whose file is beside the text.
   * @param optionText the text of the link from the first bar on.
   */
  private addPicture(url: string, optionText: string): void {
    const { make } = this.context;
    // A bar within a link in the caption separates no options.
    const options = optionText.split(/\|(?![^[\]|]{0,999}\]\])/).slice(1);
    const alt = options.find((option) => /^\s*alt\s*=/i.test(option))?.replace(/^\s*alt\s*=\s*/i, "");
    const isCaption = (option: string) => option.trim() && !layout.test(option.trim()) && !/^\s*alt\s*=/i.test(option);
    const caption = this.readWithin(options.filter(isCaption).at(-1)?.trim() ?? "", "links");
    const captionText = plainText(caption);
    const image = this.token("image", alt?.trim() ?? captionText, "img");
    image.attrs = [
      ["src", url],
      ["alt", ""],
    ];
    image.children = image.content ? [this.token("text", image.content)] : [];
    image.markup = "wiki";
    this.tokens.push(image);
    const isFramed = options.some((option) => framed.test(option.trim()));
    // If a framed picture is the only content of a paragraph, a later rule makes it a figure.
    if (isFramed && caption.length > 0)
      addAll(this.tokens, [make("caption_open", "span", 1), ...caption, make("caption_close", "span", -1)]);
    else if (captionText !== "" && captionText !== image.content) image.attrs.push(["title", captionText]);
  }

  private readExternalLink(): boolean {
    const [open, url] = this.match(externalTarget) ?? [];
    if (open === undefined || url === undefined) return false;
    const start = this.position + open.length;
    const end = this.bracketSearch.from(start);
    const lineEnd = this.lineEndSearch.from(start);
    if (end === -1 || (lineEnd !== -1 && lineEnd < end)) return false;
    // Some authors write a bar before the text, as in internal links.
    const text = this.text.slice(start, end).replace(/^\|/, "").trim();
    this.position = end + 1;
    this.addLink(url, text || url);
    return true;
  }

  private addLink(url: string, text: string): void {
    const { make } = this.context;
    const open = make("link_open", "a", 1);
    open.attrSet("href", decodeEntities(url, this.context.md));
    // Tells later rules that the URL is before the text of the link, and not in the parentheses of Markdown.
    open.markup = "wiki";
    addAll(this.tokens, [open, ...this.readWithin(text), make("link_close", "a", -1)]);
  }

  private readWithin(text: string, allowed: AllowedBrackets = "none"): Token[] {
    return new InlineReader(text, this.context, allowed).read();
  }

  /** Shows the source of a template, because only its wiki can expand it. */
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
    else if (tag === "ref") this.tokens.push(this.context.notes.refer(piece));
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

const entities = new RegExp(entity, "gi");

function decodeEntities(text: string, md: MarkdownIt): string {
  return text.replace(entities, (match) => md.utils.unescapeAll(match));
}

/** Decodes the entities of a text that has no other markup, and removes its `<nowiki>` tags. */
export function decode(text: string, md: MarkdownIt): string {
  return decodeEntities(text.replace(/<\/?nowiki>/gi, ""), md);
}

/** Replaces markers with the source of their pieces. */
export function withPieces(text: string, { pieces }: WikiContext): string {
  return text.replace(pieceMarker, (_, index: string) => pieces[Number(index)]?.raw ?? "");
}

/**
 * Matches nested pairs of marks in one pass, because a search for each would take quadratic time.
 * @returns the index of the closing mark by the index of its opening mark.
 */
function matchPairs(text: string, open: string, close: string): Map<number, number> {
  const pairs = new Map<number, number>();
  const unclosed: number[] = [];
  let nextOpen = text.indexOf(open);
  let nextClose = text.indexOf(close);
  while (nextClose !== -1) {
    if (nextOpen !== -1 && nextOpen < nextClose) {
      unclosed.push(nextOpen);
      nextOpen = text.indexOf(open, nextOpen + open.length);
    } else {
      const start = unclosed.pop();
      if (start !== undefined) pairs.set(start, nextClose);
      nextClose = text.indexOf(close, nextClose + (start === undefined ? 1 : close.length));
    }
  }
  return pairs;
}

/** Finds the occurrences of a mark in a text, in one pass. */
class TextSearch {
  /** The last result; -2 before the first search. */
  private nextIndex = -2;

  constructor(
    private readonly text: string,
    private readonly mark: string,
  ) {}

  /** @param position not before that of the last search. @returns -1 if the mark does not occur from there on. */
  from(position: number): number {
    if (this.nextIndex !== -1 && this.nextIndex < position) this.nextIndex = this.text.indexOf(this.mark, position);
    return this.nextIndex;
  }
}

const pictureNamespace = /^(?:file|image|media)\s*:\s*/i;
/** Options of a picture for its position and size, which the style sheet defines here. */
const layout =
  /^(?:thumb|thumbnail|frame|framed|frameless|border|left|right|center|centre|none|baseline|middle|sub|super|top|text-top|bottom|text-bottom|upright(?:=[\d.]+)?|(?:\d*x)?\d+\s*px|(?:class|lang|page|link|thumb)=.*)$/i;
const framed = /^(?:thumb|thumbnail|frame|framed)$/i;
