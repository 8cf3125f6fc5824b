/** Tables of metadata in reStructuredText, with two columns: drawn as a grid, or as a directive `list-table`. */
import { entryAt, type FieldEntry, type FormInput, type FormResult, textValue } from "./entries.js";

interface Cell {
  text: string;
  /** From 0, as in `lines`. */
  line: number;
  column: number;
}

/** @param first index of the line on which the table would begin. */
export function rstTable(
  lines: readonly string[],
  first: number,
  isKnown: FormInput["isKnown"],
): FormResult | undefined {
  const table = gridTable(lines, first) ?? listTable(lines, first);
  return table?.entries.some(({ key }) => isKnown(key)) ? table : undefined;
}

/** `+----+----+`, or `+====+====+` below the head. */
const border = /^\+[-=]+\+[-=]+\+\s*$/;

function gridTable(lines: readonly string[], first: number): FormResult | undefined {
  if (!border.test(lines[first] ?? "")) return undefined;
  const entries: FieldEntry[] = [];
  let index = first + 1;
  for (; border.test(lines[index] ?? "") || lines[index]?.startsWith("|"); index++) {
    const line = lines[index] ?? "";
    if (!line.startsWith("|")) continue;
    const bar = line.indexOf("|", 1);
    const key: Cell = { text: line.slice(1, bar), line: index, column: 1 };
    const value: Cell = { text: line.slice(bar + 1).replace(/\|\s*$/, ""), line: index, column: bar + 1 };
    const last = entries.at(-1)?.value;
    if (key.text.trim()) entries.push(entryOf(key, value));
    else if (last?.kind === "text") last.text += `\n${value.text.trim()}`;
  }
  return { entries, lineRanges: [[first, index]] };
}

function listTable(lines: readonly string[], first: number): FormResult | undefined {
  if (!/^\.\. list-table::/.test(lines[first] ?? "")) return undefined;
  const entries: FieldEntry[] = [];
  let key: Cell | undefined;
  let index = first + 1;
  for (; index < lines.length && (lines[index]?.trim() === "" || /^\s/.test(lines[index] ?? "")); index++) {
    const line = lines[index] ?? "";
    const [, before = "", mark, text = ""] = /^(\s+(\*\s+-|-)(?:\s+(?:\|\s)?|$))(.*)$/.exec(line) ?? [];
    const last = entries.at(-1)?.value;
    if (mark?.startsWith("*")) key = { text, line: index, column: before.length };
    else if (mark && key) {
      entries.push(entryOf(key, { text, line: index, column: before.length }));
      key = undefined;
    } else if (last?.kind === "text" && line.trim()) {
      // The cell continues with a list, or with lines of its own.
      const [, indent = "", item = ""] = /^(\s*(?:[*|-]\s+)?)(.*)$/.exec(line) ?? [];
      if (last.text) last.text += `\n${item}`;
      else Object.assign(last, textValue(item, index, indent.length));
    }
  }
  return { entries, lineRanges: [[first, index]] };
}

function entryOf(key: Cell, { text, line, column }: Cell): FieldEntry {
  const name = key.text.replace(/\*/g, "").replace(/:\s*$/, "").trim();
  const keyColumn = key.column + Math.max(0, key.text.indexOf(name));
  const indent = text.length - text.trimStart().length;
  return entryAt(name, key.line, keyColumn, textValue(text.trim(), line, column + indent));
}
