/**
 * The rendered text of a document as a list of blocks of words, for comparing two versions. A block is a paragraph, an
 * item, a row of a table or a line of code; of its markup only what a reader would miss is kept.
 */
import { Parser } from "htmlparser2";
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
  const blocks: Block[] = [];
  const open: string[] = [];
  const links: (number | undefined)[] = [];
  let heading: { level: number; id: string } | undefined;
  let runs: Run[] = [];
  let skipped = 0;
  const count = (...names: string[]) => open.filter((name) => names.includes(name)).length;
  const saysSomething = () => runs.some(({ text, part }) => part || text.trim() !== "");

  const flush = () => {
    const inCode = open.includes("pre");
    if (inCode ? runs.length > 0 : saysSomething()) {
      const depth = count("ul", "ol");
      const kind: BlockKind = heading
        ? "heading"
        : inCode
          ? "code"
          : open.includes("tr")
            ? "row"
            : depth
              ? "item"
              : "paragraph";
      const level = heading ? heading.level : kind === "item" ? depth : 0;
      blocks.push(new Block({ kind, level, isQuoted: open.includes("blockquote"), id: heading?.id ?? "" }, runs));
    }
    runs = [];
  };
  const add = (text: string, part?: Word["part"]) => {
    if (text === "" && !part) return;
    const link = links.at(-1);
    const mark = open.includes("pre") ? undefined : marks[open.findLast((name) => marks[name]) ?? ""];
    const url = link === undefined ? "" : (urls[link] ?? "");
    const filled = part?.kind === "string" ? part.key : "";
    runs.push({ text, mark, link, part, around: `\u0001${mark ?? ""}\u0001${url}\u0001${filled}\u0001` });
  };
  const addText = (text: string) => {
    if (open.includes("pre")) {
      for (const [index, line] of text.split("\n").entries()) {
        if (index > 0) flush();
        add(line);
      }
    } else add(text.replace(/\s+/g, " "));
  };
  const parser = new Parser({
    onopentag(name, attributes) {
      const classes = attributes.class ?? "";
      if (skipped > 0 || silent.has(name) || /\b(anchor|footnote-backref)\b/.test(classes)) {
        if (!voidTags.has(name)) skipped++;
        return;
      }
      if (breaks.has(name)) flush();
      if (name === "img") addText(attributes.alt ? `[${attributes.alt}]` : "[]");
      if (name === "input") addText("checked" in attributes ? "☑ " : "☐ ");
      if ((name === "td" || name === "th") && saysSomething()) addText(" | ");
      if (/^h[1-6]$/.test(name)) heading = { level: Math.max(2, Number(name[1])), id: attributes.id ?? "" };
      if (name === "a") links.push(linkOf(attributes.href, parts));
      if (!voidTags.has(name)) open.push(name);
    },
    ontext(text) {
      if (skipped > 0) return;
      let at = 0;
      for (const match of text.matchAll(anyMark)) {
        addText(cleanText(text.slice(at, match.index)));
        const part = parts[Number(match[1])];
        if (typeof part === "object" && (part.kind === "mention" || part.kind === "string")) add(part.html, part);
        at = match.index + match[0].length;
      }
      addText(cleanText(text.slice(at)));
    },
    onclosetag(name) {
      if (voidTags.has(name)) return;
      if (skipped > 0) {
        skipped--;
        return;
      }
      if (breaks.has(name)) flush();
      if (/^h[1-6]$/.test(name)) heading = undefined;
      if (name === "a") links.pop();
      open.pop();
    },
  });
  parser.write(parts.map((part, index) => (typeof part === "string" ? part : `${secret}${index}x`)).join(""));
  parser.end();
  flush();
  return blocks;
}

const voidTags = new Set("area base br col embed hr img input link meta source track wbr".split(" "));
const split = (text: string) => text.match(/\s+|[\p{L}\p{N}_]+|[^\p{L}\p{N}_\s]/gu) ?? [];

/** The link whose address is in an attribute; an address that is not a placeholder leads to a place in the page, which a difference does not have. */
function linkOf(href: string | undefined, parts: readonly HtmlPart[]): number | undefined {
  const part = parts[Number(onlyMark.exec(href ?? "")?.[1])];
  return typeof part === "object" && part.kind === "url" ? part.link : undefined;
}
