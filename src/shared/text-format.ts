/** The formats of texts by extension, for reading, linking and publishing. */

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
