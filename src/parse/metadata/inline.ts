/**
 * Reads the Markdown that authors write within fields (emphasis, code, links), for every field of every form. Each
 * pattern ends its search where the next one begins, so that no text takes long.
 */
import { inlineCode } from "../../shared/title.js";

const link =
  /!?(?<!(?<!\\)\\)\[((?:[^[\]\\]|\\.|\[[^[\]]*\])*)\]\(\s*(?!\s)<?([^\s()<>]*(?:\([^\s()]*\)[^\s()<>]*)*)>?(?:\s+(?!\s)"[^"]*")?\s*\)/g;
/** The beginning of a link, and its address. */
const htmlLink = /<a\s(?=[^<>]*>)[^<>]*?\bhref\s*=\s*["']?([^"'\s<>]+)[^<>]*>/i;
const inlineTag =
  /<(\/?)(a|b|i|em|strong|code|br|span|sup|sub|u|s|del|ins|p|div|small|kbd|font|tt|mark)(?=[\s/>])[^<>]*>/gi;

/** Within a name, as in `Unsafe[Mutable][Raw]Pointer`, brackets are no link. */
const referenceLink = /(?<![\w\]])\[([^[\]]+)\]\[[^[\]]*\](?![\w[])/g;

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
    ...htmlLinks(text),
  ];
}

function htmlLinks(text: string): InlineLink[] {
  const endings = text.split(/<\/a>/i).slice(0, -1);
  return endings.flatMap((before) => {
    const found = htmlLink.exec(before);
    if (!found) return [];
    const [start, url = ""] = found;
    return [{ text: plainInline(before.slice(found.index + start.length)), url }];
  });
}

/** The text with the texts of Markdown's links in brackets, without what they lead to. */
export function withoutTargets(text: string): string {
  return text.replace(link, (_, label: string) => `[${label}] `);
}

/** The text as a reader sees it: link texts, without emphasis. With `keepCode`, code keeps its backquotes and backslashes. */
export function plainInline(text: string, keepCode = false): string {
  if (!/[*_`<[\\]/.test(text)) return text.trim();
  const plain = withoutEmphasis(
    withoutTags(
      text
        .replace(/<!--.*?-->/gs, "")
        .replace(link, (_, label: string) => label)
        .replace(referenceLink, "$1"),
    ),
  );
  const bare = keepCode ? plain : plain.replace(/\\([!-/:-@[-`{-~])/g, "$1").replace(inlineCode, "$2");
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
    .replace(/(?<![\w*_\\])(\*\*\*|\*\*|__)(?=\S)((?:(?!(?<![\w*_\\])\1\S).)+?)(?<=\S)\1(?![\w*_])/g, "$2")
    .replace(/(?<![\w*_\\])([*_])(?=[^\s*_])([^*_]+?)(?<=\S)\1(?![\w*_])/g, "$2");
}

/** What people write to leave a field empty. */
const words = /^(?:none|null|~|n\/?a|tb[ad]|todo|pending|[-–—?.]*)$/i;

/** `N/A`, `(TBD)`, `(leave this empty)`. */
export function isNothing(text: string): boolean {
  const bare = text.trim().replace(/^(["'(])(.*)["')]$/s, "$2");
  return words.test(bare.trim()) || isLeftOver(text);
}

/** What a template asks in brackets, and nobody replaced: `(fill me in with today's date)`. */
export function isLeftOver(text: string): boolean {
  return /^[*_]*\(\s*(?:leave|fill|put|insert)\b[^()]*\)[*_]*$/i.test(text.trim());
}

/** The answer that somebody wrote into the question of a template: `(fill me in with today's date, 2022-02-01)`. */
export function answerIn(text: string): string {
  return /^\(\s*fill\b[^()]*?[\s,:](\d[^\s(),:]*)\s*\)$/i.exec(text.trim())?.[1] ?? text;
}
