/** Reads the metadata of an earlier version of a text, as that of today's file, but without diagnostics. */
import type { Series } from "../config/index.js";
import type { SourceFile } from "../shared/document.js";
import type { VersionFacts } from "../shared/history.js";
import type { TextFormat } from "../shared/text-format.js";
import { parseAuthors } from "./authors.js";
import { categoryOf } from "./category.js";
import { FieldReader } from "./fields.js";
import { frontMatterOf, splitFrontMatter } from "./front-matter.js";
import { isComplete } from "./metadata/forms.js";
import { keysOf, knownKeySet } from "./metadata/keys.js";
import { readProposalText } from "./proposal-text.js";

export interface VersionFields extends Omit<VersionFacts, "changes"> {
  /** The text without its metadata. */
  body: string;
  /** By default the format of the file's extension. */
  format?: TextFormat;
}

/**
 * Returns a function that reads versions of texts. Most have the same front matter as the version before, which is then
 * not read again.
 */
export function versionReader(): (source: Omit<SourceFile, "hash">, series: Series | undefined) => VersionFields {
  let known: { front: string; path: string; series: Series; fields: VersionFields } | undefined;
  return (source, series) => {
    const { path, text } = source;
    const front = series && !series.read ? frontMatterOf(text) : undefined;
    if (front === undefined || !series) return readVersionFields(source, series);
    if (known?.front === front && known.path === path && known.series === series)
      return { ...known.fields, body: text.slice(front.length) };
    const { entries } = readProposalText({ path, text: front, hash: "" }, series);
    if (!entries || !isComplete({ entries }, knownKeySet(series))) return readVersionFields(source, series);
    known = { front, path, series, fields: readVersionFields({ path, text: front }, series) };
    return { ...known.fields, body: text.slice(front.length) };
  };
}

/** @param series undefined for a text that is not a proposal. */
export function readVersionFields(source: Omit<SourceFile, "hash">, series: Series | undefined): VersionFields {
  const text = { ...source, hash: "" };
  if (!series) return { body: splitFrontMatter(text).body };
  const { entries, body, format } = readProposalText(text, series);
  if (!entries) return { body, format };
  const fields = new FieldReader(source.path, entries);
  const digits = /(\d{1,9})\s*$/.exec(fields.text(keysOf(series, "number")) ?? "")?.[1];
  const category = categoryOf(fields, series);
  const authors = parseAuthors(fields.find(keysOf(series, "author"))?.value).map(({ name }) => name);
  const title = fields.text(keysOf(series, "title"));
  const facts = {
    status: fields.text(keysOf(series, "status")),
    title,
    number: digits === undefined ? undefined : Number(digits),
    category,
    authors: authors.length > 0 ? authors : undefined,
  };
  return {
    body,
    format,
    ...(Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined)) as VersionFacts),
  };
}
