/**
 * Sections as fields, as decision records have them: "## Status" with the status in its first line and its successor below, and a line `Date: …` below
 * the title. These sections stay in the text.
 */
import { addAll } from "../../shared/lists.js";
import { codeFences } from "../../shared/text-format.js";
import { entryAt, type FieldEntry, type FormInput, type FormResult, type LineRange, textValue } from "./entries.js";
import { plainInline } from "./inline.js";
import { filledLines, readBlock, readKeyLine } from "./key-lines.js";
import { isFieldWord, isStatusWord, normalizeKey } from "./keys.js";
import { headingAt, skipHeadings } from "./places.js";

/** A section with more lines is not a field. */
const maxFieldLines = 12;

/** The level of the headings of such sections. */
const fieldLevel = 2;

/** @returns undefined if there is no status: then the text is not a record, and its headings are not fields. */
export function sections(input: FormInput): FormResult | undefined {
  const { lines, start } = input;
  const entries: FieldEntry[] = [];
  const lineRanges: LineRange[] = [];
  const first = skipHeadings(lines, start);
  if (readKeyLine(lines[first] ?? "")) {
    let end = first;
    while (end < lines.length && lines[end]?.trim()) end++;
    const above = readBlock(lines, first, end);
    if (above?.every(({ key }) => input.isKnown(key))) {
      addAll(entries, above);
      lineRanges.push([first, end]);
    }
  }
  const isCode = codeFences();
  for (let index = start; index < lines.length; index++) {
    const heading = isCode(lines[index] ?? "") ? undefined : headingAt(lines, index);
    if (!heading) continue;
    // Without emphasis, colons, and the number or the picture before a heading.
    const key = heading.text.replace(/[*_:：]+|^\P{L}+/gu, "").trim();
    const isNew = !entries.some((entry) => entry.key.toLowerCase() === key.toLowerCase());
    if (heading.level === fieldLevel && isNew && isFieldWord(key)) {
      const value = sectionText(lines, heading.end, key);
      if (value) entries.push(entryAt(key, index, (lines[index] ?? "").indexOf(key), value));
    }
    index = heading.end - 1;
  }
  return entries.some(({ key }) => isStatusWord(key)) ? { entries, lineRanges } : undefined;
}

/** @returns the status in a section, for a text whose other fields have another form, unless its first line is a sentence. */
export function shortStatus(record: FormResult | undefined): FieldEntry | undefined {
  const entry = record?.entries.find(({ key }) => isStatusWord(key));
  const [line = ""] = entry?.value.kind === "text" ? entry.value.text.split("\n") : [];
  return fewWords.test(plainInline(line).replace(/^\[([^[\]]+)\]/, "$1")) ? entry : undefined;
}

/** One to three words, alone or before punctuation or `by`, `in`, `since`. */
const fewWords =
  /^(?!(?:this|the|see|we|it)\b)\p{L}[\p{L}\p{N}-]*(?: [\p{L}\p{N}-]+){0,2}(?:$|\s*[([,;:.–—]|\s(?:by|in|since)\s)/iu;

/** A sentence with the status: `This BEP is already implemented.` (BNB Chain) */
const statusSentence =
  /^This \p{L}+ is (?:already |currently |now |an? )*(?<status>(?:in |under )?\p{L}[\p{L}-]*)(?=[.,;]|$)/u;

/** Reads the text of a section as a value. Its first line may repeat the heading: "## Status" and then "- Status: Draft". */
function sectionText(lines: readonly string[], start: number, key: string) {
  let end = start;
  while (end < lines.length && !headingAt(lines, end)) end++;
  const [first, ...furtherLines] = filledLines(lines, start, end);
  if (first === undefined || furtherLines.length >= maxFieldLines) return undefined;
  const line = lines[first] ?? "";
  const textColumn = /^\s*(?:[-*+]\s+)?/.exec(line)?.[0].length ?? 0;
  const keyLine = readKeyLine(line.slice(textColumn));
  const repeatsKey = keyLine && normalizeKey(keyLine.key) === normalizeKey(key);
  const valueColumn = repeatsKey ? textColumn + keyLine.valueColumn : textColumn;
  const { status } = (isStatusWord(key) && statusSentence.exec(line.slice(valueColumn))?.groups) || {};
  const column = status === undefined ? valueColumn : line.indexOf(status, valueColumn);
  const firstText = status ?? line.slice(column).trimEnd();
  const texts = furtherLines.map((index) => (lines[index] ?? "").trim().replace(/^[-*+]\s+/, ""));
  return textValue([firstText, ...texts].join("\n"), first, column, firstText.length);
}
