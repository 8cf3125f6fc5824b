/**
 * Reads the blocks of a reStructuredText into the tokens of the Markdown parser, in the order in which docutils tries them
 * (https://docutils.sourceforge.io/docs/ref/rst/restructuredtext.html). Nested blocks are read from their lines without indentation; each line keeps its
 * number in the text. A text that breaks a rule is shown, and reported.
 */
import type { Token } from "markdown-it";
import type { Code } from "../../../platform/diagnostics/codes.js";
import { smallestOf } from "../../../shared/lists.js";
import { charge } from "../budget.js";
import { report } from "../markdown/env.js";
import { readExplicit } from "./explicit.js";
import { declareHeading, withoutEscapes } from "./inline.js";
import {
  blockLines,
  dedented,
  fieldMark,
  firstNumber,
  indentOf,
  isBlank,
  type Line,
  mapTexts,
  skipBlank,
  sourceOf,
  trimmedSource,
} from "./lines.js";
import { normalName, type RstContext } from "./names.js";
import { type Cell, isRule, readGrid, readSimple, type TableData, widthOf } from "./tables.js";

/** Maximum depth of blocks in each other; deeper ones are shown as their source. */
const maxDepth = 40;

const bullet = /^[-+*•‣⁃](?: +|$)/;
/** The mark of a numbered item: `(1)`, `1.` or `1)`, with digits, a letter, a Roman numeral, or `#`. */
const enumerator =
  /^(?:\((?<bracketed>[0-9]{1,9}|[a-zA-Z]|[ivxlcdmIVXLCDM]{1,15}|#)\)|(?<ordinal>[0-9]{1,9}|[a-zA-Z]|[ivxlcdmIVXLCDM]{1,15}|#)(?<end>[.)]))(?: +|$)/;
/** A line that repeats one punctuation mark: below or above a title, or a rule. */
const rule = /^([!-/:-@[-`{-~])\1* *$/;
/** The first line of a grid table, `+---+---+`, and of a simple table, `=== ===`. */
const gridTop = /^\+-[-+]+-\+ *$/;
const simpleTop = /^=+(?: +=+)+ *$/;

export class BlockReader {
  readonly tokens: Token[] = [];
  /** Kinds of underlines, in the order of their levels. */
  private readonly styles: string[] = [];
  private depth = 0;
  /** The ids of labels before the next block, by label. */
  private readonly labels = new Map<string, string>();

  constructor(readonly context: RstContext) {}

  /** @returns the tokens that `write` adds, which are taken out of `tokens` again. */
  readAside(write: () => void): Token[] {
    const start = this.tokens.length;
    write();
    return this.tokens.splice(start);
  }

  read(lines: readonly Line[]): void {
    if (this.depth >= maxDepth) {
      const message = `blocks are nested more than ${maxDepth} deep here, so this is shown as its source`;
      this.report("list-depth", message, lines, "Use fewer levels.");
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
    if (first) token.map = [first.number, (lines.at(-1)?.number ?? first.number) + 1];
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

  /** Reads lines as the content of an element. */
  within(type: string, tag: string, lines: readonly Line[], inner: readonly Line[] = lines): void {
    this.push(`${type}_open`, tag, 1, lines);
    this.read(inner);
    this.push(`${type}_close`, tag, -1);
  }

  /** Adds a block of code. @param block all of its lines, for positions. */
  literal(lines: readonly Line[], language: string, block: readonly Line[] = lines): void {
    Object.assign(this.push("fence", "code", 0, block), { info: language, content: `${sourceOf(lines)}\n` });
  }

  /** Reports a problem on the first of some lines. */
  report(code: Code, message: string, lines: readonly Line[], help: string): void {
    report(this.context.env, code, message, firstNumber(lines), { help });
  }

  /** Adds a label without a target, which leads to the next block. */
  label(name: string): void {
    if (this.labels.has(name)) return;
    const id = this.context.names.idFor(name, "target");
    this.context.names.declare(name, { id });
    this.labels.set(name, id);
  }

  /** Adds the anchors of the labels before a block. Labels before the first block are those of the page. @param title of the block. */
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

  /** Removes the labels before the next block, because they lead to the target after them. */
  takeLabels(): string[] {
    const names = [...this.labels.keys()];
    this.labels.clear();
    return names;
  }

  // Blocks. Each method returns the index of the line after its block; undefined if no such block begins here.

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

  private readQuotation(lines: readonly Line[], index: number): number {
    this.flushLabels();
    let end = index;
    while (end < lines.length && (isBlank(lines[end]) || (lines[end] as Line).text.startsWith(" "))) end++;
    const quoted = lines.slice(index, end);
    const indents = commonIndents(quoted);
    for (let from = skipBlank(quoted, 0); from < quoted.length; ) {
      const indent = indents[from] ?? 0;
      let offset = from + 1;
      while (offset < quoted.length && !isAttribution(quoted, offset, indent)) offset++;
      const inner = mapTexts(quoted.slice(from, offset), (text) => text.slice(indent));
      this.push("blockquote_open", "blockquote", 1, inner);
      this.read(inner);
      let next = offset;
      while (next < quoted.length && !isBlank(quoted[next])) next++;
      const words = quoted.slice(offset, next);
      if (words.length > 0) this.paragraph(`— ${trimmedSource(words).replace(/^(?:---?|—) */, "")}`, words);
      this.push("blockquote_close", "blockquote", -1);
      from = skipBlank(quoted, next);
    }
    return end;
  }

  /** Reads the title of a section, with or without an overline, or a rule between paragraphs. */
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
      if (isOver && (mark.length >= 4 || mark.length >= second.text.trim().length)) {
        this.heading(second, [first, second, third]);
        return index + 3;
      }
      const isAlone = (index === 0 || isBlank(lines[index - 1])) && isBlank(second);
      if (mark.length < 4 || !isAlone) return undefined;
      this.flushLabels();
      this.push("hr", "hr", 0, [first]);
      return index + 1;
    }
    if (!second || !rule.test(second.text)) return undefined;
    const underlineLength = second.text.trimEnd().length;
    if (underlineLength < 4 && underlineLength < first.text.trimEnd().length) return undefined;
    this.heading(first, [first, second]);
    return index + 2;
  }

  /** @param lines the title, and the lines of marks above and below it. */
  private heading(titleLine: Line, lines: readonly Line[]): void {
    const title = titleLine.text.trim();
    const marks = lines.filter((line) => line !== titleLine).map(({ text }) => text.trimEnd());
    const [mark = ""] = marks;
    if (title.length > mark.length && widthOf(title) > mark.length) {
      const message = "the line of this title is shorter than the title";
      this.report("rst-syntax", message, lines.slice(-1), "Make it as long as the title.");
    }
    // The marks of a title, and whether they are also above it, define its level.
    const style = marks.map((text) => text[0]).join("");
    let index = this.styles.indexOf(style);
    if (index === -1) index = this.styles.push(style) - 1;
    const tag = `h${Math.min(6, index + 1)}`;
    this.flushLabels(plainOf(title));
    this.push("heading_open", tag, 1, lines).attrSet("id", declareHeading(plainOf(title), this.context));
    this.inline(title, [titleLine]);
    this.push("heading_close", tag, -1);
  }

  /** Leaves out the `<p>` around a paragraph that is the only content of an element. @param start index of that content's first token. */
  private hideOnlyParagraph(start: number): void {
    if (this.tokens.length === start + 3) this.hideParagraph(start);
  }

  private hideParagraph(start: number): void {
    const [open, , close] = this.tokens.slice(start, start + 3);
    if (open?.type !== "paragraph_open" || close?.type !== "paragraph_close") return;
    open.hidden = true;
    close.hidden = true;
  }

  /** Leaves out the `<p>` in a tight list. As in docutils, each item is one paragraph, after which lists may follow. @param start of its items. */
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
    for (const item of items) this.hideParagraph(item);
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
      const { inner, end } = blockLines(lines, index, match.length, text.length > match.length);
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
      if (!item || (last && !follows(item, last))) break;
      const { text } = lines[index] as Line;
      const { inner, end } = blockLines(lines, index, item.length, text.length > item.length);
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
      const { inner, end } = blockLines(lines, index, match.length);
      this.definition([name], inner);
      index = skipBlank(lines, end);
    }
    this.push("dl_close", "dl", -1);
    return index;
  }

  /** Adds terms and the lines of their meaning. */
  definition(terms: readonly string[], inner: readonly Line[], termLine: readonly Line[] = inner.slice(0, 1)): void {
    for (const term of terms) {
      this.push("dt_open", "dt", 1, termLine);
      this.inline(term, termLine);
      this.push("dt_close", "dt", -1);
    }
    this.push("dd_open", "dd", 1, inner.length > 0 ? inner : termLine);
    const start = this.tokens.length;
    this.read(inner);
    this.hideOnlyParagraph(start);
    this.push("dd_close", "dd", -1);
  }

  private readDoctest(lines: readonly Line[], start: number): number {
    let end = start;
    while (end < lines.length && !isBlank(lines[end])) end++;
    this.literal(lines.slice(start, end), "python");
    return end;
  }

  /** Reads a line block, `| line`, whose line breaks and indentation stay. */
  private readLineBlock(lines: readonly Line[], start: number): number {
    const texts: string[] = [];
    let end = start;
    for (; end < lines.length && !isBlank(lines[end]); end++) {
      const { text } = lines[end] as Line;
      if (/^\|(?: |$)/.test(text)) texts.push(text.slice(2));
      else if (text.startsWith(" ") && texts.length > 0) texts[texts.length - 1] += ` ${text.trim()}`;
      else break;
    }
    const indentOfText = (text: string) => text.length - text.trimStart().length;
    const commonIndent = smallestOf(texts.filter((text) => text.trim()).map(indentOfText));
    const indented = texts.map((text) =>
      text.trim() === "" ? "" : "\u00a0".repeat(Math.min(80, indentOfText(text) - commonIndent)) + text.trimStart(),
    );
    this.paragraph(indented.join("\n"), lines.slice(start, end));
    const inline = this.tokens.at(-2);
    if (inline) inline.meta = { isLines: true } as never;
    return end;
  }

  private readGridTable(lines: readonly Line[], start: number): number {
    let end = start;
    while (end < lines.length && /^[+|]/.test(lines[end]?.text ?? "")) end++;
    const block = mapTexts(lines.slice(start, end), (text) => text.trimEnd());
    this.tableOrSource(readGrid(block), block);
    return end;
  }

  private readSimpleTable(lines: readonly Line[], start: number): number {
    let end = start + 1;
    while (end < lines.length && !(isRule(lines[end] as Line) && isBlank(lines[end + 1]))) end++;
    const block = lines.slice(start, end + 1);
    if (end >= lines.length) {
      this.tableOrSource(undefined, block);
      return lines.length;
    }
    // Each line may be a row with a cell in each column.
    const columns = block[0]?.text.match(/=+/g)?.length ?? 0;
    const isWithinLimit = charge(this.context.env, "cells", columns * block.length, "this table", firstNumber(block));
    if (isWithinLimit) this.tableOrSource(readSimple(block), block);
    else this.literal(block, "");
    return end + 1;
  }

  private tableOrSource(table: TableData | undefined, block: readonly Line[]): void {
    if (table) {
      this.table(table, block);
      return;
    }
    const message = "this is not a whole table, so it is shown as its source";
    this.report("rst-syntax", message, block, "Its lines and columns must meet.");
    this.literal(block, "");
  }

  caption(text: string, lines: readonly Line[]): void {
    this.push("caption_open", "caption", 1);
    this.inline(text, lines.slice(0, 1));
    this.push("caption_close", "caption", -1);
  }

  table({ head, body }: TableData, lines: readonly Line[], caption?: string): void {
    this.push("table_open", "table", 1, lines);
    if (caption) this.caption(caption, lines);
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
      this.hideOnlyParagraph(start);
      this.push(`${tag}_close`, tag, -1);
    }
    this.push("tr_close", "tr", -1);
  }

  /** Reads a paragraph, or definitions if an indented line follows. */
  private readText(lines: readonly Line[], start: number): number {
    const next = lines[start + 1];
    if (next && !isBlank(next) && next.text.startsWith(" ") && !/::\s*$/.test((lines[start] as Line).text))
      return this.readDefinitions(lines, start);
    let end = start;
    while (end < lines.length && !isBlank(lines[end]) && !(end > start && (lines[end] as Line).text.startsWith(" ")))
      end++;
    const block = lines.slice(start, end);
    const text = trimmedSource(block);
    if (!text.endsWith("::")) {
      this.paragraph(text, block);
      return end;
    }
    // Of `text::` one colon is shown; `text ::` and `::` alone show none.
    const words = text === "::" || /\s::$/.test(text) ? text.slice(0, -2).trimEnd() : text.slice(0, -1);
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
      const { inner, end } = blockLines(lines, index, 0);
      const term = line.text.trimEnd().replace(/(``.+?``)| : /g, (_, literal?: string) => literal ?? " – ");
      this.definition([term], inner.slice(1), [line]);
      index = skipBlank(lines, end);
    }
    this.push("dl_close", "dl", -1);
    return index;
  }

  /** Reads the literal block after `::`: indented lines, or lines that all begin with the same punctuation mark. */
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
    const mark = first.text[0] ?? "";
    if (start === index || !/[!-/:-@[-`{-~]/.test(mark)) return start;
    while (end < lines.length && lines[end]?.text.startsWith(mark)) end++;
    this.literal(lines.slice(start, end), this.context.language);
    return end;
  }
}

/** @returns for each line, the indentation that it and all lines after it have in common. */
function commonIndents(lines: readonly Line[]): number[] {
  let indent = Number.POSITIVE_INFINITY;
  return lines
    .toReversed()
    .map((line) => {
      if (!isBlank(line)) indent = Math.min(indent, indentOf(line));
      return indent;
    })
    .reverse();
}

/** Whether a line begins the attribution of a quotation: `-- Ada`. */
function isAttribution(lines: readonly Line[], index: number, indent: number): boolean {
  return isBlank(lines[index - 1]) && /^(?:---?(?!-)|—) *\S/.test(lines[index]?.text.slice(indent) ?? "");
}

/** Removes the marks of roles, references and escapes from a title, for its id. */
function plainOf(title: string): string {
  const marked = title.replace(/\\([\s\S])/g, "\0$1").replace(/:[\w.+:-]{1,200}:(?=`)/g, "");
  return withoutEscapes(marked.replace(/(?<!\0)[`*|]/g, "")).trim();
}

function mapOf(lines: readonly Line[], start: number, end: number): [number, number] {
  return [lines[start]?.number ?? 0, (lines[end - 1]?.number ?? 0) + 1];
}

interface Ordinal {
  ordinal: number;
  /** The attribute `type` of its list. */
  type: "1" | "a" | "A" | "i" | "I";
  /** The punctuation around it: `()`, `.` or `)`. */
  format: string;
  /** The length of the mark with the spaces after it. */
  length: number;
}

/** Reads the number of an item. @param last the item before it; without one, a single letter is not a Roman numeral, except i. */
function ordinalAt(lines: readonly Line[], index: number, last: Ordinal | undefined): Ordinal | undefined {
  const item = readOrdinal(lines[index]?.text ?? "", last);
  if (!item) return undefined;
  const next = lines[index + 1];
  if (!next || isBlank(next) || next.text.startsWith(" ")) return item;
  // "A. Einstein was a great man" is not a list: the next line is neither indented nor the next item.
  const nextItem = readOrdinal(next.text, item);
  return nextItem && follows(nextItem, item) ? item : undefined;
}

/** Whether an item is the next one in the list of another. */
const follows = (item: Ordinal, before: Ordinal) =>
  item.type === before.type && item.format === before.format && item.ordinal === before.ordinal + 1;

function readOrdinal(text: string, last: Ordinal | undefined): Ordinal | undefined {
  const { 0: match = "", groups } = enumerator.exec(text) ?? {};
  if (!groups) return undefined;
  const { bracketed, ordinal: mark = bracketed ?? "", end: format = "()" } = groups;
  const make = (ordinal: number, type: Ordinal["type"]): Ordinal => ({ ordinal, type, format, length: match.length });
  if (mark === "#") return make((last?.ordinal ?? 0) + 1, last?.type ?? "1");
  if (/^\d+$/.test(mark)) return make(Number(mark), "1");
  const isLower = mark === mark.toLowerCase();
  const letter = mark.length === 1 ? mark.toLowerCase().charCodeAt(0) - 96 : undefined;
  const roman = romanValue(mark.toLowerCase());
  const isRomanList = last
    ? last.type === "i" || last.type === "I"
    : letter === undefined || mark.toLowerCase() === "i";
  if (roman !== undefined && isRomanList) return make(roman, isLower ? "i" : "I");
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
