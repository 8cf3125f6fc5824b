/**
 * Collects rendered HTML. Our own markup with placeholders is added in parts, so nothing that an author wrote can be mistaken for a placeholder.
 * The sanitizer needs one string: in it, secret marks replace our own markup, where the sanitizer keeps them.
 */

import type { MarkdownIt, StateInline, Token } from "markdown-it";
import { secretMark } from "../../../platform/secret-mark.js";
import type { ParsedPart } from "../../../shared/html-parts.js";

// Rules of markdown-it that have the same results in less time: without the first, parsing the EIPs takes 5% longer, without the second 3.5%.

/** The library's rules before the one for bare links: normalize, block, strip_references, inline. */
const rulesBefore = 4;

/** Links that are only a URL: the library looks for them in every text, by a slow pattern. Must be the first of our rules. */
export function bareLinks(md: MarkdownIt): void {
  md.linkify.set({ fuzzyLink: false, fuzzyEmail: false, fuzzyIP: false });
  const hasLink = md.linkify.test.bind(md.linkify);
  md.linkify.test = (text) => mayHaveLink(text) && hasLink(text);
  const lengthAt = md.linkify.testSchemaAt.bind(md.linkify);
  // The `//` within a URL begins no other one; the library knows that only when it has read up to 10,000 characters behind it.
  md.linkify.testSchemaAt = (text, schema, index) => {
    const length = schema === "//" && /[:/]/.test(text[index - 3] ?? "") ? 0 : lengthAt(text, schema, index);
    // In `(see https://example.org.)` the library takes the full stop for a part of the URL.
    const isStop = text[index + length] === ")" && /[.,;]/.test(text[index + length - 1] ?? "");
    return length > 0 && isStop ? length - 1 : length;
  };
  const linkify = md.core.ruler.getRules("")[rulesBefore];
  md.core.ruler.at("linkify", (state) => {
    const tokens = state.tokens.filter(
      ({ type, content, children }) => type === "inline" && mayHaveLink(content) && children?.some(isTextWithLink),
    );
    if (tokens.length > 0) linkify?.({ ...state, tokens });
  });
}

function isTextWithLink({ type, content }: Token): boolean {
  return type === "text" && mayHaveLink(content);
}

/** Whether a text has what every link begins with: `//`, or `mailto:` in any case. */
function mayHaveLink(text: string): boolean {
  return text.includes("//") || (text.includes(":") && /mailto:/i.test(text));
}

/** Reads text up to the next character that an inline rule begins with: the parser's own rule stops at each that some plugin may use, such as `-`. */
export function plainRuns(md: MarkdownIt): void {
  md.inline.ruler.at("text", readText);
}

/** The characters that begin inline rules, or end the text of a link. */
const isMark = new Uint8Array(128);
for (const mark of "\n$&*:<[\\]^_`~!") isMark[mark.charCodeAt(0)] = 1;

function readText(state: StateInline, silent: boolean): boolean {
  const { src, pos, posMax } = state;
  let end = pos;
  while (end < posMax) {
    const character = src.charCodeAt(end);
    if (character < 128 && isMark[character] === 1 && isBeginning(src, end, character)) break;
    end++;
  }
  if (end === pos) return false;
  if (!silent) state.pending += src.slice(pos, end);
  state.pos = end;
  return true;
}

/** A colon counts only in `://`, which may be a link, and an exclamation mark only in `![`. */
function isBeginning(src: string, index: number, character: number): boolean {
  if (character === 0x3a) return src.charCodeAt(index + 1) === 0x2f;
  return character !== 0x21 || src.charCodeAt(index + 1) === 0x5b;
}

export interface Writer {
  /** Characters that were written; those of a URL are counted where it is read. */
  readonly length: number;
  /** Adds markup without placeholders, with escaped texts; or an author's raw HTML. */
  html(html: string): void;
  /** Adds a start tag; each of the `attributes` begins with a space. */
  open(tag: string, attributes: readonly ParsedPart[]): void;
  /** Adds balanced markup that the sanitizer does not see. */
  addParts(parts: readonly ParsedPart[]): void;
}

/** Collects parts; adjacent texts become one. */
export class PartsWriter implements Writer {
  private readonly parts: ParsedPart[] = [];
  /**
   * What comes after the last part, in pieces: V8 would represent a sum of thousands of strings as the tree of all of
   * them, which takes longer to garbage-collect than to join.
   */
  private pieces: string[] = [];
  length = 0;

  html(html: string): void {
    this.pieces.push(html);
    this.length += html.length;
  }

  open(tag: string, attributes: readonly ParsedPart[]): void {
    this.html(`<${tag}`);
    this.addParts(attributes);
    this.html(">");
  }

  addParts(parts: readonly ParsedPart[]): void {
    for (const part of parts) {
      if (typeof part === "string") this.html(part);
      else {
        this.finish();
        this.parts.push(part);
        this.length += lengthOf(part);
      }
    }
  }

  finish(): ParsedPart[] {
    const text = this.pieces.join("");
    if (text) this.parts.push(text);
    this.pieces = [];
    return this.parts;
  }
}

/** About the length of what a part becomes. */
function lengthOf(part: ParsedPart): number {
  if (typeof part === "string") return part.length;
  if (part.kind === "code") return part.code.length;
  return "html" in part ? placeholderLength + part.html.length : placeholderLength;
}

const placeholderLength = 40;

const secret = secretMark();
const anyMark = new RegExp(`${secret}[ablt]\\d+x`, "g");
const attributeMark = new RegExp(`^${secret}a\\d+x$`);
/** A mark in place of an attribute or of text. If the kinds do not agree, it is dropped. */
const markInPlace = new RegExp(` [a-z]+="${secret}a(\\d+)x"|${secret}(?:[blt](\\d+)|a\\d+)x`, "g");

/** The sources of patterns for marks of our own blocks, and of our own inline markup that has a link. */
export const ownBlock = `${secret}b\\d+x`;
export const ownLink = `${secret}l\\d+x`;
const block = /^\s*<(?:div|figure|p|section)\b/;

function kindOf(parts: readonly ParsedPart[]): "b" | "l" | "t" {
  const [first] = parts;
  if (typeof first === "string" && block.test(first)) return "b";
  return parts.some((part) => (typeof part === "string" ? part.includes("<a ") : part.kind === "mention")) ? "l" : "t";
}

/** Collects one string for the sanitizer, and the parts that replace its marks. */
export class MarkedWriter implements Writer {
  private text = "";
  private readonly marked: (readonly ParsedPart[])[] = [];
  length = 0;

  html(html: string): void {
    this.text += html;
    this.length += html.length;
  }

  open(tag: string, attributes: readonly ParsedPart[]): void {
    this.text += `<${tag} class="${this.attribute(attributes)}">`;
  }

  addParts(parts: readonly ParsedPart[]): void {
    this.text += this.mark(parts);
  }

  /** @returns a text that `parts` then replace. */
  mark(parts: readonly ParsedPart[]): string {
    for (const part of parts) this.length += lengthOf(part);
    return `${secret}${kindOf(parts)}${this.marked.push(parts) - 1}x`;
  }

  /** @returns the value of a temporary attribute, which `attributes` then replaces. */
  attribute(attributes: readonly ParsedPart[]): string {
    for (const part of attributes) this.length += lengthOf(part);
    return `${secret}a${this.marked.push(attributes) - 1}x`;
  }

  /** The parts in whose places a text has marks. */
  partsIn(text: string): ParsedPart[] {
    return [...text.matchAll(markInPlace)].flatMap(
      ([, attribute, textIndex]) => this.marked[Number(attribute ?? textIndex)] ?? [],
    );
  }

  /** @param sanitize gets everything that was written. */
  finish(sanitize: (html: string) => string): ParsedPart[] {
    const parts = new PartsWriter();
    const html = sanitize(this.text);
    let end = 0;
    for (const { 0: mark, 1: attribute, 2: text, index } of html.matchAll(markInPlace)) {
      parts.html(html.slice(end, index));
      end = index + mark.length;
      const number = attribute ?? text;
      if (number !== undefined) parts.addParts(this.marked[Number(number)] ?? []);
    }
    parts.html(html.slice(end));
    return parts.finish();
  }
}

/**
 * Removes marks from the attributes of an element as the sanitizer's parser reads them: an unclosed quote of an author
 * may contain our markup. Elements of our own retain only the mark.
 */
export function dropStrayMarks(attributes: Record<string, string>): void {
  const ownClass = attributes.class;
  const isOwn = ownClass !== undefined && attributeMark.test(ownClass);
  for (const [name, value] of Object.entries(attributes)) {
    if (!value.includes(secret) && !isOwn) continue;
    if (isOwn && name !== "class") delete attributes[name];
    else if (!isOwn) attributes[name] = value.replace(anyMark, "");
  }
}

/** Matches the class that replaces the attributes of an element of our own. */
export const ownAttributes = attributeMark;

const ownTag = new RegExp(` class="${secret}a\\d+x"`);

/** Whether a start tag is one of our own elements. */
export const isOwnTag = (tag: string) => ownTag.test(tag);
