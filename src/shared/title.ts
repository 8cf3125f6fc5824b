/** Titles with inline code between backticks, as in Markdown: pages show it as code; feeds and data have the title without backticks. */

interface TitlePart {
  text: string;
  isCode: boolean;
}

/** Inline code between equally many backticks; the code is the second group. */
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

/** The title without backticks, for search, feeds and data. */
export function plainTitle(title: string): string {
  if (!title.includes("`")) return title;
  const texts = titleParts(title).map(({ text }) => text);
  return texts.join("");
}
