/**
 * The rendered text of a document as a list of blocks of words, for comparing two versions. A block is a paragraph, an
 * item, a row of a table or a line of code; of its markup only what a reader would miss is kept.
 */
import { type Handler, Parser } from "htmlparser2";
import { secretMark } from "../runtime/secret-mark.js";
import { cleanText } from "../shared/clean-text.js";
import type { HtmlPart, Placeholder } from "../shared/html-parts.js";

export type BlockKind = "heading" | "paragraph" | "item" | "row" | "code";
export type Mark = "code" | "strong" | "em" | "sub" | "sup";

/** A word, or the space between two. */
export interface Word {
  text: string;
  mark?: Mark;
  /** Index of the document's link that it is part of. */
  link?: number;
  /** The placeholder that replaces the whole word: a mentioned proposal, or a text of the interface. */
  part?: Extract<Placeholder, { kind: "mention" | "string" }>;
  /** Words with the same key are equal. */
  key: string;
}

/** Texts side by side that have the same marks and the same link, as they are written. */
interface Run extends Pick<Word, "text" | "mark" | "link" | "part"> {
  /** What two runs of one text may differ in. */
  around: string;
}

type BlockPlace = Pick<Block, "kind" | "level" | "isQuoted" | "id">;

/** Most blocks of two versions are the same, and are cut into words only where they are not. */
export class Block {
  readonly kind: BlockKind;
  /** Of a heading 2 to 6, of an item how deep its list is. */
  readonly level: number;
  readonly isQuoted: boolean;
  /** Of a heading: its anchor. */
  readonly id: string;
  /** Blocks of which this is the same have the same key; the other way round it need not be so. */
  readonly written: string;
  #words: Word[] | undefined;
  #key: string | undefined;

  constructor(
    { kind, level, isQuoted, id }: BlockPlace,
    private readonly runs: readonly Run[],
  ) {
    this.kind = kind;
    this.level = level;
    this.isQuoted = isQuoted;
    this.id = id;
    this.written = `${this.#place()} ${runs.map(({ text, around }) => text + around).join("")}`;
  }

  get words(): Word[] {
    this.#words ??= this.kind === "code" ? wordsOf(withoutColors(this.runs)) : trimmed(wordsOf(this.runs));
    return this.#words;
  }

  get text(): string {
    return this.runs.map(({ text }) => text).join("");
  }

  /** As many as `words` has at most, without making them. */
  countWords(): number {
    return this.runs.reduce((sum, { text, part }) => sum + (part ? 1 : split(text).length), 0);
  }

  /** Two blocks that say the same have the same. */
  get key(): string {
    this.#key ??= `${this.#place()} ${this.words.map(({ key }) => key).join("")}`;
    return this.#key;
  }

  #place(): string {
    return `${this.kind} ${this.level} ${this.isQuoted}`;
  }
}

function wordsOf(runs: readonly Run[]): Word[] {
  return runs.flatMap(({ text, mark, link, part, around }) =>
    (part ? [text] : split(text)).map(
      (word): Word => ({ text: word, mark, link, part, key: part || word.trim() ? word + around : " " }),
    ),
  );
}

/** A line of code may be in several runs for nothing but its colors. */
function withoutColors(runs: readonly Run[]): Run[] {
  const [first] = runs;
  const isOne = first && runs.every(({ part, around }) => !part && around === first.around);
  return isOne ? [{ ...first, text: runs.map(({ text }) => text).join("") }] : [...runs];
}

function trimmed(words: Word[]): Word[] {
  const isSpace = ({ text, part }: Word) => !part && text.trim() === "";
  const start = words.findIndex((word) => !isSpace(word));
  return words.slice(start, words.findLastIndex((word) => !isSpace(word)) + 1);
}

const marks: Record<string, Mark> = {
  code: "code",
  strong: "strong",
  b: "strong",
  em: "em",
  i: "em",
  sub: "sub",
  sup: "sup",
};
/** Drawings, and elements that only help navigation. */
const silent = new Set(["svg", "annotation", "annotation-xml", "style", "script", "figcaption"]);
const breaks = new Set(
  "p div li ul ol dl dt dd blockquote pre table tr section article figure details summary br hr h1 h2 h3 h4 h5 h6".split(
    " ",
  ),
);

/** Replaces a placeholder during parsing; no text contains it. */
const secret = secretMark();
const anyMark = new RegExp(`${secret}(\\d+)x`, "g");
const onlyMark = new RegExp(`^${secret}(\\d+)x$`);

/** @param parts of a document's HTML. @param urls of its links, by index. */
export function blocksOf(parts: readonly HtmlPart[], urls: readonly string[]): Block[] {
  const reader = new BlockReader(parts, urls);
  const parser = new Parser(reader);
  parser.write(parts.map((part, index) => (typeof part === "string" ? part : `${secret}${index}x`)).join(""));
  parser.end();
  return reader.finish();
}

/** Collects blocks from the events of a parser. */
class BlockReader implements Partial<Handler> {
  private readonly blocks: Block[] = [];
  /** The names of the elements that are open. */
  private readonly open: string[] = [];
  /** The links that are open. */
  private readonly links: (number | undefined)[] = [];
  private heading: { level: number; id: string } | undefined;
  /** Of the block that has not ended. */
  private runs: Run[] = [];
  /** How many elements are open in one that says nothing, itself included. */
  private skipped = 0;

  constructor(
    private readonly parts: readonly HtmlPart[],
    private readonly urls: readonly string[],
  ) {}

  finish(): Block[] {
    this.endBlock();
    return this.blocks;
  }

  onopentag(name: string, attributes: Record<string, string>): void {
    if (this.skipped > 0 || silent.has(name) || /\b(anchor|footnote-backref)\b/.test(attributes.class ?? "")) {
      if (!voidTags.has(name)) this.skipped++;
      return;
    }
    if (breaks.has(name)) this.endBlock();
    if (name === "img") this.addText(attributes.alt ? `[${attributes.alt}]` : "[]");
    if (name === "input") this.addText("checked" in attributes ? "☑ " : "☐ ");
    if ((name === "td" || name === "th") && this.saysSomething()) this.addText(" | ");
    if (/^h[1-6]$/.test(name)) this.heading = { level: Math.max(2, Number(name[1])), id: attributes.id ?? "" };
    if (name === "a") this.links.push(linkOf(attributes.href, this.parts));
    if (!voidTags.has(name)) this.open.push(name);
  }

  ontext(text: string): void {
    if (this.skipped > 0) return;
    let at = 0;
    for (const match of text.matchAll(anyMark)) {
      this.addText(cleanText(text.slice(at, match.index)));
      const part = this.parts[Number(match[1])];
      if (typeof part === "object" && (part.kind === "mention" || part.kind === "string")) this.add(part.html, part);
      at = match.index + match[0].length;
    }
    this.addText(cleanText(text.slice(at)));
  }

  onclosetag(name: string): void {
    if (voidTags.has(name)) return;
    if (this.skipped > 0) {
      this.skipped--;
      return;
    }
    if (breaks.has(name)) this.endBlock();
    if (/^h[1-6]$/.test(name)) this.heading = undefined;
    if (name === "a") this.links.pop();
    this.open.pop();
  }

  private addText(text: string): void {
    if (!this.isIn("pre")) {
      this.add(text.replace(/\s+/g, " "));
      return;
    }
    for (const [index, line] of text.split("\n").entries()) {
      if (index > 0) this.endBlock();
      this.add(line);
    }
  }

  private add(text: string, part?: Word["part"]): void {
    if (text === "" && !part) return;
    const link = this.links.at(-1);
    const mark = this.isIn("pre") ? undefined : marks[this.open.findLast((name) => marks[name]) ?? ""];
    const url = link === undefined ? "" : (this.urls[link] ?? "");
    const filled = part?.kind === "string" ? part.key : "";
    this.runs.push({ text, mark, link, part, around: `\u0001${mark ?? ""}\u0001${url}\u0001${filled}\u0001` });
  }

  private endBlock(): void {
    const hasEnded = this.isIn("pre") ? this.runs.length > 0 : this.saysSomething();
    if (hasEnded) this.blocks.push(new Block(this.place(), this.runs));
    this.runs = [];
  }

  private place(): BlockPlace {
    const isQuoted = this.isIn("blockquote");
    if (this.heading) return { kind: "heading", isQuoted, ...this.heading };
    const rest = { level: 0, isQuoted, id: "" };
    if (this.isIn("pre")) return { kind: "code", ...rest };
    if (this.isIn("tr")) return { kind: "row", ...rest };
    const level = this.open.filter((name) => name === "ul" || name === "ol").length;
    return { kind: level > 0 ? "item" : "paragraph", ...rest, level };
  }

  private isIn(name: string): boolean {
    return this.open.includes(name);
  }

  private saysSomething(): boolean {
    return this.runs.some(({ text, part }) => part || text.trim() !== "");
  }
}

const voidTags = new Set("area base br col embed hr img input link meta source track wbr".split(" "));
const split = (text: string) => text.match(/\s+|[\p{L}\p{N}_]+|[^\p{L}\p{N}_\s]/gu) ?? [];

/** The link whose address is in an attribute; an address that is not a placeholder leads to a place in the page, which a difference does not have. */
function linkOf(href: string | undefined, parts: readonly HtmlPart[]): number | undefined {
  const part = parts[Number(onlyMark.exec(href ?? "")?.[1])];
  return typeof part === "object" && part.kind === "url" ? part.link : undefined;
}
