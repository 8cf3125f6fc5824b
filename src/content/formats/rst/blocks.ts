/**
 * Reads the blocks of a reStructuredText into the tokens of the Markdown parser, by the order of docutils' states
 * (https://docutils.sourceforge.io/docs/ref/rst/restructuredtext.html). Nested blocks are read from their lines without the indentation, which
 * keep their numbers in the text. A text that breaks a rule is shown, and reported.
 */
import type { Token } from "markdown-it";
import { smallestOf } from "../../../shared/lists.js";
import { charge } from "../budget.js";
import { report } from "../markdown/env.js";
import { readExplicit } from "./explicit.js";
import { declareHeading, withoutEscapes } from "./inline.js";
import { dedented, fieldMark, indentOf, isBlank, type Line, shifted, skipBlank, withoutIndent } from "./lines.js";
import { normalName, type RstContext } from "./names.js";
import { type Cell, readGrid, readSimple, type TableData, widthOf } from "./tables.js";

/** Maximum depth of blocks in each other; deeper ones are shown as their source. */
const maxDepth = 40;

const bullet = /^[-+*•‣⁃](?: +|$)/;
const enumerator =
  /^(?:\((?<both>[0-9]{1,9}|[a-zA-Z]|[ivxlcdmIVXLCDM]{1,15}|#)\)|(?<one>[0-9]{1,9}|[a-zA-Z]|[ivxlcdmIVXLCDM]{1,15}|#)(?<end>[.)]))(?: +|$)/;
const rule = /^([!-/:-@[-`{-~])\1* *$/;
const gridTop = /^\+-[-+]+-\+ *$/;
const simpleTop = /^=+(?: +=+)+ *$/;

export class BlockReader {
  readonly tokens: Token[] = [];
  /** Kinds of underlines, in the order of their levels. */
  private readonly styles: string[] = [];
  private level = 0;
  private depth = 0;
  /** Labels that the next block gets, with their ids. */
  private readonly labels = new Map<string, string>();

  constructor(readonly context: RstContext) {}

  /** @returns the tokens that `write` writes, which are not in the text. */
  readAside(write: () => void): Token[] {
    const start = this.tokens.length;
    write();
    return this.tokens.splice(start);
  }

  read(lines: readonly Line[]): void {
    if (this.depth >= maxDepth) {
      this.report(
        "list-depth",
        `blocks are nested more than ${maxDepth} deep here, so this is shown as its source`,
        lines[0]?.at ?? 0,
        "Use fewer levels.",
      );
      this.literal(dedented(lines), "");
      return;
    }
    this.depth++;
    for (let index = 0; index < lines.length; ) {
      if (isBlank(lines[index])) index++;
      else index = Math.max(index + 1, this.readBlock(lines, index));
    }
    this.flushLabels();
    this.depth--;
  }

  // Tokens.

  push(type: string, tag: string, nesting: -1 | 0 | 1, lines?: readonly Line[]): Token {
    const token = Object.assign(this.context.make(type, tag, nesting), { block: true, level: this.depth - 1 });
    const first = lines?.[0];
    if (first) token.map = [first.at, (lines.at(-1)?.at ?? first.at) + 1];
    this.tokens.push(token);
    return token;
  }

  inline(content: string, lines: readonly Line[]): void {
    Object.assign(this.push("inline", "", 0, lines), { content, children: [] });
  }

  paragraph(content: string, lines: readonly Line[]): void {
    this.push("paragraph_open", "p", 1, lines);
    this.inline(content, lines);
    this.push("paragraph_close", "p", -1);
  }

  within(type: string, tag: string, lines: readonly Line[], inner: readonly Line[] = lines): Token {
    const open = this.push(`${type}_open`, tag, 1, lines);
    this.read(inner);
    this.push(`${type}_close`, tag, -1);
    return open;
  }

  literal(lines: readonly Line[], language: string): void {
    const token = this.push("fence", "code", 0, lines);
    Object.assign(token, { info: language, content: `${lines.map(({ text }) => text).join("\n")}\n` });
  }

  report(
    code: "rst-syntax" | "rst-unknown" | "rst-reference" | "list-depth",
    message: string,
    line: number,
    help: string,
  ): void {
    report(this.context.env, code, message, line, { help });
  }

  /** A label without a target leads to the block behind it. */
  label(name: string): void {
    if (this.labels.has(name)) return;
    const id = this.context.names.idFor(name, "target");
    this.context.names.declare(name, { id });
    this.labels.set(name, id);
  }

  /** Labels of the next block; its own place becomes theirs. Those above all blocks are the page's, whose title is not among these lines. */
  flushLabels(title?: string): void {
    const { titles, env } = this.context;
    const isTop = this.tokens.every(({ type }) => type === "rst_anchor");
    const text = isTop ? (env.title ?? title) : title;
    for (const [label, id] of this.labels) {
      this.push("rst_anchor", "span", 0).meta = { id } as never;
      const name = normalName(label);
      if (text !== undefined) titles.set(name, text);
      env.labels.push({ name, id: isTop ? "" : id, ...(!isTop && text !== undefined && { title: text }) });
    }
    this.labels.clear();
  }

  /** What waits for a target: it is what the labels in front of one lead to. */
  takeLabels(): string[] {
    const names = [...this.labels.keys()];
    this.labels.clear();
    return names;
  }

  // Blocks. Each returns the index of the line behind it.

  private readBlock(lines: readonly Line[], index: number): number {
    const line = lines[index] as Line;
    const { text } = line;
    const isExplicit = /^(?:\.\.|__)(?: |$)/.test(text);
    if (isExplicit) return readExplicit(this, lines, index);
    if (text.startsWith(" ")) return this.readQuotation(lines, index);
    const title = this.readTitle(lines, index);
    if (title !== undefined) return title;
    this.flushLabels();
    if (bullet.test(text)) return this.readBullets(lines, index);
    const numbered = this.readEnumerated(lines, index);
    if (numbered !== undefined) return numbered;
    if (fieldMark.test(text)) return this.readFields(lines, index);
    if (/^>>>(?: |$)/.test(text)) return this.readDoctest(lines, index);
    if (/^\|(?: |$)/.test(text)) return this.readLineBlock(lines, index);
    if (gridTop.test(text)) return this.readGridTable(lines, index);
    if (simpleTop.test(text)) return this.readSimpleTable(lines, index);
    return this.readText(lines, index);
  }

  /** The lines from an item's mark on: those that are indented, without their indentation. @param indent of the first; undefined: the rest has its own. */
  private itemLines(
    lines: readonly Line[],
    index: number,
    indent: number,
    isFixed: boolean,
  ): { inner: Line[]; end: number } {
    let end = index + 1;
    while (end < lines.length && (isBlank(lines[end]) || indentOf(lines[end] as Line) >= (isFixed ? indent : 1))) end++;
    while (end > index + 1 && isBlank(lines[end - 1])) end--;
    const first = lines[index] as Line;
    const remainingLines = lines.slice(index + 1, end);
    const inner = isFixed
      ? remainingLines.map(({ text, at: offset }) => ({ text: text.slice(indent), at: offset }))
      : withoutIndent(remainingLines);
    return { inner: [{ text: first.text.slice(indent), at: first.at }, ...inner], end };
  }

  private readQuotation(lines: readonly Line[], index: number): number {
    this.flushLabels();
    let end = index;
    while (end < lines.length && (isBlank(lines[end]) || (lines[end] as Line).text.startsWith(" "))) end++;
    const quoted = lines.slice(index, end);
    const indents = indentsOfRest(quoted);
    for (let from = skipBlank(quoted, 0); from < quoted.length; ) {
      const indent = indents[from] ?? 0;
      let offset = from + 1;
      while (offset < quoted.length && !isAttribution(quoted, offset, indent)) offset++;
      const inner = shifted(quoted.slice(from, offset), indent);
      this.push("blockquote_open", "blockquote", 1, inner);
      this.read(inner);
      let next = offset;
      while (next < quoted.length && !isBlank(quoted[next])) next++;
      const words = quoted.slice(offset, next);
      if (words.length > 0) this.paragraph(`— ${joined(words).replace(/^(?:---?|—) */, "")}`, words);
      this.push("blockquote_close", "blockquote", -1);
      from = skipBlank(quoted, next);
    }
    return end;
  }

  /** A section's title, with or without an overline, or a transition. */
  private readTitle(lines: readonly Line[], index: number): number | undefined {
    const [first, second, third] = [lines[index] as Line, lines[index + 1], lines[index + 2]];
    if (rule.test(first.text)) {
      const mark = first.text.trimEnd();
      const isOver =
        second &&
        third &&
        !isBlank(second) &&
        rule.test(third.text) &&
        third.text[0] === mark[0] &&
        !rule.test(second.text);
      if (isOver && (mark.length >= 4 || mark.length >= second.text.trim().length))
        return this.heading(second.text.trim(), `${mark[0]}${mark[0]}`, [first, second, third], mark.length, index + 3);
      const isAlone = (index === 0 || isBlank(lines[index - 1])) && isBlank(second);
      if (mark.length < 4 || !isAlone) return undefined;
      this.flushLabels();
      this.push("hr", "hr", 0, [first]);
      return index + 1;
    }
    if (!second || !rule.test(second.text)) return undefined;
    const under = second.text.trimEnd();
    const title = first.text.trimEnd();
    if (under.length < 4 && under.length < title.length) return undefined;
    return this.heading(title, under[0] ?? "", [first, second], under.length, index + 2);
  }

  private heading(title: string, style: string, lines: Line[], length: number, end: number): number {
    if (title.length > length && widthOf(title) > length)
      this.report(
        "rst-syntax",
        "the line of this title is shorter than the title",
        lines.at(-1)?.at ?? 0,
        "Make it as long as the title.",
      );
    let index = this.styles.indexOf(style);
    if (index === -1) index = this.styles.push(style) - 1;
    // A style may be new where another level is open; it is then one below that.
    this.level = Math.min(index, this.level + (this.depth > 1 ? 0 : 1)) + 1;
    const tag = `h${Math.min(6, index + 1)}`;
    this.flushLabels(plainOf(title));
    const open = this.push("heading_open", tag, 1, lines);
    const titleLine = lines.length === 3 ? lines.slice(1, 2) : lines.slice(0, 1);
    open.attrSet("id", declareHeading(plainOf(title), this.context));
    this.inline(title, titleLine);
    this.push("heading_close", tag, -1);
    return end;
  }

  /** One paragraph needs no element of its own. @param start of what is in an element. */
  private hideSole(start: number): void {
    const { tokens } = this;
    if (tokens.length === start + 3) this.hide(start);
  }

  private hide(start: number): void {
    const [open, , close] = this.tokens.slice(start, start + 3);
    if (open?.type !== "paragraph_open" || close?.type !== "paragraph_close") return;
    open.hidden = true;
    close.hidden = true;
  }

  /** As docutils has it, a list is tight if each item is one paragraph, which a list may follow. @param start of its first item. */
  private tighten(start: number): void {
    const items: number[] = [];
    let depth = 0;
    for (let index = start; index < this.tokens.length; index++) {
      const { type, nesting } = this.tokens[index] as Token;
      if (depth === 0 && nesting === 1) items.push(index + 1);
      if (depth === 1 && nesting >= 0 && type !== "inline") {
        const isFirst = index === items.at(-1);
        if (isFirst ? type !== "paragraph_open" : !/^(?:bullet|ordered)_list_open$/.test(type)) return;
      }
      depth += nesting;
    }
    for (const item of items) this.hide(item);
  }

  private readBullets(lines: readonly Line[], start: number): number {
    const mark = (lines[start] as Line).text[0];
    const open = this.push("bullet_list_open", "ul", 1);
    const from = this.tokens.length;
    let index = start;
    while (index < lines.length) {
      const { text } = lines[index] as Line;
      const [match] = text[0] === mark ? (bullet.exec(text) ?? []) : [];
      if (match === undefined) break;
      const hasText = text.length > match.length;
      const { inner, end } = this.itemLines(lines, index, match.length, hasText);
      this.within("list_item", "li", inner);
      index = skipBlank(lines, end);
    }
    open.map = mapOf(lines, start, index);
    this.tighten(from);
    this.push("bullet_list_close", "ul", -1);
    return index;
  }

  private readEnumerated(lines: readonly Line[], start: number): number | undefined {
    const first = ordinalAt(lines, start, undefined);
    if (!first) return undefined;
    const open = this.push("ordered_list_open", "ol", 1);
    if (first.type !== "1") open.attrSet("type", first.type);
    if (first.ordinal !== 1) open.attrSet("start", `${first.ordinal}`);
    const from = this.tokens.length;
    let index = start;
    let last: Ordinal | undefined;
    while (index < lines.length) {
      const item = ordinalAt(lines, index, last ?? first);
      if (!item || (last && (item.format !== last.format || item.ordinal !== last.ordinal + 1))) break;
      const { text } = lines[index] as Line;
      const { inner, end } = this.itemLines(lines, index, item.length, text.length > item.length);
      this.within("list_item", "li", inner);
      last = item;
      index = skipBlank(lines, end);
    }
    open.map = mapOf(lines, start, index);
    this.tighten(from);
    this.push("ordered_list_close", "ol", -1);
    return index;
  }

  private readFields(lines: readonly Line[], start: number): number {
    this.push("dl_open", "dl", 1, [lines[start] as Line]);
    let index = start;
    while (index < lines.length) {
      const [match, name = ""] = fieldMark.exec((lines[index] as Line).text) ?? [];
      if (match === undefined) break;
      const { inner, end } = this.itemLines(lines, index, match.length, false);
      this.definition([name], inner);
      index = skipBlank(lines, end);
    }
    this.push("dl_close", "dl", -1);
    return index;
  }

  /** A term and what it means. */
  definition(terms: readonly string[], inner: readonly Line[], termLine: readonly Line[] = inner.slice(0, 1)): void {
    for (const term of terms) {
      this.push("dt_open", "dt", 1, termLine);
      this.inline(term, termLine);
      this.push("dt_close", "dt", -1);
    }
    this.push("dd_open", "dd", 1, inner.length > 0 ? inner : termLine);
    const start = this.tokens.length;
    this.read(inner);
    this.hideSole(start);
    this.push("dd_close", "dd", -1);
  }

  private readDoctest(lines: readonly Line[], start: number): number {
    let end = start;
    while (end < lines.length && !isBlank(lines[end])) end++;
    this.literal(lines.slice(start, end), "python");
    return end;
  }

  /** Lines that stay as they are, with their indentation. */
  private readLineBlock(lines: readonly Line[], start: number): number {
    const texts: string[] = [];
    let end = start;
    for (; end < lines.length && !isBlank(lines[end]); end++) {
      const { text } = lines[end] as Line;
      if (/^\|(?: |$)/.test(text)) texts.push(text.slice(2));
      else if (text.startsWith(" ") && texts.length > 0) texts[texts.length - 1] += ` ${text.trim()}`;
      else break;
    }
    const least = smallestOf(texts.filter((text) => text.trim()).map((text) => text.length - text.trimStart().length));
    const indented = texts.map((text) => {
      const lineText = text.slice(least);
      return lineText.trimStart() === ""
        ? ""
        : "\u00a0".repeat(Math.min(80, lineText.length - lineText.trimStart().length)) + lineText.trimStart();
    });
    this.push("paragraph_open", "p", 1, lines.slice(start, end));
    this.inline(indented.join("\n"), lines.slice(start, end));
    const inline = this.tokens.at(-1);
    if (inline) inline.meta = { isLines: true } as never;
    this.push("paragraph_close", "p", -1);
    return end;
  }

  private readGridTable(lines: readonly Line[], start: number): number {
    let end = start;
    while (end < lines.length && /^[+|]/.test(lines[end]?.text ?? "")) end++;
    const block = lines.slice(start, end).map(({ text, at: index }) => ({ text: text.trimEnd(), at: index }));
    return this.tableOrSource(readGrid(block), block, end);
  }

  private readSimpleTable(lines: readonly Line[], start: number): number {
    let rules = 1;
    let end = start + 1;
    for (; end < lines.length; end++) {
      const { text } = lines[end] as Line;
      if (!/^=[= ]*$/.test(text)) continue;
      rules++;
      if (isBlank(lines[end + 1]) && rules > 1) break;
    }
    if (end >= lines.length) return this.tableOrSource(undefined, lines.slice(start), lines.length);
    const block = lines.slice(start, end + 1);
    // Each line has a part of each column.
    const columns = block[0]?.text.match(/=+/g)?.length ?? 0;
    const isWithin = charge(this.context.env, "cells", columns * block.length, "this table", block[0]?.at ?? 0);
    return isWithin ? this.tableOrSource(readSimple(block), block, end + 1) : this.asSource(block, end + 1);
  }

  private tableOrSource(table: TableData | undefined, block: readonly Line[], end: number): number {
    if (table) this.table(table, block);
    else {
      this.report(
        "rst-syntax",
        "this is not a whole table, so it is shown as its source",
        block[0]?.at ?? 0,
        "Its lines and columns must meet.",
      );
      this.asSource(block, end);
    }
    return end;
  }

  private asSource(block: readonly Line[], end: number): number {
    this.literal(block, "");
    return end;
  }

  table({ head, body }: TableData, lines: readonly Line[], caption?: string): void {
    this.push("table_open", "table", 1, lines);
    if (caption) {
      this.push("caption_open", "caption", 1);
      this.inline(caption, lines.slice(0, 1));
      this.push("caption_close", "caption", -1);
    }
    for (const [rows, part, cell] of [
      [head, "thead", "th"],
      [body, "tbody", "td"],
    ] as const) {
      if (rows.length === 0) continue;
      this.push(`${part}_open`, part, 1);
      for (const row of rows) this.row(row, cell);
      this.push(`${part}_close`, part, -1);
    }
    this.push("table_close", "table", -1);
  }

  private row(cells: readonly Cell[], tag: "th" | "td"): void {
    this.push("tr_open", "tr", 1);
    for (const { lines, columns, rows } of cells) {
      const open = this.push(`${tag}_open`, tag, 1, lines);
      if (columns > 1) open.attrSet("colspan", `${columns}`);
      if (rows > 1) open.attrSet("rowspan", `${rows}`);
      const start = this.tokens.length;
      this.read(lines);
      this.hideSole(start);
      this.push(`${tag}_close`, tag, -1);
    }
    this.push("tr_close", "tr", -1);
  }

  /** A paragraph, or the first term of definitions. */
  private readText(lines: readonly Line[], start: number): number {
    const next = lines[start + 1];
    if (next && !isBlank(next) && next.text.startsWith(" ") && !/::\s*$/.test((lines[start] as Line).text))
      return this.readDefinitions(lines, start);
    let end = start;
    while (end < lines.length && !isBlank(lines[end]) && !(end > start && (lines[end] as Line).text.startsWith(" ")))
      end++;
    const block = lines.slice(start, end);
    const text = joined(block);
    if (!text.endsWith("::")) {
      this.paragraph(text, block);
      return end;
    }
    const words = text === "::" ? "" : /\s::$/.test(text) ? text.slice(0, -2).trimEnd() : text.slice(0, -1);
    if (words !== "") this.paragraph(words, block);
    return this.readLiteral(lines, end);
  }

  private readDefinitions(lines: readonly Line[], start: number): number {
    this.push("dl_open", "dl", 1, [lines[start] as Line]);
    let index = start;
    while (index < lines.length) {
      const line = lines[index] as Line;
      const next = lines[index + 1];
      const isItem =
        index === start ||
        (!line.text.startsWith(" ") &&
          !/^(?:\.\.|__)(?: |$)/.test(line.text) &&
          !bullet.test(line.text) &&
          !fieldMark.test(line.text) &&
          ordinalAt(lines, index, undefined) === undefined);
      if (!isItem || !next || isBlank(next) || !next.text.startsWith(" ") || line.text.endsWith("::")) break;
      const { inner, end } = this.itemLines(lines, index, 0, false);
      this.definition([line.text.trimEnd().replace(/ : /g, " – ")], inner.slice(1), [line]);
      index = skipBlank(lines, end);
    }
    this.push("dl_close", "dl", -1);
    return index;
  }

  /** Behind `::`: what is indented, or lines that all begin with the same sign. */
  private readLiteral(lines: readonly Line[], index: number): number {
    const start = skipBlank(lines, index);
    const first = lines[start];
    if (!first) return start;
    let end = start;
    if (first.text.startsWith(" ")) {
      while (end < lines.length && (isBlank(lines[end]) || (lines[end] as Line).text.startsWith(" "))) end++;
      this.literal(dedented(lines.slice(start, end)), this.context.language);
      return end;
    }
    const sign = first.text[0] ?? "";
    if (start === index || !/[!-/:-@[-`{-~]/.test(sign)) return start;
    while (end < lines.length && lines[end]?.text.startsWith(sign)) end++;
    this.literal(lines.slice(start, end), this.context.language);
    return end;
  }
}

/** For each line, the indentation that it and all behind it have in common. */
function indentsOfRest(lines: readonly Line[]): number[] {
  let least = Number.POSITIVE_INFINITY;
  return lines
    .toReversed()
    .map((line) => {
      if (!isBlank(line)) least = Math.min(least, indentOf(line));
      return least;
    })
    .reverse();
}

/** The line that says where a quotation is from. */
function isAttribution(lines: readonly Line[], index: number, indent: number): boolean {
  return isBlank(lines[index - 1]) && /^(?:---?(?!-)|—) *\S/.test(lines[index]?.text.slice(indent) ?? "");
}

const joined = (lines: readonly Line[]) => lines.map(({ text }) => text.trim()).join("\n");

/** A title as its id is made from: without the marks of roles and escapes. */
function plainOf(title: string): string {
  const marked = title.replace(/\\([\s\S])/g, "\0$1").replace(/:[\w.+:-]+:(?=`)/g, "");
  return withoutEscapes(marked.replace(/(?<!\0)[`*|]/g, "")).trim();
}

function mapOf(lines: readonly Line[], start: number, end: number): [number, number] {
  return [lines[start]?.at ?? 0, (lines[end - 1]?.at ?? 0) + 1];
}

interface Ordinal {
  ordinal: number;
  /** As the attribute of a list has it. */
  type: "1" | "a" | "A" | "i" | "I";
  /** The marks around it. */
  format: string;
  length: number;
}

/** The number of an item of a list. @param last the item before it; without one, a letter alone is a letter unless it is i. */
function ordinalAt(lines: readonly Line[], index: number, last: Ordinal | undefined): Ordinal | undefined {
  const read = readOrdinal(lines[index]?.text ?? "", last);
  if (!read) return undefined;
  const next = lines[index + 1];
  if (!next || isBlank(next) || next.text.startsWith(" ")) return read;
  // "A. Einstein was a great man" is not a list: the next line is neither indented nor the next item.
  const following = readOrdinal(next.text, read);
  return following && following.format === read.format && following.ordinal === read.ordinal + 1 ? read : undefined;
}

function readOrdinal(text: string, last: Ordinal | undefined): Ordinal | undefined {
  const { 0: match = "", groups } = enumerator.exec(text) ?? {};
  if (!groups) return undefined;
  const mark = groups.both ?? groups.one ?? "";
  const format = groups.both !== undefined ? "()" : (groups.end ?? "");
  const make = (ordinal: number, type: Ordinal["type"]): Ordinal => ({
    ordinal,
    type,
    format,
    length: match.length,
  });
  if (mark === "#") return make((last?.ordinal ?? 0) + 1, last?.type ?? "1");
  if (/^\d+$/.test(mark)) return make(Number(mark), "1");
  const isLower = mark === mark.toLowerCase();
  const letter = mark.length === 1 ? mark.toLowerCase().charCodeAt(0) - 96 : undefined;
  const roman = romanValue(mark.toLowerCase());
  const wantedType = last?.type;
  const asRoman =
    roman !== undefined &&
    (wantedType === "i" ||
      wantedType === "I" ||
      (wantedType === undefined && (letter === undefined || mark.toLowerCase() === "i")));
  if (asRoman) return make(roman, isLower ? "i" : "I");
  return letter === undefined ? undefined : make(letter, isLower ? "a" : "A");
}

const romanDigits: Readonly<Record<string, number>> = { i: 1, v: 5, x: 10, l: 50, c: 100, d: 500, m: 1000 };

/** @returns undefined if the letters are not a number in its usual form. */
function romanValue(text: string): number | undefined {
  if (!/^m{0,4}(?:cm|cd|d?c{0,3})(?:xc|xl|l?x{0,3})(?:ix|iv|v?i{0,3})$/.test(text)) return undefined;
  let sum = 0;
  for (let index = 0; index < text.length; index++) {
    const value = romanDigits[text[index] ?? ""] ?? 0;
    sum += value < (romanDigits[text[index + 1] ?? ""] ?? 0) ? -value : value;
  }
  return sum || undefined;
}
