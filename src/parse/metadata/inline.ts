/** Reads the Markdown that authors write within fields (emphasis, code, links), for every field of every form. */

const link =
  /!?\[((?:[^[\]\\]|\\.|\[[^[\]]*\])*)\]\(\s*<?([^\s()<>]*(?:\([^\s()]*\)[^\s()<>]*)*)>?(?:\s+"[^"]*")?\s*\)/g;
const htmlLink = /<a\s[^>]*?\bhref\s*=\s*["']?([^"'\s>]+)["']?[^>]*>([\s\S]*?)<\/a>/gi;
const inlineTag =
  /<(\/?)(a|b|i|em|strong|code|br|span|sup|sub|u|s|del|ins|p|div|small|kbd|font|tt|mark)(?=[\s/>])[^<>]*>/gi;

/** A link in a field. */
export interface InlineLink {
  text: string;
  url: string;
}

/** The links with a text, in order, without bare URLs. */
export function inlineLinks(text: string): InlineLink[] {
  if (!text.includes("](") && !text.includes("<")) return [];
  return [
    ...[...text.matchAll(link)].map(([, label = "", url = ""]) => ({ text: plainInline(label), url })),
    ...[...text.matchAll(htmlLink)].map(([, url = "", label = ""]) => ({ text: plainInline(label), url })),
  ];
}

/**
 * The text as a reader sees it: link texts, without emphasis. With `keepCode`, code keeps its backquotes and
 * backslashes.
 */
export function plainInline(text: string, keepCode = false): string {
  if (!/[*_`<[\\]/.test(text)) return text.trim();
  const plain = withoutEmphasis(
    withoutTags(text.replace(link, (_, label: string) => label).replace(/\[([^[\]]+)\]\[[^[\]]*\]/g, "$1")),
  );
  const bare = keepCode ? plain : plain.replace(/\\([!-/:-@[-`{-~])/g, "$1").replace(/(`+)([^`]+)\1/g, "$2");
  return bare.replace(/\s+/g, " ").trim();
}

/** `Map<B>` is text. Only a tag that is closed, or a line break, is a tag. */
function withoutTags(text: string): string {
  const tags = [...text.matchAll(inlineTag)].map(([, slash, name = ""]) => `${slash}${name.toLowerCase()}`);
  const present = new Set(tags);
  return text.replace(inlineTag, (tag, _, name: string) => {
    const known = name.toLowerCase();
    return known === "br" || (present.has(known) && present.has(`/${known}`)) ? "" : tag;
  });
}

/** Emphasis at the edges of words: `snake_case` and `2 * 3` have none. */
function withoutEmphasis(text: string): string {
  return text
    .replace(/(?<![\w*_\\])(\*\*\*|\*\*|__)(?=\S)(.+?)(?<=\S)\1(?![\w*_])/g, "$2")
    .replace(/(?<![\w*_\\])([*_])(?=[^\s*_])([^*_]+?)(?<=\S)\1(?![\w*_])/g, "$2");
}
