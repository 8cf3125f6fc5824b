/** Reads lines of `Key: value` with indented continuation lines, as in mail headers. Several forms consist of them. */
import { smallestOf } from "../../shared/lists.js";
import { entryAt, type FieldEntry, type FieldValue, textValue } from "./entries.js";
import { behindHeadings } from "./places.js";

/** A key that cannot be prose: a few words of any script, perhaps emphasised, with a colon after or within the emphasis. */
const keyLine =
  /^(\s*)(\*\*|__|[*_`])?(\p{L}[\p{L}\p{M}\p{N}_ /&'.#+-]{0,38}?(?:\([^()]{1,20}\))?)\s*(?:(\2)[:：]|[:：](\2)|[:：])(?![:/])[ \t]*(.*)$/u;

/** A bold key whose colon is left out, and a value that is no sentence. */
const boldPair = /^(\*\*|__)(\p{L}[\p{L}\p{N} ()/-]{0,38})\1[ \t](?=\s*[^\s\p{Pd}])(?!.*[.!?]\s*$)/u;

/** `**Author** Ada` with a colon for its space, in the lines below the headings at the top as long as each has a key. */
export function withColons(lines: readonly string[], start: number): readonly string[] {
  const first = behindHeadings(lines, start);
  const isPair = (line = "") => boldPair.test(line) || readKeyLine(line) !== undefined;
  let end = first;
  while (end < lines.length && (lines[end]?.trim() === "" || isPair(lines[end]))) end++;
  // The last line of a paragraph that goes on is prose.
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
  const [, before = "", mark = "", key = "", behindKey = "", behindColon = "", text = ""] = keyLine.exec(bare) ?? [];
  if (key === "") return undefined;
  // The whole line may be emphasised: `*Status: Draft*`.
  const isOpen = mark !== "" && behindKey + behindColon === "";
  const value = isOpen && text.endsWith(mark) ? text.slice(0, -mark.length).trimEnd() : text;
  if (isOpen && mark.length === 1 && value === text) return undefined;
  return {
    key: key.trim(),
    keyColumn: before.length + mark.length,
    value,
    valueColumn: bare.length - text.length,
  };
}

/** The line without spaces at its end, nor the backslash with which Markdown breaks a line. */
function withoutBreak(line: string): string {
  return line
    .trimEnd()
    .replace(/(?<!\\)\\$/, "")
    .trimEnd();
}

/**
 * The fields of a block whose keys have the same indentation. Deeper lines belong to the field before them: they
 * continue its text, or are fields of their own if it has none (`Working Group:` and then `Owner: …`).
 * @param lazy whether a line that is not a field continues the field before it at any indentation.
 * @returns undefined if a line belongs to no field.
 */
export function readBlock(
  lines: readonly string[],
  start: number,
  end: number,
  lazy = false,
): FieldEntry[] | undefined {
  const filled = [...Array(end - start).keys()].map((index) => start + index).filter((index) => lines[index]?.trim());
  const base = smallestOf(filled.map((index) => indentOf(lines[index])));
  const entries: FieldEntry[] = [];
  for (let offset = 0; offset < filled.length; ) {
    const index = filled[offset] as number;
    const head = indentOf(lines[index]) === base ? readKeyLine(lines[index] ?? "") : undefined;
    if (!head) return undefined;
    const more: number[] = [];
    const belongs = (line: number) =>
      indentOf(lines[line]) > base ||
      (lazy && !readKeyLine(lines[line] ?? "")) ||
      (head.value === "" && indentOf(lines[line]) === base && itemMarker.test(lines[line] ?? ""));
    for (offset++; offset < filled.length && belongs(filled[offset] as number); offset++)
      more.push(filled[offset] as number);
    entries.push(entryAt(head.key, index, head.keyColumn, fieldValue(lines, index, head, more)));
  }
  return entries.length > 0 ? entries : undefined;
}

function fieldValue(lines: readonly string[], index: number, head: KeyLine, more: readonly number[]): FieldValue {
  const [first, last] = [more[0], more.at(-1)];
  if (head.value === "" && first !== undefined && last !== undefined) {
    const { items, end } = plainItems(lines, first, () => false, last + 1);
    if (items[0] && end > last) return { kind: "list", items, ...spanOf(lines, first) };
    const inner = readBlock(lines, first, last + 1);
    if (inner) return { kind: "map", entries: inner, ...spanOf(lines, first) };
  }
  const texts = [head.value, ...more.map((line) => withoutBreak(lines[line] ?? "").trim())].filter(Boolean);
  if (head.value === "" && first !== undefined) {
    const { position, length } = spanOf(lines, first);
    return { kind: "text", text: texts.join("\n"), position, length };
  }
  return textValue(texts.join("\n"), index, head.valueColumn, head.value.length);
}

function spanOf(lines: readonly string[], index: number) {
  const line = lines[index] ?? "";
  return { position: { line: index + 1, column: indentOf(line) + 1 }, length: line.trim().length };
}

/**
 * The end of a block that begins at `start`: a paragraph ends at an empty line, indented code already where the
 * indentation does, and both at a rule. Dashes below a single line make it a heading.
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

/** A rule directly below a block only parts the fields from the text. */
export function behindRule(lines: readonly string[], end: number): number {
  return rule.test(lines[end] ?? "") ? end + 1 : end;
}

const codeLine = /^(?: {4}|\t)/;
const rule = /^ {0,3}([-*_])[ \t]*(?:\1[ \t]*){2,}$/;

/** A tab ends at the next multiple of four, as in Markdown. */
function indentOf(line: string | undefined): number {
  return /^\s*/.exec(line ?? "")?.[0].replaceAll("\t", "    ").length ?? 0;
}

/** The beginning of an item, as in `Authors:` and then `* Ada`, `* Bob`. */
export const itemMarker = /^(\s*)[-*+][ \t]+(?=\S)/;

/**
 * The values of a list that consists only of values; items may go on in the next line, and have empty lines between them.
 * @param isNext whether a line is something else than the rest of an item.
 */
export function plainItems(
  lines: readonly string[],
  start: number,
  isNext: (index: number) => boolean,
  close = lines.length,
): { items: FieldValue[]; end: number } {
  const items: FieldValue[] = [];
  let end = start;
  for (let index = start; index < close; ) {
    const line = lines[index] ?? "";
    const [open = ""] = itemMarker.exec(line) ?? [];
    if (open === "") break;
    end = index + 1;
    const goesOn = (offset: number) =>
      lines[offset]?.trim() && !itemMarker.test(lines[offset] ?? "") && !isNext(offset);
    while (end < close && goesOn(end)) end++;
    const [first = "", ...more] = lines.slice(index, end).map((itemLine) => withoutBreak(itemLine).trimStart());
    const content = first.replace(itemMarker, "");
    items.push(textValue([content, ...more].join("\n"), index, open.length, content.length));
    index = end;
    while (index < close && lines[index]?.trim() === "") index++;
  }
  return { items, end };
}
