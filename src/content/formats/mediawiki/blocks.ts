/**
 * Reads wiki text into block tokens, line by line, as MediaWiki's block pass does: the first characters of a line
 * determine its block. There is no lookahead and no recursion, so the time is linear in the text.
 */
import type { Token } from "markdown-it";
import { wikiHeading } from "../../../shared/text-format.js";
import { report } from "../markdown/env.js";
import { decode, readInline, type WikiContext, withPieces } from "./inline.js";
import { BlockTokens, Lists, maxListDepth, Tables } from "./lists-and-tables.js";
import { Notes, notesPlaceType } from "./notes.js";
import { type Line, type Piece, pieceMarker, type Span } from "./source.js";

const blockTags =
  "address blockquote center caption colgroup col dd details div dl dt figure figcaption h1 h2 h3 h4 h5 h6 hr li ol p picture pre section summary table tbody td tfoot th thead tr ul";
/** Tags of the pieces that end a paragraph. */
const blockPieces = new Set(["pre", "source", "syntaxhighlight", "poem", "references", "!--"]);
/** The marker of a piece, or the tag of a block. */
const markerOrBlockTag = new RegExp(
  `${pieceMarker.source}|</?(?:${blockTags.replaceAll(" ", "|")})(?:\\s[^<>]*)?/?>`,
  "gi",
);
/** Switches for a wiki, which have no meaning here. */
const wikiSwitch = /__(?:NO|FORCE)?TOC__|__(?:NOEDITSECTION|NOINDEX|INDEX|NOGALLERY)__/g;

/** @param lines of a text whose pieces are in `context`. */
export function readBlocks(lines: readonly Line[], context: WikiContext): Token[] {
  return new BlockReader(context).read(lines);
}

/** A block to which the next line may belong. */
type OpenBlock = { lines: string[]; map: Span };

/** Adds a line to a block, or begins a block with it. */
function addLine(block: OpenBlock | undefined, line: string, [start, end]: Span): OpenBlock {
  const lines = block?.lines ?? [];
  lines.push(line);
  return { lines, map: [block?.map[0] ?? start, end] };
}

class BlockReader {
  private readonly tokens: BlockTokens;
  private readonly lists: Lists;
  private readonly tables: Tables;
  private paragraph: OpenBlock | undefined;
  private preformatted: OpenBlock | undefined;

  constructor(private readonly context: WikiContext) {
    this.tokens = new BlockTokens(context.make);
    this.lists = new Lists(this.tokens);
    this.tables = new Tables(this.tokens, {
      line: (text, map) => this.readLine(text, map),
      flow: (text, map) => this.flow(text, map),
      flush: () => this.flush(),
    });
  }

  read(lines: readonly Line[]): Token[] {
    for (const { text, map } of lines) {
      const line = text.replace(wikiSwitch, "");
      if (line.trim() === "" && text.trim() !== "") continue;
      if (!this.tables.readLine(line, map)) this.readLine(line, map);
    }
    this.flush();
    this.tables.closeAll();
    return this.tokens.all;
  }

  private readLine(text: string, map: Span): void {
    const trimmed = text.trimEnd();
    const list = /^[*#:;]+/.exec(trimmed)?.[0];
    if (!list) this.lists.closeAll();
    if (this.preformatted && !text.startsWith(" ")) this.flushPreformatted();
    if (trimmed === "") this.flush();
    else if (list) this.readItem(list, trimmed.slice(list.length), map);
    else if (!this.readHeading(trimmed, map) && !this.readRule(trimmed, map) && !this.readPreformatted(text, map))
      this.flow(trimmed, map);
  }

  private readHeading(text: string, map: Span): boolean {
    const heading = wikiHeading(text);
    if (!heading) return false;
    this.flush();
    this.tokens.push("heading_open", `h${heading.level}`, 1, map);
    this.tokens.inline(heading.text, map);
    this.tokens.push("heading_close", `h${heading.level}`, -1);
    return true;
  }

  private readRule(text: string, map: Span): boolean {
    const [rule] = /^-{4,}/.exec(text) ?? [];
    if (!rule) return false;
    this.flush();
    this.tokens.push("hr", "hr", 0, map);
    const textAfter = text.slice(rule.length).trim();
    if (textAfter) this.flow(textAfter, map);
    return true;
  }

  private readItem(prefix: string, text: string, map: Span): void {
    this.flushText();
    if (prefix.length > maxListDepth) this.reportDepth(map);
    const limitedPrefix = prefix.slice(0, maxListDepth);
    this.lists.beginItem(limitedPrefix, map);
    const colon = limitedPrefix.endsWith(";") ? findMeaning(text) : -1;
    this.flow(colon === -1 ? text.trim() : text.slice(0, colon).trim(), map, true);
    if (colon === -1) return;
    this.lists.beginMeaning(map);
    this.flow(text.slice(colon + 1).trim(), map, true);
  }

  private reportDepth(map: Span): void {
    const message = `this list is deeper than ${maxListDepth} levels; the deeper ones are shown as one`;
    report(this.context.env, "list-depth", message, map[0], { help: "Use fewer levels." });
  }

  /** Reads a line that begins with a space and contains no block, which is preformatted. */
  private readPreformatted(text: string, map: Span): boolean {
    if (!text.startsWith(" ")) return false;
    for (const match of text.matchAll(markerOrBlockTag)) if (this.isBlock(match)) return false;
    if (!this.preformatted) this.flushText();
    this.preformatted = addLine(this.preformatted, text.slice(1), map);
    return true;
  }

  /** Reads inline text that may contain blocks: code, the list of footnotes, HTML. @param isItem whether the text is that of a list item. */
  private flow(text: string, map: Span, isItem = false): void {
    const segments = this.splitAtBlocks(text);
    if (segments.length === 1 && !isItem && typeof segments[0] === "string") {
      this.addToParagraph(segments[0], map);
      return;
    }
    if (!isItem) this.flushText();
    const isHidden = isItem || segments.some((segment) => typeof segment !== "string" && "html" in segment);
    for (const segment of segments) {
      if (typeof segment !== "string") this.block(segment, map);
      else if (segment.trim()) this.addText(segment.trim(), map, isHidden);
    }
  }

  private splitAtBlocks(text: string): (string | { html: string } | Piece)[] {
    const segments: (string | { html: string } | Piece)[] = [];
    let end = 0;
    for (const match of text.matchAll(markerOrBlockTag)) {
      if (!this.isBlock(match)) continue;
      const before = text.slice(end, match.index);
      if (before.trim()) segments.push(before);
      segments.push(this.pieceOf(match) ?? { html: match[0] });
      end = match.index + match[0].length;
    }
    const textAfter = text.slice(end);
    if (textAfter.trim() || segments.length === 0) segments.push(textAfter);
    return segments;
  }

  private pieceOf([, index]: RegExpExecArray): Piece | undefined {
    return index === undefined ? undefined : this.context.pieces[Number(index)];
  }

  private isBlock(match: RegExpExecArray): boolean {
    const piece = this.pieceOf(match);
    return piece ? blockPieces.has(piece.tag) && !piece.attributes.has("inline") : match[1] === undefined;
  }

  private block(blockPart: { html: string } | Piece, map: Span): void {
    if ("html" in blockPart) {
      Object.assign(this.tokens.push("html_block", "", 0, map), { content: withPieces(blockPart.html, this.context) });
      return;
    }
    const { tag, content, attributes, raw } = blockPart;
    if (tag === "!--") Object.assign(this.tokens.push("html_block", "", 0, blockPart.map), { content: raw });
    else if (tag === "references") {
      this.context.notes.define(blockPart);
      this.tokens.push(notesPlaceType, "", 0, blockPart.map);
    } else if (tag === "poem") this.poem(blockPart);
    else {
      const fence = this.tokens.push("fence", "code", 0, blockPart.map);
      fence.info = tag === "pre" ? "" : (attributes.get("lang") ?? "");
      const code = tag === "pre" ? decode(content, this.context.md) : content;
      fence.content = `${code.replace(/^\n/, "").trimEnd()}\n`;
    }
  }

  /** Adds a poem, whose line breaks and indentation stay. */
  private poem({ content, map }: Piece): void {
    for (const stanza of content.split(/\n[ \t]*\n/)) {
      const lines = stanza.split("\n").filter((line) => line.trim());
      const verses = lines.map((line) => line.replace(/^ +/, (spaces) => "\u00a0".repeat(spaces.length)));
      if (verses.length > 0) this.addText(verses.join("<br>\n"), map, false);
    }
  }

  private addToParagraph(text: string, map: Span): void {
    this.flushPreformatted();
    this.paragraph = addLine(this.paragraph, text, map);
  }

  private flush(): void {
    this.flushText();
    this.lists.closeAll();
  }

  private flushText(): void {
    this.flushPreformatted();
    const { paragraph } = this;
    this.paragraph = undefined;
    if (paragraph) this.addText(paragraph.lines.map((line) => line.trim()).join("\n"), paragraph.map, false);
  }

  private flushPreformatted(): void {
    const { preformatted } = this;
    this.preformatted = undefined;
    if (!preformatted) return;
    const { lines, map } = preformatted;
    const text = lines.join("\n").trimEnd();
    const children = readInline(text, { ...this.context, notes: new Notes(this.context.make) });
    if (children.every(({ type }) => type === "text" || type === "softbreak")) {
      const content = children.map((token) => (token.type === "text" ? token.content : "\n")).join("");
      Object.assign(this.tokens.push("code_block", "code", 0, map), { content: `${content}\n` });
      return;
    }
    this.tokens.push("preformatted_open", "pre", 1, map);
    this.tokens.inline(text, map);
    this.tokens.push("preformatted_close", "pre", -1);
  }

  private addText(text: string, map: Span, isHidden: boolean): void {
    const open = this.tokens.push("paragraph_open", "p", 1, map);
    this.tokens.inline(text, map);
    const close = this.tokens.push("paragraph_close", "p", -1);
    open.hidden = isHidden;
    close.hidden = isHidden;
  }
}

/** Finds the colon between a term and its meaning, which has a space beside it and is outside links and tags. @returns -1 if there is none. */
function findMeaning(text: string): number {
  let depth = 0;
  for (let index = 0; index < text.length; index++) {
    const character = text[index] ?? "";
    if (character === "[" || character === "<") depth++;
    else if (character === "]" || character === ">") depth = Math.max(0, depth - 1);
    else if (character === ":" && depth === 0 && /\s/.test((text[index - 1] ?? "") + (text[index + 1] ?? " ")))
      return index;
  }
  return -1;
}
