/** Links of a style sheet: `url()`, `@import` and `image-set()`. */
import type { FoundLink } from "./facts.js";

// In this order: what holds no link (comments, namespaces), imports, url(), and strings, so that nothing is found inside one.
const pattern =
  /\/\*[\s\S]*?(?:\*\/|$)|@namespace[^;]*|@import\s+(?:"([^"\n]*)"|'([^'\n]*)')|(?<![\w-])url\(\s*(?:"([^"\n]*)"\s*|'([^'\n]*)'\s*|([^\s"'()]+)\s*)?\)|"(?:[^"\\\n]|\\[\s\S])*"?|'(?:[^'\\\n]|\\[\s\S])*'?/gi;

/** @param start offset of `css` in its file. */
export function cssLinks(css: string, start = 0): FoundLink[] {
  const found: FoundLink[] = [];
  for (const match of css.matchAll(pattern)) {
    const url = match.slice(1).find((group) => group !== undefined) ?? (/^url\(/i.test(match[0]) ? "" : undefined);
    if (url === undefined) continue;
    const offset = start + match.index + (url === "" ? 0 : match[0].indexOf(url));
    found.push({ url: unescapeCss(url), kind: "resource", offset });
  }
  return [...found, ...imageSets(css, start)];
}

/** The texts of `image-set("a.png" 1x, "b.avif" 2x type("image/avif"))`; a url() in it has been found. */
function imageSets(css: string, start: number): FoundLink[] {
  if (!/image-set\(/i.test(css)) return [];
  const blank = (text: string) => text.replace(/[^\n]/g, " ");
  const plain = css.replace(/\/\*[\s\S]*?(?:\*\/|$)/g, blank);
  const sets = plain.matchAll(/image-set\(((?:[^()"']|"[^"\n]*"|'[^'\n]*'|\((?:[^()"']|"[^"\n]*"|'[^'\n]*')*\))*)\)/gi);
  return [...sets].flatMap(({ 0: whole, 1: inner = "", index }) => {
    const at = start + index + whole.length - 1 - inner.length;
    const outer = inner.replace(/\((?:[^()"']|"[^"\n]*"|'[^'\n]*')*\)/g, blank);
    return [...outer.matchAll(/"([^"\n]*)"|'([^'\n]*)'/g)].map(({ 1: one, 2: other = "", index: place }): FoundLink => {
      return { url: unescapeCss(one ?? other), kind: "resource", offset: at + place + 1 };
    });
  });
}

function unescapeCss(text: string): string {
  return text.replace(/\\(?:([0-9a-f]{1,6})\s?|([\s\S]))/gi, (_, hex: string | undefined, character: string) => {
    if (hex === undefined) return character;
    const code = Number.parseInt(hex, 16);
    return code > 0x10ffff ? "\uFFFD" : String.fromCodePoint(code);
  });
}
