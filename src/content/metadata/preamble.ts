/**
 * A preamble of `Key: value` lines: in a frame (`<pre>`, a code element of MediaWiki, a code fence or a literal block), unframed at the top of a text, or in a quotation.
 * Other text may come before a framed preamble, but no section, because a framed block in a section is an example.
 */
import { decodeHTMLStrict } from "entities";
import { cleanText } from "../../shared/clean-text.js";
import {
  clearRanges,
  entryAt,
  type FieldEntry,
  type FieldValue,
  type FormInput,
  type FormResult,
  type LineRange,
  textValue,
} from "./entries.js";
import { endOfBlock, itemMarker, readBlock, readKeyLine, skipRule } from "./key-lines.js";
import { headingAt, metadataHeadingAbove, skipEmpty, skipHeadings, skipInvisible } from "./places.js";

/** A framed block after this many lines of a text is an example. */
const maxFirstLine = 120;

export function preamble(input: FormInput): FormResult | undefined {
  return readFramed(input) ?? readUnframed(input) ?? readQuoted(input);
}

/** Reads lines or a list of fields in a quotation, before or after the headings at the top: `> Status: Draft`. */
function readQuoted(input: FormInput): FormResult | undefined {
  const { lines, start } = input;
  for (const first of new Set([skipInvisible(lines, start), skipHeadings(lines, start, skipInvisible)])) {
    let end = first;
    while (quoteMark.test(lines[end] ?? "")) end++;
    if (end === first) continue;
    // A space replaces the mark, so that the columns after it do not change.
    const inner = lines.slice(0, end).map((line, index) => (index < first ? "" : line.replace(quoteMark, "$1 ")));
    const innerInput = { ...input, lines: inner, start: first };
    const result = readUnframed(innerInput) ?? list(innerInput);
    // A quotation with other words is not metadata.
    if (result && clearRanges(inner, result.lineRanges).every((line) => line.trim() === ""))
      return { entries: result.entries, lineRanges: [metadataHeadingAbove(lines, first), [first, end]] };
  }
  return undefined;
}

const quoteMark = /^( {0,3})>/;

/** Reads the first framed block of fields with two keys of the series. */
function readFramed({ lines, start, isKnown }: FormInput): FormResult | undefined {
  const top = skipHeadings(lines, start);
  let headings = 0;
  for (let index = start; index < Math.min(lines.length, start + maxFirstLine); index++) {
    const block = elementBlock(lines, index) ?? fencedBlock(lines, index) ?? literalBlock(lines, index);
    if (!block) {
      const heading = headingAt(lines, index);
      if (heading) headings++;
      if (heading) index = heading.end - 1;
      continue;
    }
    const [from, to] = block.inner;
    const fields = readBlock(lines, from, to, true);
    const entries = block.isHtml ? fields?.map(decodeEntry) : fields;
    const headingRange = metadataHeadingAbove(lines, index);
    const isExample = index > top && headings > 1 && headingRange[0] === headingRange[1];
    if (!isExample && entries && entries.filter(({ key }) => isKnown(key)).length >= 2)
      return { entries, lineRanges: [headingRange, [index, block.end]] };
    index = block.end - 1;
  }
  return undefined;
}

interface Frame {
  inner: LineRange;
  /** Index of the line after the frame. */
  end: number;
  isHtml?: true;
}

/** Decodes entities. Without a semicolon, `&copy` in a URL is not an entity. */
function decodeEntry(entry: FieldEntry): FieldEntry {
  return { ...entry, value: decodeValue(entry.value) };
}

function decodeValue(value: FieldValue): FieldValue {
  if (value.kind === "text") return { ...value, text: cleanText(decodeHTMLStrict(value.text)) };
  if (value.kind === "list") return { ...value, items: value.items.map(decodeValue) };
  return { ...value, entries: value.entries.map(decodeEntry) };
}

/** Finds a block between the tags of an element for code. Only `<pre>` contains entities of HTML. */
function elementBlock(lines: readonly string[], index: number): Frame | undefined {
  const name = /^\s*<(pre|source|syntaxhighlight)\b[^>]*>\s*$/i.exec(lines[index] ?? "")?.[1]?.toLowerCase();
  if (name === undefined) return undefined;
  const endTag = `</${name}>`;
  const close = lines.findIndex((line, offset) => offset > index && line.toLowerCase().includes(endTag));
  if (close === -1 || lines[close]?.trim().toLowerCase() !== endTag) return undefined;
  return { inner: [index + 1, close], end: close + 1, ...(name === "pre" && { isHtml: true }) };
}

function fencedBlock(lines: readonly string[], index: number): Frame | undefined {
  const fence = /^ {0,3}(`{3,}|~{3,}(?!~))[^`]*$/.exec(lines[index] ?? "")?.[1];
  if (!fence) return undefined;
  const close = lines.findIndex(
    (line, offset) =>
      offset > index && line.trim().startsWith(fence) && line.trim().replaceAll(fence[0] as string, "") === "",
  );
  return close === -1 ? undefined : { inner: [index + 1, close], end: close + 1 };
}

/** Finds the indented lines after a line `::` of reStructuredText. */
function literalBlock(lines: readonly string[], index: number): Frame | undefined {
  if (lines[index]?.trim() !== "::") return undefined;
  const from = skipEmpty(lines, index + 1);
  let end = from;
  while (/^\s+\S/.test(lines[end] ?? "")) end++;
  return { inner: [from, end], end };
}

/** Reads the first paragraph, before or after the headings at the top. A line `---` ends it, because front matter may lack its first line. */
function readUnframed({ lines, start }: FormInput): FormResult | undefined {
  for (const first of new Set([skipInvisible(lines, start), skipHeadings(lines, start)])) {
    if (!readKeyLine(lines[first] ?? "")) continue;
    const end = endOfBlock(lines, first);
    const entries = readBlock(lines, first, end);
    if (entries) return { entries, lineRanges: [metadataHeadingAbove(lines, first), [first, skipRule(lines, end)]] };
  }
  return undefined;
}

/** Reads a list with items `Key: value`, below the headings at the top, or between rules. Items of a nested list are the values of a field. */
export function list({ lines, start }: FormInput): FormResult | undefined {
  const top = skipHeadings(lines, start);
  const ruleEnd = skipRule(lines, top);
  const first = skipInvisible(lines, ruleEnd);
  const [firstMark, indent] = itemMarker.exec(lines[first] ?? "") ?? [];
  const base = indent?.length;
  if (firstMark === undefined || base === undefined) return undefined;
  const entries: FieldEntry[] = [];
  const lineRanges: LineRange[] = [metadataHeadingAbove(lines, top), [top, ruleEnd]];
  let otherItems = 0;
  let index = first;
  while (index < lines.length) {
    const [open = ""] = itemMarker.exec(lines[index] ?? "") ?? [];
    if (open === "" || /^\s*/.exec(open)?.[0].length !== base) break;
    const head = readKeyLine((lines[index] ?? "").slice(open.length));
    const close = endOfItem(lines, index, base);
    if (head) {
      const value = itemValue(lines, index, close, head.value, open.length + head.valueColumn);
      entries.push(entryAt(head.key, index, open.length + head.keyColumn, value));
      lineRanges.push([index, close]);
    } else if (open.trim() === firstMark.trim()) otherItems++;
    // In Markdown another mark begins another list, such as the links below the fields of Swift's SE-0450.
    else break;
    index = skipEmpty(lines, close);
  }
  if (ruleEnd > top) lineRanges.push([index, skipRule(lines, index)]);
  // Items that are not fields stay in the text.
  return entries.length > otherItems ? { entries, lineRanges } : undefined;
}

/** Finds the end of an item, which has indented lines and the other lines of its paragraph. */
function endOfItem(lines: readonly string[], index: number, base: number): number {
  let end = index + 1;
  while (end < lines.length && lines[end]?.trim()) {
    const indent = /^\s*/.exec(lines[end] ?? "")?.[0].length ?? 0;
    if (indent <= base && (itemMarker.test(lines[end] ?? "") || /^(#|<|\||```|~~~|---)/.test(lines[end] ?? ""))) break;
    end++;
  }
  return end;
}

function itemValue(lines: readonly string[], index: number, end: number, value: string, column: number): FieldValue {
  const furtherLines = lines.slice(index + 1, end);
  const items = furtherLines.flatMap((line, offset) => {
    const [open = ""] = itemMarker.exec(line) ?? [];
    return open ? [textValue(line.slice(open.length).trim(), index + 1 + offset, open.length)] : [];
  });
  const text = [value, ...furtherLines.map((line) => line.trim())].filter(Boolean).join("\n");
  const firstText = textValue(text, index, column, value.length);
  if (items.length === 0 || items.length < furtherLines.length) return firstText;
  const { position, length } = firstText;
  return { kind: "list", items: value ? [textValue(value, index, column), ...items] : items, position, length };
}
