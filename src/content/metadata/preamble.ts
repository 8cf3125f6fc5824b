/**
 * A preamble of `Key: value` lines: in `<pre>` or a code element of MediaWiki, in a code fence, or bare at the top. In the
 * first two, other text may come before it, but no section: in one, it is an example.
 */
import { decodeHTMLStrict } from "entities";
import { cleanText } from "../../shared/clean-text.js";
import {
  entryAt,
  type FieldEntry,
  type FieldValue,
  type FormInput,
  type FoundMetadata,
  type LineRange,
  textValue,
} from "./entries.js";
import { behindRule, endOfBlock, itemMarker, readBlock, readKeyLine } from "./key-lines.js";
import { announcement, behindHeadings, headingAt, skipSilence } from "./places.js";

/** A preamble that begins after this many lines of a text is an example. */
const farDown = 120;

export function preamble(input: FormInput): FoundMetadata | undefined {
  return framed(input) ?? bare(input) ?? quoted(input);
}

/** Lines or a list of fields in a quotation, before or after the headings at the top: `> Status: Draft`. */
function quoted(input: FormInput): FoundMetadata | undefined {
  const { lines, start } = input;
  for (const first of new Set([skipSilence(lines, start), behindHeadings(lines, start, skipSilence)])) {
    let end = first;
    while (quoteMark.test(lines[end] ?? "")) end++;
    if (end === first) continue;
    // A space instead of the mark keeps the places of what is behind it.
    const inner = lines.slice(0, end).map((line, index) => (index < first ? "" : line.replace(quoteMark, "$1 ")));
    const within = { ...input, lines: inner, start: first };
    const metadata = bare(within) ?? list(within);
    const metadataLines = new Set(
      metadata?.lineRanges.flatMap(([from, to]) => [...Array(to - from).keys()].map((index) => from + index)),
    );
    // A quotation with other words is a quotation.
    const isWhole = inner.every((line, index) => line.trim() === "" || metadataLines.has(index));
    if (metadata && isWhole)
      return { entries: metadata.entries, lineRanges: [announcement(lines, first), [first, end]] };
  }
  return undefined;
}

const quoteMark = /^( {0,3})>/;

/** The first framed block that can be read as fields and has two keys of the series. */
function framed({ lines, start, isKnown }: FormInput): FoundMetadata | undefined {
  const top = behindHeadings(lines, start);
  let headings = 0;
  for (let index = start; index < Math.min(lines.length, start + farDown); index++) {
    const block = elementBlock(lines, index) ?? fencedBlock(lines, index);
    if (!block) {
      const heading = headingAt(lines, index);
      if (heading) headings++;
      if (heading) index = heading.end - 1;
      continue;
    }
    const [from, to] = block.inner;
    const written = from < to ? readBlock(lines, from, to, true) : undefined;
    const entries = block.isHtml ? written?.map(decoded) : written;
    const announced = announcement(lines, index);
    const isExample = index > top && headings > 1 && announced[0] === announced[1];
    if (!isExample && entries && entries.filter(({ key }) => isKnown(key)).length >= 2)
      return { entries, lineRanges: [announced, [index, block.end]] };
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

/** The field as a browser shows it. An ampersand in an address is not an entity unless it ends like one. */
function decoded(entry: FieldEntry): FieldEntry {
  return { ...entry, value: decodedValue(entry.value) };
}

function decodedValue(value: FieldValue): FieldValue {
  if (value.kind === "text") return { ...value, text: cleanText(decodeHTMLStrict(value.text)) };
  if (value.kind === "list") return { ...value, items: value.items.map(decodedValue) };
  return { ...value, entries: value.entries.map(decoded) };
}

/** Elements around code: in all but the first, signs of HTML are only text. */
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

/** The first paragraph, before or after the headings at the top. A line `---` ends it: front matter that was never opened. */
function bare({ lines, start }: FormInput): FoundMetadata | undefined {
  for (const first of new Set([skipSilence(lines, start), behindHeadings(lines, start)])) {
    if (!readKeyLine(lines[first] ?? "")) continue;
    const end = endOfBlock(lines, first);
    const entries = readBlock(lines, first, end);
    if (entries) return { entries, lineRanges: [announcement(lines, first), [first, behindRule(lines, end)]] };
  }
  return undefined;
}

// Metadata in a list with items `Key: value`, under the first heading or at the top. Items of a nested list are the values of a field.

export function list({ lines, start }: FormInput): FoundMetadata | undefined {
  const first = behindHeadings(lines, start);
  const mark = itemMarker.exec(lines[first] ?? "")?.[0].trim();
  const base = itemMarker.exec(lines[first] ?? "")?.[1]?.length;
  if (base === undefined) return undefined;
  const entries: FieldEntry[] = [];
  const lineRanges: LineRange[] = [announcement(lines, first)];
  let furtherItems = 0;
  for (let index = first; index < lines.length; ) {
    const [open = ""] = itemMarker.exec(lines[index] ?? "") ?? [];
    if (open === "" || /^\s*/.exec(open)?.[0].length !== base) break;
    const head = readKeyLine((lines[index] ?? "").slice(open.length));
    const close = endOfItem(lines, index, base);
    if (head) {
      const value = itemValue(lines, index, close, head.value, open.length + head.valueColumn);
      entries.push(entryAt(head.key, index, open.length + head.keyColumn, value));
      lineRanges.push([index, close]);
    } else if (open.trim() === mark) {
      furtherItems++;
    } else {
      // Another mark begins another list, in Markdown too: the links below the fields of Swift's SE-0450.
      break;
    }
    index = close;
    while (index < lines.length && lines[index]?.trim() === "") index++;
  }
  // Other items stay in the text.
  return entries.length > furtherItems ? { entries, lineRanges } : undefined;
}

/** An item continues on indented lines, and with the rest of its paragraph. */
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
  const more = [...Array(end - index - 1).keys()].map((offset) => index + 1 + offset);
  const items = more.flatMap((offset) => {
    const [open = ""] = itemMarker.exec(lines[offset] ?? "") ?? [];
    return open ? [textValue((lines[offset] ?? "").slice(open.length).trim(), offset, open.length)] : [];
  });
  const text = [value, ...more.map((offset) => (lines[offset] ?? "").trim())].filter(Boolean).join("\n");
  const firstText = textValue(text, index, column, value.length);
  if (items.length === 0 || items.length < more.length) return firstText;
  const { position, length } = firstText;
  return { kind: "list", items: value ? [textValue(value, index, column), ...items] : items, position, length };
}
