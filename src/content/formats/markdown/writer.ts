/**
 * Collects rendered HTML. Our own markup with placeholders is added in parts, so that no text of an author can be mistaken for a placeholder.
 * The sanitizer needs one string, in which secret marks replace our own markup.
 */
import type { MarkdownIt, StateInline, Token } from "markdown-it";
import { secretMark } from "../../../platform/secret-mark.js";
import type { ParsedPart } from "../../../shared/html-parts.js";

// Two faster rules in place of markdown-it's: without `bareLinks`, parsing the EIPs takes 5% longer, without `plainRuns` 3.5%.

/** The number of the library's rules before the rule for bare links: normalize, block, strip_references, inline. */
const rulesBefore = 4;

/** Reads links that are only a URL; the library looks for them in every text with a slow pattern. This must be the first of our rules. */
export function bareLinks(md: MarkdownIt): void {
  md.linkify.set({ fuzzyLink: false, fuzzyEmail: false, fuzzyIP: false });
  const hasLink = md.linkify.test.bind(md.linkify);
  md.linkify.test = (text) => mayHaveLink(text) && hasLink(text);
  const lengthAt = md.linkify.testSchemaAt.bind(md.linkify);
  // The `//` within a URL does not begin another one; the library would read up to 10,000 characters after it before it rejects it.
  md.linkify.testSchemaAt = (text, schema, index) => {
    const length = schema === "//" && /[:/]/.test(text[index - 3] ?? "") ? 0 : lengthAt(text, schema, index);
    // In `(see https://example.org.)` the library includes the full stop in the URL.
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

/** Whether a text contains the beginning of a URL: `//`, or `mailto:` in upper or lower case. */
function mayHaveLink(text: string): boolean {
  return text.includes("//") || (text.includes(":") && /mailto:/i.test(text));
}

/** Reads text up to the next character with which an inline rule begins. The library stops at every character that a plugin might use, such as `-`. */
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
  /** Adds markup without placeholders, in which texts are escaped, or raw HTML of an author. */
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
   * The text after the last part, in pieces: V8 represents a concatenation of thousands of strings as a tree, which takes longer to collect than an
   * array takes to join.
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

/** Estimates the length of a part on its page. */
function lengthOf(part: ParsedPart): number {
  if (typeof part === "string") return part.length;
  if (part.kind === "code") return part.code.length;
  return "html" in part ? placeholderLength + part.html.length : placeholderLength;
}

const placeholderLength = 40;

// A mark is the secret, a letter for its kind (attributes, block, link, text), its number, and `x`.
const secret = secretMark();
const anyMark = new RegExp(`${secret}[ablt]\\d+x`, "g");
/** Matches the class that replaces the attributes of an element of our own. */
export const ownAttributes = new RegExp(`^${secret}a\\d+x$`);
/** An attribute with a mark, or a mark in a text. In a text, the number of a mark for attributes is not captured, so the mark is removed. */
const markInPlace = new RegExp(` [a-z]+="${secret}a(\\d+)x"|${secret}(?:[blt](\\d+)|a\\d+)x`, "g");

/** Sources of patterns for the marks of our own blocks, and of our own inline markup with a link. */
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

  /** @returns a mark that `finish` replaces with the parts. */
  mark(parts: readonly ParsedPart[]): string {
    for (const part of parts) this.length += lengthOf(part);
    return `${secret}${kindOf(parts)}${this.marked.push(parts) - 1}x`;
  }

  /** @returns the value of a temporary attribute, which `finish` replaces with the attributes. */
  attribute(attributes: readonly ParsedPart[]): string {
    for (const part of attributes) this.length += lengthOf(part);
    return `${secret}a${this.marked.push(attributes) - 1}x`;
  }

  /** @returns the parts that replace the marks of a text. */
  partsIn(text: string): ParsedPart[] {
    return [...text.matchAll(markInPlace)].flatMap(
      ([, attribute, textIndex]) => this.marked[Number(attribute ?? textIndex)] ?? [],
    );
  }

  /** @param sanitize changes the whole text before its marks are replaced. */
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
 * Removes marks from the attributes of an author's element, because an unclosed quote may contain our markup, and all attributes but the mark from
 * an element of our own.
 */
export function dropStrayMarks(attributes: Record<string, string>): void {
  const ownClass = attributes.class;
  const isOwn = ownClass !== undefined && ownAttributes.test(ownClass);
  for (const [name, value] of Object.entries(attributes)) {
    if (!value.includes(secret) && !isOwn) continue;
    if (isOwn && name !== "class") delete attributes[name];
    else if (!isOwn) attributes[name] = value.replace(anyMark, "");
  }
}

const ownTag = new RegExp(` class="${secret}a\\d+x"`);

/** Whether a start tag belongs to an element of our own. */
export const isOwnTag = (tag: string) => ownTag.test(tag);
