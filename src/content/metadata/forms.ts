/**
 * The forms in which registers write metadata, in one list, and the choice among them: the form that explains most of
 * the keys that the series reads.
 */
import { lowerSeverity } from "../../platform/diagnostics/codes.js";
import type { Diagnostic } from "../../shared/diagnostic.js";
import type { SourceFile } from "../../shared/document.js";
import { linesOf } from "../../shared/lines.js";
import { type TextFormat, textFormat } from "../../shared/text-format.js";
import {
  type FieldEntry,
  type FieldValue,
  type FoundMetadata,
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
import { rstTable } from "./rst-tables.js";
import { sections, shortStatus } from "./sections.js";
import { table } from "./table.js";

/** In order of preference, for texts that two forms explain equally well. */
const forms = {
  preamble,
  list,
  table: (input) => table(input) ?? rstTable(input),
  paragraphs,
  sections,
  labels,
  "field-list": fieldList,
  directives,
} satisfies Record<string, MetadataForm>;

type OtherForm = keyof typeof forms;

/** The forms that texts of each format have, when their series asks for none. */
const formsOf: Readonly<Record<TextFormat, readonly OtherForm[]>> = {
  markdown: ["preamble", "list", "table", "paragraphs", "sections", "labels"],
  mediawiki: ["preamble"],
  rst: ["preamble", "field-list", "directives", "table", "paragraphs"],
};

export type FormName = "yaml" | OtherForm;

export interface Metadata {
  /** Undefined if the text has no metadata in any form, or if its front matter is broken (see the diagnostics). */
  entries: FieldEntry[] | undefined;
  /** The form of most of the fields. */
  form: FormName | undefined;
  /** The text without metadata. */
  body: string;
  /** Line of the file on which `body` begins, from 1. Metadata further down is replaced by empty lines, so that all lines keep their numbers. */
  bodyLine: number;
  /** Lines after front matter that are only metadata, in the whole file; empty if the metadata is in front matter. */
  lineRanges: readonly LineRange[];
  /** The heading above it that is left out with it. */
  heading?: string | undefined;
  diagnostics: Diagnostic[];
}

/** Lines of zero-width spaces: some editors and websites add them. */
const looksEmpty = /^[\s\u200b-\u200d\u2060\ufeff]+$/;

/** If front matter has this many keys of the series, no other form is looked for. */
const plenty = 3;

function hasPlenty({ entries = [] }: Pick<Metadata, "entries">, seriesKeys: ReadonlySet<string>): boolean {
  return entries.filter(({ key }) => seriesKeys.has(normalizeKey(key))).length >= plenty;
}

/** Whether front matter has enough fields, and a status if the series has one, so that the text is not searched for more. */
export function isComplete(front: Pick<Metadata, "entries">, seriesKeys: ReadonlySet<string>): boolean {
  return hasPlenty(front, seriesKeys) && (!seriesKeys.has("status") || front.entries?.some(namesStatus) === true);
}

/**
 * @param seriesKeys normalized keys that the series reads.
 * @param formName the only form to look for.
 * @param isLenient whether front matter that is not YAML, but consists of `key: value` lines, is read with a warning.
 */
export function readMetadata(
  source: SourceFile,
  seriesKeys: ReadonlySet<string>,
  formName?: FormName,
  isLenient = false,
): Metadata {
  const written = splitFrontMatter(source);
  const front = (isLenient && withoutYaml(source, written)) || written;
  const isKnown = (key: string) => seriesKeys.has(normalizeKey(key));
  const asYaml: Metadata = { ...withByline(front, isKnown), form: front.entries && "yaml", lineRanges: [] };
  if (formName === "yaml" || (written.diagnostics.length > 0 && !formName)) return asYaml;
  if (isComplete(front, seriesKeys)) return asYaml;
  const isEnough = hasPlenty(front, seriesKeys);
  const frontCount = front.entries?.filter(({ key }) => isKnown(key)).length ?? 0;
  const bodyLines = front.body.split("\n").map((line) => (looksEmpty.test(line) ? "" : line));
  // The forms get the lines of the whole file, so that their places are those of the file.
  const lines = [...Array<string>(front.bodyLine - 1).fill(""), ...bodyLines];
  const start = front.bodyLine - 1;
  const format = textFormat(source.path) ?? "markdown";
  const input = { lines: (format === "rst" ? withSetextHeadings : withColons)(lines, start), start, isKnown };
  const names = isEnough ? [] : formName ? [formName] : formsOf[format];
  let best: { name: OtherForm; read: FoundMetadata; count: number } | undefined;
  let record = isEnough ? sections(input) : undefined;
  for (const name of names) {
    const metadata = forms[name](input);
    if (name === "sections") record = metadata;
    const count = metadata?.entries.filter(({ key }) => isKnown(key)).length ?? 0;
    if (metadata && count > (best?.count ?? (formName ? 0 : frontCount))) best = { name, read: metadata, count };
  }
  const bestKeys = new Set(best?.read.entries.map(({ key }) => normalizeKey(key)));
  const fieldEntries = front.entries?.filter(({ key }) => !bestKeys.has(normalizeKey(key)));
  const entries = best ? [...(fieldEntries ?? []), ...best.read.entries] : front.entries;
  const status = formName || !isKnown("status") || entries?.some(namesStatus) ? undefined : shortStatus(record);
  const all = entries && withLinks(status ? [...entries, status] : entries, lines, format);
  if (!best) return { ...asYaml, entries: all };
  return {
    entries: all,
    form: best.name,
    body: without(lines, best.read.lineRanges, input.start).join("\n"),
    bodyLine: front.bodyLine,
    lineRanges: best.read.lineRanges,
    heading: headingIn(lines, best.read.lineRanges),
    diagnostics: front.diagnostics,
  };
}

const byline = /^(\*\*By:\s*)(.+?)\*\*/m;

/** Front matter without authors, with those of a line `**By: Ada**` above the first heading (Scala). */
function withByline(front: FrontMatter, isKnown: (key: string) => boolean): FrontMatter {
  const keys = usualKeysOf("author");
  const key = keys.find(isKnown);
  if (!key || !front.entries || front.entries.some((entry) => keys.includes(normalizeKey(entry.key)))) return front;
  const [opening = ""] = front.body.split(/^#/m, 1);
  const match = byline.exec(opening);
  if (!match) return front;
  const [, open = "", names = ""] = match;
  const line = front.bodyLine - 1 + opening.slice(0, match.index).split("\n").length - 1;
  const keyPosition = { line: line + 1, column: open.indexOf("By") + 1 };
  return { ...front, entries: [...front.entries, { key, keyPosition, value: textValue(names, line, open.length) }] };
}

/** A text with such a key has its status there. */
const namesStatus = ({ key }: FieldEntry) => isStatusWord(key) || /(?:status|stage|state)$/.test(normalizeKey(key));

/** `author: @ada, @bob` is not YAML, but everybody understands it. */
function withoutYaml(source: SourceFile, front: FrontMatter): FrontMatter | undefined {
  if (front.diagnostics.length === 0 || front.diagnostics.some(({ code }) => code !== "front-matter-yaml"))
    return undefined;
  const entries = readBlock(linesOf(source.text), 1, front.bodyLine - 2, true);
  const diagnostics = front.diagnostics.map(lowerSeverity);
  return entries && { ...front, entries: entries.map(withoutQuotes), diagnostics };
}

function withoutQuotes(entry: FieldEntry): FieldEntry {
  const { value } = entry;
  const inner = value.kind === "text" ? /^(["'])(.*)\1$/.exec(value.text)?.[2] : undefined;
  return value.kind === "text" && inner !== undefined ? { ...entry, value: { ...value, text: inner } } : entry;
}

function without(lines: readonly string[], ranges: readonly LineRange[], start: number): string[] {
  return lines
    .slice(start)
    .map((line, index) => (ranges.some(([from, to]) => index + start >= from && index + start < to) ? "" : line));
}

function headingIn(lines: readonly string[], ranges: readonly LineRange[]): string | undefined {
  const headings = ranges.map(([from, to]) => ({ ...headingAt(lines, from), to }));
  return headings.find(({ end, to }) => end === to)?.text;
}

const definition = /^ {0,3}\[(?!\^)([^[\]]+)\]:[ \t]*<?([^\s<>]+)>?[ \t]*(?:$|["'(])/;
const reference = /(?<![\w\]!\\])\[([^[\]]+)\](?:\[([^[\]]*)\])?(?![\w[(:])/g;

/** `` `words <url>`__ `` */
const rstLink = /`([^`<>]+?)\s*<([^`<>\s]+)>`__?/g;

/** The fields with links by reference (`[PR 7][pr]`, defined anywhere in the text) written out, so that the other readers know them. */
function withLinks(entries: readonly FieldEntry[], lines: readonly string[], format: TextFormat): FieldEntry[] {
  let definitions: ReadonlyMap<string, string> | undefined;
  const urlOf = (label: string) => {
    definitions ??= definitionsIn(lines);
    return definitions.get(foldedLabel(label));
  };
  const linked = (value: FieldValue): FieldValue => {
    if (value.kind === "list") return { ...value, items: value.items.map(linked) };
    if (value.kind === "map")
      return { ...value, entries: value.entries.map((entry) => ({ ...entry, value: linked(entry.value) })) };
    if (format === "rst") return { ...value, text: value.text.replace(rstLink, "[$1]($2)") };
    if (!value.text.includes("[")) return value;
    const text = value.text.replace(reference, (match, words: string, label = "") => {
      const url = urlOf(label || words);
      return url === undefined ? match : `[${words}](${url})`;
    });
    return text === value.text ? value : { ...value, text };
  };
  return entries.map((entry) => {
    const value = linked(entry.value);
    return value === entry.value ? entry : { ...entry, value };
  });
}

/** The first of several definitions of a label counts. */
function definitionsIn(lines: readonly string[]): ReadonlyMap<string, string> {
  const urls = new Map<string, string>();
  for (const line of lines) {
    const [, label = "", url = ""] = (line.includes("]:") && definition.exec(line)) || [];
    if (url && !urls.has(foldedLabel(label))) urls.set(foldedLabel(label), url);
  }
  return urls;
}

const foldedLabel = (label: string) => label.trim().replace(/\s+/g, " ").toLowerCase();
