/** Metadata in a list with items `Key: value`, under the first heading or at the top. Items of a nested list are the values of a field. */
import {
  entryAt,
  type FieldEntry,
  type FieldValue,
  type FormInput,
  type FoundMetadata,
  type LineRange,
  textValue,
} from "./entries.js";
import { marker, readKeyLine } from "./key-lines.js";
import { announcement, behindHeadings } from "./places.js";

export function list({ lines, start }: FormInput): FoundMetadata | undefined {
  const first = behindHeadings(lines, start);
  const base = marker.exec(lines[first] ?? "")?.[1]?.length;
  if (base === undefined) return undefined;
  const entries: FieldEntry[] = [];
  const taken: LineRange[] = [announcement(lines, first)];
  let others = 0;
  for (let index = first; index < lines.length; ) {
    const [open = ""] = marker.exec(lines[index] ?? "") ?? [];
    if (open === "" || /^\s*/.exec(open)?.[0].length !== base) break;
    const head = readKeyLine((lines[index] ?? "").slice(open.length));
    const close = endOfItem(lines, index, base);
    if (head) {
      const value = itemValue(lines, index, close, head.value, open.length + head.valueColumn);
      entries.push(entryAt(head.key, index, open.length + head.keyColumn, value));
      taken.push([index, close]);
    } else {
      others++;
    }
    index = close;
    while (index < lines.length && lines[index]?.trim() === "") index++;
  }
  // Other items stay in the text.
  return entries.length > others ? { entries, taken } : undefined;
}

/** An item continues on indented lines, and with the rest of its paragraph. */
function endOfItem(lines: readonly string[], index: number, base: number): number {
  let end = index + 1;
  while (end < lines.length && lines[end]?.trim()) {
    const indent = /^\s*/.exec(lines[end] ?? "")?.[0].length ?? 0;
    if (indent <= base && (marker.test(lines[end] ?? "") || /^(#|<|\||```|~~~|---)/.test(lines[end] ?? ""))) break;
    end++;
  }
  return end;
}

function itemValue(lines: readonly string[], index: number, end: number, value: string, column: number): FieldValue {
  const more = [...Array(end - index - 1).keys()].map((at) => index + 1 + at);
  const items = more.flatMap((at) => {
    const [open = ""] = marker.exec(lines[at] ?? "") ?? [];
    return open ? [textValue((lines[at] ?? "").slice(open.length).trim(), at, open.length)] : [];
  });
  const text = [value, ...more.map((at) => (lines[at] ?? "").trim())].filter(Boolean).join("\n");
  const own = textValue(text, index, column, value.length);
  if (items.length === 0 || items.length < more.length) return own;
  const { position, length } = own;
  return { kind: "list", items: value ? [textValue(value, index, column), ...items] : items, position, length };
}
