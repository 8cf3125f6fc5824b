/** What a text said of itself at some time: read as today's file is, with none of today's complaints. */
import type { Series } from "../config/index.js";
import type { SourceFile } from "../shared/document.js";
import type { VersionFacts } from "../shared/history.js";
import { parseAuthors } from "./authors.js";
import { FieldReader } from "./fields.js";
import { splitFrontMatter } from "./front-matter.js";
import { categoryOf, keysOf } from "./proposal-meta.js";

export interface VersionFields extends Omit<VersionFacts, "changes"> {
  /** The text without its fields. */
  body: string;
}

/** @param series undefined for a text that is no proposal. */
export function readVersionFields(source: Omit<SourceFile, "hash">, series: Series | undefined): VersionFields {
  const { entries, body } = splitFrontMatter({ ...source, hash: "" });
  if (!entries || !series) return { body };
  const fields = new FieldReader(source.path, entries);
  const digits = /(\d{1,9})\s*$/.exec(fields.text(keysOf(series, "number")) ?? "")?.[1];
  const category = categoryOf(fields, series);
  const authors = parseAuthors(fields.find(keysOf(series, "author"))?.value).map(({ name }) => name);
  const title = fields.text(keysOf(series, "title"));
  // Where a proposal does not say its status, it has the first one, as today's do.
  const usual = digits !== undefined || title !== undefined ? series.statuses[0]?.id : undefined;
  const facts = {
    status: fields.text(keysOf(series, "status")) ?? usual,
    title,
    number: digits === undefined ? undefined : Number(digits),
    category,
    authors: authors.length > 0 ? authors : undefined,
  };
  return {
    body,
    ...(Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined)) as VersionFacts),
  };
}
