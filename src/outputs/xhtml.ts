/**
 * The HTML of a text as a chapter of a book: XHTML with the ids of its page, without scripts. It reads what is on the page, so every format of texts has the
 * same chapters.
 */
import { Parser } from "htmlparser2";
import { escapeHtml } from "../shared/text.js";

/** Where the addresses of a text lead for readers of the book. */
interface BookAddresses {
  /** @returns a path in the book or an absolute address; undefined for a link that leads nowhere. */
  link(address: string): string | undefined;
  /** @returns the path of a picture in the book; undefined for one that the book does not have. */
  picture(address: string): string | undefined;
}

/** The text of a chapter. */
export interface ChapterText {
  xhtml: string;
  ids: ReadonlySet<string>;
  hasFormulas: boolean;
  hasDrawings: boolean;
}

const kept = new Set(
  "id class lang dir title href alt width height colspan rowspan headers scope abbr span start type reversed value open cite datetime".split(
    " ",
  ),
);
const unseen = /^(?:script|style|template|button|source|annotation)$/;
const phrasing =
  /^(?:p|h[1-6]|a|abbr|b|bdi|bdo|cite|code|del|dfn|em|i|ins|kbd|mark|pre|q|s|samp|small|span|strong|sub|sup|u|var|dt|summary)$/;
const empty = new Set("br col hr img wbr".split(" "));
const namespaces: Readonly<Record<string, string>> = {
  math: "http://www.w3.org/1998/Math/MathML",
  svg: "http://www.w3.org/2000/svg",
};

/** @param html sanitized, with absolute addresses. */
export function chapterText(html: string, addresses: BookAddresses): ChapterText {
  const writer = new Writer(addresses);
  // Sanitized names are in lower case, but for those of drawings.
  const parser = new Parser(writer, { lowerCaseTags: false, lowerCaseAttributeNames: false });
  parser.write(html);
  parser.end();
  return writer;
}

class Writer implements ChapterText {
  xhtml = "";
  readonly ids = new Set<string>();
  hasFormulas = false;
  hasDrawings = false;
  /** Names of the open elements as they are written; empty for one that is not. */
  private readonly open: string[] = [];
  /** Depth inside an element that the book does not have. */
  private skipped = 0;
  /** Number of open elements around the formula or drawing. */
  private foreign: number | undefined;

  constructor(private readonly addresses: BookAddresses) {}

  onopentag(name: string, attributes: Record<string, string>): void {
    const classes = (attributes.class ?? "").split(" ");
    if (this.skipped > 0 || unseen.test(name) || classes.includes("anchor")) {
      this.skipped++;
      return;
    }
    this.open.push(this.opened(name, attributes, classes));
  }

  ontext(text: string): void {
    if (this.skipped === 0) this.xhtml += escapeHtml(text);
  }

  onclosetag(): void {
    if (this.skipped > 0) {
      this.skipped--;
      return;
    }
    const name = this.open.pop();
    if (this.open.length === this.foreign) this.foreign = undefined;
    if (name) this.xhtml += `</${name}>`;
  }

  /** @returns what its end closes. */
  private opened(name: string, attributes: Record<string, string>, classes: readonly string[]): string {
    if (name === "input") this.xhtml += attributes.checked === undefined ? "☐" : "☑";
    if (name === "input" || name === "picture") return "";
    if (this.foreign !== undefined || namespaces[name]) return this.openedForeign(name, attributes);
    if (name === "img") return this.openedPicture(attributes);
    if (name === "a") return this.openedLink(attributes, classes);
    // An element of the site's own.
    const written = !name.includes("-") ? name : this.open.some((one) => phrasing.test(one)) ? "span" : "div";
    const notes = classes.includes("footnotes") ? ' epub:type="footnotes"' : "";
    this.start(written, attributes, notes);
    const number = attributes["data-number"];
    if (number) this.xhtml += `<span class="number">${escapeHtml(number)}</span> `;
    return empty.has(written) ? "" : written;
  }

  private openedForeign(name: string, attributes: Record<string, string>): string {
    this.foreign ??= this.open.length;
    if (name === "math") this.hasFormulas = true;
    if (name === "svg") this.hasDrawings = true;
    const own = Object.entries(attributes).filter(
      ([key]) => !/^(?:on|data-|aria-|tabindex$|role$|style$|xmlns)/.test(key),
    );
    const namespace = namespaces[name] ? ` xmlns="${namespaces[name]}"` : "";
    for (const [key, value] of own) if (key === "id") this.ids.add(value);
    this.xhtml += `<${name}${namespace}${own.map(([key, value]) => written(key, inked(value))).join("")}>`;
    return name;
  }

  /** A picture that is not in the book is a link to it, or its name in a link. */
  private openedPicture(attributes: Record<string, string>): string {
    const { src = "", alt = "" } = attributes;
    const path = this.addresses.picture(src);
    if (path !== undefined) {
      this.start("img", { alt, ...attributes }, written("src", path));
      return "";
    }
    const href = this.open.includes("a") ? undefined : this.addresses.link(src);
    const { width: _width, height: _height, alt: _alt, ...others } = attributes;
    this.start(href ? "a" : "span", { ...others, ...(href && { href }) });
    this.xhtml += `[${escapeHtml(alt || (src.split("/").at(-1) ?? ""))}]</${href ? "a" : "span"}>`;
    return "";
  }

  private openedLink({ href = "", ...others }: Record<string, string>, classes: readonly string[]): string {
    const address = this.addresses.link(href);
    const name = address === undefined ? "span" : "a";
    const isNote = /^fnref/.test(others.id ?? "") && !classes.includes("footnote-backref") && name === "a";
    this.start(
      name,
      { ...(address !== undefined && { href: address }), ...others },
      isNote ? ' epub:type="noteref"' : "",
    );
    return name;
  }

  /** @param more attributes as they are written. */
  private start(name: string, attributes: Readonly<Record<string, string>>, more = ""): void {
    const own = Object.entries(attributes).filter(([key]) => kept.has(key));
    if (attributes.lang) own.push(["xml:lang", attributes.lang]);
    if (attributes.id) this.ids.add(attributes.id);
    const text = own.map(([key, value]) => written(key, /^(?:open|reversed)$/.test(key) ? key : value)).join("");
    this.xhtml += `<${name}${text}${more}${empty.has(name) ? "/" : ""}>`;
  }
}

const written = (key: string, value: string) => ` ${key}="${escapeHtml(value)}"`;

/** Diagrams have the colours of the page, which a book does not know: they are drawn in the colour of its text. */
function inked(value: string): string {
  return value.replace(/var\(--_([\w-]+)\)/g, (_, name: string) =>
    /fill|hdr|badge/.test(name) ? "none" : "currentColor",
  );
}
