/**
 * A new proposal in the manner of the others: the text of a template, or the headings of a complete text, with the metadata in the form and the order that
 * the register has. Values are replaced in their places, so every form of metadata keeps its signs.
 */
import { stringify } from "yaml";
import { fillPattern, formatNumber, idOf, type Series, toBeWritten } from "../config/index.js";
import type { FieldEntry, FieldValue } from "../metadata/entries.js";
import type { Metadata } from "../metadata/forms.js";
import { plainInline } from "../metadata/inline.js";
import { keysOf, normalizeKey } from "../metadata/keys.js";
import { readDate } from "../parse/dates.js";
import { flatten } from "../parse/fields.js";
import type { SourceFile } from "../shared/document.js";
import { textOfNumber } from "../shared/proposal-number.js";
import { escapePattern } from "../shared/text.js";

export interface Example {
  source: SourceFile;
  metadata: Metadata;
  /** A template keeps its text; of a proposal only the headings stay. */
  isTemplate: boolean;
  /** Of a proposal: what its heading shows. */
  title?: string;
  number?: number;
  /** In the name of its file. */
  slug?: string;
  /** Headings that most texts have, as `headingKey` writes them: others are this text's own. Undefined where nothing says which these are. */
  usual?: ReadonlySet<string>;
}

/** What is compared of a heading. */
export const headingKey = (text: string) => plainInline(text).normalize().trim().toLowerCase();

/** What the texts of a register have in a field, by normalized key. */
export type Habits = ReadonlyMap<string, { isUsual: boolean; always?: string }>;

interface NewFacts {
  series: Series;
  number: number;
  title: string;
  category: string;
  author?: string;
  /** `YYYY-MM-DD` */
  date: string;
  /** As the register writes it. */
  status?: string;
  slug: string;
}

/** Replaces a range of a line, or all lines of a field. */
interface Edit {
  line: number;
  column: number;
  length: number;
  text: string;
}

export function imitate(example: Example, facts: NewFacts, habits: Habits): string {
  const { source, metadata, isTemplate } = example;
  const lines = source.text.split("\n");
  const ranges = metadata.taken.length > 0 ? metadata.taken : [];
  const isMetadata = (index: number) =>
    index < metadata.bodyLine - 1 || ranges.some(([from, to]) => index >= from && index < to);
  const entries = leaves(metadata.entries ?? []);
  const edits: Edit[] = [];
  const dropped = new Set<number>();
  const edited = new Set<number>();
  for (const [index, entry] of entries.entries()) {
    const line = entry.keyPosition.line - 1;
    const isAlone = !entries.some((other) => other !== entry && other.keyPosition.line === entry.keyPosition.line);
    const next = entries[index + 1]?.keyPosition.line ?? Number.POSITIVE_INFINITY;
    const text = newValue(entry, facts, example, habits);
    if (text === undefined && isAlone && isMetadata(line)) {
      for (let at = line; at < next - 1 && at < lines.length && isMetadata(at); at++)
        if (at === line || isContinuation(lines[at] ?? "")) dropped.add(at);
      continue;
    }
    const { first, last } = span(entry.value);
    const raw = (lines[first.line] ?? "").slice(first.column, first.column + first.length);
    const isYaml = line < metadata.bodyLine - 1;
    const isSame = text !== undefined && idOf(plainInline(raw)) === idOf(text) && idOf(text) !== "";
    edited.add(first.line);
    if (!isSame) edits.push(inCell(lines[first.line] ?? "", { ...first, text: text ? marked(raw, text, isYaml) : "" }));
    for (let at = first.line + 1; at <= last; at++) dropped.add(at);
    // A folded text of YAML.
    for (let at = first.line + 1; isYaml && at < next - 1 && /^\s+\S/.test(lines[at] ?? ""); at++) dropped.add(at);
  }
  for (const { line, column, length, text } of edits.sort(
    (one, other) => other.line - one.line || other.column - one.column,
  ))
    lines[line] = (lines[line] ?? "").slice(0, column) + text + (lines[line] ?? "").slice(column + length);
  const keep = (index: number) => isMetadata(index) || edited.has(index);
  const titled = withTitle(lines, keep, example, facts);
  const isUsual = (line: string, index: number) =>
    line !== lines[index] ||
    example.usual?.has(headingKey(line.replace(/^#+\s+/, "").replace(/\s#+\s*$/, ""))) !== false;
  const written = isTemplate ? titled : headingsOf(titled, keep, isUsual);
  const kept = written.flatMap((line, index) => (dropped.has(index) || line === undefined ? [] : [line.trimEnd()]));
  return `${kept
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .replace(/^\n+/, "")
    .trimEnd()}\n`;
}

/** A cell of a table keeps its width. */
function inCell(line: string, edit: Edit): Edit {
  const { column, length, text } = edit;
  if (!/^\s*\|/.test(line)) return edit;
  const end = line.indexOf("|", column + length);
  const start = length === 0 ? line.lastIndexOf("|", column - 1) + 2 : column;
  if (end === -1 || start > column) return edit;
  return { ...edit, column: start, length: end - start, text: `${text} `.padEnd(end - start) };
}

/** The quotes and the emphasis around a value stay; YAML needs quotes around some words. */
function marked(raw: string, text: string, isYaml: boolean): string {
  if (isYaml && raw.startsWith('"')) return JSON.stringify(text);
  if (isYaml && raw.startsWith("'")) return `'${text.replaceAll("'", "''")}'`;
  if (isYaml)
    return /^\d{4}-\d{2}-\d{2}$/.test(text) || (/^(?:\d+|[NX]{2,}\b.*)$/.test(raw) && /^\d+$/.test(text))
      ? text
      : stringify(text, { lineWidth: 0 }).trimEnd();
  const [, mark] = /^(\*{1,3}|_{1,2}|`)[^\n]*\1$/.exec(raw) ?? [];
  return mark ? `${mark}${text}${mark}` : text;
}

/** `{a hint}` of a template is a map of YAML, and meant as a text. */
const leaves = (entries: readonly FieldEntry[]): FieldEntry[] =>
  entries
    .flatMap((entry) => (entry.value.kind === "map" && !isHint(entry.value) ? leaves(entry.value.entries) : [entry]))
    .sort(
      (one, other) =>
        one.keyPosition.line - other.keyPosition.line || one.keyPosition.column - other.keyPosition.column,
    );

const hint = "{}";

const isHint = (value: FieldValue) =>
  value.kind === "map" && value.entries.every((one) => flatten(one.value).every(({ text }) => text === ""));

/** Lines that frame metadata are not part of a value. */
const isContinuation = (line: string) =>
  line.trim() !== "" && !/^\s*(?:---|```|~~~|<\/?pre>|\|?[\s:|-]+\|?)\s*$/.test(line);

/** The range of a value on its first line, and its last line. */
function span(value: FieldValue): { first: Omit<Edit, "text">; last: number } {
  if (isHint(value)) {
    const { line, column } = value.position;
    return { first: { line: line - 1, column: column - 1, length: value.length }, last: line - 1 };
  }
  const items = flatten(value);
  const [one] = items;
  const end = items.at(-1);
  const start = one?.position ?? value.position;
  const lines = value.kind === "text" ? value.text.split("\n").length - 1 : 0;
  const column = start.column - 1;
  const isFlow = value.kind === "list" && end !== undefined && end.position.line === start.line;
  const length = isFlow && end ? end.position.column - 1 + end.length - column : (one?.length ?? 0);
  const isEmpty = one === undefined || one.text === "";
  const last = end && end.position.line > start.line ? end.position.line - 1 : start.line - 1 + lines;
  return { first: { line: start.line - 1, column, length: isEmpty ? 0 : length }, last };
}

/** @returns undefined where a new text does not have the field. */
function newValue(
  entry: FieldEntry,
  facts: NewFacts,
  { number, slug, isTemplate }: Example,
  habits: Habits,
): string | undefined {
  const { series } = facts;
  const key = normalizeKey(entry.key);
  const written = isHint(entry.value) ? hint : (flatten(entry.value)[0]?.text ?? "");
  const isKeyOf = (field: Parameters<typeof keysOf>[1]) =>
    keysOf(series, field)
      .map((one) => normalizeKey(one.split(".").at(-1) ?? one))
      .includes(key);
  const own = number === undefined ? undefined : textOfNumber(number, series.numbers);
  const isNumber = new RegExp(`^(?:${escapePattern(series.label)}[-\\s#]*)?0*${own}$`, "i");
  if (isKeyOf("number") || (number !== undefined && isNumber.test(plainInline(written))))
    return withNumber(written, number, facts);
  if (isKeyOf("title")) return facts.title;
  if (isKeyOf("author")) return facts.author ?? "Your Name";
  if (isKeyOf("status")) return statusLike(written, facts);
  if (isKeyOf("date")) return dateLike(written, facts.date);
  const { category } = series;
  if (category.from === "field" && category.keys.map(normalizeKey).includes(key)) {
    const chosen = category.values.find(({ id }) => id === facts.category)?.label;
    if (chosen !== undefined && category.values.some(({ label }) => idOf(label) === idOf(written))) return chosen;
  }
  if (key === "slug" || (written !== "" && written === slug)) return facts.slug;
  if (/^(?:featurename|name)$/.test(key))
    return facts.slug.replaceAll("-", written.includes("-") && !written.includes("_") ? "-" : "_");
  const habit = habits.get(key);
  if (habit?.always !== undefined) return habit.always;
  if (isTemplate && isKeyOf("updated") && aDay.test(written.trim())) return facts.date;
  if (isTemplate) return isToReplace.test(written.trim()) || aDay.test(written.trim()) ? "" : written;
  return habit?.isUsual ? "" : undefined;
}

/** `YYYY-MM-DD`. */
const aDay = /^Y{4}([-/.])M{2}\1D{2}$/i;

/** `{a hint}`, `<a hint>`, `(leave this empty)`. */
const isToReplace = /^(?:<.*>|\{.*\}|\(.*\)|\[[^\]]*\])$/;

/** `[SE-0001](0001-words.md)`: the number and the name of the file. */
function withNumber(
  written: string,
  number: number | undefined,
  { series, number: next, slug, title }: NewFacts,
): string {
  const nextText = textOfNumber(next, series.numbers);
  const own = number === undefined ? "" : textOfNumber(number, series.numbers);
  const digits =
    number === undefined
      ? /\d+|N{2,}|X{2,}|NUMBER/i.exec(written)?.[0]
      : new RegExp(`0*${own}(?![\\da-z])`, "i").exec(written)?.[0];
  if (digits === "NUMBER") return written.replace(digits, nextText);
  const isPadded =
    digits === undefined ? series.numberWidth > 1 : /^0/.test(digits) || digits.length > (own || "0").length;
  const width = isPadded
    ? Math.max(digits?.length ?? 0, series.numberWidth)
    : digits !== undefined && number !== undefined
      ? 1
      : series.numberWidth;
  const text = nextText.padStart(width, "0");
  if (digits === undefined) return text;
  const file = fillPattern(series.files, series, { number: next, category: "", slug }).split("/").at(-1) ?? "";
  return (
    written
      .split(digits)
      .join(text)
      // What a template says about its `NNN`.
      .replace(/^\D/.test(digits) ? /\s+\([^()]*\)$/ : "", "")
      .replace(/\]\([^)]*\.md\)/, `](${file})`)
      .replace(/\bTITLE\b/g, title)
  );
}

/** In the case of the example: `accepted`, `Accepted`, `ACCEPTED`. */
function statusLike(written: string, { status = "", series }: NewFacts): string {
  const text = status || (series.statuses[0]?.label ?? "Draft");
  if (/^STATUS$/.test(written.trim()) || isToReplace.test(written.trim())) return text;
  const plain = plainInline(written).replace(/[^\p{L}].*$/u, "");
  if (plain && plain === plain.toLowerCase()) return text.toLowerCase();
  return plain.length > 1 && plain === plain.toUpperCase() && /\p{Lu}{2}/u.test(plain) ? text.toUpperCase() : text;
}

const months = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
];

/** The forms in which registers write a day. */
const dayForms: ((year: string, month: string, day: string) => string)[] = [
  (year, month, day) => `${year}-${month}-${day}`,
  (year, month, day) => `${year}/${month}/${day}`,
  (year, month, day) => `${day}/${month}/${year}`,
  (year, month, day) => `${month}/${day}/${year}`,
  (year, month, day) => `${day}-${month}-${year}`,
  (year, month, day) => `${day}.${month}.${year}`,
  (year, month, day) => `${year}.${month}.${day}`,
  (year, month, day) => `${day}-${months[Number(month) - 1]?.slice(0, 3)}-${year}`,
  (year, month, day) => `${day} ${months[Number(month) - 1]?.slice(0, 3)} ${year}`,
  (year, month, day) => `${Number(day)} ${months[Number(month) - 1]} ${year}`,
  (year, month, day) => `${months[Number(month) - 1]} ${Number(day)}, ${year}`,
];

function dateLike(written: string, date: string): string {
  const [year = "", month = "", day = ""] = date.split("-");
  const form = dayForms.find((write) => {
    const read = readDate(written);
    const days = !read ? [] : "iso" in read ? [read.iso] : [read.dmy, read.mdy].flatMap((one) => one ?? []);
    return days.some((iso) => write(...(iso.split("-") as [string, string, string])) === written.trim());
  });
  return form ? form(year, month, day) : date;
}

/** Lines with the new title in the first heading. */
function withTitle(
  lines: readonly string[],
  keep: (index: number) => boolean,
  example: Example,
  facts: NewFacts,
): string[] {
  const { number, title } = example;
  const { series } = facts;
  let isDone = false;
  return lines.map((line, index) => {
    const isSetext = /^(?:=+|-{3,})\s*$/.test(lines[index + 1] ?? "") && line.trim() !== "";
    const [, mark = "", text = ""] = /^(#\s+)(.*)$/.exec(line) ?? (isSetext ? [line, "", line] : []);
    if (isDone || text === "" || (keep(index) && index < example.metadata.bodyLine - 1)) return line;
    // `NIP-01` underlined, with the title below it.
    const [, label] =
      (number !== undefined &&
        new RegExp(`^(${escapePattern(series.label)}[-\\s#]*)0*${textOfNumber(number, series.numbers)}$`, "i").exec(
          text,
        )) ||
      [];
    if (label !== undefined) return `${mark}${label}${formatNumber(facts.number, series)}`;
    isDone = true;
    const named = new RegExp(`^(?:${escapePattern(series.label)}\\s*[:–—-]\\s+)?`, "i").exec(text)?.[0] ?? "";
    const numbered = /^(\W*(?:\p{L}+[-\s#]*)?)(\d+|N{2,}|X{2,}|NUMBER)(\]?[\s.:–—-]+)/u.exec(text);
    const isNumber =
      numbered &&
      series.numbers !== "none" &&
      (number === undefined ||
        /\D/.test(numbered[2] ?? "") ||
        Number(numbered[2]) === number ||
        Number(numbered[2]) === 0);
    // A heading that is not the title, such as "Summary", stays.
    if (title !== undefined && !isNumber && plainInline(text.slice(named.length)) !== title) return line;
    if (title === undefined && !isNumber && /^(?:summary|abstract|preamble)\b/i.test(text)) return line;
    if (!isNumber) return mark + named + facts.title;
    const [, before = "", digits = "", behind = ""] = numbered;
    return `${mark}${before}${withNumber(digits, number ?? (/^\d+$/.test(digits) ? Number(digits) : undefined), facts)}${behind}${facts.title}`;
  });
}

/** Only what is kept, and usual headings, each with a text to be written. Other lines are undefined. */
function headingsOf(
  lines: readonly string[],
  keep: (index: number) => boolean,
  isUsual: (line: string, index: number) => boolean,
): (string | undefined)[] {
  let fence: string | undefined;
  const isHeading = lines.map((line, index) => {
    const [, mark] = /^\s{0,3}(`{3,}|~{3,})/.exec(line) ?? [];
    if (mark && (fence === undefined || mark.startsWith(fence)))
      fence = fence === undefined ? mark.slice(0, 3) : undefined;
    if (fence !== undefined || mark || keep(index) || !isUsual(line, index)) return false;
    return (
      /^#{1,6}\s+\S/.test(line) ||
      (line.trim() !== "" &&
        !/^[-=\s]+$/.test(line) &&
        /^(?:=+|-{3,})\s*$/.test(lines[index + 1] ?? "") &&
        /^[\s*=_-]*$/.test(lines[index - 1] ?? ""))
    );
  });
  const headings = isHeading.flatMap((is, index) => (is ? [index] : []));
  return lines.map((line, index) => {
    if (keep(index)) return line;
    if (isHeading[index]) return line;
    if (index > 0 && isHeading[index - 1] && /^(?:=+|-{3,})\s*$/.test(line)) return line;
    const own = headings.findLast((one) => one < index);
    if (own === undefined) return line.trim() === "" ? line : undefined;
    const next = headings.find((one) => one > index) ?? lines.length;
    const isTitle =
      headings.length > 1 &&
      /^#\s/.test(lines[own] ?? "") &&
      headings.filter((one) => /^#\s/.test(lines[one] ?? "")).length === 1;
    const isFilled = isTitle || lines.slice(own + 1, next).some((_, at) => keep(own + 1 + at));
    const isFirst = lines
      .slice(own + 1, index)
      .every((one, at) => one.trim() === "" || /^(?:=+|-{3,})\s*$/.test(one) || keep(own + 1 + at));
    if (line.trim() === "") return line;
    return isFirst && !isFilled ? toBeWritten : undefined;
  });
}
