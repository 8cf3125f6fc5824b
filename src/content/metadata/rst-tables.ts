/** Metadata in a table of reStructuredText of two columns: drawn as a grid, or as a directive `list-table`. */
import { entryAt, type FieldEntry, type FormInput, type FoundMetadata, textValue } from "./entries.js";
import { behindHeadings } from "./places.js";

export function rstTable({ lines, start, isKnown }: FormInput): FoundMetadata | undefined {
  const first = behindHeadings(lines, start);
  const table = gridTable(lines, first) ?? listTable(lines, first);
  return table?.entries.some(({ key }) => isKnown(key)) ? table : undefined;
}

const border = /^\+[-=]+\+[-=]+\+\s*$/;

function gridTable(lines: readonly string[], first: number): FoundMetadata | undefined {
  if (!border.test(lines[first] ?? "")) return undefined;
  const entries: FieldEntry[] = [];
  let index = first + 1;
  for (; border.test(lines[index] ?? "") || lines[index]?.startsWith("|"); index++) {
    const line = lines[index] ?? "";
    if (!line.startsWith("|")) continue;
    const bar = line.indexOf("|", 1);
    const [key, value] = [line.slice(1, bar), line.slice(bar + 1).replace(/\|\s*$/, "")];
    const before = entries.at(-1);
    if (key.trim()) entries.push(entry(key, index, 1, value, index, bar + 1));
    else if (before?.value.kind === "text") before.value.text += `\n${value.trim()}`;
  }
  return { entries, lineRanges: [[first, index]] };
}

function listTable(lines: readonly string[], first: number): FoundMetadata | undefined {
  if (!/^\.\. list-table::/.test(lines[first] ?? "")) return undefined;
  const entries: FieldEntry[] = [];
  let key: { text: string; line: number; column: number } | undefined;
  let index = first + 1;
  for (; index < lines.length && (lines[index]?.trim() === "" || /^\s/.test(lines[index] ?? "")); index++) {
    const line = lines[index] ?? "";
    const [, before = "", mark, text = ""] = /^(\s+(\*\s+-|-)(?:\s+(?:\|\s)?|$))(.*)$/.exec(line) ?? [];
    const last = entries.at(-1)?.value;
    if (mark?.startsWith("*")) key = { text, line: index, column: before.length };
    else if (mark && key) {
      entries.push(entry(key.text, key.line, key.column, text, index, before.length));
      key = undefined;
    } else if (last?.kind === "text" && line.trim()) {
      // A list or lines in the cell.
      const [, indent = "", item = ""] = /^(\s*(?:[*|-]\s+)?)(.*)$/.exec(line) ?? [];
      if (last.text) last.text += `\n${item}`;
      else Object.assign(last, textValue(item, index, indent.length));
    }
  }
  return { entries, lineRanges: [[first, index]] };
}

function entry(
  key: string,
  keyLine: number,
  keyColumn: number,
  value: string,
  line: number,
  column: number,
): FieldEntry {
  const text = value.trim();
  const name = key.replace(/\*/g, "").replace(/:\s*$/, "").trim();
  const indent = value.length - value.trimStart().length;
  return entryAt(name, keyLine, keyColumn + Math.max(0, key.indexOf(name)), textValue(text, line, column + indent));
}
