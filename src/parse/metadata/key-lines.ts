/** Lines of `Key: value` with indented lines that go on with the value, as mail headers have them: what several forms are made of. */
import { entryAt, type FieldEntry, type FieldValue, textValue } from "./entries.js";

/** A key that can be told from prose: a few words, perhaps bold, with a colon behind or inside of the bold. */
const keyLine =
  /^(\s*(?:\*\*|__)?)([A-Za-z][\w /&'.#+-]{0,38}?(?:\([^()]{1,20}\))?)\s*(?:(?:\*\*|__):|:(?:\*\*|__)|:)(?![:/])[ \t]*(.*?)[ \t]*$/;

export interface KeyLine {
  key: string;
  /** Of the key, from 0. */
  keyColumn: number;
  value: string;
  /** Of the value, from 0. */
  valueColumn: number;
}

/** @returns the key and value of a line, or undefined where it is something else. */
export function readKeyLine(line: string): KeyLine | undefined {
  const [, before = "", key = "", value = ""] = keyLine.exec(line) ?? [];
  if (key === "") return undefined;
  const valueColumn = value === "" ? line.trimEnd().length : line.trimEnd().length - value.length;
  return { key: key.trim(), keyColumn: before.length, value, valueColumn };
}

/**
 * The fields of a block whose keys have one indentation; deeper lines belong to the field before them: more of its text, or fields of its own
 * where it has no text (`Working Group:` and then `Owner: …`).
 * @param lazy takes a line that is no field for more of the field before it, however it is indented.
 * @returns undefined where a line belongs to no field.
 */
export function readBlock(
  lines: readonly string[],
  start: number,
  end: number,
  lazy = false,
): FieldEntry[] | undefined {
  const filled = [...Array(end - start).keys()].map((at) => start + at).filter((at) => lines[at]?.trim());
  const base = Math.min(...filled.map((at) => indentOf(lines[at])));
  const entries: FieldEntry[] = [];
  for (let at = 0; at < filled.length; ) {
    const index = filled[at] as number;
    const head = indentOf(lines[index]) === base ? readKeyLine(lines[index] ?? "") : undefined;
    if (!head) return undefined;
    const more: number[] = [];
    const belongs = (line: number) => indentOf(lines[line]) > base || (lazy && !readKeyLine(lines[line] ?? ""));
    for (at++; at < filled.length && belongs(filled[at] as number); at++) more.push(filled[at] as number);
    entries.push(entryAt(head.key, index, head.keyColumn, textOf(lines, index, head, more)));
  }
  return entries.length > 0 ? entries : undefined;
}

function textOf(lines: readonly string[], index: number, head: KeyLine, more: readonly number[]): FieldValue {
  const [first, last] = [more[0], more.at(-1)];
  if (head.value === "" && first !== undefined && last !== undefined) {
    const inner = readBlock(lines, first, last + 1);
    if (inner) return { kind: "map", entries: inner, ...place(lines, first) };
  }
  const texts = [head.value, ...more.map((line) => (lines[line] ?? "").trim())].filter(Boolean);
  if (head.value === "" && first !== undefined) {
    const { position, length } = place(lines, first);
    return { kind: "text", text: texts.join("\n"), position, length };
  }
  return textValue(texts.join("\n"), index, head.valueColumn, head.value.length);
}

function place(lines: readonly string[], index: number) {
  const line = lines[index] ?? "";
  return { position: { line: index + 1, column: indentOf(line) + 1 }, length: line.trim().length };
}

/** A tab reaches to the next stop of four, as in Markdown. */
function indentOf(line: string | undefined): number {
  return /^\s*/.exec(line ?? "")?.[0].replaceAll("\t", "    ").length ?? 0;
}
