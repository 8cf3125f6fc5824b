/** Finds the title in a text: the heading at its top, or the only one of the first level, unless that is the name of a section. */
import type { Series } from "../../config/index.js";
import { numberOf, textOfNumber } from "../../shared/proposal-number.js";
import { escapePattern } from "../../shared/text.js";
import type { TextFormat } from "../../shared/text-format.js";
import { plainInline } from "./inline.js";
import { type headingAt, headingReaders, skipRemarks, skipSilence, skipTargets } from "./places.js";

/** What may precede the first heading of a text. */
const sectionNames =
  /^(?:\d+[.)]?\s*)?(?:abstract|(?:simple |executive )?summary|motivation|introduction|overview|preamble|context(?: and problem statement)?|background|status|description|specification|table of contents|contents|goals?|problem(?: statement)?|tl;?dr|scope|terminology|definitions|meta(?:data)?)\s*:?$/i;

interface FoundTitle {
  /** Empty if no heading is the title. */
  title: string;
  /** Indexes of the heading's lines; the page shows the title already. */
  headingLines: [start: number, end: number];
  /** The headings on these lines, as they are written. */
  headings: string[];
}

/**
 * Looks at the headings at the top of a text.
 * @param fieldTitle the title from a field. A heading that repeats it, with or without the proposal's label, is the title as well.
 */
export function findTitle(
  lines: readonly string[],
  format: TextFormat,
  series: Series,
  number: number | undefined,
  fieldTitle: string | undefined,
): FoundTitle {
  const readHeading = headingReaders[format];
  const top = format === "rst" ? skipTargets(lines, 0) : skipRemarks(lines, 0);
  const start =
    readHeading(lines, top) || fieldTitle !== undefined ? top : (soleHeading(lines, top, readHeading) ?? top);
  const heading = readHeading(lines, start);
  const none: FoundTitle = { title: "", headingLines: [start, start], headings: [] };
  if (!heading || heading.level > 2) return none;
  const headingFacts = { headingLines: [start, heading.end] as FoundTitle["headingLines"], headings: [heading.text] };
  const text = withoutLabel(unescaped(heading.text), series, number);
  if (text === "") {
    // If the heading is only the label, as in an underlined `NIP-01`, the next heading is the title.
    const next = skipSilence(lines, heading.end);
    const second = readHeading(lines, next);
    if (!second || fieldTitle !== undefined || isSection(second.text, series)) return { title: "", ...headingFacts };
    return { title: unescaped(second.text), headingLines: [start, second.end], headings: [heading.text, second.text] };
  }
  if (fieldTitle !== undefined) return sameTitle(text, fieldTitle) ? { title: fieldTitle, ...headingFacts } : none;
  const labelled = text !== unescaped(heading.text);
  // In reStructuredText the first heading is of the first level, whatever it is underlined with.
  const isFirstLevel = heading.level === 1 || format === "rst";
  if ((!isFirstLevel && !labelled) || isSection(text, series)) return none;
  return { title: text, ...headingFacts };
}

/** Words may come before the title: the index of the first heading of a text, if it is the only one of the first level. */
function soleHeading(lines: readonly string[], start: number, readHeading: typeof headingAt): number | undefined {
  let headingIndex: number | undefined;
  for (let index = skipSilence(lines, start); index < lines.length; index = skipSilence(lines, index)) {
    const fence = /^ {0,3}(`{3,}|~{3,})/.exec(lines[index] ?? "")?.[1];
    const heading = fence ? undefined : readHeading(lines, index);
    if (heading && headingIndex === undefined) {
      if (heading.level > 1) return undefined;
      headingIndex = index;
    } else if (heading?.level === 1) return undefined;
    const close = fence ? lines.findIndex((line, offset) => offset > index && line.trim().startsWith(fence)) : -1;
    if (fence && close === -1) break;
    index = fence ? close + 1 : (heading?.end ?? index + 1);
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

/** In Markdown, a backslash takes away the meaning of the character after it. */
function unescaped(text: string): string {
  return plainInline(text, true).replace(/\\([!-/:-@[-`{-~])/g, "$1");
}

/** Compares only letters and digits. */
function sameTitle(a: string, b: string): boolean {
  const letters = (text: string) =>
    plainInline(text)
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, "");
  return letters(a) === letters(b);
}

/** The title of a field. `AIP-10: Token` is `Token` there, too, and so is `AIP-10: 0010 - Token`. */
export function givenTitle(text: string, series: Series, number: number | undefined): string {
  const title = plainInline(text, true);
  return withoutLabel(withoutLabel(title, series, number), series, number) || title;
}

/** Whether a title is the proposal's label alone: `XIP-7`. */
export function isLabelAlone(title: string, series: Series, number: number | undefined): boolean {
  return /^\p{L}/u.test(title) && withoutLabel(title, series, number) === "";
}

/** The label and number before a title. */
const labelled = /^[[(]?(\D{0,40}?)[-\s#]*0*(\d{1,9})[\])]?\s*(?:[-:：–—.)|]+\s*|\s+(?=\S)|$)/u;

/** `AIP-10: Token`, `10. Token`, `RFC: Token` and `Feature Name: Token` are `Token`: a label is shown before it anyway. */
function withoutLabel(heading: string, { label, id, mentions, numbers }: Series, number: number | undefined): string {
  const text = heading.trim();
  const letters = number === undefined ? "" : textOfNumber(number, numbers);
  const pattern = /^\d*$/.test(letters) ? labelled : new RegExp(labelled.source.replace("\\d{1,9}", letters), "u");
  const [written = "", before = "", digits = ""] = pattern.exec(text) ?? [];
  const name = before.trim().toLowerCase();
  const seriesNames = [label, id].map(escapePattern).join("|");
  const bare = new RegExp(`^(?:(?:${seriesNames})\\s*[:–—-]|(?:feature name|title)\\s*:)\\s+(?=\\S)`, "iu").exec(
    text,
  )?.[0];
  if (bare) return text.slice(bare.length).trim();
  const isOwn = [label, id, ...mentions].some((alias) => alias.toLowerCase() === name);
  // A bare number is a label only if punctuation follows: "5 things" is a title.
  const isNumber = name === "" && /[.:：)–—|-]\s*$/.test(written);
  if ((isOwn || isNumber) && numberOf(digits) === number) return text.slice(written.length).trim();
  return text;
}

/** `add-a-thing` as a title: `Add a thing`. */
export function titleFromSlug(slug: string): string {
  const words = slug.replace(/[-_]+/g, " ").trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
