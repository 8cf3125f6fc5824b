/** The little Markdown that authors write inside of fields: emphasis, code, links. Read here so that every field of every form allows it. */

const link =
  /!?\[((?:[^[\]\\]|\\.|\[[^[\]]*\])*)\]\(\s*<?([^\s()<>]*(?:\([^\s()]*\)[^\s()<>]*)*)>?(?:\s+"[^"]*")?\s*\)/g;
const htmlLink = /<a\s[^>]*?\bhref\s*=\s*["']?([^"'\s>]+)["']?[^>]*>([\s\S]*?)<\/a>/gi;
const inlineTag =
  /<(\/?)(a|b|i|em|strong|code|br|span|sup|sub|u|s|del|ins|p|div|small|kbd|font|tt|mark)(?=[\s/>])[^<>]*>/gi;

/** A link of a field's text. */
export interface InlineLink {
  text: string;
  url: string;
}

/** The links that are written as such, in order; bare URLs are not among them. */
export function inlineLinks(text: string): InlineLink[] {
  return [
    ...[...text.matchAll(link)].map(([, label = "", url = ""]) => ({ text: plainInline(label), url })),
    ...[...text.matchAll(htmlLink)].map(([, url = "", label = ""]) => ({ text: plainInline(label), url })),
  ];
}

/** The text as a reader sees it: of links their text, nothing of emphasis; code keeps its marks, and a backslash is one, where `keepCode` says so. */
export function plainInline(text: string, keepCode = false): string {
  if (!/[*_`<[\\]/.test(text)) return text.trim();
  const plain = withoutEmphasis(
    withoutTags(text.replace(link, (_, label: string) => label).replace(/\[([^[\]]+)\]\[[^[\]]*\]/g, "$1")),
  );
  const bare = keepCode ? plain : plain.replace(/\\([!-/:-@[-`{-~])/g, "$1").replace(/(`+)([^`]+)\1/g, "$2");
  return bare.replace(/\s+/g, " ").trim();
}

/** `Map<B>` is text: a tag is what has both its ends, and a line break. */
function withoutTags(text: string): string {
  const tags = [...text.matchAll(inlineTag)].map(([, slash, name = ""]) => `${slash}${name.toLowerCase()}`);
  const present = new Set(tags);
  return text.replace(inlineTag, (tag, _, name: string) => {
    const known = name.toLowerCase();
    return known === "br" || (present.has(known) && present.has(`/${known}`)) ? "" : tag;
  });
}

/** Emphasis that begins and ends at the edges of words: `snake_case` and `2 * 3` have none. */
function withoutEmphasis(text: string): string {
  return text
    .replace(/(?<![\w*_\\])(\*\*\*|\*\*|__)(?=\S)(.+?)(?<=\S)\1(?![\w*_])/g, "$2")
    .replace(/(?<![\w*_\\])([*_])(?=[^\s*_])([^*_]+?)(?<=\S)\1(?![\w*_])/g, "$2");
}
