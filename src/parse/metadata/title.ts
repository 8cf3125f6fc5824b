/** The title that a text gives itself: its first heading, where that is one and not the name of a section. */
import type { Series } from "../../config/index.js";
import { escapePattern } from "../../shared/text.js";
import { plainInline } from "./inline.js";
import { headingAt, skipSilence } from "./places.js";

/** What a text begins with where it has no heading of its own. */
const sectionNames =
  /^(?:\d+[.)]?\s*)?(?:abstract|(?:simple |executive )?summary|motivation|introduction|overview|preamble|context(?: and problem statement)?|background|status|description|specification|table of contents|contents|goals?|problem(?: statement)?|tl;?dr|scope|terminology|definitions|metadata)\s*:?$/i;

export interface FoundTitle {
  /** Empty where no heading of the text is one. */
  title: string;
  /** Lines of the heading by index in `lines`; readers see the title above the text already. */
  taken: [start: number, end: number];
}

/**
 * Looks at the headings that a text begins with.
 * @param given the title that a field states: a heading that repeats it, with or without the proposal's label, is taken as well.
 */
export function findTitle(
  lines: readonly string[],
  series: Series,
  number: number | undefined,
  given: string | undefined,
): FoundTitle {
  const start = skipRemarks(lines);
  const heading = headingAt(lines, start);
  const none: FoundTitle = { title: "", taken: [start, start] };
  if (!heading || heading.level > 2) return none;
  const text = withoutLabel(unescaped(heading.text), series, number);
  if (text === "") {
    // The label alone, as in `NIP-01` underlined: the title is the next heading.
    const next = skipSilence(lines, heading.end);
    const second = headingAt(lines, next);
    if (!second || given !== undefined || isSection(second.text, series))
      return { title: "", taken: [start, heading.end] };
    return { title: unescaped(second.text), taken: [start, second.end] };
  }
  if (given !== undefined) return sameTitle(text, given) ? { title: given, taken: [start, heading.end] } : none;
  const labelled = text !== unescaped(heading.text);
  if ((heading.level > 1 && !labelled) || isSection(text, series)) return none;
  return { title: text, taken: [start, heading.end] };
}

/** Quotes and badges may come before the title; they stay. */
function skipRemarks(lines: readonly string[]): number {
  let index = skipSilence(lines, 0);
  while (/^\s*(?:>|\[?!\[)/.test(lines[index] ?? "")) index = skipSilence(lines, index + 1);
  return index;
}

function isSection(text: string, { sections }: Series): boolean {
  const name = text.trim().toLowerCase();
  return (
    sectionNames.test(text.trim()) ||
    sections.some(({ title, aliases }) => [title, ...aliases].some((known) => known.toLowerCase() === name))
  );
}

/** A heading is Markdown, where a backslash takes the meaning from a mark. */
function unescaped(text: string): string {
  return plainInline(text, true).replace(/\\([!-/:-@[-`{-~])/g, "$1");
}

/** Letters and digits alone decide. */
function sameTitle(one: string, other: string): boolean {
  const letters = (text: string) =>
    plainInline(text)
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, "");
  return letters(one) === letters(other);
}

/** `AIP-10: Token`, `10. Token` and `RFC: Token` are `Token`: the label is shown before it anyway. */
export function withoutLabel(heading: string, { label, id, mentions }: Series, number: number | undefined): string {
  const text = heading.trim();
  const [written = "", before = "", digits] =
    /^\[?(\D{0,40}?)[-\s#]*0*(\d{1,9})\]?\s*(?:[-:–—.)|]+\s*|\s+(?=\S)|$)/u.exec(text) ?? [];
  const name = before.trim().toLowerCase();
  const own = [label, id].map(escapePattern).join("|");
  const bare = new RegExp(`^(?:${own})\\s*[:–—-]\\s+(?=\\S)`, "iu").exec(text)?.[0];
  if (bare) return text.slice(bare.length).trim();
  const isOwn = [label, id, ...mentions].some((known) => known.toLowerCase() === name);
  // A bare number is the label only with a mark behind it: "5 things" is a title.
  const isNumber = name === "" && /[.:)–—|-]\s*$/.test(written);
  if ((isOwn || isNumber) && Number(digits) === number) return text.slice(written.length).trim();
  return text;
}

/** `add-a-thing` as a title: `Add a thing`. */
export function titleFromSlug(slug: string): string {
  const words = slug.replace(/[-_]+/g, " ").trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
