/**
 * A difference as a page shows it. Every word is a text node, and every element is made here: nothing that an author
 * wrote becomes markup. Removed text has no links.
 */
import { cellEnd, type Word } from "./blocks.js";
import type { BlockDifference, DiffPart, SectionDifference } from "./differences.js";

/** Today's page of the proposal. */
export interface ProposalPage {
  page: Document;
  address: string;
}

/** One of two texts side by side. */
type Side = "old" | "new";
const sides: readonly Side[] = ["old", "new"];

/**
 * @param place gets the difference instead of what is in it.
 * @param isWide whether the two texts are shown side by side.
 * @returns whether there is one.
 */
export function showDifferences(
  place: HTMLElement,
  sections: readonly SectionDifference[],
  { page, address }: ProposalPage,
  isWide = false,
): boolean {
  const words = page.querySelector<HTMLElement>("[data-words]")?.dataset.words ?? "";
  const shown = new Shown(words.split("|"), linksOf(page), headingsOf(page, address), isWide);
  const changed = sections.some(({ state }) => state !== "same");
  if (!changed) return false;
  // It says how far the lines go; this is all.
  place.parentElement?.querySelector(".until")?.remove();
  place.replaceChildren();
  for (const section of shown.sections(sections)) place.append(section);
  return true;
}

/** Where today's page leads, by the text of the link: in the source, an address is relative to its file. */
function linksOf(page: Document): Map<string, string> {
  const found = new Map<string, string>();
  for (const link of page.querySelectorAll("main .prose a[href]:not(.anchor)")) {
    const text = foldSpaces(link.textContent ?? "");
    const href = link.getAttribute("href") ?? "";
    if (text && !href.startsWith("#") && !found.has(text)) found.set(text, href);
  }
  return found;
}

/** Addresses of the sections of today's text, by their headings; of equal ones in their order. */
function headingsOf(page: Document, address: string): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const heading of page.querySelectorAll("main .prose :is(h2, h3, h4, h5, h6)[id]")) {
    const copy = heading.cloneNode(true) as Element;
    copy.querySelector(".anchor")?.remove();
    const text = foldSpaces(copy.textContent ?? "");
    found.set(text, [...(found.get(text) ?? []), `${address}#${encodeURIComponent(heading.id)}`]);
  }
  return found;
}

const foldSpaces = (text: string) => text.replace(/\s+/g, " ").trim();

type Names = (string | undefined)[];

class Shown {
  private readonly beginning: string;
  private readonly states: { new: string; old: string };
  private readonly today: string;
  private readonly unchanged: string;

  constructor(
    [beginning = "", newSection = "", oldSection = "", today = "", unchanged = ""]: Names,
    private readonly links: ReadonlyMap<string, string>,
    private readonly headings: ReadonlyMap<string, string[]>,
    private readonly isWide: boolean,
  ) {
    this.beginning = beginning;
    this.states = { new: newSection, old: oldSection };
    this.today = today;
    this.unchanged = unchanged;
  }

  sections(all: readonly SectionDifference[]): HTMLElement[] {
    const found: HTMLElement[] = [];
    let same: HTMLElement | undefined;
    for (const section of all) {
      const href = section.state === "old" ? undefined : this.headings.get(section.heading)?.shift();
      if (section.state !== "same") {
        same = undefined;
        found.push(this.changed(section, href));
      } else if (section.heading) {
        // Consecutive unchanged sections form one line.
        if (!same) {
          same = make("ul");
          found.push(make("details", "change change-same", make("summary", "", this.unchanged), same));
        }
        same.append(make("li", "", href ? link(href, section.heading) : section.heading));
      }
    }
    return found;
  }

  private changed(section: SectionDifference, href: string | undefined): HTMLElement {
    const { state, heading, blocks } = section;
    const size = sizeOf(section);
    const summary = make("summary", "", make("h2", "", heading || this.beginning));
    if (size.added > 0) summary.append(" ", make("ins", "size", `+${size.added}`));
    if (size.removed > 0) summary.append(" ", make("del", "size", `\u2212${size.removed}`));
    if (state === "new" || state === "old") summary.append(" ", make("span", "count", this.states[state]));
    // The heading is shown above its section, and inside it only if it differs.
    const shown = blocks.filter(
      ({ kind, block }, index) => index > 0 || block.kind !== "heading" || kind === "changed",
    );
    const text = make("div", "prose diff", this.isWide ? this.pairs(shown) : this.groups(shown));
    const details = make("details", `change change-${state}`, summary, text);
    if (href) details.append(make("p", "change-links", link(href, this.today)));
    details.setAttribute("open", "");
    return details;
  }

  /** Consecutive blocks of one kind beside each other: what was, and what is. */
  private pairs(blocks: readonly BlockDifference[]): DocumentFragment {
    const all = document.createDocumentFragment();
    const groups: BlockDifference[][] = [];
    for (const difference of blocks) {
      const last = groups.at(-1);
      const kind = wrapperKind(difference);
      // Paragraphs are beside each other one by one.
      if (last && kind !== "paragraph" && continues(last.at(-1), difference)) last.push(difference);
      else groups.push([difference]);
    }
    for (const group of groups)
      all.append(make("div", "pair", ...sides.map((side) => make("div", "", this.groups(group, side)))));
    return all;
  }

  /** Consecutive items form one list, rows one table, lines one block of code. @param side of two texts side by side. */
  private groups(blocks: readonly BlockDifference[], side?: Side): DocumentFragment {
    const all = document.createDocumentFragment();
    let last: BlockDifference | undefined;
    let open: ParentNode = all;
    for (const difference of blocks) {
      const own = wrapperKind(difference);
      const isGap = side !== undefined && difference.kind === (side === "old" ? "new" : "old");
      // Lines stay beside each other.
      if (isGap && own !== "code") continue;
      if (!continues(last, difference)) open = wrapperIn(all, own);
      last = difference;
      open.append(isGap ? "" : this.block(difference, side));
      if (own === "code") open.append("\n");
    }
    return all;
  }

  private block(difference: BlockDifference, side?: Side): HTMLElement {
    const { kind, block } = difference;
    const name = kind === "old" || kind === "new" ? kind : "";
    const parts = partsOf(difference).filter((part) => !side || part.kind === "same" || part.kind === side);
    if (block.kind === "row") {
      const cells = cellsOf(parts).map((cell) => this.words(make(block.level ? "th" : "td"), cell));
      return make("tr", name, ...cells);
    }
    return this.words(make(block.kind === "code" ? "span" : block.kind === "item" ? "li" : "p", name), parts);
  }

  private words(element: HTMLElement, parts: readonly DiffPart<Word>[]): HTMLElement {
    for (const part of parts) {
      const place = part.kind === "same" ? element : make(part.kind === "new" ? "ins" : "del");
      for (const run of runsOf(part.items)) place.append(this.run(run, part.kind === "old"));
      if (place !== element) element.append(place);
    }
    return element;
  }

  /** Words with the same mark and the same link. */
  private run(words: readonly Word[], isOld: boolean): Node | string {
    const text = words.map((word) => word.text).join("");
    const { mark, link: url } = words[0] as Word;
    const inner = mark ? make(mark, "", text) : text;
    const href = isOld || url === undefined || text.trim() === "" ? undefined : this.addressOf(url, text);
    return href ? link(href, inner) : inner;
  }

  private addressOf(url: string, text: string): string | undefined {
    return /^(?:https?:\/\/|mailto:)/i.test(url) ? url : this.links.get(foldSpaces(text));
  }
}

/** What blocks that follow each other are in together. */
function wrapperKind({ block }: BlockDifference): string {
  if (block.kind === "item") return `item ${Math.min(block.level, 4)}`;
  return block.isQuoted ? "quoted" : block.kind;
}

/** Whether a block is in one list, table or block of code with the one before it: another table begins with its head. */
function continues(before: BlockDifference | undefined, next: BlockDifference): boolean {
  if (!before || wrapperKind(before) !== wrapperKind(next)) return false;
  return next.block.kind !== "row" || next.block.level <= before.block.level;
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

function make(tag: string, name = "", ...content: (Node | string)[]): HTMLElement {
  const element = document.createElement(tag);
  if (name) element.className = name;
  element.append(...content);
  return element;
}

function link(href: string, content: Node | string): HTMLElement {
  const element = make("a", "", content);
  element.setAttribute("href", href);
  return element;
}

/** @returns where blocks of this kind go. */
function wrapperIn(all: ParentNode, kind: string): ParentNode {
  if (kind.startsWith("item ")) all.append(make("ul", `depth-${kind.slice(5)}`));
  else if (kind === "code") all.append(make("pre", "", make("code")));
  else if (kind === "row") all.append(make("div", "table-scroll", make("table", "rows", make("tbody"))));
  else if (kind === "quoted") all.append(make("blockquote"));
  else return all;
  const last = all.lastElementChild as HTMLElement;
  if (kind === "row") {
    last.tabIndex = 0;
    return last.querySelector("tbody") as HTMLElement;
  }
  if (kind !== "code") return last;
  last.tabIndex = 0;
  return last.firstElementChild as HTMLElement;
}

function sizeOf({ blocks }: SectionDifference): { added: number; removed: number } {
  const size = { added: 0, removed: 0 };
  for (const difference of blocks) {
    for (const { kind, items } of partsOf(difference)) {
      if (kind === "same") continue;
      const count = items.filter(({ text }) => /[\p{L}\p{N}]/u.test(text)).length;
      size[kind === "new" ? "added" : "removed"] += count;
    }
  }
  return size;
}

const partsOf = ({ kind, block, words }: BlockDifference): DiffPart<Word>[] =>
  words ?? [{ kind: kind === "changed" ? "same" : kind, items: block.words }];

function runsOf(words: readonly Word[]): Word[][] {
  const runs: Word[][] = [];
  for (const word of words) {
    const last = runs.at(-1);
    if (last?.[0] && last[0].mark === word.mark && last[0].link === word.link) last.push(word);
    else runs.push([word]);
  }
  return runs;
}
