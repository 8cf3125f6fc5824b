/** Finds the lines where metadata other than front matter may begin: after the first headings of a text, before any other content. */
import { markedHeading, rstUnderline, type TextFormat, wikiHeading } from "../../shared/text-format.js";

interface HeadingLine {
  level: number;
  text: string;
  /** Index of the first line after it. */
  end: number;
}

/** @returns the heading that begins on a line, `# Title` or the underlined form on two lines, if there is one. */
export function headingAt(lines: readonly string[], index: number): HeadingLine | undefined {
  const line = lines[index] ?? "";
  const heading = markedHeading(line);
  if (heading) return { ...heading, end: index + 1 };
  const underline = /^ {0,3}(=+|-{2,})[ \t]*$/.exec(lines[index + 1] ?? "");
  if (underline && /^ {0,3}[^\s#>|*+-]/.test(line))
    return { level: underline[1]?.startsWith("=") ? 1 : 2, text: line.trim(), end: index + 2 };
  return undefined;
}

/** Reads a heading of MediaWiki, where `#` begins a list. Its emphasis is removed. */
function wikiHeadingAt(lines: readonly string[], index: number): HeadingLine | undefined {
  const heading = wikiHeading((lines[index] ?? "").trim());
  return heading && { level: heading.level, text: heading.text.replace(/'{2,}/g, ""), end: index + 1 };
}

/** Reads a heading of reStructuredText, with a line of marks below it, or above and below. Its level is that of a heading at the top of a text. */
function rstHeadingAt(lines: readonly string[], index: number): HeadingLine | undefined {
  const [first = "", second, third] = lines.slice(index, index + 3).map((line) => line.trimEnd());
  const over = rstUnderline(first);
  if (over && second?.trim() && !rstUnderline(second) && rstUnderline(third)?.[0] === over[0])
    return { level: 1, text: second.trim(), end: index + 3 };
  const isTitle = first.trim() === first && first !== "" && !over && !first.startsWith(".. ");
  const under = rstUnderline(second);
  if (!isTitle || !under || (under.length < 4 && under.length < first.length)) return undefined;
  return {
    level: under.startsWith("=") || under.startsWith("#") ? 1 : 2,
    text: first,
    end: index + 2,
  };
}

export const headingReaders: Readonly<Record<TextFormat, typeof headingAt>> = {
  markdown: headingAt,
  mediawiki: wikiHeadingAt,
  rst: rstHeadingAt,
};

/** Headings above metadata are looked for in this many lines. */
const headLines = 60;

/**
 * Rewrites the headings at the top of a reStructuredText in the form of Markdown, so that the forms of metadata below them can be read in the same way:
 * they are underlined with `=`, and targets and substitutions before them become empty lines. The number of lines does not change.
 */
export function withSetextHeadings(lines: readonly string[], start: number): string[] {
  const plain = [...lines];
  let isBefore = true;
  for (let index = start; index < Math.min(lines.length, start + headLines); index++) {
    const heading = rstHeadingAt(lines, index);
    if (heading) {
      if (heading.end - index === 3) {
        plain[index] = "";
        plain[index + 1] = heading.text;
      }
      plain[heading.end - 1] = "====";
      index = heading.end - 1;
      isBefore = false;
    } else if (isBefore && /^\s*\.\. [_|]/.test(lines[index] ?? "")) plain[index] = "";
  }
  return plain;
}

/** `[meta]: #meta` */
const definition = /^\[(?!\^)[^[\]]+\]:\s*\S+$/;

/** @returns the index of the next line that is not empty. */
export function skipEmpty(lines: readonly string[], start: number): number {
  let index = start;
  while (index < lines.length && lines[index]?.trim() === "") index++;
  return index;
}

/** Skips lines that readers do not see: empty lines, link definitions, and comments. */
export function skipInvisible(lines: readonly string[], start: number): number {
  let index = start;
  while (index < lines.length) {
    const line = (lines[index] ?? "").trim();
    if (line === "" || definition.test(line)) index++;
    else if (line.startsWith("<!--")) {
      while (index < lines.length && !lines[index]?.includes("-->")) index++;
      if (!lines[index]?.trimEnd().endsWith("-->")) return index;
      index++;
    } else return index;
  }
  return index;
}

/** Skips the targets of links that may come before the title of a reStructuredText: `.. _slep_000:`. */
export function skipTargets(lines: readonly string[], start: number): number {
  let index = skipInvisible(lines, start);
  while (/^\s*\.\. _[^:]+:\s*$/.test(lines[index] ?? "")) index = skipInvisible(lines, index + 1);
  return index;
}

/** Skips quotations and badges, which may come before the title and stay in the text. */
export function skipRemarks(lines: readonly string[], start: number): number {
  let index = skipInvisible(lines, start);
  while (/^\s*(?:>|\[?!\[)/.test(lines[index] ?? "")) index = skipInvisible(lines, index + 1);
  return index;
}

/** Skips the headings at the top of a text, and quotations and badges before and after them. @param skip what is skipped after a heading. */
export function skipHeadings(lines: readonly string[], start: number, skip = skipRemarks): number {
  const first = skipRemarks(lines, start);
  let index = headingAt(lines, first) ? first : skipInvisible(lines, start);
  for (let heading = headingAt(lines, index); heading; heading = headingAt(lines, index))
    index = skip(lines, heading.end);
  return index;
}

const metadataHeading = /^(?:preamble|meta(?: ?data)?|header|document (?:info|information|properties)|properties)$/i;

/** @returns the lines of a heading directly above a line, such as "Preamble", below which is nothing but metadata; an empty range if there is none. */
export function metadataHeadingAbove(lines: readonly string[], before: number): [start: number, end: number] {
  let index = before - 1;
  while (index >= 0 && (lines[index]?.trim() === "" || definition.test(lines[index]?.trim() ?? ""))) index--;
  for (const start of [index, index - 1]) {
    const heading = start >= 0 ? headingAt(lines, start) : undefined;
    if (heading?.end === index + 1 && metadataHeading.test(heading.text.trim().replace(/:$/, "")))
      return [start, heading.end];
  }
  return [before, before];
}
