/** Separates a proposal's metadata from its text, by a format of the site or by the built-in forms of metadata. */
import {
  type FieldName,
  type Format,
  type FormattedText,
  locationOfThrown,
  originOf,
  type Series,
  type TextPiece,
} from "../../config/index.js";
import { diagnose } from "../../platform/diagnostics/codes.js";
import { cleanText } from "../../shared/clean-text.js";
import { type Diagnostic, reasonOf } from "../../shared/diagnostic.js";
import type { Position, SourceFile } from "../../shared/document.js";
import { linesOf, positionAt } from "../../shared/lines.js";
import { isNumberPlaceholder } from "../../shared/proposal-number.js";
import { formatNames, ownFormatOf, type TextFormat, textFormat, textFormats } from "../../shared/text-format.js";
import type { FieldEntry, FieldValue } from "../metadata/entries.js";
import { type Metadata, readMetadata } from "../metadata/forms.js";
import { keysOf, normalizedKeysOf, normalizeKey } from "../metadata/keys.js";
import { FieldReader } from "./fields.js";
import { type FileNameParts, hasNumbersInNames } from "./file-name.js";

export interface ProposalText extends Metadata {
  format: TextFormat;
  /** The line of the source file, from 1, for each line of `body`, if a format of the site has moved lines. */
  origins?: readonly number[];
}

export function readProposalText(source: SourceFile, series: Series): ProposalText {
  if (source.unread) return unreadMetadata(source, source.unread);
  const { isLenient, formats } = series;
  const format = textFormat(source.path) ?? (isRestructuredTxt(source.path, series) ? "rst" : "markdown");
  // Metadata from a file beside the text has been joined to `source` as front matter.
  const form =
    typeof series.metadata === "object" ? (source.text.startsWith("---") && "yaml") || undefined : series.metadata;
  return (
    readOwnText(source, formats, normalizedKeysOf(series)) ?? {
      ...readMetadata(source, normalizedKeysOf(series), form, isLenient),
      format,
    }
  );
}

/**
 * Reads a text by the site's format for its extension.
 * @param metadataKeys normalized keys of metadata, if the converted text may have metadata of a built-in form.
 * @returns undefined if the site has no format for the extension.
 */
export function readOwnText(
  source: SourceFile,
  formats: Series["formats"],
  metadataKeys: ReadonlySet<string> = new Set(),
): ProposalText | undefined {
  const ownFormat = ownFormatOf(source.path, formats);
  if (!ownFormat) return undefined;
  let result: FormattedText;
  try {
    result = ownFormat.parse({ path: source.path, text: source.text });
  } catch (error) {
    return failedFormat(source, ownFormat, reasonOf(error), error);
  }
  const wrong = wrongShape(result);
  if (wrong !== undefined) return failedFormat(source, ownFormat, wrong);
  const { fields, body, format = "markdown" } = result;
  const pieces = typeof body === "string" ? [{ text: body, line: bodyLineIn(source.text, body) }] : body;
  const text = pieces.map((piece) => piece.text).join("\n");
  const origins = pieces.flatMap((piece) => piece.text.split("\n").map((_, index) => piece.line + index));
  if (fields) {
    const locator = new ValueLocator(source.text);
    const entries = Object.entries(fields).flatMap(([key, value]) => locator.entry(key, value));
    const common = { form: undefined, lineRanges: [], diagnostics: [] };
    return { ...common, entries, body: cleanText(text), format, bodyLine: 1, origins };
  }
  const path = `text.${textFormats[format].extensions[0]}`;
  const metadata = readMetadata({ ...source, path, text: cleanText(text) }, metadataKeys);
  return { ...metadata, format, bodyLine: 1, origins: origins.slice(metadata.bodyLine - 1) };
}

/** Whether a `.txt` file is reStructuredText: old PEPs have this extension, and the pattern of such a series names both. */
function isRestructuredTxt(path: string, { files }: Series): boolean {
  return path.endsWith(".txt") && /[.{,]rst\b/.test(files);
}

/** @param unread why the file with the metadata cannot be read. */
function unreadMetadata({ path, text }: SourceFile, unread: NonNullable<SourceFile["unread"]>): ProposalText {
  const { message, ...location } = unread;
  const help = "Write the file in the form that its extension names.";
  const diagnostic = diagnose("metadata-file", `the metadata beside ${path} cannot be read: ${message}`, {
    ...location,
    help,
  });
  return withoutMetadata(text, textFormat(path) ?? "markdown", diagnostic);
}

function withoutMetadata(body: string, format: TextFormat, problem: Diagnostic): ProposalText {
  return { entries: undefined, form: undefined, body, bodyLine: 1, lineRanges: [], format, diagnostics: [problem] };
}

/** Whether a text is a proposal: by its name, or, if the name has another form, by metadata that only proposals have. */
export function isProposalText(read: Metadata, name: FileNameParts, series: Series): boolean {
  if (series.numbers === "none") return name.matches;
  if (name.matches && hasNumbersInNames(series)) return true;
  if (name.isPending && (read.entries?.length || name.slug !== undefined)) return true;
  if (!looksLikeProposal(read, series) || isTemplate(read, series)) return false;
  // `cap-0046-01.md` beside `cap-0046.md` is a part of it: it has no number of its own.
  return !(series.hasLegacy && hasPartNumber(read, series));
}

function looksLikeProposal({ entries = [], form }: Metadata, series: Series): boolean {
  // Lists and tables of other texts may have a status or an author as well.
  const fields: FieldName[] = form === "yaml" ? ["number", "status", "author"] : ["number"];
  const keys = new Set(fields.flatMap((field) => keysOf(series, field)).map(normalizeKey));
  return entries.some(({ key }) => keys.has(normalizeKey(key)));
}

/** Whether the number is a remark for authors, as in the template of PEP 12 (`PEP: <REQUIRED: pep number>`), and not a placeholder of a pending number. */
function isTemplate({ entries = [] }: Metadata, series: Series): boolean {
  const number = new FieldReader("", entries).text(keysOf(series, "number")) ?? "";
  return /^<[^<>]*>$/.test(number) && !isNumberPlaceholder(number, series.firstNumber);
}

/** Whether the number is that of a part: `46-01`. */
function hasPartNumber({ entries = [] }: Metadata, series: Series): boolean {
  return /^\D{0,12}\d+[-.]/.test(new FieldReader("", entries).text(keysOf(series, "number")) ?? "");
}

/** Checks the result of a format, whose code may not be type-checked. @returns what is wrong with the result. */
function wrongShape(result: unknown): string | undefined {
  const { fields, body, format } = Object(result) as Partial<FormattedText>;
  if (result instanceof Promise) return "it returned a promise, but must return the result itself";
  const hasFields = typeof fields === "object" && fields !== null && !Array.isArray(fields);
  if ((fields !== undefined && !hasFields) || (typeof body !== "string" && !isPieces(body)))
    return 'it must return { body: "…" }, or { body: [{ text: "…", line: 1 }, …] }, with fields if it has some';
  if (format !== undefined && !formatNames.includes(format))
    return `there is no format "${String(format)}", only ${formatNames.join(", ")}`;
  return undefined;
}

function isPieces(body: unknown): body is readonly TextPiece[] {
  const isPiece = ({ text, line }: Partial<TextPiece>) =>
    typeof text === "string" && Number.isInteger(line) && Number(line) > 0;
  return Array.isArray(body) && body.every((piece) => isPiece(Object(piece)));
}

function failedFormat(source: SourceFile, { name, parse }: Format, reason: string, error?: unknown): ProposalText {
  const origin = originOf(parse);
  const location = origin && locationOfThrown(error, origin.code, origin.root);
  const help = location
    ? `It was thrown at ${location.file}:${location.line}:${location.column}.`
    : "See `formats` in the configuration.";
  const diagnostic = diagnose("text-read", `the format ${name} failed: ${cleanText(reason)}`, {
    file: source.path,
    line: 1,
    column: 1,
    help,
  });
  return withoutMetadata(source.text, "markdown", diagnostic);
}

/** Finds the line of a text on which its body begins, for a body that is a part of the text or was converted line by line. */
function bodyLineIn(text: string, body: string): number {
  const offset = body === "" ? -1 : text.lastIndexOf(body);
  if (offset !== -1) return positionAt(text, offset).line;
  const [textLines, bodyLines] = [linesOf(text.trimEnd()), linesOf(body.trimEnd())];
  const before = textLines.length - bodyLines.length;
  const unchanged = bodyLines.filter((line, index) => line === textLines[before + index]);
  return unchanged.length >= bodyLines.length / 2 ? before + 1 : 1;
}

/** Locates fields that a format has read, without positions: at the first occurrence of the value in the file, or else of the key. */
class ValueLocator {
  constructor(private readonly text: string) {}

  entry(key: string, value: unknown): FieldEntry[] {
    const read = this.value(value, key);
    return read ? [{ key: cleanText(key), keyPosition: this.find(key) ?? { line: 1, column: 1 }, value: read }] : [];
  }

  private value(value: unknown, key: string): FieldValue | undefined {
    if (value === null || value === undefined) return undefined;
    const position = () => this.find(key) ?? { line: 1, column: 1 };
    if (Array.isArray(value)) {
      const items = value.flatMap((item) => this.value(item, key) ?? []);
      return { kind: "list", items, position: position(), length: key.length };
    }
    if (typeof value === "object" && !(value instanceof Date)) {
      const entries = Object.entries(value).flatMap(([inner, part]) => this.entry(inner, part));
      return { kind: "map", entries, position: position(), length: key.length };
    }
    const isDay = value instanceof Date && !Number.isNaN(value.getTime());
    const text = cleanText(isDay ? value.toISOString().slice(0, 10) : String(value));
    return { kind: "text", text, position: this.find(text) ?? position(), length: Math.max(1, text.length) };
  }

  private find(words: string): Position | undefined {
    const index = words === "" ? -1 : this.text.indexOf(words);
    return index === -1 ? undefined : positionAt(this.text, index);
  }
}
