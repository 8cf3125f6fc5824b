/**
 * The formats of texts, their extensions, and headings as the source of each has them. Its lines may be long: no pattern may look at a row of
 * spaces more than once.
 */

/** What all stages know of a format; how it is read is in `src/content/formats/`. */
interface FormatFacts {
  /** Extensions of files, without dots. The published source has the first. */
  extensions: readonly string[];
  /** Media type of the published source, for programs that read a page's head. */
  mediaType: string;
  /** Whether code can stand between fences. */
  hasFences: boolean;
}

export const textFormats = {
  markdown: { extensions: ["md", "markdown"], mediaType: "text/markdown", hasFences: true },
  mediawiki: { extensions: ["mediawiki", "wiki"], mediaType: "text/x-wiki", hasFences: false },
  rst: { extensions: ["rst"], mediaType: "text/x-rst", hasFences: false },
} satisfies Record<string, FormatFacts>;

export type TextFormat = keyof typeof textFormats;

/** In the order in which a format is named to people. */
export const formatNames = Object.keys(textFormats) as TextFormat[];

const byExtension: ReadonlyMap<string, TextFormat> = new Map(
  formatNames.flatMap((name) => textFormats[name].extensions.map((end): [string, TextFormat] => [end, name])),
);

/** Without dots. */
export const textExtensions = [...byExtension.keys()];

/** Bytes of a text beyond which it is not read, unless the configuration says otherwise. */
export const usualMaxFileSize = 2_000_000;

const extension = new RegExp(`\\.(${textExtensions.join("|")})$`, "i");

/** Undefined for a file that is not a text. */
export function textFormat(path: string): TextFormat | undefined {
  return byExtension.get(extension.exec(path)?.[1]?.toLowerCase() ?? "");
}

/** The extension and the type of a published source; of a text of no format, those of plain text. */
export function sourceFacts(path: string): { extension: string; mediaType: string } {
  const format = textFormat(path);
  if (!format) return { extension: "txt", mediaType: "text/plain" };
  const { extensions, mediaType } = textFormats[format];
  return { extension: extensions[0] ?? "txt", mediaType };
}

/** The formats that a site adds, as far as their files are concerned. */
export type OwnExtensions = readonly { extensions: readonly string[] }[];

const extensionOf = (path: string) => /\.([^./]+)$/.exec(path)?.[1]?.toLowerCase() ?? "";

/** The format of the site's own that a file is in. */
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

/** The extensions of all texts of a site. */
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

/** A line of one sign that underlines a title of reStructuredText. @param line without white space at its end. */
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
