/**
 * The formats of texts, their extensions, and how each writes headings and fenced code. A hostile line may be very long, so no pattern may look at a run of spaces
 * more than once.
 */

/** The facts about a format that all stages need. The readers of the formats are in `src/content/formats/`. */
interface FormatFacts {
  /** Extensions of files, without dots. The published source has the first one. */
  extensions: readonly string[];
  /** Media type of the published source, for programs that read a page's head. */
  mediaType: string;
  /** Whether code can be fenced. */
  hasFences: boolean;
}

export const textFormats = {
  markdown: { extensions: ["md", "markdown"], mediaType: "text/markdown", hasFences: true },
  mediawiki: { extensions: ["mediawiki", "wiki"], mediaType: "text/x-wiki", hasFences: false },
  rst: { extensions: ["rst"], mediaType: "text/x-rst", hasFences: false },
} satisfies Record<string, FormatFacts>;

export type TextFormat = keyof typeof textFormats;

/** Names of all formats, in the order in which messages list them. */
export const formatNames = Object.keys(textFormats) as TextFormat[];

const byExtension: ReadonlyMap<string, TextFormat> = new Map(
  formatNames.flatMap((name) => textFormats[name].extensions.map((end): [string, TextFormat] => [end, name])),
);

/** Extensions of all formats, without dots. */
export const textExtensions = [...byExtension.keys()];

/** Maximum bytes of a text, unless the configuration sets another limit. */
export const usualMaxFileSize = 2_000_000;

const extension = new RegExp(`\\.(${textExtensions.join("|")})$`, "i");

/** The format of a file by its extension; undefined for a file that is not a text. */
export function textFormat(path: string): TextFormat | undefined {
  return byExtension.get(extension.exec(path)?.[1]?.toLowerCase() ?? "");
}

/** The extension and the media type of a published source; those of plain text if it has a format of the site. */
export function sourceFacts(path: string): { extension: string; mediaType: string } {
  const format = textFormat(path);
  if (!format) return { extension: "txt", mediaType: "text/plain" };
  const { extensions, mediaType } = textFormats[format];
  return { extension: extensions[0] ?? "txt", mediaType };
}

/** The extensions of the formats that a site adds. */
export type OwnExtensions = readonly { extensions: readonly string[] }[];

/** The extension of a file in lower case, without its dot; empty if it has none. */
export const extensionOf = (path: string) => /\.([^./]+)$/.exec(path)?.[1]?.toLowerCase() ?? "";

/** The format of the site that a file has by its extension. */
export function ownFormatOf<Format extends OwnExtensions[number]>(
  path: string,
  formats: readonly Format[],
): Format | undefined {
  const end = extensionOf(path);
  return formats.find(({ extensions }) => extensions.includes(end));
}

/** Whether a file is a text, in a format of the program or of the site. */
export function isText(path: string, extensions: OwnExtensions): boolean {
  return textFormat(path) !== undefined || ownFormatOf(path, extensions) !== undefined;
}

/** The extensions of the program's formats and of those that a site adds. */
export function extensionsWith(ownExtensions: OwnExtensions): string[] {
  return [...textExtensions, ...ownExtensions.flatMap(({ extensions }) => extensions)];
}

export function withoutTextExtension(path: string, extensions: OwnExtensions = []): string {
  return ownFormatOf(path, extensions) ? path.slice(0, -extensionOf(path).length - 1) : path.replace(extension, "");
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
    let remaining = end;
    while (remaining > start && isLeftOut(line[remaining - 1])) remaining--;
    return remaining;
  };
  const end = endBefore(line.length, isBlank);
  const closing = endBefore(end, (sign) => sign === "#");
  const isClosed = closing < end && isBlank(line[closing - 1]);
  return { level: signs.length, text: line.slice(start, isClosed ? endBefore(closing, isBlank) : end) };
}

const isBlank = (sign: string | undefined) => sign === " " || sign === "\t";

/** Three or more signs; after backticks, further ones in the line make it inline code. */
const fence = /^\s*(`{3,}(?![^`]*`)|~{3,})/;

/** @returns a function that gets each line of a Markdown text in turn, and says whether the line begins, ends or is in a fenced block of code. */
export function codeFences(): (line: string) => boolean {
  let open = "";
  return (line) => {
    const wasOpen = open !== "";
    const signs = fence.exec(line)?.[1];
    if (signs && !wasOpen) open = signs;
    else if (signs?.startsWith(open) && /^[\s`~]*$/.test(line)) open = "";
    return wasOpen || open !== "";
  };
}

/** The line if it underlines a title of reStructuredText: it repeats one punctuation mark. @param line without white space at its end. */
export function rstUnderline(line: string | undefined): string | undefined {
  return line !== undefined && /^([!-/:-@[-`{-~])\1*$/.test(line) ? line : undefined;
}

/** A heading of MediaWiki: `= Title =`, with at least one character between the marks. @param line without white space at its ends. */
export function wikiHeading(line: string): SourceHeading | undefined {
  const before = /^=+/.exec(line)?.[0].length ?? 0;
  let after = 0;
  while (after < line.length && line[line.length - 1 - after] === "=") after++;
  const level = Math.min(before, after, 6, Math.floor((line.length - 1) / 2));
  return level < 1 ? undefined : { level, text: line.slice(level, line.length - level).trim() };
}
