/** Translates the metadata of one proposal into the register's terms, as the series' configuration defines them. */
import type { FieldName, Series } from "../config/index.js";
import type { Diagnostic } from "../shared/diagnostic.js";
import type {
  LabelledUrl,
  NumericDate,
  OwnField,
  ProposalMeta,
  ProposalReference,
  SourceFile,
} from "../shared/document.js";
import { compareText, escapePattern, isLanguageTag, suggestion } from "../shared/text.js";
import { parseAuthors } from "./authors.js";
import { FieldReader, flatten } from "./fields.js";
import type { FileNameParts } from "./file-name.js";
import type { FieldEntry, LineRange } from "./metadata/entries.js";
import { inlineLinks, plainInline } from "./metadata/inline.js";
import { isRequired, keysOf, normalizeKey } from "./metadata/keys.js";
import { findTitle, titleFromSlug } from "./metadata/title.js";
import { readReferences } from "./references.js";

export interface ReadProposal {
  /** Undefined if the proposal has no number, and so no route. */
  meta: ProposalMeta | undefined;
  /** Empty if there is none. */
  title: string;
  /** Indexes of lines of the text that repeat the title. */
  titleLines: LineRange;
  diagnostics: Diagnostic[];
}

/**
 * @param lines the text without its metadata; empty if no heading can be its title. @param linkSchemes those of the
 * site.
 */
export function readProposalMeta(
  source: SourceFile,
  entries: readonly FieldEntry[],
  name: FileNameParts,
  series: Series,
  lines: readonly string[],
  linkSchemes: readonly string[],
): ReadProposal {
  const fields = new FieldReader(source.path, entries);
  const keys = (field: FieldName) => keysOf(series, field);
  const number = readNumber(fields, name, series);
  // Without a number there is no page at all, however lenient the series is.
  const numberProblems = number === undefined ? fields.diagnostics.splice(0) : [];
  const status = readStatus(fields, name, series);
  const moved = series.statuses.some(({ id, tone }) => id === status.id && tone === "moved");
  const given = fields.text(keys("title"));
  const found = findTitle(lines, series, number, given === undefined ? undefined : plainInline(given, true));
  const title = given === undefined ? titleWithoutField(found.title, name, series) : plainInline(given, true);
  if (!title && !moved) {
    const place = fields.find(keys("number"))?.keyPosition ?? { line: 1, column: 1 };
    fields.problem(
      "field-missing",
      "this proposal has no title",
      { position: place },
      `Add a line: ${keys("title")[0]}: …`,
    );
  }
  const category = readCategory(fields, name, series);
  const tags = [...new Set(fields.list(keys("tags")))];
  const numericDates: NumericDate[] = [];
  const date = (field: NumericDate["field"]) => {
    const read = fields.date(keys(field), series.dateOrder);
    if (typeof read !== "object") return read;
    numericDates.push({ field, ...read });
    return undefined;
  };
  const fieldProblems = fields.diagnostics;
  const meta: Omit<ProposalMeta, "number"> = {
    title,
    description: plainInline(fields.text(keys("description")) ?? ""),
    authors: parseAuthors(fields.find(keys("author"))?.value, { handleUrl: series.handleUrl, linkSchemes }),
    status: status.id,
    statusReason: status.reason ?? fields.text(keys("statusReason")),
    category,
    tags: tags.length === 0 && category ? [category] : tags,
    keywords: fields.list(keys("keywords")),
    date: date("date"),
    updated: date("updated"),
    deadline: date("deadline"),
    ...(numericDates.length > 0 && { numericDates }),
    lang: readLanguage(fields, keys("lang")),
    requires: fields.references(keys("requires")),
    supersedes: [...fields.references(keys("supersedes")), ...status.supersedes],
    supersededBy: [...fields.references(keys("supersededBy")), ...status.supersededBy],
    discussions: [...fields.urls(keys("discussions"), linkSchemes, true), ...status.links],
  };
  const ownFields = readOwnFields(fields, series, linkSchemes);
  const lenient = series.onBadField === "warn";
  const diagnostics = [
    ...numberProblems,
    ...fieldProblems.map((d): Diagnostic => (lenient ? { ...d, severity: "warning" } : d)),
  ];
  const titleLines: LineRange = found.title || given !== undefined || title === "" ? found.taken : [0, 0];
  if (ownFields.length > 0) meta.ownFields = ownFields;
  return { meta: number === undefined ? undefined : { number, ...meta }, title, titleLines, diagnostics };
}

/** The fields that the series shows and that have no meaning to this program. */
function readOwnFields(fields: FieldReader, series: Series, linkSchemes: readonly string[]): OwnField[] {
  return series.fields
    .filter(({ show }) => show)
    .flatMap(({ key, label = key }) => {
      const entry = fields.find([key]);
      if (!entry) return [];
      const text = flatten(entry.value)
        .map((value) => plainInline(value.text))
        .join(", ");
      return text ? [{ key, label, text, links: fields.urls([key], linkSchemes) }] : [];
    });
}

function titleWithoutField(heading: string, { slug }: FileNameParts, series: Series): string {
  if (series.titleFromHeading) return heading;
  return isRequired(series, "title") ? "" : heading || titleFromSlug(slug ?? "");
}

function readNumber(fields: FieldReader, name: FileNameParts, series: Series): number | undefined {
  const keys = keysOf(series, "number");
  const entry = fields.find(keys);
  const fallback = isRequired(series, "number") ? undefined : name.number;
  if (!entry && fallback !== undefined) return fallback;
  if (!entry) {
    fields.problem(
      "field-missing",
      `this proposal has no number`,
      { position: { line: 1, column: 1 } },
      `Add a line: ${keys[0]}: ${name.number ?? "<number>"}`,
    );
    return undefined;
  }
  const text = plainInline(fields.text(keys) ?? "");
  const digits = numberIn(text, series.label);
  if (digits === undefined) {
    fields.problem(
      "number-invalid",
      `"${text}" is not the number of a proposal`,
      entry.value,
      `Write digits: ${entry.key}: ${name.number ?? 20}`,
    );
    return series.onBadField === "warn" ? fallback : undefined;
  }
  const number = Number(digits);
  if (name.number !== undefined && name.number !== number) {
    fields.problem(
      "number-mismatch",
      `the file name says ${name.number}, front matter says ${number}`,
      entry.value,
      "Rename the file or correct the number, so that both are the same.",
    );
  }
  return number;
}

/** Digits, with or without the series' label before them. */
function numberIn(text: string, label: string): string | undefined {
  const labelled = text.toLowerCase().startsWith(label.toLowerCase());
  const rest = labelled ? text.slice(label.length).replace(/^[-\s]/, "") : text;
  return /^\d{1,9}$/.exec(rest)?.[0];
}

/** A status and the words or brackets after it. */
interface ReadStatus {
  /** Id of one of the series' statuses; in a lenient series also the text of an unknown one; empty if there is none. */
  id: string;
  reason?: string;
  supersedes: ProposalReference[];
  supersededBy: ProposalReference[];
  /** Links beside the status: the discussions about it. */
  links: LabelledUrl[];
}

/** `Draft`, `**Implemented (5.9)**`, `Activated ([Discussion](https://…))`, `Superseded by [ADR-5](0005-x.md)`; or the folder's name. */
function readStatus(fields: FieldReader, name: FileNameParts, series: Series): ReadStatus {
  const keys = keysOf(series, "status");
  const entry = fields.find(keys);
  const none: ReadStatus = { id: "", supersedes: [], supersededBy: [], links: [] };
  const source = entry ? (fields.wholeText(keys) ?? "") : "";
  if (!entry || !source) {
    const id = name.status === undefined ? initialStatus(series) : statusNamed(series, name.status).id;
    return { ...none, id };
  }
  const named = (relation: RegExp) =>
    source
      .split("\n")
      .flatMap((line) =>
        readReferences(relation.exec(line)?.[1] ?? "").map((one) => ({ ...one, position: entry.value.position })),
      );
  const relations = {
    supersedes: named(/\b(?:supersedes|replaces|obsoletes):? (.+)/i),
    supersededBy: named(/\b(?:superseded|replaced|obsoleted) by:? (.+)/i),
    links: inlineLinks(source)
      .filter(({ url }) => /^https?:/i.test(url))
      .map(({ text, url }) => ({ label: text, url })),
  };
  const written = plainInline(withoutLinkedBrackets(source.split("\n")[0] ?? ""));
  const { text, reason } = splitReason(written);
  const found = statusNamed(series, text);
  if (found.known) return { ...relations, id: found.id, reason: reason ?? found.rest };
  const labels = series.statuses.map(({ label }) => label.toLowerCase());
  if (series.statuses.length > 0)
    fields.problem("status-unknown", `there is no status "${text}"`, entry.value, suggestion(text, labels));
  const lenient = series.onBadField === "warn" || series.statuses.length === 0;
  return { ...relations, id: lenient ? text : (series.statuses[0]?.id ?? ""), reason };
}

/** A proposal without a status has that of new proposals, if the series is configured so. */
function initialStatus(series: Series): string {
  const keys = keysOf(series, "status").map(normalizeKey);
  const begins = series.fields.some(({ key, initial }) => initial !== undefined && keys.includes(normalizeKey(key)));
  return begins ? (series.statuses[0]?.id ?? "") : "";
}

/** Brackets that contain only links are not part of the status. */
function withoutLinkedBrackets(text: string): string {
  return text.replace(/\s*\(\s*(?:\[[^[\]]*\]\([^()]*\)[\s,;]*)+\)/g, "");
}

function splitReason(written: string): { text: string; reason?: string } {
  const [, text = written, reason] = /^(.*?)\s*\((.*)\)\W*$/.exec(written) ?? [];
  return { text: text.replace(/[\s.,;:]+$/, ""), reason };
}

/** The status with this name. If more words follow, as in "Superseded by ADR-5", they are the reason. */
function statusNamed(series: Series, text: string): { known: boolean; id: string; rest?: string } {
  const names = series.statuses.flatMap(({ id, label, aliases }) =>
    [id, label, ...aliases].map((name) => ({ id, name })),
  );
  const exact = names.find(({ name }) => normalizeName(name) === normalizeName(text));
  if (exact) return { known: true, id: exact.id };
  const begins = names
    .filter(({ name }) => normalizeName(text).startsWith(normalizeName(name)))
    .toSorted((a, b) => b.name.length - a.name.length);
  for (const { id, name } of begins) {
    const rest = afterName(text, name);
    if (rest !== undefined) return { known: true, id, rest };
  }
  return { known: false, id: text };
}

/** The text after a name and a separator; undefined if the name is only the beginning of a word. */
function afterName(text: string, name: string): string | undefined {
  const words = name
    .trim()
    .split(/[\s_-]+/)
    .map(escapePattern)
    .join("[\\s_-]*");
  const match = new RegExp(`^${words}(?![\\p{L}\\p{N}])[\\s,;:.–—-]*(.*)$`, "iu").exec(text);
  return match ? match[1] : undefined;
}

/** Because of a wrong language, browsers and screen readers would read the text wrongly. */
function readLanguage(fields: FieldReader, keys: string[]): string | undefined {
  const entry = fields.find(keys);
  const tag = fields.text(keys);
  if (!entry || tag === undefined || isLanguageTag(tag)) return tag;
  fields.problem("lang-invalid", `"${tag}" is not a language tag`, entry.value, "Write it as en, en-US or zh-Hant.");
  return undefined;
}

function readCategory(fields: FieldReader, name: FileNameParts, series: Series): string {
  const { from, keys, values } = series.category;
  if (from === "none") return "";
  const idOf = (text: string) =>
    values.find(({ id, label, aliases }) =>
      [id, label, ...aliases].some((known) => normalizeName(known) === normalizeName(text)),
    )?.id;
  const ids = values.map(({ id }) => id).sort(compareText);
  if (from === "folder") {
    const id = values.find((value) => value.id === name.category)?.id;
    if (id === undefined) {
      const where = name.category
        ? `the folder "${name.category}" is not a category`
        : "this file is in no category's folder";
      fields.problem(
        "category-unknown",
        where,
        { position: { line: 1, column: 1 } },
        suggestion(name.category ?? "", ids),
      );
    }
    const entry = fields.find(keys);
    const written = entry && fields.text(keys);
    if (entry && written && id && idOf(written) !== id) {
      fields.problem(
        "category-mismatch",
        `the folder says "${id}", front matter says "${written}"`,
        entry.value,
        "The folder is the category: move the file, or remove the field.",
      );
    }
    return id ?? "";
  }
  const entries = keys.flatMap((key) => fields.find([key]) ?? []);
  for (const entry of entries) {
    const id = idOf(fields.text([entry.key]) ?? "");
    if (id) return id;
  }
  if (entries[0]) {
    const written = fields.text([entries[0].key]) ?? "";
    fields.problem("category-unknown", `there is no category "${written}"`, entries[0].value, suggestion(written, ids));
    return series.onBadField === "warn" ? written : "";
  }
  return "";
}

/** The category that a field names, if the series takes it from one and knows it. */
export function categoryOf(fields: FieldReader, { category: { from, keys, values } }: Series): string | undefined {
  if (from !== "field") return undefined;
  const written = keys.flatMap((key) => fields.text([key]) ?? []).map(normalizeName);
  const isNamed = (name: string) => written.includes(normalizeName(name));
  return values.find(({ id, label, aliases }) => [id, label, ...aliases].some(isNamed))?.id;
}

function normalizeName(text: string): string {
  return text.toLowerCase().replace(/[\s_-]+/g, "");
}
