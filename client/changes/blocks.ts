/**
 * Reads a rendered document as a list of blocks of words, for comparing two versions. A block is a paragraph, an item, a
 * row of a table or a line of code, with only the markup that a reader would miss. The document itself must never be
 * shown, because the author's elements and links in it are not sanitized.
 */

type BlockKind = "heading" | "paragraph" | "item" | "row" | "code";

/** A text with one mark and one link, as its author wrote it. */
export interface Run {
  text: string;
  /** Name of the element around it, if it is in `marks`. */
  mark?: string | undefined;
  /** The address of the link around it. */
  link?: string | undefined;
}

/** A word, or the space between two. */
export interface Word extends Run {
  /** Words with the same key are equal. */
  key: string;
}

/** The word between two cells of a row; no text contains it. */
export const cellEnd = "\u001f";

/** Equal for runs with the same mark and the same link. */
const styleKey = ({ mark, link }: Run) => `\u0001${mark ?? ""}\u0001${link ?? ""}`;

const split = (text: string) => text.match(/\s+|[\p{L}\p{N}_]+|[^\p{L}\p{N}_\s]/gu) ?? [];

/** A block is cut into words only on demand, because most blocks of two versions are the same. */
export class Block {
  /** Equal for blocks with equal text. */
  readonly key: string;
  #words: Word[] | undefined;

  /** @param level 2 to 6 for a heading, the depth of the list for an item, 1 for a row of a table's head and for a line of metadata. */
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
/** Drawings, code of pages, and the source of formulas: nothing that a reader reads. */
const ignoredElements = new Set(["svg", "annotation", "annotation-xml", "style", "script", "template"]);
const breaks = new Set(
  "p div li ul ol dl dt dd blockquote pre table tr section article figure figcaption details summary br hr h1 h2 h3 h4 h5 h6".split(
    " ",
  ),
);

/** A block for each line of a text. */
export function codeBlocks(text: string, level = 0): Block[] {
  const lines = text === "" ? [] : text.replace(/\n$/, "").split("\n");
  return lines.map((line) => new Block("code", [{ text: line }], level));
}

/** @param root the body of a document that is never shown. */
export function blocksOf(root: Element): Block[] {
  const reader = new BlockReader();
  reader.read(root);
  return reader.blocks;
}

/** Collects blocks from the nodes of a document. */
class BlockReader {
  readonly blocks: Block[] = [];
  /** The names of the elements around the present node. */
  private readonly open: string[] = [];
  /** The addresses of the links around the present node. */
  private readonly links: string[] = [];
  /** Whether the present row has a cell already. */
  private hasCell = false;
  /** The runs of the present block. */
  private runs: Run[] = [];

  /** Without recursion, because an author may nest elements to any depth. */
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

  /** @returns whether to read the content of an element. */
  private begin(element: Element): boolean {
    const name = element.localName;
    if (ignoredElements.has(name)) return false;
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
    // Browsers do not show a space at the beginning of a block, or after another space.
    if (!this.isIn("pre") && (!last || last.text.endsWith(" "))) run.text = text.trimStart();
    if (run.text === "" && !this.isIn("pre")) return;
    if (last && styleKey(last) === styleKey(run)) last.text += run.text;
    else this.runs.push(run);
  }

  private endBlock(): void {
    const isCode = this.isIn("pre");
    const last = this.runs.at(-1);
    if (last && !isCode) last.text = last.text.trimEnd();
    const hasText = this.runs.some(({ text }) => text.replaceAll(cellEnd, "").trim() !== "");
    if (isCode ? last : hasText) this.blocks.push(this.block());
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
