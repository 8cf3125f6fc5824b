/**
 * The HTML of a text as lines of 72 columns, like those of an RFC. It reads what is on the page, so every format of texts has the same writer; a library
 * such as html-to-text would bring a parser, selectors and options of its own, and neither tables that fit a width nor formulas.
 */
import { eastAsianWidth } from "get-east-asian-width";
import { Parser } from "htmlparser2";
import { largestOf } from "../shared/lists.js";

/** Columns of a line. Code, and a word that is longer, keep theirs. */
export const textWidth = 72;

const indent = 3;
/** Quotes in quotes in quotes keep so many columns. */
const leastWidth = 24;

interface Element {
  name: string;
  attributes: Readonly<Record<string, string>>;
  children: Node[];
}
type Node = Element | string;

/** Lines that belong together; an empty line is between two blocks. */
type Block = string[];

const blockElements = new Set(
  "address article aside blockquote center dd details div dl dt figcaption figure footer h2 h3 h4 h5 h6 header hr li main nav ol p pre section summary table ul".split(
    " ",
  ),
);
const unseen = /^(?:svg|script|style|template|button|source|annotation)$/;

/** @param html sanitized, with absolute addresses. @param page the address of the text's own page. */
export function linesOfHtml(html: string, page: string): { lines: string[]; addresses: string[] } {
  const writer = new Writer(page);
  const lines = joined(writer.blocks(treeOf(html), textWidth - indent, true));
  return { lines, addresses: [...writer.numbers.keys()] };
}

function treeOf(html: string): Node[] {
  const root: Element = { name: "", attributes: {}, children: [] };
  const open = [root];
  const parser = new Parser({
    onopentag(name, attributes) {
      const element = { name, attributes, children: [] };
      open.at(-1)?.children.push(element);
      open.push(element);
    },
    ontext(text) {
      open.at(-1)?.children.push(text);
    },
    onclosetag() {
      if (open.length > 1) open.pop();
    },
  });
  parser.write(html);
  parser.end();
  return root.children;
}

class Writer {
  /** The number of each address, in the order in which the text names them. */
  readonly numbers = new Map<string, number>();

  constructor(private readonly page: string) {}

  /** @param isTop headings stand at the margin, and all else is indented. */
  blocks(nodes: readonly Node[], width: number, isTop = false, inTable = false): Block[] {
    const blocks: Block[] = [];
    const add = (block: Block) => {
      if (block.length > 0) blocks.push(isTop ? indented(block, " ".repeat(indent)) : block);
    };
    let run = "";
    const endRun = () => {
      add(wrapped(run, width));
      run = "";
    };
    for (const node of nodes) {
      if (typeof node === "string") run += node.replace(/[ \t\r\n\f]+/g, " ");
      else if (!isBlock(node)) run += this.inline(node);
      else {
        endRun();
        const heading = /^h[2-6]$/.test(node.name);
        if (isTop && heading) blocks.push(this.heading(node, textWidth));
        else if (isTop && isContainer(node))
          for (const one of this.blocks(node.children, width, true)) blocks.push(one);
        else for (const one of this.block(node, width, inTable)) add(one);
      }
    }
    endRun();
    return blocks;
  }

  private heading({ attributes, children }: Element, width: number): Block {
    const number = attributes["data-number"];
    return wrapped(`${number ? `${number}. ` : ""}${this.text(children)}`, width);
  }

  private block(element: Element, width: number, inTable: boolean): Block[] {
    const { name, children } = element;
    const within = (prefix: string, first = prefix) => {
      const lines = joined(this.blocks(children, Math.max(width - widthOf(prefix), leastWidth), false, inTable));
      return [indented(lines.length > 0 ? lines : [""], prefix, first)];
    };
    if (/^h[2-6]$/.test(name)) return [this.heading(element, width)];
    if (name === "pre") return [codeLines(element)];
    if (name === "hr") return [["-".repeat(Math.min(width, 24))]];
    if (name === "math") return [wrapped(formula(element), width)];
    if (name === "ul" || name === "ol") return [this.list(element, width, inTable)];
    if (name === "table") return this.table(element, width, inTable);
    if (name === "dd") return within("    ");
    if (name === "blockquote" || hasClass(element, "alert")) return within("|  ");
    if (hasClass(element, "code")) return [this.blocks(children, width).flat()];
    return this.blocks(children, width, false, inTable);
  }

  private list({ name, attributes, children }: Element, width: number, inTable: boolean): Block {
    const items = children.filter((child): child is Element => typeof child !== "string");
    const isNotes = /\bfootnotes-list\b/.test(attributes.class ?? "");
    let number = Number(attributes.start ?? 1);
    const step = attributes.reversed === undefined ? 1 : -1;
    if (step < 0 && attributes.start === undefined) number = items.length;
    const parts = items.map((item): Block[] => {
      if (item.attributes.value) number = Number(item.attributes.value);
      const mark = name === "ul" ? "*  " : isNotes ? `[^${number}] ` : `${number}. `.padEnd(4);
      number += step;
      const inner = this.blocks(item.children, Math.max(width - mark.length, leastWidth), false, inTable);
      const [first = [""], ...others] = inner;
      const prefix = " ".repeat(mark.length);
      return [indented(first, prefix, mark), ...others.map((block) => indented(block, prefix))];
    });
    const isLoose = items.some((item) =>
      item.children.some((child) => typeof child !== "string" && child.name === "p"),
    );
    return isLoose ? joined(parts.flat()) : parts.flat(2);
  }

  /** Drawn where its columns fit, else each row as a list of its cells. */
  private table(element: Element, width: number, inTable: boolean): Block[] {
    const caption = element.children.flatMap((child) =>
      typeof child !== "string" && child.name === "caption" ? this.blocks(child.children, width, false, true) : [],
    );
    const { rows, heads } = gridOf(element);
    const columns = largestOf(
      rows.map((row) => row.length),
      0,
    );
    if (columns === 0) return caption;
    const free = width - 3 * columns - 1;
    const linesOf = (cell: Element | undefined, size: number) =>
      cell ? joined(this.blocks(cell.children, size, false, true)) : [];
    const sizes = inTable || free < columns ? undefined : this.columnWidths(rows, columns, free, linesOf);
    if (sizes) {
      const rule = `+${sizes.map((size) => "-".repeat(size + 2)).join("+")}+`;
      const drawn = rows.flatMap((row, at) => {
        const cells = sizes.map((size, column) => linesOf(row[column], size));
        const height = Math.max(1, largestOf(cells.map((lines) => lines.length)));
        const lines = Array.from(
          { length: height },
          (_, line) => `| ${cells.map((own, column) => padded(own[line] ?? "", sizes[column] ?? 0)).join(" | ")} |`,
        );
        const isTall = cells.some((own) => own.length > 1);
        return [...lines, ...(at < heads ? [rule.replaceAll("-", "=")] : isTall && at < rows.length - 1 ? [rule] : [])];
      });
      return [...caption, [rule, ...(heads >= rows.length ? drawn.slice(0, -1) : drawn), rule]];
    }
    const head = heads > 0 ? (rows[heads - 1] ?? []) : [];
    const names = head.map((cell) => (cell ? this.text(cell.children) : ""));
    const shown = rows.filter((_, at) => at !== heads - 1 || rows.length === heads);
    const listed = shown.map((row): Block => {
      const cells = row.map((cell, column): Block => {
        if (!cell) return [];
        const name = names[column] ? `${names[column]}: ` : "";
        const inner = this.blocks([name, ...cell.children], Math.max(width - 3, leastWidth), false, true);
        return joined(inner);
      });
      const lines = cells.flat();
      return lines.length > 0 ? indented(lines, "   ", "*  ") : [];
    });
    const unused = shown.length > 0 && shown.every((row) => row.length === 0) ? [names.join(" ")] : [];
    return [...caption, ...listed.filter((block) => block.length > 0), ...(unused.length > 0 ? [unused] : [])];
  }

  /** @returns the width of each column, or undefined if its longest words do not fit beside those of the others. */
  private columnWidths(
    rows: readonly (Element | undefined)[][],
    columns: number,
    free: number,
    linesOf: (cell: Element | undefined, size: number) => Block,
  ): number[] | undefined {
    const largest = (size: number) =>
      Array.from({ length: columns }, (_, column) =>
        Math.max(1, largestOf(rows.flatMap((row) => linesOf(row[column], size).map(widthOf)))),
      );
    const wanted = largest(10_000);
    const total = (list: readonly number[]) => list.reduce((sum, size) => sum + size, 0);
    if (total(wanted) <= free) return wanted;
    const sizes = largest(1);
    let left = free - total(sizes);
    if (left < 0) return undefined;
    // What is left goes to the column that lacks most, one column after the other.
    while (left-- > 0) {
      const lacks = sizes.map((size, column) => (wanted[column] ?? 0) / size);
      const column = lacks.indexOf(largestOf(lacks));
      sizes[column] = (sizes[column] ?? 0) + 1;
    }
    return sizes;
  }

  private text(nodes: readonly Node[]): string {
    return nodes
      .map((node) => (typeof node === "string" ? node.replace(/[ \t\r\n\f]+/g, " ") : this.inline(node)))
      .join("");
  }

  private inline(element: Element): string {
    const { name, attributes, children } = element;
    if (name === "br") return "\n";
    if (unseen.test(name) || hasClass(element, "footnote-backref")) return "";
    if (name === "math") return formula(element);
    if (name === "img") return this.picture(attributes);
    if (name === "input") return attributes.checked === undefined ? "[ ] " : "[x] ";
    if (hasClass(element, "footnote-ref")) return `[^${textOf(children).trim()}]`;
    const text = this.text(children);
    if (text.trim() === "") return text;
    if (name === "code") return `\`${text.replace(/^\n|\n$/g, "")}\``;
    if (name === "sup") return /^[\p{L}\p{N}]+$/u.test(text) ? `^${text}` : `^(${text})`;
    if (name === "sub") return /^[\p{L}\p{N}]+$/u.test(text) ? `_${text}` : `_(${text})`;
    if (name === "q") return `"${text}"`;
    if (name === "rt") return `(${text})`;
    if (name === "a") return text + this.reference(attributes.href ?? "", text);
    return text;
  }

  private picture({ alt = "", src = "" }: Readonly<Record<string, string>>): string {
    const name = alt.replace(/\s+/g, " ").trim();
    return `[${name || (src.split("/").at(-1) ?? "")}]${this.reference(src, name)}`;
  }

  /** The number of an address, unless the text is the address or it leads to another part of the same text. */
  private reference(address: string, text: string): string {
    const written = text.trim().replace(/^`|`$/g, "");
    if (address === "" || address.startsWith("data:") || address.split("#")[0] === this.page) return "";
    if ([written, `mailto:${written}`, `${written}/`].includes(address)) return "";
    const number = this.numbers.get(address) ?? this.numbers.size + 1;
    this.numbers.set(address, number);
    return ` [${number}]`;
  }
}

const hasClass = ({ attributes }: Element, name: string) => (attributes.class ?? "").split(" ").includes(name);

/** Whether an element is not part of a line: a link around a paragraph is not one either. */
function isBlock({ name, attributes, children }: Element): boolean {
  if (blockElements.has(name)) return true;
  if (name === "math") return attributes.display === "block";
  return children.some((child) => typeof child !== "string" && isBlock(child));
}

const isContainer = (element: Element) =>
  !/^(?:pre|hr|math|ul|ol|table|dd|blockquote|h[2-6])$/.test(element.name) &&
  !hasClass(element, "alert") &&
  !hasClass(element, "code");

const textOf = (nodes: readonly Node[]): string =>
  nodes.map((node) => (typeof node === "string" ? node : node.name === "br" ? "\n" : textOf(node.children))).join("");

/** As it is, without the line ends around it. */
const codeLines = ({ children }: Element): Block =>
  textOf(children)
    .replace(/^(?:[ \t]*\r?\n)+|\s+$/g, "")
    .split(/\r?\n/);

/** The cells of a table by row and column; one that spans several is in the first of them. */
function gridOf(table: Element): { rows: (Element | undefined)[][]; heads: number } {
  const rows: (Element | undefined)[][] = [];
  const taken = new Map<number, number>();
  let heads = 0;
  const visit = (nodes: readonly Node[], isHead: boolean) => {
    for (const node of nodes) {
      if (typeof node === "string" || node.name === "caption") continue;
      if (node.name !== "tr") {
        visit(node.children, node.name === "thead");
        continue;
      }
      const cells = node.children.filter((child): child is Element => typeof child !== "string");
      const row: (Element | undefined)[] = [];
      const skip = () => {
        for (let rest = taken.get(row.length) ?? 0; rest > 0; rest = taken.get(row.length) ?? 0) {
          taken.set(row.length, rest - 1);
          row.push(undefined);
        }
      };
      for (const cell of cells) {
        skip();
        const { colspan, rowspan } = cell.attributes;
        for (let span = 0; span < spanOf(colspan, 20); span++) {
          if (spanOf(rowspan, 1000) > 1) taken.set(row.length, spanOf(rowspan, 1000) - 1);
          row.push(span === 0 ? cell : undefined);
        }
      }
      skip();
      if (isHead && heads === rows.length && cells.some(({ children }) => textOf(children).trim() !== "")) heads++;
      if (!isHead || cells.some(({ children }) => textOf(children).trim() !== "" || children.length > 0))
        rows.push(row);
    }
  };
  visit(table.children, false);
  return { rows, heads };
}

const spanOf = (value: string | undefined, most: number) => Math.min(Math.max(Number(value) || 1, 1), most);

// Formulas: MathML in one line, as it would be typed.

const joint: Readonly<Record<string, readonly string[]>> = {
  msup: ["^"],
  msub: ["_"],
  msubsup: ["_", "^"],
  mover: ["^"],
  munder: ["_"],
  munderover: ["_", "^"],
};

function formula({ name, children }: Element): string {
  const parts = children.filter((child): child is Element => typeof child !== "string").map(formula);
  if (unseen.test(name)) return "";
  if (name === "mspace") return " ";
  if (name === "mfrac") return parts.map(grouped).join("/");
  if (name === "msqrt") return `sqrt(${parts.join("")})`;
  if (name === "mroot") return `root(${parts.join(", ")})`;
  if (name === "mtr") return parts.filter(Boolean).join(" ");
  if (name === "mtable") return parts.filter(Boolean).join("; ");
  const joints = joint[name];
  if (joints) {
    const [base = "", ...others] = parts;
    return base + others.map((part, at) => (part ? `${joints[at] ?? ""}${grouped(part)}` : "")).join("");
  }
  const text = textOf(children.filter((child) => typeof child === "string"));
  if (name === "mo" && /^[=≤≥≠≈≡<>→←⇒⇔∈∉⊂⊆∪∩+−±×⋅∧∨]$/u.test(text.trim())) return ` ${text.trim()} `;
  return parts.length > 0 ? parts.join("") : text.replace(/[\u2061-\u2064]/g, "");
}

const grouped = (part: string) => (/^[\p{L}\p{N}.]*$|^.$/u.test(part.trim()) ? part.trim() : `(${part.trim()})`);

// Lines.

const joined = (blocks: readonly Block[]): Block => blocks.flatMap((block, at) => (at === 0 ? block : ["", ...block]));

const indented = (lines: readonly string[], prefix: string, first = prefix): Block =>
  lines.map((line, at) => `${at === 0 ? first : prefix}${line}`.trimEnd());

const padded = (line: string, size: number) => line + " ".repeat(Math.max(0, size - widthOf(line)));

/** Columns of a line in a terminal: letters of East Asia and emoji have two, accents none. */
export function widthOf(line: string): number {
  if (/^[\x20-\x7e]*$/.test(line)) return line.length;
  let width = 0;
  for (const character of line)
    if (!/[\p{M}\p{Cf}\p{Cc}]/u.test(character)) width += eastAsianWidth(character.codePointAt(0) ?? 0);
  return width;
}

/** Texts of East Asia have no spaces: a line may end behind any letter, and what closes stays with it. */
const units =
  /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\u3000-\u303f\uff01-\uffee][\p{Pe}\p{Pf}\p{M}、。，．！？：；ー]*|[^\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\u3000-\u303f\uff01-\uffee]+/gu;

/** Breaks a text at its spaces, and where it has line ends. No word is cut. */
export function wrapped(text: string, width: number): string[] {
  return text.trim() === "" ? [] : text.split("\n").flatMap((line) => wrappedLine(line, width));
}

function wrappedLine(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = "";
  let used = 0;
  for (const word of text.split(/[ \t]+/).filter(Boolean)) {
    let gap = line === "" ? "" : " ";
    for (const unit of word.match(units) ?? []) {
      const size = widthOf(unit);
      if (line !== "" && used + gap.length + size > width) {
        lines.push(line);
        line = unit;
        used = size;
      } else {
        line += gap + unit;
        used += gap.length + size;
      }
      gap = "";
    }
  }
  if (line !== "") lines.push(line);
  return lines;
}
