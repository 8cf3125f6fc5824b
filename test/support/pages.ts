/** What a reader meets on a page, without keeping a document of it: registers have a thousand pages. */
import { Parser } from "htmlparser2";

export interface PageFacts {
  ids: Set<string>;
  /** Hashes of links to places on the page itself. */
  hashes: string[];
  /** What is read as prose, from one tag to the next: no code, no formulas. */
  texts: string[];
}

export function factsOf(html: string): PageFacts {
  const facts: PageFacts = { ids: new Set(), hashes: [], texts: [""] };
  const silent = new Set(["pre", "code", "math", "script", "style", "title"]);
  let hidden = 0;
  const parser = new Parser({
    onopentag(name, { id, href }) {
      if (id) facts.ids.add(id);
      if (name === "a" && href?.startsWith("#")) facts.hashes.push(decodeURIComponent(href.slice(1)));
      if (silent.has(name)) hidden++;
      facts.texts.push("");
    },
    onclosetag(name) {
      if (silent.has(name)) hidden--;
      facts.texts.push("");
    },
    // A character that is written as an entity comes by itself.
    ontext(text) {
      if (hidden === 0) facts.texts[facts.texts.length - 1] += text;
    },
  });
  parser.end(html);
  return facts;
}

/** What is wrong with a page: links to places that it does not have, and formulas that were not made. */
export function pageProblems(html: string): string[] {
  const { ids, hashes, texts } = factsOf(html);
  const broken = hashes.filter((id) => id !== "" && id !== "top" && !ids.has(id));
  const isTex = /\\(frac|sum|cdot|mathbb|left|begin)\b|\$\$/.test(texts.join(""));
  return [...broken.map((id) => `#${id}`), ...(isTex ? ["TeX"] : [])];
}

/** Texts in which marks of a wiki are left. A comparison has the equals sign as well; marks of a heading are at the ends of lines. */
export function wikiMarks(html: string): string[] {
  return factsOf(html).texts.filter((text) => /\[\[|'''|\{\||^\s*==|==\s*$/m.test(text));
}
