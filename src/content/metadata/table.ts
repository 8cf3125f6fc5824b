/**
 * Metadata in a table at the top of a text: of two columns, key and value, in Markdown or HTML, whose head names the
 * columns or is the first field; or in Markdown a head of keys and one row of values.
 */

import { decodeHTML } from "entities";
import { addAll } from "../../shared/lists.js";
import { entryAt, type FieldEntry, type FormInput, type FoundMetadata, textValue } from "./entries.js";
import { plainInline } from "./inline.js";
import { announcement, behindHeadings } from "./places.js";

export function table({ lines, start, isKnown }: FormInput): FoundMetadata | undefined {
  const first = behindHeadings(lines, start);
  const metadata = pipeTable(lines, first) ?? htmlTable(lines, first) ?? rowOfFields(lines, first, isKnown);
  const [head, ...fields] = metadata?.entries ?? [];
  return metadata && head && namesColumns(head) && !isKnown(head.key) ? { ...metadata, entries: fields } : metadata;
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

const isDelimiter = (line = "") => /^[\s|:-]*-[\s|:-]*$/.test(line) && line.includes("|");

function pipeTable(lines: readonly string[], first: number): FoundMetadata | undefined {
  if (!isDelimiter(lines[first + 1])) return undefined;
  const entries: FieldEntry[] = [];
  let index = first;
  for (; index < lines.length && lines[index]?.includes("|"); index++) {
    if (index === first + 1) continue;
    const [key, value, ...otherCells] = cells(lines[index] ?? "");
    if (!key || !value || otherCells.length > 0) return undefined;
    addAll(entries, entryOf(key, index, value, index));
  }
  return entries.length > 0 ? { entries, lineRanges: [announcement(lines, first), [first, index]] } : undefined;
}

/** A table of one row, perhaps of one cell (`Status`): code hosts show front matter in this form. */
function rowOfFields(
  lines: readonly string[],
  first: number,
  isKnown: FormInput["isKnown"],
): FoundMetadata | undefined {
  if (!isDelimiter(lines[first + 1]) || lines[first + 3]?.includes("|")) return undefined;
  const [keys, values] = [cells(lines[first] ?? ""), cells(lines[first + 2] ?? "")];
  const entries = keys.flatMap((key, column) => {
    const value = values[column];
    return value ? entryOf(key, first, value, first + 2) : [];
  });
  const fieldEntries = entries.filter(({ key }) => isKnown(key));
  const enough = keys.length === 1 ? 1 : Math.max(2, entries.length / 2);
  if (keys.length !== values.length || fieldEntries.length < enough) return undefined;
  return { entries, lineRanges: [announcement(lines, first), [first, first + 3]] };
}

/** @returns nothing for a key without a name. */
function entryOf(key: Cell, keyLine: number, value: Cell, line: number): FieldEntry[] {
  const name = plainKey(key.text);
  const keyColumn = key.column + Math.max(0, key.text.indexOf(name));
  const text = value.text.replace(/\s*<br\s*\/?>\s*/gi, "\n");
  const read = textValue(text, line, value.column, value.text.length);
  return name ? [entryAt(name, keyLine, keyColumn, read)] : [];
}

/** The cells of a row; an escaped bar is text. */
function cells(line: string): Cell[] {
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

const row = /<tr\b[^>]*>\s*<t[dh]\b[^>]*>([\s\S]*?)<\/t[dh]>(\s*<t[dh]\b[^>]*>)([\s\S]*?)<\/t[dh]>/gi;

function htmlTable(lines: readonly string[], first: number): FoundMetadata | undefined {
  if (!/^\s*<table\b/i.test(lines[first] ?? "")) return undefined;
  const close = lines.findIndex((line, index) => index >= first && /<\/table>/i.test(line));
  if (close === -1) return undefined;
  const text = lines.slice(first, close + 1).join("\n");
  // A row that does not have two cells would be lost.
  const remainder = text.replace(row, "").replace(/<[^<>]*>/g, "");
  if (remainder.trim() !== "") return undefined;
  const entries = [...text.matchAll(row)].map(({ 0: rowText, 1: key = "", 2: between = "", 3: value = "", index }) => {
    const valueStart = index + rowText.indexOf(between, rowText.indexOf(key)) + between.length;
    const keyPlace = positionIn(text, index + rowText.indexOf(key) + leading(key), first);
    const position = positionIn(text, valueStart + leading(value), first);
    const written = textValue(decodeHTML(asMarkdown(value)), position.line, position.column, value.trim().length);
    return entryAt(plainKey(decodeHTML(key)), keyPlace.line, keyPlace.column, written);
  });
  return entries.length > 0 ? { entries, lineRanges: [announcement(lines, first), [first, close + 1]] } : undefined;
}

/** The HTML of a cell in the form that fields read. */
function asMarkdown(html: string): string {
  return html
    .replace(/<\/?code\b[^>]*>/gi, "`")
    .replace(/<a\b[^>]*?\bhref\s*=\s*["']?([^"'\s>]+)["']?[^>]*>([\s\S]*?)<\/a>/gi, "[$2]($1)")
    .replace(/<br\s*\/?>/gi, "\n")
    .replace(/<\/?[a-z][^<>]*>/gi, "")
    .trim();
}

const leading = (text: string) => text.length - text.trimStart().length;

function plainKey(text: string): string {
  return plainInline(text)
    .replace(/[:：]$/, "")
    .trim();
}

/** @returns index of the line, and column from 0. */
function positionIn(text: string, offset: number, first: number): { line: number; column: number } {
  const before = text.slice(0, offset).split("\n");
  return { line: first + before.length - 1, column: before.at(-1)?.length ?? 0 };
}
