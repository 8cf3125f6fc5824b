/** From the front matter of one proposal to the register's own terms, as the series' configuration says. */
import type { FieldName, Series } from "../config/index.js";
import type { Diagnostic } from "../shared/diagnostic.js";
import type { ProposalMeta, ProposalReference, SourceFile } from "../shared/document.js";
import { compareText, isLanguageTag, suggestion } from "../shared/text.js";
import { parseAuthors } from "./authors.js";
import { FieldReader } from "./fields.js";
import type { FileNameParts } from "./file-name.js";
import type { YamlEntry, YamlValue } from "./front-matter.js";

const usualKeys: Record<Exclude<FieldName, "number">, string[]> = {
  title: ["title"],
  description: ["description"],
  author: ["author", "authors"],
  status: ["status"],
  statusReason: ["status-reason", "withdrawal-reason"],
  tags: ["tags"],
  keywords: ["keywords"],
  date: ["date", "created"],
  updated: ["updated"],
  deadline: ["last-call-deadline"],
  lang: ["lang"],
  requires: ["requires"],
  supersedes: ["supersedes", "replaces"],
  supersededBy: ["superseded-by", "replaced-by"],
  discussions: ["discussions-to", "discussions"],
};

/** The keys that a field of this series may have in front matter. */
export function keysOf(series: Series, field: FieldName): string[] {
  return series.keys[field] ?? (field === "number" ? [series.id] : usualKeys[field]);
}

/** @returns undefined when the proposal has no number, and with it no route. `heading` is the text's first h1, `linkSchemes` those of the site. */
export function readProposalMeta(
  source: SourceFile,
  entries: readonly YamlEntry[],
  name: FileNameParts,
  series: Series,
  heading: string | undefined,
  linkSchemes: readonly string[],
): { meta: ProposalMeta | undefined; diagnostics: Diagnostic[] } {
  const fields = new FieldReader(source.path, entries);
  const keys = (field: FieldName) => keysOf(series, field);
  const number = readNumber(fields, name, series);
  // Without a number there is no page at all, however lenient the series is.
  const numberProblems = number === undefined ? fields.diagnostics.splice(0) : [];
  const { status, reason } = readStatus(fields, series);
  const moved = series.statuses.some(({ id, tone }) => id === status && tone === "moved");
  const title =
    fields.text(keys("title")) ?? (series.titleFromHeading ? withoutLabel(heading ?? "", series, number) : "");
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
  const fieldProblems = fields.diagnostics;
  const meta: Omit<ProposalMeta, "number"> = {
    title,
    description: fields.text(keys("description")) ?? "",
    authors: parseAuthors(fields.find(keys("author"))?.value, linkSchemes),
    status,
    statusReason: reason ?? fields.text(keys("statusReason")),
    category,
    tags: tags.length === 0 && category ? [category] : tags,
    keywords: fields.list(keys("keywords")),
    date: fields.date(keys("date")),
    updated: fields.date(keys("updated")),
    deadline: fields.date(keys("deadline")),
    lang: readLanguage(fields, keys("lang")),
    requires: fields.references(keys("requires")),
    supersedes: fields.references(keys("supersedes")),
    supersededBy: [
      ...fields.references(keys("supersededBy")),
      ...successors(reason, fields.find(keys("status"))?.value),
    ],
    discussions: fields.urls(keys("discussions"), linkSchemes),
  };
  const lenient = series.onBadField === "warn";
  const diagnostics = [
    ...numberProblems,
    ...fieldProblems.map((d): Diagnostic => (lenient ? { ...d, severity: "warning" } : d)),
  ];
  return { meta: number === undefined ? undefined : { number, ...meta }, diagnostics };
}

/** `AIP-10: Token` is `Token`: the label stands before it anyway. */
function withoutLabel(heading: string, { label }: Series, number: number | undefined): string {
  const [written = "", before, digits] = /^(\D{0,40}?)[-\s#]*(\d{1,9})\s*[-:–—.)]\s*(?=\S)/u.exec(heading) ?? [];
  const isOwn = before?.trim().toLowerCase() === label.toLowerCase() && Number(digits) === number;
  return isOwn ? heading.slice(written.length) : heading;
}

function readNumber(fields: FieldReader, name: FileNameParts, series: Series): number | undefined {
  const keys = keysOf(series, "number");
  const entry = fields.find(keys);
  if (!entry) {
    fields.problem(
      "field-missing",
      `this proposal has no number`,
      { position: { line: 1, column: 1 } },
      `Add a line: ${keys[0]}: ${name.number ?? "<number>"}`,
    );
    return undefined;
  }
  const text = fields.text(keys) ?? "";
  const digits = numberIn(text, series.label);
  if (digits === undefined) {
    fields.problem(
      "number-invalid",
      `"${text}" is not the number of a proposal`,
      entry.value,
      `Write digits: ${entry.key}: ${name.number ?? 20}`,
    );
    return undefined;
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

/** `Inactive (superseded by CIP-0002)` names a successor as the field of that name would. */
function successors(reason: string | undefined, place: YamlValue | undefined): ProposalReference[] {
  const named = /\b(?:superseded|replaced|obsoleted) by (.+)/i.exec(reason ?? "")?.[1] ?? "";
  return [...named.matchAll(/\b([a-z]+)[-\s]0*(\d{1,9})\b/gi)].map(([, label = "", number]) => ({
    label: label.toUpperCase(),
    number: Number(number),
    position: place?.position ?? { line: 1, column: 1 },
  }));
}

function readStatus(fields: FieldReader, series: Series): { status: string; reason?: string } {
  const first = series.statuses[0]?.id ?? "";
  const keys = keysOf(series, "status");
  const written = fields.text(keys);
  if (!written) return { status: first };
  const [, text = written, reason] = /^(.*?)\s*\((.*)\)$/.exec(written) ?? [];
  const wanted = normalizeName(text);
  const found = series.statuses.find(({ id, label, aliases }) =>
    [id, label, ...aliases].some((name) => normalizeName(name) === wanted),
  );
  if (found) return { status: found.id, reason };
  const entry = fields.find(keys);
  const labels = series.statuses.map(({ label }) => label.toLowerCase());
  if (entry) fields.problem("status-unknown", `there is no status "${text}"`, entry.value, suggestion(text, labels));
  return { status: series.onBadField === "warn" ? text : first, reason };
}

/** A wrong one would make browsers and screen readers read the text in a wrong language. */
function readLanguage(fields: FieldReader, keys: string[]): string | undefined {
  const entry = fields.find(keys);
  const tag = fields.text(keys);
  if (!entry || tag === undefined || isLanguageTag(tag)) return tag;
  fields.problem("lang-invalid", `"${tag}" is no language tag`, entry.value, "Write it as en, en-US or zh-Hant.");
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
        ? `the folder "${name.category}" is no category`
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
