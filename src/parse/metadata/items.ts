/** Lists of values below a key: `Authors:` and then `* Ada`, `* Bob`. */
import { type FieldValue, textValue } from "./entries.js";

/** The beginning of an item. */
export const marker = /^(\s*)[-*+][ \t]+(?=\S)/;

/**
 * The values of a list that consists only of values; items may go on in the next line, and have empty lines between
 * them.
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
    const [open = ""] = marker.exec(line) ?? [];
    if (open === "") break;
    end = index + 1;
    const goesOn = (at: number) => lines[at]?.trim() && !marker.test(lines[at] ?? "") && !isNext(at);
    while (end < close && goesOn(end)) end++;
    const [first = "", ...more] = lines.slice(index, end).map((one) =>
      one
        .trim()
        .replace(/(?<!\\)\\$/, "")
        .trim(),
    );
    const own = first.replace(marker, "");
    items.push(textValue([own, ...more].join("\n"), index, open.length, own.length));
    index = end;
    while (index < close && lines[index]?.trim() === "") index++;
  }
  return { items, end };
}
