/** Finds the title in a text: the heading at its top or, if only one heading is of the first level, that heading, unless it is the name of a section. */
import type { Series } from "../../config/index.js";
import { numberOf, textOfNumber } from "../../shared/proposal-number.js";
import { escapePattern } from "../../shared/text.js";
import { codeFences, type TextFormat } from "../../shared/text-format.js";
import { plainInline } from "./inline.js";
import { type headingAt, headingReaders, skipInvisible, skipRemarks, skipTargets } from "./places.js";

/** Names of sections with which a text may begin. */
const sectionNames =
  /^(?:\d+[.)]?\s*)?(?:abstract|(?:simple |executive )?summary|motivation|introduction|overview|preamble|context(?: and problem statement)?|background|status|description|specification|table of contents|contents|goals?|problem(?: statement)?|tl;?dr|scope|terminology|definitions|meta(?:data)?)\s*:?$/i;

interface TextTitle {
  /** Empty if no heading is the title. */
  title: string;
  /** Indexes of the heading's lines, which are removed because the page shows the title already. */
  headingLines: [start: number, end: number];
  /** The headings on these lines, in their source. */
  headings: string[];
}

/** @param fieldTitle the title from a field. Then a heading is the title only if it repeats it, with or without the proposal's label. */
export function findTitle(
  lines: readonly string[],
  format: TextFormat,
  series: Series,
  number: number | undefined,
  fieldTitle: string | undefined,
): TextTitle {
  const readHeading = headingReaders[format];
  const top = format === "rst" ? skipTargets(lines, 0) : skipRemarks(lines, 0);
  const start =
    readHeading(lines, top) || fieldTitle !== undefined ? top : (soleHeading(lines, top, readHeading) ?? top);
  const heading = readHeading(lines, start);
  const untitled: TextTitle = { title: "", headingLines: [start, start], headings: [] };
  if (!heading || heading.level > 2) return untitled;
  const headingFacts = { headingLines: [start, heading.end] as TextTitle["headingLines"], headings: [heading.text] };
  const text = withoutLabel(unescaped(heading.text), series, number);
  if (text === "") {
    // If the heading is only the label, as in an underlined `NIP-01`, the next heading is the title.
    const next = skipInvisible(lines, heading.end);
    const second = readHeading(lines, next);
    if (!second || fieldTitle !== undefined || isSection(second.text, series)) return { title: "", ...headingFacts };
    return { title: unescaped(second.text), headingLines: [start, second.end], headings: [heading.text, second.text] };
  }
  if (fieldTitle !== undefined) return sameTitle(text, fieldTitle) ? { title: fieldTitle, ...headingFacts } : untitled;
  const hasLabel = text !== unescaped(heading.text);
  // In reStructuredText the first heading is of the first level, whatever it is underlined with.
  const isFirstLevel = heading.level === 1 || format === "rst";
  if ((!isFirstLevel && !hasLabel) || isSection(text, series)) return untitled;
  return { title: text, ...headingFacts };
}

/** @returns the index of the first heading of a text, after other words, if it is the only heading of the first level. */
function soleHeading(lines: readonly string[], start: number, readHeading: typeof headingAt): number | undefined {
  let headingIndex: number | undefined;
  const isCode = codeFences();
  for (let index = skipInvisible(lines, start); index < lines.length; ) {
    const isInCode = isCode(lines[index] ?? "");
    const heading = isInCode ? undefined : readHeading(lines, index);
    if (heading && headingIndex === undefined) {
      if (heading.level > 1) return undefined;
      headingIndex = index;
    } else if (heading?.level === 1) return undefined;
    index = isInCode ? index + 1 : skipInvisible(lines, heading?.end ?? index + 1);
  }
  return headingIndex;
}

function isSection(text: string, { sections }: Series): boolean {
  const name = text.trim().toLowerCase();
  return (
    sectionNames.test(text.trim()) ||
    sections.some(({ title, aliases }) =>
      [title, ...aliases].some((sectionTitle) => sectionTitle.toLowerCase() === name),
    )
  );
}

/** Removes markup and the backslashes of Markdown's escapes. */
function unescaped(text: string): string {
  return plainInline(text, true).replace(/\\([!-/:-@[-`{-~])/g, "$1");
}

/** Whether the letters and digits of two titles are equal. */
function sameTitle(a: string, b: string): boolean {
  const letters = (text: string) =>
    plainInline(text)
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, "");
  return letters(a) === letters(b);
}

/** @returns the title in the text of a field: `Token` for `AIP-10: Token` and for `AIP-10: 0010 - Token`. */
export function readFieldTitle(text: string, series: Series, number: number | undefined): string {
  const title = unescaped(text);
  return withoutLabel(withoutLabel(title, series, number), series, number) || title;
}

/** Whether a title is the proposal's label alone: `XIP-7`. */
export function isLabelAlone(title: string, series: Series, number: number | undefined): boolean {
  return /^\p{L}/u.test(title) && withoutLabel(title, series, number) === "";
}

/** The label and number before a title, and the punctuation after them. */
const labelBefore = /^[[(]?(\D{0,40}?)[-\s#]*0*(\d{1,9})[\])]?\s*(?:[-:：–—.)|]+\s*|\s+(?=\S)|$)/u;

/** Removes the label before a title, which the page shows anyway: from `AIP-10: Token`, `10. Token`, `RFC: Token` and `Feature Name: Token`. */
function withoutLabel(heading: string, { label, id, mentions, numbers }: Series, number: number | undefined): string {
  const text = heading.trim();
  const letters = number === undefined ? "" : textOfNumber(number, numbers);
  const pattern = /^\d*$/.test(letters)
    ? labelBefore
    : new RegExp(labelBefore.source.replace("\\d{1,9}", letters), "u");
  const [prefix = "", words = "", digits = ""] = pattern.exec(text) ?? [];
  const name = words.trim().toLowerCase();
  const seriesNames = [label, id].map(escapePattern).join("|");
  const bareLabel = new RegExp(`^(?:(?:${seriesNames})\\s*[:–—-]|(?:feature name|title)\\s*:)\\s+(?=\\S)`, "iu");
  if (bareLabel.test(text)) return text.replace(bareLabel, "").trim();
  // A number without a label, or after further words (`F# RFC FS-5`), counts only if punctuation follows: "5 things" is a title.
  const isBefore = /[.:：)–—|-]\s*$/.test(prefix);
  const isLabel = [label, id, ...mentions].some((alias) =>
    [name, isBefore && name.split(" ").at(-1)].includes(alias.toLowerCase()),
  );
  if ((isLabel || (isBefore && name === "")) && numberOf(digits) === number) return text.slice(prefix.length).trim();
  return text;
}

/** `add-a-thing` as a title: `Add a thing`. */
export function titleFromSlug(slug: string): string {
  const words = slug.replace(/[-_]+/g, " ").trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
