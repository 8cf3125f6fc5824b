/** Links of a style sheet: `url()`, `src()`, `@import` and `image-set()`. */

import { lazy } from "../shared/lazy.js";
import { largestOf } from "../shared/lists.js";
import type { FoundLink, Wanted } from "./facts.js";

// In this order: parts without links (comments, namespaces), imports, url(), and strings, so that nothing is found
// inside a string.
const pattern =
  /\/\*[\s\S]*?(?:\*\/|$)|@namespace[^;]*|(@import)(?:\s|\/\*[\s\S]{0,200}?\*\/)*(?:"((?:[^"\\\n]|\\[\s\S])*)"|'((?:[^'\\\n]|\\[\s\S])*)'|(?=(?:url|src)\())|(?<![\w-])(?:url|src)\(\s*(?:"((?:[^"\\\n]|\\[\s\S])*)"\s*|'((?:[^'\\\n]|\\[\s\S])*)'\s*|((?:[^\s"'()\\]|\\[^\n])+)\s*)?\)|"(?:[^"\\\n]|\\[\s\S])*"?|'(?:[^'\\\n]|\\[\s\S])*'?/gi;

/** @param start offset of `css` in its file. */
export function cssLinks(css: string, start = 0): FoundLink[] {
  const found: FoundLink[] = [];
  let imports = false;
  for (const match of css.matchAll(pattern)) {
    const [whole, rule, ...texts] = match;
    const isImport = rule !== undefined || imports;
    const written = texts.find((text) => text !== undefined) ?? (/^(?:url|src)\(/i.test(whole) ? "" : undefined);
    // `@import url(…)` is two matches: the second one is the address.
    imports = rule !== undefined && written === undefined;
    if (written === undefined) continue;
    const offset = start + match.index + (written === "" ? 0 : whole.indexOf(written));
    found.push(styleLink(unescapeCss(written), offset, isImport ? "style" : "picture"));
  }
  return [...found, ...imageSets(css, start)];
}

/**
 * Links of a style element. A part of the page that only rules for absent classes name is left out: tools write the styles of all their
 * shapes into each drawing.
 */
export function elementStyleLinks(css: string, start: number, page: string): FoundLink[] {
  const classes = lazy(() => {
    const written = [...page.matchAll(/\bclass\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/gi)];
    return new Set(written.flatMap(([, one, two, three]) => (one ?? two ?? three ?? "").split(/\s+/)));
  });
  return cssLinks(css, start).filter(
    ({ url, offset }) => !url.startsWith("#") || classesOf(css, offset - start).some((all) => all.every(isThere)),
  );
  function isThere(name: string): boolean {
    return classes().has(name);
  }
}

/** A longer list of selectors is cut. */
const longestSelectors = 2000;

/** The classes in each selector of the rule at a place. */
function classesOf(css: string, at: number): string[][] {
  const open = Math.max(css.lastIndexOf("{", at), 0);
  const before = css.slice(Math.max(open - longestSelectors, 0), open).replace(/\/\*[\s\S]*?\*\//g, "");
  const selectors = before.slice(largestOf(["{", "}", ";"].map((mark) => before.lastIndexOf(mark))) + 1);
  return selectors.split(",").map((one) => [...one.matchAll(/\.(-?[_a-zA-Z][\w-]*)/g)].map(([, name = ""]) => name));
}

/** A fragment alone is a part of the page or the drawing, such as a gradient. */
function styleLink(url: string, offset: number, wants: Wanted): FoundLink {
  return { url, kind: "resource", offset, ...(!url.startsWith("#") && { wants }) };
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
      return styleLink(unescapeCss(one ?? other), at + place + 1, "picture");
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
