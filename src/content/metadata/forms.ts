/** The forms in which registers write metadata, and the choice among them: the form with the most keys that the series reads. */
import { lowerSeverity } from "../../platform/diagnostics/codes.js";
import type { Diagnostic } from "../../shared/diagnostic.js";
import type { SourceFile } from "../../shared/document.js";
import { linesOf } from "../../shared/lines.js";
import { type TextFormat, textFormat } from "../../shared/text-format.js";
import {
  clearRanges,
  type FieldEntry,
  type FieldValue,
  type LineRange,
  type MetadataForm,
  textValue,
} from "./entries.js";
import { directives, fieldList } from "./field-list.js";
import { type FrontMatter, splitFrontMatter } from "./front-matter.js";
import { readBlock, withColons } from "./key-lines.js";
import { isStatusWord, normalizeKey, usualKeysOf } from "./keys.js";
import { labels, paragraphs } from "./paragraphs.js";
import { headingAt, withSetextHeadings } from "./places.js";
import { list, preamble } from "./preamble.js";
import { sections, shortStatus } from "./sections.js";
import { table } from "./table.js";

/** The readers of the forms after front matter, by name. */
const forms = {
  preamble,
  list,
  table,
  paragraphs,
  sections,
  labels,
  "field-list": fieldList,
  directives,
} satisfies Record<string, MetadataForm>;

type BodyForm = keyof typeof forms;

/**
 * The forms that are tried for texts of each format, in order of preference: of two with equally many keys the first counts. If the series configures
 * a form, only that one is tried.
 */
const formsOf: Readonly<Record<TextFormat, readonly BodyForm[]>> = {
  markdown: ["preamble", "list", "table", "paragraphs", "sections", "labels"],
  mediawiki: ["preamble"],
  rst: ["preamble", "field-list", "directives", "table", "list", "paragraphs"],
};

export type FormName = "yaml" | BodyForm;

export interface Metadata {
  /** Undefined if the text has no metadata in any form, or if its front matter is broken (see the diagnostics). */
  entries: FieldEntry[] | undefined;
  /** The form of most of the fields. */
  form: FormName | undefined;
  /** The text without metadata. */
  body: string;
  /** Line of the file on which `body` begins, from 1. Empty lines replace metadata further down, so that all lines keep their numbers. */
  bodyLine: number;
  /** Lines of the file after front matter that are only metadata; empty if the metadata is in front matter. */
  lineRanges: readonly LineRange[];
  /** The heading above the metadata, which is left out with it. */
  heading?: string | undefined;
  diagnostics: Diagnostic[];
}

/** A line of zero-width spaces, which some editors and websites add. */
const invisibleLine = /^[\s\u200b-\u200d\u2060\ufeff]+$/;

/** If front matter has this many keys of the series, no other form is tried, except sections for a status that it lacks. */
const enoughKeys = 3;

/** Whether front matter has enough fields, and a status if the series has one, so that the text is not searched for more. */
export function isComplete({ entries = [] }: Pick<Metadata, "entries">, seriesKeys: ReadonlySet<string>): boolean {
  const hasEnoughKeys = entries.filter(({ key }) => seriesKeys.has(normalizeKey(key))).length >= enoughKeys;
  return hasEnoughKeys && (!seriesKeys.has("status") || entries.some(isStatusField));
}

/**
 * Reads the metadata of a text from front matter and, unless that has enough fields, from one form after it.
 * @param seriesKeys normalized keys that the series reads.
 * @param formName the only form to try.
 * @param isLenient whether front matter of `key: value` lines that are not YAML is read with a warning.
 */
export function readMetadata(
  source: SourceFile,
  seriesKeys: ReadonlySet<string>,
  formName?: FormName,
  isLenient = false,
): Metadata {
  const strictFront = splitFrontMatter(source);
  const front = (isLenient && readWithoutYaml(source, strictFront)) || strictFront;
  const isKnown = (key: string) => seriesKeys.has(normalizeKey(key));
  const countKeys = (entries: readonly FieldEntry[] = []) => entries.filter(({ key }) => isKnown(key)).length;
  const asYaml: Metadata = { ...withByline(front, isKnown), form: front.entries && "yaml", lineRanges: [] };
  if (formName === "yaml" || (strictFront.diagnostics.length > 0 && !formName)) return asYaml;
  if (isComplete(front, seriesKeys)) return asYaml;
  const frontCount = countKeys(front.entries);
  const bodyLines = front.body.split("\n").map((line) => (invisibleLine.test(line) ? "" : line));
  // The forms get the lines of the whole file, so that positions are those in the file.
  const lines = [...Array<string>(front.bodyLine - 1).fill(""), ...bodyLines];
  const start = front.bodyLine - 1;
  const format = textFormat(source.path) ?? "markdown";
  const input = { lines: (format === "rst" ? withSetextHeadings : withColons)(lines, start), start, isKnown };
  const needsOnlyStatus = frontCount >= enoughKeys;
  const formNames = formName ? [formName] : formsOf[format];
  const results = (needsOnlyStatus ? [] : formNames).flatMap((name) => {
    const result = forms[name](input);
    return result ? [{ name, result, count: countKeys(result.entries) }] : [];
  });
  const [best] = results.filter(({ count }) => count > (formName ? 0 : frontCount)).sort((a, b) => b.count - a.count);
  const record = needsOnlyStatus ? sections(input) : results.find(({ name }) => name === "sections")?.result;
  const bestKeys = new Set(best?.result.entries.map(({ key }) => normalizeKey(key)));
  const frontEntries = front.entries?.filter(({ key }) => !bestKeys.has(normalizeKey(key)));
  const entries = best ? [...(frontEntries ?? []), ...best.result.entries] : front.entries;
  const status = formName || !isKnown("status") || entries?.some(isStatusField) ? undefined : shortStatus(record);
  const linkedEntries = entries && withLinks(status ? [...entries, status] : entries, lines, format);
  if (!best) return { ...asYaml, entries: linkedEntries };
  const { lineRanges } = best.result;
  return {
    entries: linkedEntries,
    form: best.name,
    body: clearRanges(lines, lineRanges).slice(start).join("\n"),
    bodyLine: front.bodyLine,
    lineRanges,
    heading: headingIn(lines, lineRanges),
    diagnostics: front.diagnostics,
  };
}

/** `**By: Ada**` or `**Authors: Ada**` at the beginning of a line. */
const byline = /^(\*\*(?:By|Authors?):\s*)(.+?)\*\*/m;

/** Adds the authors of a line `**By: Ada**` above the first heading to front matter without authors (Scala). */
function withByline(front: FrontMatter, isKnown: (key: string) => boolean): FrontMatter {
  const keys = usualKeysOf("author");
  const key = keys.find(isKnown);
  if (!key || !front.entries || front.entries.some((entry) => keys.includes(normalizeKey(entry.key)))) return front;
  const [opening = ""] = front.body.split(/^#/m, 1);
  const match = byline.exec(opening);
  if (!match) return front;
  const [, open = "", names = ""] = match;
  const line = front.bodyLine - 1 + opening.slice(0, match.index).split("\n").length - 1;
  const keyPosition = { line: line + 1, column: 3 };
  return { ...front, entries: [...front.entries, { key, keyPosition, value: textValue(names, line, open.length) }] };
}

/** Whether a field is the status, in any language. */
const isStatusField = ({ key }: FieldEntry) => isStatusWord(key) || /(?:status|stage|state)$/.test(normalizeKey(key));

/** Reads lines such as `author: @ada, @bob`, which are clear although they are not YAML. Words without a colon are shown: they are a remark. */
function readWithoutYaml(source: SourceFile, front: FrontMatter): FrontMatter | undefined {
  if (front.diagnostics.length === 0 || front.diagnostics.some(({ code }) => code !== "front-matter-yaml"))
    return undefined;
  const lines = linesOf(source.text);
  const end = front.bodyLine - 2;
  const entries = readBlock(lines, 1, end, true);
  const diagnostics = front.diagnostics.map(lowerSeverity);
  if (entries) return { ...front, entries: entries.map(withoutQuotes), diagnostics };
  const words = lines.slice(1, end);
  if (words.some((line) => line.includes(":"))) return undefined;
  return { entries: [], body: [...words, "", front.body].join("\n"), bodyLine: 2, diagnostics };
}

function withoutQuotes(entry: FieldEntry): FieldEntry {
  const { value } = entry;
  const inner = value.kind === "text" ? /^(["'])(.*)\1$/.exec(value.text)?.[2] : undefined;
  return value.kind === "text" && inner !== undefined ? { ...entry, value: { ...value, text: inner } } : entry;
}

/** @returns the heading that fills one of the ranges, if there is one. */
function headingIn(lines: readonly string[], ranges: readonly LineRange[]): string | undefined {
  const headings = ranges.map(([from, to]) => ({ ...headingAt(lines, from), to }));
  return headings.find(({ end, to }) => end === to)?.text;
}

/** A link definition: `[label]: <url> "title"`. */
const definition = /^ {0,3}\[(?!\^)([^[\]]+)\]:[ \t]*<?([^\s<>]+)>?[ \t]*(?:$|["'(])/;
/** A link by reference: `[text][label]`, `[text][]` or `[text]`. */
const reference = /(?<![\w\]!\\])\[([^[\]]+)\](?:\[([^[\]]*)\])?(?![\w[(:])/g;
/** A link of reStructuredText: `` `words <url>`__ ``. */
const rstLink = /`([^`<>]*[^`<>\s])\s*<([^`<>\s]+)>`__?/g;

/** Writes links by reference (`[PR 7][pr]`) and links of reStructuredText as `[text](url)`, the form that the readers of fields understand. */
function withLinks(entries: readonly FieldEntry[], lines: readonly string[], format: TextFormat): FieldEntry[] {
  let definitions: ReadonlyMap<string, string> | undefined;
  const urlOf = (label: string) => {
    definitions ??= definitionsIn(lines);
    return definitions.get(foldedLabel(label));
  };
  const convert = (value: FieldValue): FieldValue => {
    if (value.kind === "list") return { ...value, items: value.items.map(convert) };
    if (value.kind === "map")
      return { ...value, entries: value.entries.map((entry) => ({ ...entry, value: convert(entry.value) })) };
    if (format === "rst") return { ...value, text: value.text.replace(rstLink, "[$1]($2)") };
    const text = value.text.replace(reference, (match, words: string, label = "") => {
      const url = urlOf(label || words);
      return url === undefined ? match : `[${words}](${url})`;
    });
    return { ...value, text };
  };
  return entries.map((entry) => ({ ...entry, value: convert(entry.value) }));
}

/** @returns URLs by label. The first of several definitions of a label counts. */
function definitionsIn(lines: readonly string[]): ReadonlyMap<string, string> {
  const urls = new Map<string, string>();
  for (const line of lines) {
    const [, label = "", url = ""] = (line.includes("]:") && definition.exec(line)) || [];
    if (url && !urls.has(foldedLabel(label))) urls.set(foldedLabel(label), url);
  }
  return urls;
}

const foldedLabel = (label: string) => label.trim().replace(/\s+/g, " ").toLowerCase();
