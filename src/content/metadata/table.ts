/**
 * Metadata in a table at the top of a text. It has two columns, key and value, and its head names the columns or is the first field; or it has, in
 * Markdown, a head of keys and one row of values.
 */
import { decodeHTML } from "entities";
import { addAll } from "../../shared/lists.js";
import { entryAt, type FieldEntry, type FormInput, type FormResult, textValue } from "./entries.js";
import { plainInline } from "./inline.js";
import { metadataHeadingAbove, skipHeadings } from "./places.js";
import { rstTable } from "./rst-tables.js";

export function table({ lines, start, isKnown }: FormInput): FormResult | undefined {
  const first = skipHeadings(lines, start);
  const result =
    pipeTable(lines, first) ??
    htmlTable(lines, first) ??
    singleRowTable(lines, first, isKnown) ??
    rstTable(lines, first, isKnown);
  const [head, ...fields] = result?.entries ?? [];
  return result && head && namesColumns(head) && !isKnown(head.key) ? { ...result, entries: fields } : result;
}

function namesColumns({ key, value }: FieldEntry): boolean {
  return (
    /^(?:fields?|keys?|names?|property|properties|attributes?|items?|parameters?|headers?|metadata)$/i.test(key) &&
    value.kind === "text" &&
    /^(?:values?|contents?|description|details?|data)$/i.test(plainKey(value.text))
  );
}

interface Cell {
  text: string;
  /** From 0. */
  column: number;
}

/** Whether a line is the row of dashes below the head of a table. */
const isDelimiter = (line = "") => /^[\s|:-]+$/.test(line) && line.includes("-") && line.includes("|");

function pipeTable(lines: readonly string[], first: number): FormResult | undefined {
  if (!isDelimiter(lines[first + 1])) return undefined;
  const entries: FieldEntry[] = [];
  let index = first;
  for (; index < lines.length && lines[index]?.includes("|"); index++) {
    if (index === first + 1) continue;
    const [key, value, ...otherCells] = cellsOf(lines[index] ?? "");
    if (!key || !value || otherCells.length > 0) return undefined;
    addAll(entries, entryOf(key, index, value, index));
  }
  return entries.length > 0 ? { entries, lineRanges: [metadataHeadingAbove(lines, first), [first, index]] } : undefined;
}

/** Reads a head of keys and one row of values, the form in which code hosts show front matter. There may be one column. */
function singleRowTable(
  lines: readonly string[],
  first: number,
  isKnown: FormInput["isKnown"],
): FormResult | undefined {
  if (!isDelimiter(lines[first + 1]) || lines[first + 3]?.includes("|")) return undefined;
  const [keys, values] = [cellsOf(lines[first] ?? ""), cellsOf(lines[first + 2] ?? "")];
  const entries = keys.flatMap((key, column) => {
    const value = values[column];
    return value ? entryOf(key, first, value, first + 2) : [];
  });
  const knownEntries = entries.filter(({ key }) => isKnown(key));
  const minimum = keys.length === 1 ? 1 : Math.max(2, entries.length / 2);
  if (keys.length !== values.length || knownEntries.length < minimum) return undefined;
  return { entries, lineRanges: [metadataHeadingAbove(lines, first), [first, first + 3]] };
}

/** @returns the field of two cells; none if the cell of the key is empty. */
function entryOf(key: Cell, keyLine: number, value: Cell, line: number): FieldEntry[] {
  const name = plainKey(key.text);
  const keyColumn = key.column + Math.max(0, key.text.indexOf(name));
  const text = value.text.replace(/(?<!\s)\s*<br\s*\/?>\s*/gi, "\n");
  const field = textValue(text, line, value.column, value.text.length);
  return name ? [entryAt(name, keyLine, keyColumn, field)] : [];
}

/** Splits a row into cells; an escaped bar is text. */
function cellsOf(line: string): Cell[] {
  const parts = [...line.matchAll(/((?:[^|\\]|\\.?)*)(?:\||$)/g)]
    .map(({ 1: text = "", index }) => ({ text, index }))
    .filter(({ index }) => index < line.length);
  const inner = line.trim().startsWith("|") ? parts.slice(1) : parts;
  if (inner.length > 2 && inner.at(-1)?.text.trim() === "") inner.pop();
  return inner.map(({ text, index }) => ({
    text: text.trim().replaceAll("\\|", "|"),
    column: index + (text.length - text.trimStart().length),
  }));
}

/** A row with two cells, in which no table is nested: the key, the tags between the cells, and the value. */
const row =
  /<tr\b[^<>]*>\s*<t[dh]\b[^<>]*>((?:(?!<t[rdh]\b)[\s\S])*?)<\/t[dh]>(\s*<t[dh]\b[^<>]*>)((?:(?!<t[rdh]\b)[\s\S])*?)<\/t[dh]>/gi;

function htmlTable(lines: readonly string[], first: number): FormResult | undefined {
  if (!/^\s*<table\b/i.test(lines[first] ?? "")) return undefined;
  const close = lines.findIndex((line, index) => index >= first && /<\/table>/i.test(line));
  if (close === -1) return undefined;
  const text = lines.slice(first, close + 1).join("\n");
  // The text of a row with any other number of cells would be lost.
  const remainder = text.replace(row, "").replace(/<[^<>]*>/g, "");
  if (remainder.trim() !== "") return undefined;
  const entries = [...text.matchAll(row)].map(({ 0: rowText, 1: key = "", 2: between = "", 3: value = "", index }) => {
    const valueStart = index + rowText.indexOf(between, rowText.indexOf(key)) + between.length;
    const keyPosition = positionIn(text, index + rowText.indexOf(key) + indentOf(key), first);
    const position = positionIn(text, valueStart + indentOf(value), first);
    const field = textValue(decodeHTML(toMarkdown(value)), position.line, position.column, value.trim().length);
    return entryAt(plainKey(decodeHTML(key)), keyPosition.line, keyPosition.column, field);
  });
  return entries.length > 0
    ? { entries, lineRanges: [metadataHeadingAbove(lines, first), [first, close + 1]] }
    : undefined;
}

/** Writes the HTML of a cell as Markdown, which the readers of fields understand. */
function toMarkdown(html: string): string {
  return html
    .replace(/<\/?code\b[^<>]*>/gi, "`")
    .replace(/<a\b[^<>]*?\bhref\s*=\s*["']?([^"'\s<>]+)["']?[^<>]*>((?:(?!<a\b)[\s\S])*?)<\/a>/gi, "[$2]($1)")
    .replace(/<br\s*\/?>/gi, "\n")
    .replace(/<\/?[a-z][^<>]*>/gi, "")
    .trim();
}

const indentOf = (text: string) => text.length - text.trimStart().length;

function plainKey(text: string): string {
  return plainInline(text)
    .replace(/[:：]$/, "")
    .trim();
}

/** @returns the line and column of an offset, from 0. @param first line of the text. */
function positionIn(text: string, offset: number, first: number): { line: number; column: number } {
  const before = text.slice(0, offset).split("\n");
  return { line: first + before.length - 1, column: before.at(-1)?.length ?? 0 };
}
