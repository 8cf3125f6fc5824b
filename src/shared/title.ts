/** Titles with inline code: authors write it between backticks, as in Markdown; pages show it as code, everything else without the backticks. */

export interface TitlePart {
  text: string;
  isCode: boolean;
}

/** Code, in the second group, between as many backticks as it begins with. */
export const inlineCode = /(?<!`)(`+)(?!`)([^`]+)\1(?!`)/g;

export function titleParts(title: string): TitlePart[] {
  const parts: TitlePart[] = [];
  let end = 0;
  for (const { 0: code, 2: text = "", index } of title.matchAll(inlineCode)) {
    if (index > end) parts.push({ text: title.slice(end, index), isCode: false });
    parts.push({ text: text.trim(), isCode: true });
    end = index + code.length;
  }
  if (end < title.length) parts.push({ text: title.slice(end), isCode: false });
  return parts;
}

/** The title without markup: for search, feeds, data. */
export function plainTitle(title: string): string {
  return title.includes("`")
    ? titleParts(title)
        .map(({ text }) => text)
        .join("")
    : title;
}
