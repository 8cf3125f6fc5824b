/**
 * Nests the elements of sanitized HTML as the standard demands. Browsers show wrong nesting each in their own way: words
 * in a table but in no cell stand above it, for example. No word is lost: an element without the parent that it needs
 * gets one, and what may not be where it is stands beside it. Valid HTML stays as it is.
 */
import { stringPart } from "../../../shared/html-parts.js";
import { tableScroll } from "./blocks.js";
import {
  blockElements,
  childOf,
  endsCaption,
  endsLink,
  inSections,
  isBlankHtml,
  isFootnotes,
  markElements,
  mayContain,
  nowhere,
  parentsOf,
  placedIn,
  rankOf,
  type Token,
  textOnly,
  tokensOf,
  transparent,
  voidElements,
  withoutSections,
} from "./nesting-rules.js";
import { isOwnTag, type MarkedWriter } from "./writer.js";

/** Split elements within each other; each text in them is written with all of them. */
const maxSplits = 8;

interface Split {
  name: string;
  tag: string;
  isWritten: boolean;
}

/** An element that is open in the result. */
interface Open {
  name: string;
  end: string;
  /** Added around elements without the parent that they need, or within one that contains only others. */
  added?: "around" | "within" | undefined;
  /** An inline element with text. */
  isText?: boolean;
  split?: Split;
  /** The name of its last child that is a block. */
  last?: string;
  isEnded?: true;
}

/** What became of an element; undefined if it was left out. */
type Fate = { open: Open } | { split: Split } | undefined;

/** Whether an element comes too late among the children of its parent. */
function isLate(name: string, { last }: Open): boolean {
  if (last === undefined || (name === last && placedIn[name]?.repeats)) return false;
  return rankOf(name) <= rankOf(last);
}

class Nesting {
  private readonly written: string[] = [];
  private readonly open: Open[] = [];
  private readonly fates: Fate[] = [];
  /** Split elements around the present place, and how many of them are open around the present text. */
  private splits: Split[] = [];
  private splitsOpen = 0;
  private readonly openByName = new Map<string, number>();
  /** Open elements that contain only text. A block that is left out there breaks the line behind other text. */
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
      this.makePlaceFor("");
      this.written.push(source);
    } else if (voidElements.has(name)) this.addVoid(name, source);
    else if (blockElements.has(name)) this.startBlock(token);
    else this.startInline(token);
  }

  finish(): string {
    while (this.open.length > 0) this.pop();
    return this.written.join("");
  }

  /** Ends elements that this one, or a text, may not be in. Parsers end these groups of columns and captions too. */
  private endBefore(token: Token): void {
    if (endsLink(token)) this.endLink();
    if (token.name !== "col" && this.open.at(-1)?.name === "colgroup") this.pop();
    if (isFootnotes(token)) this.popThrough(this.open[0]);
    if (token.kind === "block") this.popThrough(this.outermostTextOnly());
    if (!endsCaption.has(token.name) || !this.isOpen("caption")) return;
    const nearest = this.open.findLast(({ name }) => name === "caption" || name === "table");
    if (nearest?.name === "caption") this.popThrough(nearest);
  }

  /** Found from the inside: what is looked at ends with it. */
  private outermostTextOnly(): Open | undefined {
    let remaining = this.textOnly.length;
    if (remaining === 0) return undefined;
    return this.open.findLast(({ name }) => textOnly.has(name) && --remaining === 0);
  }

  private addVoid(name: string, source: string): void {
    const only = placedIn[name];
    if (only && this.open.at(-1)?.name !== only.parent) return;
    if (name === "hr" && this.textOnly.length > 0) {
      this.breaksLine = true;
      return;
    }
    if (name === "hr") this.makePlaceFor(name);
    else if (!only) this.beginText();
    this.written.push(source);
  }

  private startBlock(token: Token): void {
    const around = this.textOnly.at(-1);
    if (around !== undefined && !mayContain(around, token.name)) {
      this.breaksLine = true;
      this.fates.push(undefined);
    } else if (this.renamed(token).name === "") this.fates.push(undefined);
    else if (token.hasBlock || token.hasLink) this.startSplit(token);
    else {
      this.leaveAdded(token.name);
      const { name, source } = this.renamed(token);
      this.fates.push({ open: this.push(name, source) });
    }
  }

  private startInline(token: Token): void {
    const contains = token.hasBlock && !token.hasLink;
    if (contains && transparent.has(token.name) && this.splits.length === 0 && this.textOnly.length === 0) {
      this.makePlaceFor("");
      this.fates.push({ open: this.write(token.name, token.source) });
    } else if (token.hasBlock || token.hasLink) this.startSplit(this.renamed(token));
    else {
      this.beginText();
      const { name, source } = this.renamed(token);
      this.fates.push({ open: this.write(name, source, { isText: true }) });
    }
  }

  private startSplit({ name, source }: Pick<Token, "name" | "source">): void {
    if (this.splits.length === maxSplits) {
      this.fates.push(undefined);
      return;
    }
    const split = { name, tag: source, isWritten: false };
    this.fates.push({ split });
    if (name !== "p") {
      this.splits.push(split);
      return;
    }
    this.leaveText();
    this.splits.unshift(split);
  }

  /** A link ends where another one begins, as in browsers. */
  private endLink(): void {
    const outer = this.splits.find(({ name }) => name === "a");
    if (outer) this.endSplit(outer);
  }

  private end(): void {
    const fate = this.fates.pop();
    if (fate === undefined) this.breaksLine = true;
    else if ("split" in fate) {
      // A place that links lead to is somewhere, also if it has no text.
      if (!fate.split.isWritten && / id="/.test(fate.split.tag)) this.beginText();
      this.endSplit(fate.split);
    } else this.popThrough(fate.open);
  }

  private popThrough(element: Open | undefined): void {
    while (element && !element.isEnded) this.pop();
  }

  private endSplit(split: Split): void {
    if (!this.splits.includes(split)) return;
    this.leaveText();
    this.splits = this.splits.filter((openSplit) => openSplit !== split);
  }

  /** Prepares a text, or an inline element. */
  private beginText(): void {
    if (!this.open.at(-1)?.isText) this.makePlaceFor("");
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

  /** Ends added elements that are not the parent of this one. */
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

  /** The name of an open element; a `div` in a list of groups is one such group. */
  private nameAt(index: number): string {
    const name = this.open[index]?.name ?? "";
    return name === "div" && this.open[index - 1]?.name === "dl" ? "dl" : name;
  }

  private fits(name: string, index: number): boolean {
    return parentsOf[name]?.has(this.nameAt(index)) ?? false;
  }

  /** Makes the present place one for this element; for any text, if it has no name. */
  private makePlaceFor(name: string): void {
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

  /** `details` begin with a summary. */
  private summarize(): void {
    const top = this.open.at(-1);
    if (top?.name !== "details" || top.last) return;
    top.last = "summary";
    this.written.push(`<summary>${this.out.mark([stringPart("prose.details")])}</summary>`);
  }

  /** The element under the name that it has here. */
  private renamed({ name, source, isIncomplete }: Token): Pick<Token, "name" | "source"> {
    if (isIncomplete) return { name: "span", source: source.replace(name, "span") };
    const only =
      inSections.has(name) && withoutSections.some((section) => this.isOpen(section)) ? nowhere : placedIn[name];
    const parent = this.open.at(-1);
    if (!only || (parent?.name === only.parent && !isLate(name, parent))) return { name, source };
    return { name: only.otherwise, source: source.replace(name, only.otherwise) };
  }

  private push(name: string, tag: string, added?: Open["added"]): Open {
    this.makePlaceFor(name);
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

  /** Adds the cell that a row must have, and the name and the description of a group in a list of them. */
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

/** @param html that the sanitizer has made: every element has its end tag. @param out for what is added of our own. */
export function nest(html: string, out: MarkedWriter, mayRepeat: MayRepeat): string {
  const tokens = tokensOf(html);
  markElements(tokens);
  const nesting = new Nesting(out, mayRepeat);
  for (const token of tokens) nesting.add(token);
  return nesting.finish();
}
