/** Metadata in paragraphs `Key: value` with empty lines between them, under a heading such as Preamble or at the top. */
import { addAll } from "../../shared/lists.js";
import type { FieldEntry, FormInput, FoundMetadata } from "./entries.js";
import { behindRule, endOfBlock, plainItems, readBlock, readKeyLine } from "./key-lines.js";
import { announcement, behindHeadings, headingAt, skipSilence } from "./places.js";

export function paragraphs({ lines, start }: FormInput): FoundMetadata | undefined {
  const first = behindHeadings(lines, start);
  const entries: FieldEntry[] = [];
  const isNext = (index: number) => Boolean(readKeyLine(lines[index] ?? "") ?? headingAt(lines, index));
  let end = first;
  for (let index = first; readKeyLine(lines[index] ?? "") && !headingAt(lines, index); ) {
    const close = endOfField(lines, index);
    const own = readBlock(lines, index, close, true);
    if (!own) break;
    addAll(entries, own);
    end = behindRule(lines, close);
    index = skipSilence(lines, close);
    const last = own.at(-1);
    const begun = last?.value.kind === "list" ? last.value.items : [];
    const hasItems = begun.length > 0 || (last?.value.kind === "text" && last.value.text === "");
    const values = hasItems ? plainItems(lines, index, isNext) : undefined;
    if (last && values?.items[0]) {
      const { position, length } = begun[0] ?? values.items[0];
      last.value = { kind: "list", items: [...begun, ...values.items], position, length };
      end = values.end;
      index = skipSilence(lines, values.end);
    }
  }
  return entries.length > 0 ? { entries, taken: [announcement(lines, first), [first, end]] } : undefined;
}

/** The value of a key without one may be the next paragraph, if it is indented. */
function endOfField(lines: readonly string[], start: number): number {
  let end = endOfBlock(lines, start);
  for (
    let next = skipEmpty(lines, end);
    readKeyLine(lines[end - 1] ?? "")?.value === "" && indented.test(lines[next] ?? "");
  ) {
    end = endOfBlock(lines, next);
    next = skipEmpty(lines, end);
  }
  return end;
}

const indented = /^(?: {2,}|\t)\s*[^\s*+-]/;

function skipEmpty(lines: readonly string[], start: number): number {
  let index = start;
  while (index < lines.length && lines[index]?.trim() === "") index++;
  return index;
}
