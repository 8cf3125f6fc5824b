/** Translates the metadata of one proposal into the register's terms, as the series' configuration defines them. */
import { type FieldName, formatNumber, isMovedStatus, type Series } from "../../config/index.js";
import { lowerSeverity } from "../../platform/diagnostics/codes.js";
import type { Diagnostic } from "../../shared/diagnostic.js";
import type { NumericDate, OwnField, Position, ProposalMeta, SourceFile } from "../../shared/document.js";
import {
  isNumberPlaceholder,
  isProposalNumber,
  maxDigits,
  notationPattern,
  numberOf,
  textOfNumber,
} from "../../shared/proposal-number.js";
import { foldSpaces, isLanguageTag } from "../../shared/text.js";
import type { TextFormat } from "../../shared/text-format.js";
import type { FieldEntry, LineRange } from "../metadata/entries.js";
import { isTemplatePrompt, plainInline, readReferences, readSlugReferences } from "../metadata/inline.js";
import { isRequired, keysOf, normalizeKey } from "../metadata/keys.js";
import { metadataLine } from "../metadata/metadata-files.js";
import { findTitle, isLabelAlone, readFieldTitle, titleFromSlug } from "../metadata/title.js";
import { parseAuthors } from "./authors.js";
import { type ReadStatus, readCategories, readStatus } from "./classes.js";
import { dayOfName, firstDay } from "./dates.js";
import { FieldReader, flatten } from "./fields.js";
import { type FileNameParts, hasNumbersInNames } from "./file-name.js";

/** What the metadata of a proposal is read from. */
export interface MetadataSource {
  source: SourceFile;
  entries: readonly FieldEntry[];
  name: FileNameParts;
  series: Series;
  /** The text without its metadata. */
  lines: readonly string[];
  format: TextFormat;
  /** Schemes of URLs that the site allows besides the usual ones. */
  linkSchemes: readonly string[];
}

export interface ReadProposal {
  /** Undefined if the proposal has none, and therefore no page. */
  number: number | undefined;
  meta: Omit<ProposalMeta, "number">;
  /** Indexes of lines of the text that repeat the title. */
  titleLines: LineRange;
  /** The headings on these lines, as they are written. */
  titleHeadings: readonly string[];
  diagnostics: Diagnostic[];
}

/** What the main fields are read from. */
type MainSource = Omit<MetadataSource, "linkSchemes">;

/** The fields that tell versions of a proposal apart. */
interface MainFields extends Pick<ReadProposal, "number"> {
  status: ReadStatus;
  title: ReadTitle;
  /** Ids; the first counts. */
  categories: string[];
  /** What is wrong with the number: without one there is no page at all, however lenient the series is. */
  numberProblems: Diagnostic[];
}

/** Reads the number, the status, the title and the categories. Reports problems with the last three to `fields`. */
export function readMainFields(metadata: MainSource, fields: FieldReader): MainFields {
  const { name, series } = metadata;
  const top = topOf(metadata);
  const number = readNumber(fields, name, series, top);
  const numberProblems = number === undefined ? fields.diagnostics.splice(0) : [];
  const status = readStatus(fields, name, series);
  const title = readTitle(metadata, fields, number);
  return { number, numberProblems, status, title, categories: readCategories(fields, name, series) };
}

const topOf = ({ source }: Pick<MetadataSource, "source">): Position => ({ line: metadataLine(source), column: 1 });

/** Reads all fields that have a meaning to this program, and those that the series shows. */
export function readProposalMeta(metadata: MetadataSource): ReadProposal {
  const { source, entries, name, series, linkSchemes } = metadata;
  const fields = new FieldReader(source.path, entries);
  const keys = (field: FieldName) => keysOf(series, field);
  const { number, numberProblems, status, title, categories } = readMainFields(metadata, fields);
  if (!title.isStated && !isMovedStatus(status.id)) {
    const keyPosition = fields.find(keys("number"))?.keyPosition ?? topOf(metadata);
    fields.reportMissing(
      keys("title"),
      "this proposal has no title",
      keyPosition,
      "…",
      title.isOptional ? "warning" : "error",
    );
  }
  const tags = [...new Set(fields.list(keys("tags")))];
  const dates = readDates(fields, series);
  const fieldProblems = fields.diagnostics;
  const { numbers, numberWidth } = series;
  const pattern = numbers === "decimal" ? undefined : notationPattern(numbers, numberWidth);
  const references = (field: FieldName) =>
    fields.references(keys(field), (text) =>
      numbers === "none" ? readSlugReferences(text) : readReferences(text, pattern),
    );
  const meta: Omit<ProposalMeta, "number"> = {
    title: title.title,
    description: plainInline(fields.text(keys("description")) ?? ""),
    authors: parseAuthors(fields.find(keys("author"))?.value, { handleUrl: series.handleUrl, linkSchemes }),
    status: status.id,
    statusReason: status.reason ?? (plainInline(fields.text(keys("statusReason")) ?? "") || undefined),
    category: categories[0] ?? "",
    tags: tags.length === 0 ? [...new Set(categories)] : tags,
    keywords: fields.list(keys("keywords")),
    ...dates,
    date: dates.date ?? dayOfName(name.slug ?? "") ?? (numbers === "decimal" ? dayOfName(`${number}-`) : undefined),
    lang: readLanguage(fields, keys("lang")),
    requires: references("requires"),
    supersedes: [...references("supersedes"), ...status.supersedes],
    supersededBy: [...references("supersededBy"), ...status.supersededBy],
    updates: [...references("updates"), ...status.updates],
    updatedBy: [...references("updatedBy"), ...status.updatedBy],
    discussions: [...fields.urls(keys("discussions"), linkSchemes, true), ...status.links],
  };
  const ownFields = readOwnFields(fields, series, linkSchemes);
  const diagnostics = [...numberProblems, ...(series.isLenient ? fieldProblems.map(lowerSeverity) : fieldProblems)];
  if (ownFields.length > 0) meta.ownFields = ownFields;
  if (fields.text(["unlisted"]) === "true") meta.unlisted = true;
  return {
    number,
    meta,
    titleLines: title.lines,
    titleHeadings: title.headings,
    diagnostics,
  };
}

interface ReadTitle {
  title: string;
  /** False if the title was made from the number, or if there is none. */
  isStated: boolean;
  /** Whether the text needs no title: it has no metadata at all, and is shown under its number. */
  isOptional: boolean;
  /** See `ReadProposal`. */
  lines: LineRange;
  headings: readonly string[];
}

/** Reads the title: from its field, from a heading of the text, or from the file name. */
function readTitle(
  { entries, name, series, lines, format }: MainSource,
  fields: FieldReader,
  number: number | undefined,
): ReadTitle {
  const written = fields.text(keysOf(series, "title")) ?? titleOfLabel(entries, number);
  const statedTitle = written === undefined ? undefined : readFieldTitle(written, series, number);
  const named = statedTitle && isLabelAlone(statedTitle, series, number) ? undefined : statedTitle;
  const heading = findTitle(lines, format, series, number, named);
  const stated =
    statedTitle === undefined ? titleWithoutField(heading.title, name, series) : heading.title || statedTitle;
  // A text without any metadata is shown under its number, unless its register says which fields a text must have.
  const isBare =
    entries.length === 0 && number !== undefined && series.numbers !== "none" && !isRequired(series, "title");
  const isShown = heading.title || statedTitle !== undefined || stated === "";
  return {
    title: stated || !isBare ? stated : `${series.label}-${formatNumber(number, series)}`,
    isStated: stated !== "",
    isOptional: isBare,
    lines: isShown ? heading.headingLines : [0, 0],
    headings: isShown ? heading.headings : [],
  };
}

/** Reads all dates; ambiguous ones are returned with both readings. */
function readDates(
  fields: FieldReader,
  series: Series,
): Pick<ProposalMeta, "date" | "updated" | "deadline" | "months" | "numericDates"> {
  const numericDates: NumericDate[] = [];
  const months: NumericDate["field"][] = [];
  const readDay = (field: NumericDate["field"]) => {
    const read = fields.date(keysOf(series, field));
    if (typeof read !== "object") {
      const day = firstDay(read);
      if (day !== read) months.push(field);
      return day;
    }
    numericDates.push({ field, ...read });
    return undefined;
  };
  return {
    date: readDay("date"),
    updated: readDay("updated"),
    deadline: readDay("deadline"),
    ...(months.length > 0 && { months }),
    ...(numericDates.length > 0 && { numericDates }),
  };
}

/** Reads the fields that the series shows or filters by, and that have no meaning to this program. */
function readOwnFields(fields: FieldReader, series: Series, linkSchemes: readonly string[]): OwnField[] {
  return series.fields.flatMap(({ key, show, filter }) => {
    const entry = fields.find([key]);
    if (!entry || !(show || filter)) return [];
    const label = typeof show === "string" ? show : key;
    const text = flatten(entry.value)
      .map((value) => plainInline(value.text))
      .filter((part) => !isTemplatePrompt(part))
      .join(", ");
    const values = filter ? { values: fields.list([key]) } : {};
    return text ? [{ key, label, text, links: fields.urls([key], linkSchemes), ...values }] : [];
  });
}

/** Reads the title from a key that is a label with the proposal's number: `XIP-7: Tokens` in a preamble. */
function titleOfLabel(entries: readonly FieldEntry[], number: number | undefined): string | undefined {
  const entry = entries.find(
    ({ key }) => Number(/^[A-Za-z]{2,12}[-\s#]*(\d{1,9})$/.exec(key)?.[1] ?? Number.NaN) === number,
  );
  return entry?.value.kind === "text" ? foldSpaces(entry.value.text).trim() || undefined : undefined;
}

function titleWithoutField(heading: string, { slug }: FileNameParts, series: Series): string {
  return isRequired(series, "title") ? "" : heading || titleFromSlug(wordsOf(slug ?? "", series));
}

/** Splits the words of a file name, which a series without numbers may join: `OptInFeatures`. */
const wordsOf = (slug: string, { numbers }: Series) =>
  numbers === "none" ? slug.replace(/(?<=[a-z])(?=[A-Z][a-z])/g, " ") : slug;

function readNumber(fields: FieldReader, name: FileNameParts, series: Series, top: Position): number | undefined {
  if (series.numbers === "none") return name.number;
  const keys = keysOf(series, "number");
  const entry = fields.find(keys);
  const fallback = isRequired(series, "number") ? undefined : name.number;
  const { numbers, numberWidth } = series;
  const ofName = name.number === undefined ? "" : textOfNumber(name.number, numbers);
  const named = isProposalNumber(ofName, numbers, numberWidth) ? ofName : undefined;
  if (!entry && fallback !== undefined) return fallback;
  const isPending = entry
    ? name.number === undefined && isPendingNumber(plainInline(fields.text(keys) ?? ""), name, series)
    : name.isPending;
  if (isPending) {
    const andName = hasNumbersInNames(series) ? " and into the name of the file" : "";
    const help = `Once it has a number, write it here${andName}.`;
    const location = entry?.value ?? { position: top };
    fields.report("number-pending", "this proposal has no number yet, so it has no page", location, help);
    return undefined;
  }
  if (!entry) {
    fields.reportMissing(keys, "this proposal has no number", top, named ?? "<number>");
    return undefined;
  }
  const text = plainInline(fields.text(keys) ?? "");
  const isTitle = keysOf(series, "title").some((key) => normalizeKey(key) === normalizeKey(entry.key));
  // A register may have its numbers in titles alone: `SIP-58 - Words`.
  const digits = numberIn(isTitle ? (/^\[?(\D*\d+)/.exec(text)?.[1] ?? "") : text, series);
  if (digits === undefined) {
    const help = `Write up to ${maxDigits} digits: ${entry.key}: ${named ?? 20}`;
    fields.report("number-invalid", `"${text}" is not the number of a proposal`, entry.value, help);
    return series.isLenient ? fallback : undefined;
  }
  const number = numberOf(digits);
  if (name.number !== undefined && name.number !== number) {
    const message = `the file name says ${ofName}, the metadata says ${textOfNumber(number, numbers)}`;
    const help = "Rename the file or correct the number, so that both are the same.";
    fields.report("number-mismatch", message, entry.value, help);
    // The names of an old register's files are all different, and in its links.
    if (series.isLenient) return name.number;
  }
  return number;
}

/**
 * Whether a text is a placeholder for a number, with or without the label (`SE-0000`). If the file name has a placeholder,
 * any text that is not a number counts (`$SNIP_ID`).
 */
function isPendingNumber(text: string, { isPending }: FileNameParts, series: Series): boolean {
  const isPlaceholder = [text, withoutLabel(text, series)].some((candidate) =>
    isNumberPlaceholder(candidate, series.firstNumber),
  );
  return isPlaceholder || (isPending === true && numberIn(text, series) === undefined);
}

/** Reads digits, with or without the series' label before them and a remark in brackets after. */
function numberIn(written: string, series: Series): string | undefined {
  const digits = withoutLabel(written.replace(/\s*\([^()]*\)$/, ""), series);
  return isProposalNumber(digits, series.numbers, series.numberWidth) ? digits : undefined;
}

const withoutLabel = (text: string, { label }: Series) =>
  text.toLowerCase().startsWith(label.toLowerCase()) ? text.slice(label.length).replace(/^[-\s]/, "") : text;

/** Reads the language. A wrong one is reported, because screen readers would pronounce the text by it. */
function readLanguage(fields: FieldReader, keys: string[]): string | undefined {
  const entry = fields.find(keys);
  const tag = fields.text(keys);
  if (!entry || tag === undefined || isLanguageTag(tag)) return tag;
  fields.report("lang-invalid", `"${tag}" is not a language tag`, entry.value, "Write it as en, en-US or zh-Hant.");
  return undefined;
}
