/** The pieces of sanitized HTML, and the rules of the standard on which elements may contain which. */
import { isOwnTag, ownBlock } from "./writer.js";

const words = (text: string): ReadonlySet<string> => new Set(text.split(" "));

export const blockElements = words(
  "address blockquote caption colgroup dd details div dl dt figcaption figure h1 h2 h3 h4 h5 h6 hr li ol p pre section " +
    "summary table tbody td tfoot th thead tr ul",
);
export const voidElements = words("br col hr img source wbr");
/** These contain only text and inline elements. */
export const textOnly = words("h1 h2 h3 h4 h5 h6 pre summary");
/** These contain what may be around them. */
export const transparent = words("a del ins");
/** What can be pressed is in no link. */
export const endsLink = words("a details");
export const headings = words("h1 h2 h3 h4 h5 h6");

export const rows = words("tbody table tfoot thead");
/** The parents of elements that need one of a kind; the first of them is added where there is none. */
export const parentsOf: Readonly<Record<string, ReadonlySet<string>>> = {
  li: words("ul ol"),
  dt: words("dl"),
  dd: words("dl"),
  caption: words("table"),
  colgroup: words("table"),
  tbody: words("table"),
  tfoot: words("table"),
  thead: words("table"),
  tr: rows,
  td: words("tr"),
  th: words("tr"),
};
/** Elements that contain only some others, and what takes in anything else. */
export const childOf: Readonly<Record<string, string>> = {
  ul: "li",
  ol: "li",
  dl: "dd",
  table: "tbody",
  tbody: "tr",
  tfoot: "tr",
  thead: "tr",
  tr: "td",
};
/** Elsewhere they are other elements; `first` are so behind others too. */
export const placedIn: Readonly<Record<string, { parent: string; otherwise: string; first?: true }>> = {
  summary: { parent: "details", otherwise: "div", first: true },
  thead: { parent: "table", otherwise: "tbody", first: true },
  figcaption: { parent: "figure", otherwise: "div" },
  rt: { parent: "ruby", otherwise: "span" },
  rp: { parent: "ruby", otherwise: "span" },
  col: { parent: "colgroup", otherwise: "" },
  source: { parent: "picture", otherwise: "" },
};

/** There are no headings in these. */
export const withoutHeadings = ["address", "dt", "th"];
export const nowhere: (typeof placedIn)[string] = { parent: "", otherwise: "div" };

export interface Token {
  kind: "open" | "close" | "text" | "block";
  name: string;
  source: string;
  /** Inline elements that have a block in them, and from a link to another one in it, are split: each text in them gets its own. */
  hasBlock?: boolean;
  hasLink?: boolean;
}

const tagOrBlock = new RegExp(`<(/?)([a-z][a-z0-9]*)[^>]*>|${ownBlock}`, "g");

/** @param html that the sanitizer has made. */
export function tokensOf(html: string): Token[] {
  const tokens: Token[] = [];
  let end = 0;
  const text = (source: string) => {
    if (source) tokens.push({ kind: "text", name: "", source });
  };
  for (const { 0: source, 1: slash, 2: name = "", index } of html.matchAll(tagOrBlock)) {
    text(html.slice(end, index));
    end = index + source.length;
    const before = tokens.at(-1);
    // To the parser, the end tag of a paragraph that has ended before is an empty one.
    if (source === "</p>" && before?.source === "<p>") {
      tokens.pop();
      continue;
    }
    // A link without a text is only a place.
    if (source === "</a>" && before?.name === "a" && before.kind === "open" && !isOwnTag(before.source))
      before.source = before.source.replace(/ (?:class|href|rel)="[^"]*"/g, "");
    tokens.push({ kind: name === "" ? "block" : slash ? "close" : "open", name, source });
  }
  text(html.slice(end));
  return tokens;
}

const isInline = (name: string) => name === "p" || !blockElements.has(name);
export const mayContain = (parent: string, block: string) =>
  !textOnly.has(parent) || (parent === "summary" && headings.has(block));

/** Finds the elements that are split. */
export function markSplits(tokens: readonly Token[]): void {
  const open: Token[] = [];
  /** For each open element, the nearest that is no inline element. */
  const containers: string[] = [];
  /** Where open links are; undefined for one in which another began. */
  const links: (number | undefined)[] = [];
  for (const token of tokens) {
    const { kind, name } = token;
    if (kind === "text") continue;
    if (kind === "close") {
      if (name === "a") links.pop();
      open.pop();
      containers.pop();
      continue;
    }
    const container = containers.at(-1) ?? "";
    if ((kind === "block" || blockElements.has(name)) && mayContain(container, name)) {
      for (let index = open.length - 1; index >= 0; index--) {
        const element = open[index] as Token;
        if (!isInline(element.name) || element.hasBlock) break;
        element.hasBlock = true;
      }
    }
    if (kind === "block" || voidElements.has(name)) continue;
    const outer = endsLink.has(name) ? links.at(-1) : undefined;
    if (outer !== undefined) {
      for (const element of open.slice(outer)) element.hasLink = isInline(element.name);
      links[links.length - 1] = undefined;
    }
    if (name === "a") links.push(open.length);
    open.push(token);
    containers.push(isInline(name) ? container : name);
  }
}
