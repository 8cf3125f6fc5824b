/** Separates a proposal's metadata from its text: by the hook of its series, or by the forms that the program knows. */
import { type FieldName, originOf, placeOfThrown, type Series, type TextParts } from "../config/index.js";
import { diagnose } from "../diagnostics/codes.js";
import type { FieldEntry, FieldValue } from "../metadata/entries.js";
import { type Metadata, readMetadata } from "../metadata/forms.js";
import { keysOf, knownKeySet, normalizeKey } from "../metadata/keys.js";
import { cleanText } from "../shared/clean-text.js";
import { reasonOf } from "../shared/diagnostic.js";
import type { Position, SourceFile } from "../shared/document.js";
import { linesOf, positionAt } from "../shared/lines.js";
import { formatNames, type TextFormat, textFormat } from "../shared/text-format.js";
import { FieldReader } from "./fields.js";
import type { FileNameParts } from "./file-name.js";

export interface ProposalText extends Metadata {
  format: TextFormat;
}

export function readProposalText(source: SourceFile, series: Series): ProposalText {
  const format = textFormat(source.path) ?? (hasPlainTexts(source.path, series) ? "rst" : "markdown");
  if (source.unread) return unreadMetadata(source, source.unread);
  const read = readByHook(source, series);
  if (read === undefined) {
    // With a file beside the text, that is the front matter of `source`.
    const form =
      typeof series.metadata === "object" ? (source.text.startsWith("---") && "yaml") || undefined : series.metadata;
    return { ...readMetadata(source, knownKeySet(series), form, series.onBadField === "warn"), format };
  }
  if (read instanceof HookFailure) return failed(source, series, read);
  return fromParts(source, read, read.format ?? format);
}

/** Old texts of registers in reStructuredText have names that end with .txt, as those of Python's had: a pattern names both. */
function hasPlainTexts(path: string, { files }: Series): boolean {
  return path.endsWith(".txt") && /[.{,]rst\b/.test(files);
}

/** @param unread why the file with the metadata cannot be read. */
function unreadMetadata({ path, text }: SourceFile, unread: NonNullable<SourceFile["unread"]>): ProposalText {
  const { message, ...place } = unread;
  const help = "Write the file in the form that its extension names.";
  const diagnostic = diagnose("metadata-file", `the metadata beside ${path} cannot be read: ${message}`, {
    ...place,
    help,
  });
  const nothing = { entries: undefined, form: undefined, body: text, bodyLine: 1, taken: [] };
  return { ...nothing, format: textFormat(path) ?? "markdown", diagnostics: [diagnostic] };
}

/** A text with another form of name is a proposal if its metadata has fields that only proposals have. */
export function isProposalText(read: Metadata, name: FileNameParts, series: Series): boolean {
  if (name.matches || (name.isPending && read.entries?.length)) return true;
  // `cap-0046-01.md` beside `cap-0046.md` is a part of it: it has no number of its own.
  if (!looksLikeProposal(read, series) || isTemplate(read, series)) return false;
  return !(series.onInvalid === "warn-and-skip" && saysPart(read, series));
}

function looksLikeProposal({ entries = [], form }: Metadata, series: Series): boolean {
  // Lists and tables of other texts have statuses and authors as well.
  const fields: FieldName[] = form === "yaml" ? ["number", "status", "author"] : ["number"];
  const keys = new Set(fields.flatMap((field) => keysOf(series, field)).map(normalizeKey));
  return entries.some(({ key }) => keys.has(normalizeKey(key)));
}

/** `PEP: <REQUIRED: pep number>`, as in the template in the folder of PEP 12. */
function isTemplate({ entries = [] }: Metadata, series: Series): boolean {
  return /^<[^<>]*>$/.test(new FieldReader("", entries).text(keysOf(series, "number")) ?? "");
}

/** `46-01` continues after a number; `TBD` is a missing number. */
function saysPart({ entries = [] }: Metadata, series: Series): boolean {
  return /^\D{0,12}\d+[-.]/.test(new FieldReader("", entries).text(keysOf(series, "number")) ?? "");
}

class HookFailure {
  constructor(
    readonly message: string,
    readonly error?: unknown,
  ) {}
}

function readByHook({ path, text }: SourceFile, { read }: Series): TextParts | HookFailure | undefined {
  if (!read) return undefined;
  try {
    const parts = read({ path, text });
    return parts === undefined ? undefined : (wrongShape(parts) ?? parts);
  } catch (error) {
    return new HookFailure(reasonOf(error), error);
  }
}

/** Checks the result of a hook at run time: its code may not be type-checked. */
function wrongShape(parts: unknown): HookFailure | undefined {
  const { fields, body, format } = (typeof parts === "object" && parts !== null ? parts : {}) as Partial<TextParts>;
  if (parts instanceof Promise) return new HookFailure("it returned a promise, but must return the result itself");
  if (typeof fields !== "object" || fields === null || Array.isArray(fields) || typeof body !== "string")
    return new HookFailure('it must return undefined, or { fields: { … }, body: "…" }');
  if (format !== undefined && !formatNames.includes(format))
    return new HookFailure(`there is no format "${String(format)}", only ${formatNames.join(", ")}`);
  return undefined;
}

function failed(source: SourceFile, { id, read }: Series, { message, error }: HookFailure): ProposalText {
  const origin = read && originOf(read);
  const place = origin && placeOfThrown(error, origin.code, origin.root);
  const help = place
    ? `It was thrown at ${place.file}:${place.line}:${place.column}.`
    : `See \`read\` of the series "${id}" in the configuration.`;
  const where = { file: source.path, line: 1, column: 1, help };
  const diagnostic = diagnose("text-read", `read of the series "${id}" failed: ${cleanText(message)}`, where);
  const nothing = { entries: undefined, form: undefined, body: source.text, bodyLine: 1, taken: [] };
  return { ...nothing, format: "markdown", diagnostics: [diagnostic] };
}

function fromParts({ text }: SourceFile, { fields, body }: TextParts, format: TextFormat): ProposalText {
  const places = new Places(text);
  const entries = Object.entries(fields).flatMap(([key, value]) => places.entry(key, value));
  const bodyLine = bodyLineIn(text, body);
  return { entries, form: undefined, body: cleanText(body), bodyLine, taken: [], format, diagnostics: [] };
}

/** The line of a text on which a body begins that is a part of it, or that was converted line by line. */
function bodyLineIn(text: string, body: string): number {
  const at = body === "" ? -1 : text.lastIndexOf(body);
  if (at !== -1) return positionAt(text, at).line;
  const [all, own] = [linesOf(text.trimEnd()), linesOf(body.trimEnd())];
  const before = all.length - own.length;
  const unchanged = own.filter((line, index) => line === all[before + index]);
  return unchanged.length >= own.length / 2 ? before + 1 : 1;
}

/** A hook gives no places of fields: the place is that of the first occurrence of the value in the file, or else of the key. */
class Places {
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
    const at = words === "" ? -1 : this.text.indexOf(words);
    return at === -1 ? undefined : positionAt(this.text, at);
  }
}
