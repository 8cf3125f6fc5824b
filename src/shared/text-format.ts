/** The languages that texts are written in, by the ends of their files' names: reading, linking and publishing must agree on them. */

export type TextFormat = "markdown" | "mediawiki";

const formats: Readonly<Record<string, TextFormat>> = {
  md: "markdown",
  markdown: "markdown",
  mediawiki: "mediawiki",
  wiki: "mediawiki",
};

/** Without dots. */
export const textExtensions = Object.keys(formats);

const extension = new RegExp(`\\.(${textExtensions.join("|")})$`, "i");

/** Undefined for a file that is no text. */
export function textFormat(path: string): TextFormat | undefined {
  return formats[extension.exec(path)?.[1]?.toLowerCase() ?? ""];
}

export function withoutTextExtension(path: string): string {
  return path.replace(extension, "");
}
