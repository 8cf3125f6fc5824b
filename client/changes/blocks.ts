/**
 * The rendered text of a document as a list of blocks of words, for comparing two versions. A block is a paragraph, an
 * item, a row of a table or a line of code; of its markup only what a reader would miss is kept. Nothing of the
 * document itself is shown: an author's HTML is in it as it was written.
 */

type BlockKind = "heading" | "paragraph" | "item" | "row" | "code";

/** Text with the same mark and the same link, as it is written. */
export interface Run {
  text: string;
  /** Name of the element around it, if it is one that is kept. */
  mark?: string | undefined;
  /** The address of the link that it is part of. */
  link?: string | undefined;
}

/** A word, or the space between two. */
export interface Word extends Run {
  /** Words with the same key are equal. */
  key: string;
}

/** The word between two cells of a row: no text has it. */
export const cellEnd = "\u001f";

/** What two runs may differ in besides their texts. */
const styleKey = ({ mark, link }: Run) => `\u0001${mark ?? ""}\u0001${link ?? ""}`;

const split = (text: string) => text.match(/\s+|[\p{L}\p{N}_]+|[^\p{L}\p{N}_\s]/gu) ?? [];

/** Most blocks of two versions are the same: they are cut into words only where they are not. */
export class Block {
  /** Equal for blocks with equal text. */
  readonly key: string;
  #words: Word[] | undefined;

  /** @param level of a heading 2 to 6, of an item how deep its list is; of a row 1 if it is one of the table's head, of a line if it is one of metadata. */
  constructor(
    readonly kind: BlockKind,
    private readonly runs: readonly Run[],
    readonly level = 0,
  ) {
    this.key = `${kind} ${level} ${runs.map((run) => run.text + styleKey(run)).join("")}`;
  }

  get words(): Word[] {
    this.#words ??= this.runs.flatMap((run) =>
      split(run.text).map((text) => ({ ...run, text, key: text.trim() ? text + styleKey(run) : " " })),
    );
    return this.#words;
  }
}

const marks = new Set(["code", "strong", "em", "sub", "sup"]);
/** Drawings, and elements that only help navigation. */
const ignoredElements = new Set(["svg", "annotation", "annotation-xml", "style", "script", "template", "figcaption"]);
const breaks = new Set(
  "p div li ul ol dl dt dd blockquote pre table tr section article figure details summary br hr h1 h2 h3 h4 h5 h6".split(
    " ",
  ),
);

/** Lines that readers see as they are written. */
export function codeBlocks(text: string, level = 0): Block[] {
  const lines = text === "" ? [] : text.replace(/\n$/, "").split("\n");
  return lines.map((line) => new Block("code", [{ text: line }], level));
}

/** @param root of a document that is never shown. */
export function blocksOf(root: Element): Block[] {
  const reader = new BlockReader();
  reader.read(root);
  return reader.blocks;
}

/** Collects blocks from the nodes of a document. */
class BlockReader {
  readonly blocks: Block[] = [];
  /** The names of the elements that are open. */
  private readonly open: string[] = [];
  /** The links that are open. */
  private readonly links: string[] = [];
  /** Whether the row that is open has a cell already. */
  private hasCell = false;
  /** Runs of the block that has not ended. */
  private runs: Run[] = [];

  /** Without recursion: elements of an author may be nested as deep as they like. */
  read(root: Element): void {
    let node: Node | null = root.firstChild;
    while (node) {
      if (node.nodeType === 3) this.addText(node.nodeValue ?? "");
      const isRead = node.nodeType === 1 && this.begin(node as Element);
      let next: Node | null = isRead ? node.firstChild : null;
      if (isRead && !next) this.end(node as Element);
      while (!next && node && node !== root) {
        next = node.nextSibling;
        if (!next) node = node.parentNode;
        if (!next && node !== root) this.end(node as Element);
      }
      node = next;
    }
    this.endBlock();
  }

  /** @returns whether what is in it counts. */
  private begin(element: Element): boolean {
    const name = element.localName;
    if (ignoredElements.has(name) || /\b(anchor|footnote-backref)\b/.test(element.className)) return false;
    if (breaks.has(name)) this.endBlock();
    const alt = element.getAttribute("alt");
    if (name === "img") this.addText(alt ? `[${alt}]` : "[]");
    if (name === "input") this.addText(element.hasAttribute("checked") ? "☑ " : "☐ ");
    if (name === "tr") this.hasCell = false;
    if (name === "td" || name === "th") {
      if (this.hasCell) this.addText(cellEnd);
      this.hasCell = true;
    }
    if (name === "a") this.links.push(element.getAttribute("href") ?? "");
    this.open.push(name);
    return true;
  }

  private end({ localName: name }: Element): void {
    if (breaks.has(name)) this.endBlock();
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
    const last = this.runs.at(-1);
    const mark = this.isIn("pre") ? undefined : this.open.findLast((name) => marks.has(name));
    const run: Run = { text, mark, link: this.links.at(-1) };
    // A space at the beginning of a block, or behind another one, is not shown.
    if (!this.isIn("pre") && (!last || last.text.endsWith(" "))) run.text = text.trimStart();
    if (run.text === "" && !this.isIn("pre")) return;
    if (last && styleKey(last) === styleKey(run)) last.text += run.text;
    else this.runs.push(run);
  }

  private endBlock(): void {
    const isCode = this.isIn("pre");
    const last = this.runs.at(-1);
    if (last && !isCode) last.text = last.text.trimEnd();
    const saysSomething = this.runs.some(({ text }) => text.replaceAll(cellEnd, "").trim() !== "");
    if (isCode ? last : saysSomething) this.blocks.push(this.block());
    this.runs = [];
  }

  private block(): Block {
    const heading = this.open.findLast((name) => /^h[1-6]$/.test(name));
    const lists = this.open.filter((name) => name === "ul" || name === "ol").length;
    if (heading) return new Block("heading", this.runs, Math.max(2, Number(heading[1])));
    if (this.isIn("pre")) return new Block("code", this.runs);
    if (this.isIn("tr")) return new Block("row", this.runs, this.isIn("thead") ? 1 : 0);
    return new Block(lists > 0 ? "item" : "paragraph", this.runs, lists);
  }

  private isIn(name: string): boolean {
    return this.open.includes(name);
  }
}
