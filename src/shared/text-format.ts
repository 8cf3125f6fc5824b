/**
 * The formats of texts by extension, and headings as the source of each has them. Its lines may be long: no pattern may look at a row of
 * spaces more than once.
 */

export type TextFormat = "markdown" | "mediawiki";

const formats: Readonly<Record<string, TextFormat>> = {
  md: "markdown",
  markdown: "markdown",
  mediawiki: "mediawiki",
  wiki: "mediawiki",
};

/** Without dots. */
export const textExtensions = Object.keys(formats);

/** Bytes of a text beyond which it is not read, unless the configuration says otherwise. */
export const usualMaxFileSize = 2_000_000;

const extension = new RegExp(`\\.(${textExtensions.join("|")})$`, "i");

/** Undefined for a file that is not a text. */
export function textFormat(path: string): TextFormat | undefined {
  return formats[extension.exec(path)?.[1]?.toLowerCase() ?? ""];
}

export function withoutTextExtension(path: string): string {
  return path.replace(extension, "");
}

interface SourceHeading {
  level: number;
  text: string;
}

/** A heading of Markdown: `## Title`, also with closing marks, `## Title ##`. @param line without its end. */
export function markedHeading(line: string): SourceHeading | undefined {
  const [mark = "", signs = ""] = /^ {0,3}(#{1,6})(?![^ \t])/.exec(line) ?? [];
  if (!mark) return undefined;
  let start = mark.length;
  while (isBlank(line[start])) start++;
  const endBefore = (end: number, isLeftOut: (sign: string | undefined) => boolean) => {
    let left = end;
    while (left > start && isLeftOut(line[left - 1])) left--;
    return left;
  };
  const end = endBefore(line.length, isBlank);
  const closing = endBefore(end, (sign) => sign === "#");
  const isClosed = closing < end && isBlank(line[closing - 1]);
  return { level: signs.length, text: line.slice(start, isClosed ? endBefore(closing, isBlank) : end) };
}

const isBlank = (sign: string | undefined) => sign === " " || sign === "\t";

/** A heading of MediaWiki: `= Title =`, with at least one character between the marks. @param line without white space at its ends. */
export function wikiHeading(line: string): SourceHeading | undefined {
  const before = /^=+/.exec(line)?.[0].length ?? 0;
  let after = 0;
  while (after < line.length && line[line.length - 1 - after] === "=") after++;
  const level = Math.min(before, after, 6, Math.floor((line.length - 1) / 2));
  return level < 1 ? undefined : { level, text: line.slice(level, line.length - level).trim() };
}
