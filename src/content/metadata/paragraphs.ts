/** Metadata in paragraphs `Key: value` with empty lines between them, under a heading such as Preamble or at the top. */
import { addAll } from "../../shared/lists.js";
import { entryAt, type FieldEntry, type FormInput, type FoundMetadata, textValue } from "./entries.js";
import { behindRule, endOfBlock, plainItems, readBlock, readKeyLine } from "./key-lines.js";
import { announcement, behindHeadings, headingAt, skipRemarks, skipSilence } from "./places.js";

// Metadata in one line of labels below the first headings: "`draft` `optional`" is a status and a tag.

const line = /^\s*`[a-z][a-z -]{0,30}`(?:[\s,]+`[a-z][a-z -]{0,30}`)*\s*$/i;

/** Without one of these first, the line is code. */
const statuses =
  /^(?:idea|draft|proposed|review|accepted|active|final|living|stable|deprecated|stagnant|withdrawn|rejected|superseded|obsolete)$/i;

export function labels({ lines, start }: FormInput): FoundMetadata | undefined {
  const text = skipRemarks(lines, start);
  const index = behindHeadings(lines, text);
  const written = lines[index] ?? "";
  if (index === text || !line.test(written) || lines[index + 1]?.trim()) return undefined;
  const [status, ...tags] = [...written.matchAll(/`([^`]+)`/g)].map(({ 1: label = "", index: column }) =>
    textValue(label.trim(), index, column + 1),
  );
  if (status?.kind !== "text" || !statuses.test(status.text)) return undefined;
  const entry = (key: string, value: FieldEntry["value"]) => entryAt(key, index, value.position.column - 1, value);
  const [first] = tags;
  const entries = [entry("status", status)];
  if (first) entries.push(entry("tags", { ...first, kind: "list", items: tags }));
  return { entries, lineRanges: [[index, index + 1]] };
}

export function paragraphs({ lines, start }: FormInput): FoundMetadata | undefined {
  const first = behindHeadings(lines, start);
  const entries: FieldEntry[] = [];
  const isNext = (index: number) => Boolean(readKeyLine(lines[index] ?? "") ?? headingAt(lines, index));
  let end = first;
  for (let index = first; readKeyLine(lines[index] ?? "") && !headingAt(lines, index); ) {
    const close = endOfField(lines, index);
    const block = readBlock(lines, index, close, true);
    if (!block) break;
    addAll(entries, block);
    end = behindRule(lines, close);
    index = skipSilence(lines, close);
    const last = block.at(-1);
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
  return entries.length > 0 ? { entries, lineRanges: [announcement(lines, first), [first, end]] } : undefined;
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
