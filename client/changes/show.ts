/**
 * Makes the elements that show a difference. Every word becomes a text node, so nothing that an author wrote becomes
 * markup. Removed text has no links.
 */
import { type Block, cellEnd, type Word } from "./blocks.js";
import type { BlockDifference, DiffPart } from "./differences.js";

/** One of two texts side by side. */
type Side = "old" | "new";
const sides: readonly Side[] = ["old", "new"];

/** Titles of sections without a heading. */
export interface SectionWords {
  /** The part before the first heading. */
  beginning: string;
  metadata: string;
  /** A text without headings. */
  text: string;
}

/**
 * @param isWide whether the two texts are side by side.
 * @returns an element for each section that changed.
 */
export function showDifferences(all: readonly BlockDifference[], words: SectionWords, isWide: boolean): HTMLElement[] {
  const beginning = all.some(({ block }) => block.kind === "heading") ? words.beginning : words.text;
  const changed = sectionsOf(all).filter((section) => section.some(({ kind }) => kind !== "same"));
  return changed.map((section) => {
    const block = section[0]?.block;
    const heading = block?.kind === "heading" ? textOf(block) : "";
    return changedSection(heading || (isMetadata(block) ? words.metadata : beginning), section, isWide);
  });
}

const isMetadata = (block?: Block) => block?.kind === "code" && block.level === 1;

/** Splits a text into metadata, what is before the first heading, and a section for each heading. */
function sectionsOf(all: readonly BlockDifference[]): BlockDifference[][] {
  const sections: BlockDifference[][] = [[]];
  let before: Block | undefined;
  for (const difference of all) {
    const { block } = difference;
    if (block.kind === "heading" || isMetadata(block) !== isMetadata(before)) sections.push([]);
    sections.at(-1)?.push(difference);
    before = block;
  }
  return sections;
}

const textOf = ({ words }: Block) => words.map(({ text }) => text).join("");

function changedSection(heading: string, section: readonly BlockDifference[], isWide: boolean): HTMLElement {
  const summary = make("summary", "", make("h2", "", heading));
  const [added, removed] = [countWords(section, "new"), countWords(section, "old")];
  if (added > 0) summary.append(" ", make("ins", "size", `+${added}`));
  if (removed > 0) summary.append(" ", make("del", "size", `\u2212${removed}`));
  // The heading is shown above its section, and inside it only if it differs.
  const blocks = section.filter(({ kind, block }) => kind !== "same" || block.kind !== "heading");
  const text = make("div", "prose diff", isWide ? pairsOf(blocks) : groupsOf(blocks));
  const details = make("details", "change", summary, text);
  details.setAttribute("open", "");
  return details;
}

/** Groups consecutive blocks of one kind, and shows the old and the new text of each group side by side. */
function pairsOf(blocks: readonly BlockDifference[]): DocumentFragment {
  const groups: BlockDifference[][] = [];
  for (const difference of blocks) {
    const last = groups.at(-1);
    // Each paragraph is a group.
    if (last && wrapperKind(difference) !== "paragraph" && continues(last.at(-1), difference)) last.push(difference);
    else groups.push([difference]);
  }
  const all = document.createDocumentFragment();
  for (const group of groups)
    all.append(make("div", "pair", ...sides.map((side) => make("div", "", groupsOf(group, side)))));
  return all;
}

/** Puts consecutive items into one list, rows into one table, and lines of code into one block. @param side for one of two texts side by side. */
function groupsOf(blocks: readonly BlockDifference[], side?: Side): DocumentFragment {
  const all = document.createDocumentFragment();
  let last: BlockDifference | undefined;
  let open: ParentNode = all;
  for (const difference of blocks) {
    const isCode = difference.block.kind === "code";
    const isGap = side !== undefined && difference.kind === (side === "old" ? "new" : "old");
    // A gap in code is an empty line, so that equal lines stay side by side.
    if (isGap && !isCode) continue;
    if (!continues(last, difference)) open = wrapperIn(all, wrapperKind(difference));
    last = difference;
    if (!isGap) open.append(blockElement(difference, side));
    if (isCode) open.append("\n");
  }
  return all;
}

function blockElement({ kind, block, words }: BlockDifference, side: Side | undefined): HTMLElement {
  const name = kind === "old" || kind === "new" ? kind : "";
  const parts = words.filter((part) => !side || part.kind === "same" || part.kind === side);
  if (block.kind === "row") {
    const cells = cellsOf(parts).map((cell) => addWords(make(block.level ? "th" : "td"), cell));
    return make("tr", name, ...cells);
  }
  const tag = { code: "span", item: "li", heading: "p", paragraph: "p" }[block.kind];
  return addWords(make(tag, name), parts);
}

function addWords(element: HTMLElement, parts: readonly DiffPart<Word>[]): HTMLElement {
  for (const { kind, items } of parts) {
    const container = kind === "same" ? element : make(kind === "new" ? "ins" : "del");
    for (let start = 0, end = 1; start < items.length; start = end++) {
      const first = items[start] as Word;
      // Finds the end of the words with the same mark and the same link.
      while (end < items.length && items[end]?.mark === first.mark && items[end]?.link === first.link) end++;
      container.append(runElement(first, items.slice(start, end), kind === "old"));
    }
    if (container !== element) element.append(container);
  }
  return element;
}

function runElement({ mark, link = "" }: Word, words: readonly Word[], isOld: boolean): Node | string {
  const text = words.map((word) => word.text).join("");
  const inner = mark ? make(mark, "", text) : text;
  // A relative address is relative to the file of its text, and would be wrong on this page.
  if (isOld || text.trim() === "" || !/^(?:https?:\/\/|mailto:)/i.test(link)) return inner;
  const element = make("a", "", inner);
  element.setAttribute("href", link);
  return element;
}

/** The kind of wrapper element that consecutive blocks share. */
function wrapperKind({ block }: BlockDifference): string {
  if (block.kind === "item") return `item ${Math.min(block.level, 4)}`;
  return block.kind === "heading" ? "paragraph" : block.kind;
}

/** Whether a block is in the same list, table or block of code as the one before it. A row of a table's head begins another table. */
function continues(before: BlockDifference | undefined, next: BlockDifference): boolean {
  if (!before || wrapperKind(before) !== wrapperKind(next)) return false;
  return next.block.kind !== "row" || next.block.level <= before.block.level;
}

/** Adds a wrapper for blocks of a kind. @returns the element that the blocks are added to. */
function wrapperIn(all: ParentNode, kind: string): ParentNode {
  if (kind === "paragraph") return all;
  const inner = kind.startsWith("item ")
    ? make("ul", `depth-${kind.slice(5)}`)
    : make(kind === "code" ? "code" : "tbody");
  if (kind === "code") all.append(make("pre", "", inner));
  else if (kind === "row") all.append(make("div", "table-scroll", make("table", "rows", inner)));
  else all.append(inner);
  if (kind === "code" || kind === "row") (all.lastElementChild as HTMLElement).tabIndex = 0;
  return inner;
}

/** The words of a row, cell by cell. */
function cellsOf(parts: readonly DiffPart<Word>[]): DiffPart<Word>[][] {
  const cells: DiffPart<Word>[][] = [[]];
  for (const { kind, items } of parts) {
    let start = 0;
    for (let end = 0; end <= items.length; end++) {
      if (end < items.length && items[end]?.text !== cellEnd) continue;
      if (end > start) cells.at(-1)?.push({ kind, items: items.slice(start, end) });
      if (end < items.length) cells.push([]);
      start = end + 1;
    }
  }
  return cells;
}

function countWords(section: readonly BlockDifference[], side: Side): number {
  const parts = section.flatMap(({ words }) => words).filter(({ kind }) => kind === side);
  return parts.flatMap(({ items }) => items).filter(({ text }) => /[\p{L}\p{N}]/u.test(text)).length;
}

function make(tag: string, name = "", ...content: (Node | string)[]): HTMLElement {
  const element = document.createElement(tag);
  if (name) element.className = name;
  element.append(...content);
  return element;
}
