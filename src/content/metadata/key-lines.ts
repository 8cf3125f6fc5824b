/** Reads lines of `Key: value` with indented continuation lines, as in mail headers. Several forms consist of them. */
import { smallestOf } from "../../shared/lists.js";
import { entryAt, type FieldEntry, type FieldValue, textValue } from "./entries.js";
import { skipEmpty, skipHeadings } from "./places.js";

/** `Key: value`, with a key that cannot be prose: a few words of any script, perhaps emphasised, with a colon after or within the emphasis. */
const keyLine =
  /^(\s*)(\*\*|__|[*_`])?(\p{L}[\p{L}\p{M}\p{N}_ /&'.#+-]{0,38}?(?:\([^()]{1,20}\))?)\s*(?:(\2)[:：]|[:：](\2)|[:：])(?![:/])[ \t]*(.*)$/u;

/** `**Key** value`: a bold key without a colon, and a value that is not a sentence. */
const boldPair = /^(\*\*|__)(\p{L}[\p{L}\p{N} ()/-]{0,38})\1[ \t](?=\s*[^\s\p{Pd}])(?!.*[.!?]\s*$)/u;

/** Replaces the space of `**Author** Ada` with a colon, in the lines below the headings at the top, as long as each has a key. */
export function withColons(lines: readonly string[], start: number): readonly string[] {
  const first = skipHeadings(lines, start);
  const isPair = (line = "") => boldPair.test(line) || readKeyLine(line) !== undefined;
  let end = first;
  while (end < lines.length && (lines[end]?.trim() === "" || isPair(lines[end]))) end++;
  // A paragraph that continues after its keys is prose.
  while (end > first && lines[end]?.trim()) end--;
  return lines.map((line, index) => (index < first || index >= end ? line : line.replace(boldPair, "$1$2$1:")));
}

interface KeyLine {
  key: string;
  /** Column of the key, from 0. */
  keyColumn: number;
  value: string;
  /** Column of the value, from 0. */
  valueColumn: number;
}

/** @returns the key and value of a line, or undefined if it is something else. */
export function readKeyLine(line: string): KeyLine | undefined {
  const bare = withoutBreak(line);
  const [, before = "", mark = "", key = "", keyEnd = "", colonEnd = "", text = ""] = keyLine.exec(bare) ?? [];
  if (key === "") return undefined;
  // The whole line may be emphasised: `*Status: Draft*`.
  const isOpen = mark !== "" && keyEnd + colonEnd === "";
  const value = isOpen && text.endsWith(mark) ? text.slice(0, -mark.length).trimEnd() : text;
  if (isOpen && mark.length === 1 && value === text) return undefined;
  return {
    key: key.trim(),
    keyColumn: before.length + mark.length,
    value,
    valueColumn: bare.length - text.length,
  };
}

/** Removes the spaces at the end of a line, and the backslash with which Markdown breaks a line. */
function withoutBreak(line: string): string {
  return line
    .trimEnd()
    .replace(/(?<!\\)\\$/, "")
    .trimEnd();
}

/** @returns the indexes of the lines in a range that are not empty. */
export function filledLines(lines: readonly string[], start: number, end: number): number[] {
  return lines.slice(start, end).flatMap((line, offset) => (line.trim() === "" ? [] : [start + offset]));
}

/**
 * Reads the fields of a block whose keys have the same indentation. Deeper lines belong to the field before them: they continue its text or, if it has
 * none, are the fields of a map (`Working Group:` and then `Owner: …`).
 * @param isLazy whether a line that is not a field continues the field before it at any indentation.
 * @returns undefined if a line belongs to no field.
 */
export function readBlock(
  lines: readonly string[],
  start: number,
  end: number,
  isLazy = false,
): FieldEntry[] | undefined {
  const indexes = filledLines(lines, start, end);
  const base = smallestOf(indexes.map((index) => indentOf(lines[index])));
  const entries: FieldEntry[] = [];
  for (let offset = 0; offset < indexes.length; ) {
    const index = indexes[offset] as number;
    const head = indentOf(lines[index]) === base ? readKeyLine(lines[index] ?? "") : undefined;
    if (!head) return undefined;
    const belongsToHead = (line = "") =>
      indentOf(line) > base ||
      (isLazy && !readKeyLine(line)) ||
      (head.value === "" && indentOf(line) === base && itemMarker.test(line));
    let next = offset + 1;
    while (next < indexes.length && belongsToHead(lines[indexes[next] as number])) next++;
    const value = fieldValue(lines, index, head, indexes.slice(offset + 1, next));
    entries.push(entryAt(head.key, index, head.keyColumn, value));
    offset = next;
  }
  return entries.length > 0 ? entries : undefined;
}

/** @param furtherLines indexes of the lines that belong to the field besides its first one. */
function fieldValue(
  lines: readonly string[],
  index: number,
  head: KeyLine,
  furtherLines: readonly number[],
): FieldValue {
  const [first, last] = [furtherLines[0], furtherLines.at(-1)];
  const texts = [head.value, ...furtherLines.map((line) => withoutBreak(lines[line] ?? "").trim())].filter(Boolean);
  if (head.value !== "" || first === undefined || last === undefined)
    return textValue(texts.join("\n"), index, head.valueColumn, head.value.length);
  const { items, end } = readItems(lines, first, () => false, last + 1);
  if (items[0] && end > last) return { kind: "list", items, ...spanOf(lines, first) };
  const entries = readBlock(lines, first, last + 1);
  if (entries) return { kind: "map", entries, ...spanOf(lines, first) };
  return { kind: "text", text: texts.join("\n"), ...spanOf(lines, first) };
}

function spanOf(lines: readonly string[], index: number) {
  const line = lines[index] ?? "";
  const column = line.length - line.trimStart().length + 1;
  return { position: { line: index + 1, column }, length: line.trim().length };
}

/**
 * Finds the end of a block that begins at `start`: a paragraph ends at an empty line, indented code also where its indentation ends, and both at a rule.
 * Dashes below a single line are not a rule: they make the line a heading.
 */
export function endOfBlock(lines: readonly string[], start: number): number {
  const isCode = codeLine.test(lines[start] ?? "");
  const isEnd = (line: string, index: number) =>
    line.trim() === "" ||
    (isCode && !codeLine.test(line)) ||
    (rule.test(line) && (index > start + 1 || !/-/.test(line)));
  let end = start;
  while (end < lines.length && !isEnd(lines[end] ?? "", end)) end++;
  return end;
}

/** Skips a rule directly below a block, which only separates the fields from the text. */
export function skipRule(lines: readonly string[], end: number): number {
  return rule.test(lines[end] ?? "") ? end + 1 : end;
}

const codeLine = /^(?: {4}|\t)/;
const rule = /^ {0,3}([-*_])[ \t]*(?:\1[ \t]*){2,}$/;

/** Counts the columns of an indentation; a tab counts as four. */
function indentOf(line: string | undefined): number {
  return /^\s*/.exec(line ?? "")?.[0].replaceAll("\t", "    ").length ?? 0;
}

/** The mark of a list item, as in `Authors:` and then `* Ada`, `* Bob`. */
export const itemMarker = /^(\s*)[-*+][ \t]+(?=\S)/;

/**
 * Reads the items of a list as values. An item may continue on the next lines, and there may be empty lines between items.
 * @param endsItem whether a line, by its index, does not continue the item before it.
 * @param close index of the first line that is not read.
 */
export function readItems(
  lines: readonly string[],
  start: number,
  endsItem: (index: number) => boolean,
  close = lines.length,
): { items: FieldValue[]; end: number } {
  const items: FieldValue[] = [];
  let end = start;
  for (let index = start; index < close; index = skipEmpty(lines, end)) {
    const [mark = ""] = itemMarker.exec(lines[index] ?? "") ?? [];
    if (mark === "") break;
    end = index + 1;
    while (end < close && lines[end]?.trim() && !itemMarker.test(lines[end] ?? "") && !endsItem(end)) end++;
    const [first = "", ...texts] = lines.slice(index, end).map((line) => withoutBreak(line).trimStart());
    const content = first.replace(itemMarker, "");
    items.push(textValue([content, ...texts].join("\n"), index, mark.length, content.length));
  }
  return { items, end };
}
