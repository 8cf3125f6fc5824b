/** Reads single values from metadata, in every form that authors use, and reports what is wrong with them. */
import { type Code, diagnose } from "../../platform/diagnostics/codes.js";
import type { Diagnostic, Severity } from "../../shared/diagnostic.js";
import type { LabelledUrl, NumericDate, Position, ProposalReference } from "../../shared/document.js";
import { foldSpaces } from "../../shared/text.js";
import { isSafeUrl, meantUrl, readUrl, runsCode, schemeAdvice, schemeOf } from "../../shared/url.js";
import type { FieldEntry, FieldValue } from "../metadata/entries.js";
import { inlineLinks, isEmptyValue, plainInline, withoutPrompt, withoutUrls } from "../metadata/inline.js";
import { normalizeKey } from "../metadata/keys.js";
import { readDate } from "./dates.js";

/** Matches three words or more without a digit: Lisk writes the title of a proposal that has no number yet, "Introduce cross-chain update mechanism". */
const titleOfProposal = /^\p{L}[^\d\s]*(?:\s+[^\d\s]+){2,}$/u;

/** The entries of one file's metadata by field, and the diagnostics about them. */
export class FieldReader {
  readonly diagnostics: Diagnostic[] = [];
  private readonly byKey = new Map<string, FieldEntry>();
  /** The last of several lines with one key, by the entry that joins them. */
  private readonly lastOf = new Map<FieldEntry, FieldEntry>();
  private readonly reported = new Set<FieldEntry>();

  constructor(
    private readonly path: string,
    entries: readonly FieldEntry[],
  ) {
    for (const entry of entries) {
      const name = normalizeKey(entry.key);
      const former = this.byKey.get(name);
      if (former?.key === entry.key) {
        const joined = joinEntries(former, entry, this.lastOf.has(former));
        this.lastOf.set(joined, entry);
        this.byKey.set(name, joined);
        continue;
      }
      if (former) this.reportDuplicate(entry, former.key);
      this.byKey.set(name, entry);
    }
  }

  private reportDuplicate(entry: FieldEntry, formerKey: string): void {
    if (this.reported.has(entry)) return;
    this.reported.add(entry);
    const location = { position: entry.keyPosition, length: entry.key.length };
    const message =
      entry.key === formerKey ? `"${entry.key}" occurs twice` : `"${entry.key}" and "${formerKey}" are the same field`;
    this.report("field-duplicate", message, location, "Keep one of the two.");
  }

  /** Finds the entry of a field that may have one value only: if several lines have the key, the last counts and is reported. */
  private findOne(keys: readonly string[]): FieldEntry | undefined {
    const entry = this.find(keys);
    const last = entry && this.lastOf.get(entry);
    if (last) this.reportDuplicate(last, last.key);
    return last ?? entry;
  }

  /** The entry of the first key that has a value. */
  find(keys: readonly string[]): FieldEntry | undefined {
    return this.findAll(keys)[0];
  }

  /** The entries of all keys that have a value; `prs.accepted` is the key `accepted` of the map `prs`. */
  findAll(keys: readonly string[]): FieldEntry[] {
    return keys.flatMap((key) => {
      const entry = this.byKey.get(normalizeKey(key)) ?? (key.includes(".") ? this.innerEntry(key) : undefined);
      return entry && !isEmpty(entry.value) ? entry : [];
    });
  }

  private innerEntry(key: string): FieldEntry | undefined {
    const [first = "", ...inner] = key.split(".");
    let entry = this.byKey.get(normalizeKey(first));
    for (const name of inner.map(normalizeKey)) {
      const entries = entry?.value.kind === "map" ? entry.value.entries : [];
      entry = entries.find((fieldEntry) => normalizeKey(fieldEntry.key) === name);
    }
    return entry;
  }

  report(
    code: Code,
    message: string,
    { position, length }: { position: Position; length?: number },
    help?: string,
    severity?: Severity,
  ): void {
    const details = { file: this.path, ...position, length, help, ...(severity && { severity }) };
    this.diagnostics.push(diagnose(code, message, details));
  }

  /**
   * Reports a missing field: at its line if that lacks a value, or else at `position`.
   * @param value example for the help. @param severity by default an error.
   */
  reportMissing(
    keys: readonly string[],
    message: string,
    position: Position,
    value: string,
    severity: Severity = "error",
  ): void {
    const empty = keys.flatMap((key) => this.byKey.get(normalizeKey(key)) ?? [])[0];
    const where = empty ? { position: empty.keyPosition, length: empty.key.length } : { position };
    const line = `${empty?.key ?? keys[0]}: ${value}`;
    const help = empty ? `Complete the line: ${line}` : `Add a line: ${line}`;
    this.report("field-missing", message, where, help, severity);
  }

  /** Reads text with its line breaks. */
  wholeText(keys: readonly string[]): string | undefined {
    const value = soleValue(this.findOne(keys)?.value);
    return value?.kind === "text" ? value.text.trim() : this.text(keys);
  }

  /** Reads one line of text. A list of one item is read as that item: `status: [draft]`. */
  text(keys: readonly string[]): string | undefined {
    const entry = this.findOne(keys);
    if (!entry) return undefined;
    const value = soleValue(entry.value);
    if (value?.kind === "text") return foldSpaces(value.text).trim();
    this.report("field-type", `"${entry.key}" must be text`, entry.value, `Write it as ${entry.key}: some text`);
    return undefined;
  }

  /** Reads texts from a list, or from a line with commas, without markup. */
  list(keys: readonly string[]): string[] {
    const entry = this.find(keys);
    const parts = entry ? flatten(entry.value).flatMap(({ text }) => splitOutside(text, ",")) : [];
    return parts.flatMap((part) => plainInline(part) || []);
  }

  /**
   * Reads the last date of a field as `YYYY-MM-DD`, or a month as `YYYY-MM`.
   * @returns both readings of an ambiguous date: only a caller who knows all dates of the register can choose.
   */
  date(keys: readonly string[]): string | Omit<NumericDate, "field"> | undefined {
    const entry = this.findOne(keys);
    const value = entry && flatten(entry.value).at(-1);
    if (!entry || !value) return undefined;
    const text = withoutPrompt(plainInline(value.text));
    if (isEmptyValue(text)) return undefined;
    const date = readDate(splitOutside(text, ",").at(-1) ?? "") ?? readDate(text);
    if (!date) {
      const help = `Write ${entry.key} as YYYY-MM-DD, a day that exists.`;
      this.report("date-invalid", `"${value.text}" is not a date`, value, help);
      return undefined;
    }
    if ("iso" in date) return date.isMonth ? date.iso.slice(0, 7) : date.iso;
    return { ...date, key: entry.key, text, position: value.position, length: value.length };
  }

  /**
   * Reads references to proposals in any form: `20`, `20, 165`, `cip-165`, `[CIP-20](./cip-20.md)`, or a list of these.
   * @param read finds the references in a part between commas.
   */
  references(
    keys: readonly string[],
    read: (part: string) => Omit<ProposalReference, "position">[],
  ): ProposalReference[] {
    const entry = this.find(keys);
    if (!entry) return [];
    return flatten(entry.value).flatMap(({ text, position, length }) => {
      let end = 0;
      return splitOutside(text, ",").flatMap((part): ProposalReference[] => {
        const start = text.indexOf(part, end);
        end = start + part.length;
        if (isEmptyValue(plainInline(part))) return [];
        const references = read(part);
        // "0036, 0037, etc." has two references.
        if (references.length === 0 && !(start > 0 && /^(?:and )?(?:etc|others|more|so on)\b\.?$/i.test(part))) {
          const location = { position, length };
          const quoted = `"${part}" in "${entry.key}"`;
          const isTitle = titleOfProposal.test(part);
          const message = `${quoted} ${isTitle ? "has no number yet" : "is not the number of a proposal"}`;
          const help = isTitle ? "Write the number once there is one." : undefined;
          this.report("reference-invalid", message, location, help, isTitle ? "warning" : "error");
        }
        // In an escaped value, the offset in the text is not that in the source.
        const column = position.column + (text.length === length ? start : 0);
        return references.map((reference) => ({ ...reference, position: { ...position, column } }));
      });
    });
  }

  /**
   * Reads the links of all keys: URLs with or without words around them, lists of URLs, or `label: url` pairs.
   * @param linkSchemes schemes that are allowed besides the usual ones.
   * @param expectsUrls whether a value without a URL is a mistake.
   */
  urls(keys: readonly string[], linkSchemes: readonly string[] = [], expectsUrls = false): LabelledUrl[] {
    const links = this.findAll(keys).flatMap((entry) => {
      const urls = labelledUrls(entry.value, "");
      const text = entry.value.kind === "text" ? entry.value.text : "";
      if (expectsUrls && urls.length === 0 && !isEmptyValue(plainInline(text))) {
        const meant = /\s/.test(text) ? undefined : meantUrl(text);
        if (meant) this.report("url-scheme", `${text} is not a URL without its scheme`, entry.value, `Write ${meant}.`);
        else {
          const help = "Write an https URL, or leave the field out until there is one.";
          this.report("url-missing", `"${entry.key}" has no URL in it, so it is not shown`, entry.value, help);
        }
      }
      return urls.flatMap(({ label, url, field }) => {
        if (isSafeUrl(url, linkSchemes)) return [{ label, url: readUrl(url) }];
        if (!expectsUrls && isLabel(url)) return [];
        const help = schemeAdvice(url, "an https URL");
        // An unknown scheme that runs no code (rdar://1) is only warned about, as in the body of a text.
        const severity = runsCode(url) ? undefined : "warning";
        this.report("url-unsafe", `"${entry.key}" has a URL of a kind that is not allowed`, field, help, severity);
        return [];
      });
    });
    const seenUrls = new Set<string>();
    return links.filter(({ url }) => !seenUrls.has(url) && seenUrls.add(url));
  }
}

/** A list of one item is that item. */
function soleValue(value: FieldValue | undefined): FieldValue | undefined {
  return value?.kind === "list" && value.items.length === 1 ? value.items[0] : value;
}

/** Joins lines with one key to a list of their values. @param isJoined whether `former` has such a list, which is extended: a copy for each line takes long. */
function joinEntries(former: FieldEntry, entry: FieldEntry, isJoined: boolean): FieldEntry {
  const before = former.value.kind === "list" ? former.value.items : [former.value];
  const items = isJoined ? before : [...before];
  items.push(entry.value);
  const { position, length } = entry.value;
  return { ...entry, value: { kind: "list", items, position, length } };
}

/** Whether a text is a word with a colon, such as `heading:title` or `image:1.2`: a URL of an unknown scheme would have slashes. */
const isLabel = (text: string) => !/^[^:]*:\/\//.test(text) && !runsCode(text);

/** Splits at a mark outside of brackets; empty parts are dropped. @param mark one character. */
export function splitOutside(text: string, mark: string): string[] {
  const parts: string[] = [];
  const add = (part: string) => {
    const item = part.trim();
    if (item) parts.push(item);
  };
  let start = 0;
  if (text.includes(mark)) {
    const opened: string[] = [];
    for (let index = 0; index < text.length; index++) {
      const character = text[index] as string;
      // Angle brackets do not nest: the first of two was never closed.
      const isSecond = character === "<" && opened.at(-1) === "<";
      if ("(<[".includes(character) && !isSecond) opened.push(character);
      else if (")>]".includes(character)) opened.pop();
      else if (character === mark && opened.length === 0) {
        add(text.slice(start, index));
        start = index + 1;
      }
    }
  }
  add(text.slice(start));
  return parts;
}

export type TextValue = Extract<FieldValue, { kind: "text" }>;

/** All texts of a value, in order; for a map, `key: value` of each entry. */
export function flatten(value: FieldValue): TextValue[] {
  if (value.kind === "text") return value.text.trim() ? [{ ...value, text: foldSpaces(value.text).trim() }] : [];
  if (value.kind === "list") return value.items.flatMap(flatten);
  return value.entries.map(({ key, keyPosition, value: inner }) => ({
    kind: "text",
    text: [key, ...flatten(inner).map((item) => item.text)].join(": "),
    position: keyPosition,
    length: key.length,
  }));
}

/** Whether a value is empty. `~` and `null` are empty values of YAML. */
export function isEmpty(value: FieldValue): boolean {
  if (value.kind === "list") return value.items.every(isEmpty);
  if (value.kind === "map") return value.entries.length === 0;
  const text = value.text.trim();
  return text === "" || (!value.isQuoted && (text === "~" || text === "null" || text === "NULL"));
}

function labelledUrls(value: FieldValue, label: string): (LabelledUrl & { field: FieldValue })[] {
  if (value.kind === "list") return value.items.flatMap((item) => labelledUrls(item, label));
  if (value.kind === "map") return value.entries.flatMap((entry) => labelledUrls(entry.value, entry.key));
  const parts = splitOutside(value.text, ",").map((part) => /^<(.*)>$/.exec(part)?.[1] ?? part);
  // The caller reports URLs whose scheme is not allowed.
  if (parts.every((part) => !/\s|^\[/.test(part) && schemeOf(part)))
    return parts.map((url) => ({ label, url, field: value }));
  return urlsInText(value.text).map((link) => ({ label: link.label || label, url: link.url, field: value }));
}

/** Matches the punctuation at both ends of the words before a URL. */
const punctuationAround = /^[\s,;:)\]-]+|(?<![\s,;:([\u2013-])[\s,;:([\u2013-]+$/g;

/** Finds links in Markdown, and URLs among words: the words before a URL on its line are its label. */
function urlsInText(text: string): LabelledUrl[] {
  const links = inlineLinks(text).map(({ text: label, url }) => ({ label: label === url ? "" : label, url }));
  const bare = withoutUrls(text)
    .split("\n")
    .flatMap((line) => {
      let end = 0;
      return [...line.matchAll(/<?(https?:\/\/[^\s<>"']+)>?/gi)].map(({ 0: urlText, 1: url = "", index }) => {
        const before = plainInline(line.slice(end, index)).replace(punctuationAround, "");
        end = index + urlText.length;
        return { label: /[[\]]/.test(before) ? "" : before.slice(0, 80), url: withoutPunctuation(url) };
      });
    });
  return [...links.filter(({ url }) => schemeOf(url)), ...bare];
}

/** Removes the punctuation that ends the sentence, and a closing bracket that was opened before the URL. */
function withoutPunctuation(url: string): string {
  const end = url.includes("(") ? /(?<![.,;:!?])[.,;:!?]+$/ : /(?<![.,;:!?)])[.,;:!?)]+$/;
  return url.replace(end, "");
}
