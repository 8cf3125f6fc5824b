/**
 * Where a rendered text goes. Markup of our own that has placeholders is handed over in parts, so nothing that an author wrote can be taken for
 * one. The sanitizer needs one string: there a secret mark replaces each piece of our own markup, in a place where the sanitizer keeps it.
 */
import type { HtmlPart } from "../../shared/html-parts.js";
import { secretMark } from "../../shared/secret-mark.js";

export interface Writer {
  /** Markup without placeholders, every text in it escaped; or an author's raw HTML. */
  html(html: string): void;
  /** A start tag; `attributes` each begin with a space. */
  open(tag: string, attributes: readonly HtmlPart[]): void;
  /** Markup that ends whatever it begins. The sanitizer does not see it. */
  own(parts: readonly HtmlPart[]): void;
}

/** Collects parts; neighbouring texts become one. */
export class PartsWriter implements Writer {
  private readonly parts: HtmlPart[] = [];
  private text = "";

  html(html: string): void {
    this.text += html;
  }

  open(tag: string, attributes: readonly HtmlPart[]): void {
    this.text += `<${tag}`;
    this.own(attributes);
    this.text += ">";
  }

  own(parts: readonly HtmlPart[]): void {
    for (const part of parts) {
      if (typeof part === "string") this.text += part;
      else {
        if (this.text) this.parts.push(this.text);
        this.text = "";
        this.parts.push(part);
      }
    }
  }

  finish(): HtmlPart[] {
    if (this.text) this.parts.push(this.text);
    this.text = "";
    return this.parts;
  }
}

const secret = secretMark();
const anyMark = new RegExp(`${secret}[at]\\d+x`, "g");
const attributeMark = new RegExp(`^${secret}a\\d+x$`);
/** A mark in its place: an attribute as a whole, or text. One of the wrong kind is dropped. */
const markInPlace = new RegExp(` [a-z]+="${secret}a(\\d+)x"|${secret}(?:t(\\d+)|a\\d+)x`, "g");

/** One string for the sanitizer, and the parts that its marks replace. */
export class MarkedWriter implements Writer {
  private text = "";
  private readonly marked: (readonly HtmlPart[])[] = [];

  html(html: string): void {
    this.text += html;
  }

  open(tag: string, attributes: readonly HtmlPart[]): void {
    this.text += `<${tag} class="${this.attribute(attributes)}">`;
  }

  own(parts: readonly HtmlPart[]): void {
    this.text += `${secret}t${this.marked.push(parts) - 1}x`;
  }

  /** A value for any attribute; attribute and value together are replaced by `attributes`. */
  attribute(attributes: readonly HtmlPart[]): string {
    return `${secret}a${this.marked.push(attributes) - 1}x`;
  }

  /** @param sanitize is given everything that was written. */
  finish(sanitize: (html: string) => string): HtmlPart[] {
    const parts = new PartsWriter();
    const html = sanitize(this.text);
    let end = 0;
    for (const { 0: mark, 1: attribute, 2: text, index } of html.matchAll(markInPlace)) {
      parts.html(html.slice(end, index));
      end = index + mark.length;
      const number = attribute ?? text;
      if (number !== undefined) parts.own(this.marked[Number(number)] ?? []);
    }
    parts.html(html.slice(end));
    return parts.finish();
  }
}

/**
 * Removes marks from the attributes of an element as the sanitizer's parser sees them: an author's quote that nothing closes takes our markup for
 * its value. Of an element of our own only the mark is left.
 */
export function dropStrayMarks(attributes: Record<string, string>): void {
  const own = attributes.class;
  const isOwn = own !== undefined && attributeMark.test(own);
  for (const [name, value] of Object.entries(attributes)) {
    if (!value.includes(secret) && !isOwn) continue;
    if (isOwn && name !== "class") delete attributes[name];
    else if (!isOwn) attributes[name] = value.replace(anyMark, "");
  }
}

/** A pattern for classes that replace the attributes of an element of our own. */
export const ownAttributes = attributeMark;
