/** Fills the template of a register for a new proposal: number, title, author, status and dates are written, and the author replaces the rest. */
import { stringify } from "yaml";
import { fillPattern, formatNumber, idOf, type Series } from "../../config/index.js";
import type { FieldEntry, FieldValue } from "../../content/metadata/entries.js";
import { readMetadata } from "../../content/metadata/forms.js";
import { keysOf, listsFrontMatter, normalizedKeysOf, normalizeKey } from "../../content/metadata/keys.js";
import { flatten } from "../../content/parse/fields.js";
import type { SourceFile } from "../../shared/document.js";
import { linesOf } from "../../shared/lines.js";
import { codeFences } from "../../shared/text-format.js";

interface ProposalFacts {
  series: Series;
  number: number;
  title: string;
  category: string;
  author?: string;
  /** `YYYY-MM-DD` */
  date: string;
  slug: string;
}

/** Matches a placeholder for a number: `NNN`, `XXXX`, `0000`, `NUMBER`. */
const numberMark = /N{2,}|X{2,}|0{3,}|NUMBER/;

/** @returns undefined if the series lists its front matter, or the template has no fields, so that the fields of the series have to be written. */
export function fillTemplate(template: SourceFile, facts: ProposalFacts): string | undefined {
  const { series } = facts;
  const { metadata: form } = series;
  // A series whose fields all have `show` does not list its whole front matter: it only says what pages show.
  if (typeof form === "object" || (listsFrontMatter(series) && series.fields.some(({ show }) => !show)))
    return undefined;
  const seriesKeys = normalizedKeysOf(series);
  const { entries = [], bodyLine } = readMetadata(template, seriesKeys, form, true);
  if (!entries.some(({ key }) => seriesKeys.has(normalizeKey(key)))) return undefined;
  const lines = linesOf(template.text);
  for (const entry of leavesOf(entries).toReversed()) {
    const { line, column, length } = rangeOf(entry.value);
    const text = lines[line] ?? "";
    const written = text.slice(column, column + length);
    const value = newValue(entry.key, written, facts);
    if (value === undefined) continue;
    // In YAML a comment in place of a value tells authors what to write; the value replaces it.
    const suffix = written === "#" ? "" : text.slice(column + length);
    const cell = text.trimStart().startsWith("|") ? value.replaceAll("|", "\\|") : value;
    lines[line] = text.slice(0, column) + (line < bodyLine - 1 ? toYaml(written, value) : cell) + suffix;
  }
  const isCode = codeFences();
  const headings = lines.flatMap((line, index) =>
    index >= bodyLine - 1 && !isCode(line) && /^#\s+\S/.test(line) ? [index] : [],
  );
  const [heading] = headings;
  if (heading !== undefined && headings.length === 1) lines[heading] = headingOf(lines[heading] ?? "", facts);
  return `${lines
    .join("\n")
    .replace(/^\s*\n/, "")
    .trimEnd()}\n`;
}

/** The fields in the order of the text, with those of maps. `{a hint}` is a map in YAML, but its author meant a text. */
function leavesOf(entries: readonly FieldEntry[]): FieldEntry[] {
  return entries
    .flatMap((entry) => (entry.value.kind === "map" && !isHint(entry) ? leavesOf(entry.value.entries) : [entry]))
    .sort((a, b) => a.keyPosition.line - b.keyPosition.line);
}

const isHint = ({ keyPosition, value }: FieldEntry) =>
  value.kind === "map" &&
  value.position.line === keyPosition.line &&
  value.entries.every((entry) => flatten(entry.value).every(({ text }) => text === ""));

/** The range of a value on its first line, counted from 0. */
function rangeOf(value: FieldValue): { line: number; column: number; length: number } {
  const items = value.kind === "map" ? [value] : flatten(value);
  const [first = value] = items;
  const { line, column } = first.position;
  const last = items.findLast(({ position }) => position.line === line) ?? first;
  return { line: line - 1, column: column - 1, length: last.position.column + last.length - column };
}

/** @returns the value of a field; undefined if the author has to write it. */
function newValue(key: string, written: string, { series, ...facts }: ProposalFacts): string | undefined {
  const isKeyOf = (field: Parameters<typeof keysOf>[1]) =>
    keysOf(series, field).some(
      (candidate) => normalizeKey(candidate.split(".").at(-1) ?? candidate) === normalizeKey(key),
    );
  const number = formatNumber(facts.number, series);
  if (isKeyOf("number"))
    return numberMark.test(written) ? withNumber(withoutQuotes(written), number, series, facts) : number;
  if (isKeyOf("title")) return facts.title;
  if (isKeyOf("author")) return facts.author ?? "Your Name";
  if (isKeyOf("date") || (isKeyOf("updated") && written !== "")) return facts.date;
  const labels = series.statuses.map(({ label }) => label);
  if (isKeyOf("status")) return labels.some((label) => idOf(label) === idOf(written)) ? undefined : labels[0];
  const { category } = series;
  if (category.from === "field" && category.keys.some((candidate) => normalizeKey(candidate) === normalizeKey(key)))
    return category.values.find(({ id }) => id === facts.category)?.label;
  return normalizeKey(key) === "slug" ? facts.slug : undefined;
}

/** The value in YAML without its quotes. */
const withoutQuotes = (written: string) => written.replace(/^(["'])(.*)\1$/, "$2");

/** `[SE-NNNN](NNNN-filename.md)`: the number and the name of the file. */
function withNumber(written: string, number: string, series: Series, facts: Omit<ProposalFacts, "series">): string {
  const file =
    fillPattern(series.files, series, { ...facts, category: "" })
      .split("/")
      .at(-1) ?? "";
  return written.replace(new RegExp(numberMark, "g"), number).replace(/\]\([^)]*\.md\)/, `](${file})`);
}

/** Writes a value with the same quotes as before, or with those that YAML needs. */
function toYaml(written: string, value: string): string {
  if (written.startsWith('"')) return JSON.stringify(value);
  if (written.startsWith("'")) return `'${value.replaceAll("'", "''")}'`;
  return /^[\d-]+$/.test(value) ? value : stringify(value, { lineWidth: 0 }).trimEnd();
}

/** The only heading of the first level is the title, with the number before it where the template has a place for one. */
function headingOf(line: string, { series, number, title }: ProposalFacts): string {
  const [, before = "", mark, behind = ""] =
    new RegExp(`^#\\s+(\\D{0,20}?)(${numberMark.source})([\\]\\s.:–—-]+)`).exec(line) ?? [];
  if (mark === undefined || series.numbers === "none") return `# ${title}`;
  // Headings of adr-tools have numbers without zeros.
  const width = mark === "NUMBER" ? 1 : series.numberWidth;
  return `# ${before}${formatNumber(number, { ...series, numberWidth: width })}${behind}${title}`;
}
