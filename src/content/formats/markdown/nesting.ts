/**
 * Nests the elements of sanitized HTML as the standard requires. Each browser shows wrong nesting in its own way: it moves a text between the rows
 * of a table in front of the table, for example. No word is lost: an element without the parent that it needs gets one, and a block that its parent
 * must not contain moves after the parent. Valid HTML does not change.
 */
import { stringPart } from "../../../shared/html-parts.js";
import { tableScroll } from "./blocks.js";
import {
  blockElements,
  childOf,
  endsCaption,
  endsLink,
  isBlankHtml,
  isFootnotes,
  markElements,
  mayContain,
  noSection,
  parentsOf,
  placements,
  rankOf,
  sectionElements,
  type Token,
  textOnly,
  tokensOf,
  transparent,
  voidElements,
  withoutSections,
} from "./nesting-rules.js";
import { isOwnTag, type MarkedWriter } from "./writer.js";

/** Maximum number of split elements within each other: each text in them is written with all of them. */
const maxSplits = 8;

/** An element that is written around each text in it, because it contains blocks or another link. */
interface Split {
  name: string;
  tag: string;
  isWritten: boolean;
}

/** An element that is open in the result. */
interface Open {
  name: string;
  end: string;
  /** Set if the author did not write it: added around elements without their parent, or within an element that contains only certain children. */
  added?: "around" | "within" | undefined;
  /** Whether it is an inline element with text. */
  isText?: boolean;
  split?: Split;
  /** The name of its last child that is a block. */
  last?: string;
  isEnded?: true;
}

/** How an element of the author is written; undefined if it is left out. */
type Result = { open: Open } | { split: Split } | undefined;

/** Whether an element comes too late among the children of its parent. */
function isLate(name: string, { last }: Open): boolean {
  if (last === undefined || (name === last && placements[name]?.mayRepeat)) return false;
  return rankOf(name) <= rankOf(last);
}

class Nesting {
  private readonly written: string[] = [];
  private readonly open: Open[] = [];
  /** The results of the elements whose end tags have not been read. */
  private readonly results: Result[] = [];
  /** Split elements around the next token, and how many of them are open. */
  private splits: Split[] = [];
  private splitsOpen = 0;
  private readonly openByName = new Map<string, number>();
  /** Open elements that contain only text: a block that is left out in them becomes a line break after other text. */
  private readonly textOnly: string[] = [];
  private hasText = false;
  private breaksLine = false;

  constructor(
    private readonly out: MarkedWriter,
    private readonly mayRepeat: MayRepeat,
  ) {}

  add(token: Token): void {
    const { kind, name, source } = token;
    const isSpace = kind === "text" && isBlankHtml(source);
    if (kind !== "close" && !isSpace) this.endBefore(token);
    if (kind === "close") this.end();
    else if (kind === "text" || kind === "link") {
      if (!isSpace) this.beginText();
      this.written.push(source);
    } else if (kind === "block") {
      this.prepareParent("");
      this.written.push(source);
    } else if (voidElements.has(name)) this.addVoid(name, source);
    else if (blockElements.has(name)) this.startBlock(token);
    else this.startInline(token);
  }

  finish(): string {
    while (this.open.length > 0) this.pop();
    return this.written.join("");
  }

  /** Ends open elements that must not contain the token: links, elements with only text, and, as parsers do, groups of columns and captions. */
  private endBefore(token: Token): void {
    if (endsLink(token)) this.endLink();
    if (token.name !== "col" && this.open.at(-1)?.name === "colgroup") this.pop();
    if (isFootnotes(token)) this.popThrough(this.open[0]);
    if (token.kind === "block") this.popThrough(this.outermostTextOnly());
    if (!endsCaption.has(token.name) || !this.isOpen("caption")) return;
    const nearest = this.open.findLast(({ name }) => name === "caption" || name === "table");
    if (nearest?.name === "caption") this.popThrough(nearest);
  }

  /** Searches from the innermost element, because the elements that it passes end with the result, so that the time is linear. */
  private outermostTextOnly(): Open | undefined {
    let remaining = this.textOnly.length;
    if (remaining === 0) return undefined;
    return this.open.findLast(({ name }) => textOnly.has(name) && --remaining === 0);
  }

  private addVoid(name: string, source: string): void {
    const placement = placements[name];
    if (placement && this.open.at(-1)?.name !== placement.parent) return;
    if (name === "hr" && this.textOnly.length > 0) {
      this.breaksLine = true;
      return;
    }
    if (name === "hr") this.prepareParent(name);
    else if (!placement) this.beginText();
    this.written.push(source);
  }

  private startBlock(token: Token): void {
    const parent = this.textOnly.at(-1);
    if (parent !== undefined && !mayContain(parent, token.name)) {
      this.breaksLine = true;
      this.results.push(undefined);
    } else if (this.renamed(token).name === "") this.results.push(undefined);
    else if (token.hasBlock || token.hasLink) this.startSplit(token);
    else {
      this.leaveAdded(token.name);
      const { name, source } = this.renamed(token);
      this.results.push({ open: this.push(name, source) });
    }
  }

  private startInline(token: Token): void {
    const hasOnlyBlocks = token.hasBlock && !token.hasLink;
    if (hasOnlyBlocks && transparent.has(token.name) && this.splits.length === 0 && this.textOnly.length === 0) {
      this.prepareParent("");
      this.results.push({ open: this.write(token.name, token.source) });
    } else if (token.hasBlock || token.hasLink) this.startSplit(this.renamed(token));
    else {
      this.beginText();
      const { name, source } = this.renamed(token);
      this.results.push({ open: this.write(name, source, { isText: true }) });
    }
  }

  private startSplit({ name, source }: Pick<Token, "name" | "source">): void {
    if (this.splits.length === maxSplits) {
      this.results.push(undefined);
      return;
    }
    const split = { name, tag: source, isWritten: false };
    this.results.push({ split });
    if (name !== "p") {
      this.splits.push(split);
      return;
    }
    this.leaveText();
    this.splits.unshift(split);
  }

  /** Ends an open link where another one begins, as browsers do. */
  private endLink(): void {
    const outer = this.splits.find(({ name }) => name === "a");
    if (outer) this.endSplit(outer);
  }

  private end(): void {
    const result = this.results.pop();
    if (result === undefined) this.breaksLine = true;
    else if ("split" in result) {
      // An id is written even if its element has no text, because links may lead to it.
      if (!result.split.isWritten && / id="/.test(result.split.tag)) this.beginText();
      this.endSplit(result.split);
    } else this.popThrough(result.open);
  }

  private popThrough(element: Open | undefined): void {
    while (element && !element.isEnded) this.pop();
  }

  private endSplit(split: Split): void {
    if (!this.splits.includes(split)) return;
    this.leaveText();
    this.splits = this.splits.filter((openSplit) => openSplit !== split);
  }

  /** Opens what a text or an inline element needs around it: its parent, and all split elements. */
  private beginText(): void {
    if (!this.open.at(-1)?.isText) this.prepareParent("");
    for (const split of this.splits.slice(this.splitsOpen)) {
      const isLeftOut = split.name === "p" && (this.textOnly.length > 0 || this.isOpen("p"));
      const tag = split.isWritten ? this.repeated(split) : split.tag;
      if (isLeftOut) this.open.push({ name: "", end: "", isText: true, split });
      else this.write(split.name, tag, { isText: true, split });
      split.isWritten ||= !isLeftOut;
      this.splitsOpen++;
    }
    if (this.textOnly.length === 0) return;
    if (this.breaksLine && this.hasText) this.written.push("<br>");
    this.breaksLine = false;
    this.hasText = true;
  }

  private repeated({ name, tag }: Split): string {
    return this.mayRepeat(name, tag) ? tag.replace(/ id="[^"]*"/, "") : `<${name}>`;
  }

  private leaveText(): void {
    while (this.open.at(-1)?.split) this.pop();
  }

  /** Ends added elements that must not contain an element with this name. */
  private leaveAdded(name: string): void {
    this.leaveText();
    for (let index = this.open.length - 1; parentsOf[name] && index >= 0; index--) {
      if (this.fits(name, index)) {
        while (this.open.length > index + 1) this.pop();
        return;
      }
      if (!this.open[index]?.added) break;
    }
    while (this.open.at(-1)?.added === "around") this.pop();
  }

  /** @returns the name of an open element. A `div` in a `dl` is a group of terms, so its children are those of a `dl`. */
  private nameAt(index: number): string {
    const name = this.open[index]?.name ?? "";
    return name === "div" && this.open[index - 1]?.name === "dl" ? "dl" : name;
  }

  private fits(name: string, index: number): boolean {
    return parentsOf[name]?.has(this.nameAt(index)) ?? false;
  }

  /** Adds the parents that an element with this name needs; without a name, those of a text. */
  private prepareParent(name: string): void {
    this.leaveAdded(name);
    const [parent] = parentsOf[name] ?? [];
    if (parent !== undefined && !this.fits(name, this.open.length - 1)) this.push(parent, `<${parent}>`, "around");
    for (;;) {
      const top = this.open.length - 1;
      const child = childOf[this.nameAt(top)];
      if (child === undefined || this.fits(name, top) || (this.open[top]?.name === "dl" && name === "div")) break;
      this.push(child, `<${child}>`, "within");
    }
    if (name !== "summary") this.summarize();
  }

  /** Adds a summary to `details` that do not begin with one. */
  private summarize(): void {
    const top = this.open.at(-1);
    if (top?.name !== "details" || top.last) return;
    top.last = "summary";
    this.written.push(`<summary>${this.out.mark([stringPart("prose.details")])}</summary>`);
  }

  /** @returns the element with the name that it gets here. */
  private renamed({ name, source, isIncomplete }: Token): Pick<Token, "name" | "source"> {
    if (isIncomplete) return { name: "span", source: source.replace(name, "span") };
    const isForbidden = sectionElements.has(name) && withoutSections.some((element) => this.isOpen(element));
    const placement = isForbidden ? noSection : placements[name];
    const parent = this.open.at(-1);
    if (!placement || (parent?.name === placement.parent && !isLate(name, parent))) return { name, source };
    return { name: placement.replacement, source: source.replace(name, placement.replacement) };
  }

  private push(name: string, tag: string, added?: Open["added"]): Open {
    this.prepareParent(name);
    const parent = this.open.at(-1);
    if (name === "dd" && parent && parent.last === undefined) this.written.push("<dt></dt>");
    if (parent) parent.last = name;
    if (textOnly.has(name) && this.textOnly.push(name) === 1) {
      this.hasText = false;
      this.breaksLine = false;
    }
    const isLinked = this.isOpen("a") || this.splits.some((split) => split.name === "a");
    if (isLinked && name === "pre") return this.write(name, tag.replace(' tabindex="0"', ""), { added });
    if (name !== "table" || isLinked || isOwnTag(tag) || this.isOpen("table")) return this.write(name, tag, { added });
    this.written.push(`<div class="${this.out.attribute(tableScroll)}">`);
    return this.write(name, tag, { added, end: "</table></div>" });
  }

  /** Adds children that an element must have: a cell to a row, a term and a description to a `dl` or a group in it. */
  private complete({ name, last }: Open): void {
    if (name === "tr" && last === undefined) this.written.push("<td></td>");
    if (name !== "dl" && !(name === "div" && this.open.at(-1)?.name === "dl")) return;
    if (last === undefined) this.written.push("<dt></dt>");
    if (last === undefined || last === "dt") this.written.push("<dd></dd>");
  }

  private write(name: string, tag: string, facts: Partial<Open> = {}): Open {
    this.written.push(tag);
    this.openByName.set(name, (this.openByName.get(name) ?? 0) + 1);
    const element = { name, end: `</${name}>`, ...facts };
    this.open.push(element);
    return element;
  }

  private isOpen(name: string): boolean {
    return Boolean(this.openByName.get(name));
  }

  private pop(): void {
    this.summarize();
    const element = this.open.pop();
    if (!element) return;
    element.isEnded = true;
    this.complete(element);
    this.written.push(element.end);
    this.openByName.set(element.name, (this.openByName.get(element.name) ?? 1) - 1);
    if (element.split) this.splitsOpen--;
    else if (textOnly.has(element.name)) this.textOnly.pop();
  }
}

/** Whether the start tag of a split element may be written once more with its attributes. */
type MayRepeat = (name: string, tag: string) => boolean;

/** @param html the result of the sanitizer: every element has its end tag. @param out for the markup that is added. */
export function nest(html: string, out: MarkedWriter, mayRepeat: MayRepeat): string {
  const tokens = tokensOf(html);
  markElements(tokens);
  const nesting = new Nesting(out, mayRepeat);
  for (const token of tokens) nesting.add(token);
  return nesting.finish();
}
