/** Finds where metadata other than front matter may be: after the first headings of a text, before any other content. */

import { markedHeading, rstUnderline, type TextFormat, wikiHeading } from "../../shared/text-format.js";

/** `# Title`, and the underlined form on two lines. */
interface HeadingLine {
  level: number;
  text: string;
  /** Index of the first line after it. */
  end: number;
}

/** @returns the heading that begins on the line with this index, if one does. */
export function headingAt(lines: readonly string[], index: number): HeadingLine | undefined {
  const line = lines[index] ?? "";
  const heading = markedHeading(line);
  if (heading) return { ...heading, end: index + 1 };
  const underline = /^ {0,3}(=+|-{2,})[ \t]*$/.exec(lines[index + 1] ?? "");
  if (underline && /^ {0,3}[^\s#>|*+-]/.test(line))
    return { level: underline[1]?.startsWith("=") ? 1 : 2, text: line.trim(), end: index + 2 };
  return undefined;
}

/** The same for MediaWiki, where `#` begins a list. Its emphasis is left out. */
function wikiHeadingAt(lines: readonly string[], index: number): HeadingLine | undefined {
  const heading = wikiHeading((lines[index] ?? "").trim());
  return heading && { level: heading.level, text: heading.text.replace(/'{2,}/g, ""), end: index + 1 };
}

/** The same for reStructuredText, with a line of signs below it, or also above. Its level is that of a title at the top. */
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

/** How far down the headings of a preamble are. */
const headLines = 60;

/**
 * The lines of reStructuredText with the headings at its top as Markdown has them, so that the forms of metadata below them are read as they are there:
 * underlined with `=`, nothing above, no targets and substitutions before. Every line keeps its place.
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

/** Lines that readers do not see: empty ones, targets of links, and comments. */
export function skipSilence(lines: readonly string[], start: number): number {
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

/** In reStructuredText targets of links may come before the title: `.. _slep_000:`. */
export function skipTargets(lines: readonly string[], start: number): number {
  let index = skipSilence(lines, start);
  while (/^\s*\.\. _[^:]+:\s*$/.test(lines[index] ?? "")) index = skipSilence(lines, index + 1);
  return index;
}

/** Quotations and badges may come before the title; they stay in the text. */
export function skipRemarks(lines: readonly string[], start: number): number {
  let index = skipSilence(lines, start);
  while (/^\s*(?:>|\[?!\[)/.test(lines[index] ?? "")) index = skipSilence(lines, index + 1);
  return index;
}

/** Index of the first line that is neither empty nor one of the headings at the top of the text, nor a remark before or after these. */
export function behindHeadings(lines: readonly string[], start: number, skip = skipRemarks): number {
  const first = skipRemarks(lines, start);
  let index = headingAt(lines, first) ? first : skipSilence(lines, start);
  for (let heading = headingAt(lines, index); heading; heading = headingAt(lines, index))
    index = skip(lines, heading.end);
  return index;
}

const metadataHeading = /^(?:preamble|meta(?: ?data)?|header|document (?:info|information|properties)|properties)$/i;

/** The lines of a heading that only announces metadata, directly before this line; an empty range if there is none. */
export function announcement(lines: readonly string[], before: number): [start: number, end: number] {
  let index = before - 1;
  while (index >= 0 && (lines[index]?.trim() === "" || definition.test(lines[index]?.trim() ?? ""))) index--;
  for (const start of [index, index - 1]) {
    const heading = start >= 0 ? headingAt(lines, start) : undefined;
    if (heading?.end === index + 1 && metadataHeading.test(heading.text.trim().replace(/:$/, "")))
      return [start, heading.end];
  }
  return [before, before];
}
