/**
 * Sections that are fields, as in decision records: "## Status" with the status in its first line and its successor
 * below, and a line `Date: …` under the title. These sections stay in the text.
 */
import { addAll } from "../../shared/lists.js";
import { entryAt, type FieldEntry, type FormInput, type FoundMetadata, type LineRange, textValue } from "./entries.js";
import { plainInline } from "./inline.js";
import { readBlock, readKeyLine } from "./key-lines.js";
import { isFieldWord, isStatusWord, normalizeKey } from "./keys.js";
import { behindHeadings, headingAt } from "./places.js";

/** A longer section is text, not a field. */
const longestField = 12;

/** The sections of one level. Without a status, the text is not a record and these are ordinary headings. */
const level = 2;

export function sections(input: FormInput): FoundMetadata | undefined {
  const { lines, start } = input;
  const entries: FieldEntry[] = [];
  const lineRanges: LineRange[] = [];
  const first = behindHeadings(lines, start);
  if (readKeyLine(lines[first] ?? "")) {
    let end = first;
    while (end < lines.length && lines[end]?.trim()) end++;
    const above = readBlock(lines, first, end);
    if (above?.every(({ key }) => input.isKnown(key))) {
      addAll(entries, above);
      lineRanges.push([first, end]);
    }
  }
  let inFence = false;
  for (let index = start; index < lines.length; index++) {
    if (/^ {0,3}(```|~~~)/.test(lines[index] ?? "")) inFence = !inFence;
    const heading = inFence ? undefined : headingAt(lines, index);
    if (!heading) continue;
    const key = heading.text.replace(/[*_:：]+|^\s*\d+(?:\.\d+)*\.?\s/g, "").trim();
    const isNew = !entries.some((entry) => entry.key.toLowerCase() === key.toLowerCase());
    if (heading.level === level && isNew && isFieldWord(key)) {
      const value = sectionText(lines, heading.end, key);
      if (value) entries.push(entryAt(key, index, (lines[index] ?? "").indexOf(key), value));
    }
    index = heading.end - 1;
  }
  return entries.some(({ key }) => isStatusWord(key)) ? { entries, lineRanges } : undefined;
}

/** The status in a section of a text whose other fields have another form; a sentence is text. */
export function shortStatus(record: FoundMetadata | undefined): FieldEntry | undefined {
  const entry = record?.entries.find(({ key }) => isStatusWord(key));
  const [line = ""] = entry?.value.kind === "text" ? entry.value.text.split("\n") : [];
  return fewWords.test(plainInline(line).replace(/^\[([^[\]]+)\]/, "$1")) ? entry : undefined;
}

const fewWords =
  /^(?!(?:this|the|see|we|it)\b)\p{L}[\p{L}\p{N}-]*(?: [\p{L}\p{N}-]+){0,2}(?:$|\s*[([,;:.–—]|\s(?:by|in|since)\s)/iu;

/** `This BEP is already implemented.` (BNB Chain) */
const inSentence =
  /^This \p{L}+ is (?:already |currently |now |an? )*(?<status>(?:in |under )?\p{L}[\p{L}-]*)(?=[.,;]|$)/u;

/** The first line may repeat the heading: "## Status" and then "- Status: Draft". */
function sectionText(lines: readonly string[], start: number, key: string) {
  let end = start;
  while (end < lines.length && !headingAt(lines, end)) end++;
  const filled = [...Array(end - start).keys()].map((index) => start + index).filter((index) => lines[index]?.trim());
  const [first] = filled;
  if (first === undefined || filled.length > longestField) return undefined;
  const line = lines[first] ?? "";
  const open = /^\s*(?:[-*+]\s+)?/.exec(line)?.[0].length ?? 0;
  const again = readKeyLine(line.slice(open));
  const begin = again && normalizeKey(again.key) === normalizeKey(key) ? open + again.valueColumn : open;
  const { status } = (isStatusWord(key) && inSentence.exec(line.slice(begin))?.groups) || {};
  const column = status === undefined ? begin : line.indexOf(status, begin);
  const firstText = status ?? line.slice(column).trimEnd();
  const more = filled.slice(1).map((index) => (lines[index] ?? "").trim().replace(/^[-*+]\s+/, ""));
  return textValue([firstText, ...more].join("\n"), first, column, firstText.length);
}
