/**
 * The rendered text of a document as a list of blocks of words, for comparing two versions. A block is a paragraph, an
 * item, a row of a table or a line of code; of its markup only what a reader would miss is kept. Nothing of the
 * document itself is shown: an author's HTML is in it as it was written.
 */

export type BlockKind = "heading" | "paragraph" | "item" | "row" | "code";
export type Mark = "code" | "strong" | "em" | "sub" | "sup";

/** A word, or the space between two. */
export interface Word {
  text: string;
  mark?: Mark;
  /** The address of the link that it is part of, as it was written. */
  link?: string;
  /** Words with the same key are equal. */
  key: string;
}

/** The word between two cells of a row: no text has it. */
export const cellEnd = "\u001f";

/** Texts side by side that have the same marks and the same link, as they are written. */
interface Run extends Pick<Word, "text" | "mark" | "link"> {
  /** What two runs of one text may differ in. */
  around: string;
}

type BlockPlace = Pick<Block, "kind" | "level" | "isQuoted">;

/** Most blocks of two versions are the same, and are cut into words only where they are not. */
export class Block {
  readonly kind: BlockKind;
  /** Of a heading 2 to 6, of an item how deep its list is; of a row 1 if it is one of the table's head. */
  readonly level: number;
  readonly isQuoted: boolean;
  /** Blocks of which this is the same have the same key; the other way round it need not be so. */
  readonly written: string;
  #words: Word[] | undefined;
  #key: string | undefined;

  constructor(
    { kind, level, isQuoted }: BlockPlace,
    private readonly runs: readonly Run[],
  ) {
    this.kind = kind;
    this.level = level;
    this.isQuoted = isQuoted;
    this.written = `${this.#place()} ${runs.map(({ text, around }) => text + around).join("")}`;
  }

  get words(): Word[] {
    this.#words ??= this.kind === "code" ? wordsOf(this.runs) : trimmed(wordsOf(this.runs));
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
  return runs.flatMap(({ text, mark, link, around }) =>
    split(text).map((word): Word => ({ text: word, mark, link, key: word.trim() ? word + around : " " })),
  );
}

function trimmed(words: Word[]): Word[] {
  const isSpace = ({ text }: Word) => text.trim() === "";
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
const silent = new Set(["svg", "annotation", "annotation-xml", "style", "script", "template", "figcaption"]);
const breaks = new Set(
  "p div li ul ol dl dt dd blockquote pre table tr section article figure details summary br hr h1 h2 h3 h4 h5 h6".split(
    " ",
  ),
);

/** Lines that readers see as they are written. */
export function codeBlocks(text: string): Block[] {
  const lines = text === "" ? [] : text.replace(/\n$/, "").split("\n");
  return lines.map((line) => new Block({ kind: "code", level: 0, isQuoted: false }, [{ text: line, around: "" }]));
}

/** @param root of a document that is never shown. */
export function blocksOf(root: Element): Block[] {
  const reader = new BlockReader();
  reader.read(root);
  return reader.finish();
}

/** Collects blocks from the nodes of a document. */
class BlockReader {
  private readonly blocks: Block[] = [];
  /** The names of the elements that are open. */
  private readonly open: string[] = [];
  /** The links that are open. */
  private readonly links: string[] = [];
  /** Whether the row that is open has a cell already. */
  private hasCell = false;
  /** The level of the heading that is open. */
  private heading: number | undefined;
  /** Of the block that has not ended. */
  private runs: Run[] = [];

  finish(): Block[] {
    this.endBlock();
    return this.blocks;
  }

  /** Without recursion: elements of an author may be nested as deep as they like. */
  read(root: Element): void {
    let node: Node | null = root.firstChild;
    while (node) {
      if (node.nodeType === 3) this.addText(node.nodeValue ?? "");
      const isRead = node.nodeType === 1 && this.begin(node as Element);
      let next: Node | null = isRead ? node.firstChild : null;
      if (isRead && !next) this.end(node as Element);
      while (!next && node !== root) {
        next = node.nextSibling;
        if (next) break;
        node = node.parentNode as Node;
        if (node === root) return;
        this.end(node as Element);
      }
      node = next;
    }
  }

  /** @returns whether what is in it counts. */
  private begin(element: Element): boolean {
    const name = element.localName;
    if (silent.has(name) || /\b(anchor|footnote-backref)\b/.test(element.className)) return false;
    if (breaks.has(name)) this.endBlock();
    const alt = element.getAttribute("alt");
    if (name === "img") this.addText(alt ? `[${alt}]` : "[]");
    if (name === "input") this.addText(element.hasAttribute("checked") ? "☑ " : "☐ ");
    if (name === "tr") this.hasCell = false;
    if (name === "td" || name === "th") {
      if (this.hasCell) this.addText(cellEnd);
      this.hasCell = true;
    }
    if (/^h[1-6]$/.test(name)) this.heading = Math.max(2, Number(name[1]));
    if (name === "a") this.links.push(element.getAttribute("href") ?? "");
    this.open.push(name);
    return true;
  }

  private end({ localName: name }: Element): void {
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

  private add(text: string): void {
    if (text === "") return;
    const link = this.links.at(-1);
    const mark = this.isIn("pre") ? undefined : marks[this.open.findLast((name) => marks[name]) ?? ""];
    this.runs.push({ text, mark, link, around: `\u0001${mark ?? ""}\u0001${link ?? ""}` });
  }

  private endBlock(): void {
    const hasEnded = this.isIn("pre") ? this.runs.length > 0 : this.saysSomething();
    if (hasEnded) this.blocks.push(new Block(this.place(), this.runs));
    this.runs = [];
  }

  private place(): BlockPlace {
    const isQuoted = this.isIn("blockquote");
    if (this.heading) return { kind: "heading", isQuoted, level: this.heading };
    const rest = { level: 0, isQuoted };
    if (this.isIn("pre")) return { kind: "code", ...rest };
    if (this.isIn("tr")) return { kind: "row", ...rest, level: this.isIn("thead") ? 1 : 0 };
    const level = this.open.filter((name) => name === "ul" || name === "ol").length;
    return { kind: level > 0 ? "item" : "paragraph", ...rest, level };
  }

  private isIn(name: string): boolean {
    return this.open.includes(name);
  }

  private saysSomething(): boolean {
    return this.runs.some(({ text }) => text !== cellEnd && text.trim() !== "");
  }
}

const split = (text: string) => text.match(/\s+|[\p{L}\p{N}_]+|[^\p{L}\p{N}_\s]/gu) ?? [];
