/** The pieces of sanitized HTML, and the rules of the standard on which elements may contain which. */
import { isOwnTag, ownBlock, ownLink } from "./writer.js";

const words = (text: string): ReadonlySet<string> => new Set(text.split(" "));

export const blockElements = words(
  "address article aside blockquote caption colgroup dd details div dl dt figcaption figure footer h1 h2 h3 h4 h5 h6 header hr li ol p pre section " +
    "summary table tbody td tfoot th thead tr ul",
);
export const voidElements = words("br col hr img source wbr");
/** These contain only text and inline elements. */
export const textOnly = words("h1 h2 h3 h4 h5 h6 pre summary");
/** These contain what may be around them. */
export const transparent = words("a del ins");
const headings = words("h1 h2 h3 h4 h5 h6");

const rows = words("tbody table tfoot thead");
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
/** White space as HTML has it: a space that does not break is a character like others. */
export const isBlankHtml = (text: string) => !/[^ \t\n\f\r]/.test(text);

const order = ["summary", "caption", "colgroup", "thead"];
/** The place of an element among the children of its parent. */
export const rankOf = (name: string) => (order.includes(name) ? order.indexOf(name) : order.length);
/** Elsewhere they are other elements, also behind what they must come before; without a name, they are left out. */
export const placedIn: Readonly<Record<string, { parent: string; otherwise: string; repeats?: true }>> = {
  summary: { parent: "details", otherwise: "div" },
  caption: { parent: "table", otherwise: "div" },
  colgroup: { parent: "table", otherwise: "", repeats: true },
  thead: { parent: "table", otherwise: "tbody" },
  figcaption: { parent: "figure", otherwise: "div" },
  rt: { parent: "ruby", otherwise: "span" },
  rp: { parent: "ruby", otherwise: "span" },
  col: { parent: "colgroup", otherwise: "" },
  source: { parent: "picture", otherwise: "" },
};

/** A caption without an end tag ends before the rest of its table. */
export const endsCaption = words("caption colgroup table tbody td tfoot th thead tr");

/** There are no headings and sections in these. */
export const withoutSections = ["address", "dt", "th"];
export const inSections = words("address h1 h2 h3 h4 h5 h6 section");
export const nowhere: (typeof placedIn)[string] = { parent: "", otherwise: "div" };

export interface Token {
  /** `block` and `link` are marks of our own markup: of a block, and of inline markup with a link. */
  kind: "open" | "close" | "text" | "block" | "link";
  name: string;
  source: string;
  /** Inline elements that have a block in them, and from a link to another one in it, are split: each text in them gets its own. */
  hasBlock?: boolean;
  hasLink?: boolean;
  /** Has not what it needs: a picture its image, a ruby text its annotation. */
  isIncomplete?: boolean;
}

/** What can be pressed, also to scroll it, is in no link. */
export const endsLink = ({ kind, name, source }: Token) =>
  kind === "link" || kind === "block" || name === "a" || name === "details" || (name === "div" && isOwnTag(source));

const tagOrMark = new RegExp(`<(/?)([a-z][a-z0-9-]*)[^>]*>|(${ownBlock})|${ownLink}`, "g");

/** @param html that the sanitizer has made. */
export function tokensOf(html: string): Token[] {
  const tokens: Token[] = [];
  let end = 0;
  const text = (source: string) => {
    if (source) tokens.push({ kind: "text", name: "", source });
  };
  for (const { 0: source, 1: slash, 2: name = "", 3: block, index } of html.matchAll(tagOrMark)) {
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
    const mark = block ? "block" : "link";
    tokens.push({ kind: name === "" ? mark : slash ? "close" : "open", name, source });
  }
  text(html.slice(end));
  return tokens;
}

/** What the children of an element must be; each has a space behind it, and a text is `#`. */
const complete: Readonly<Record<string, RegExp>> = {
  picture: /^(?:source )*img $/,
  ruby: /rt /,
};

/** The list of footnotes is in no element of the author's. */
export const isFootnotes = ({ name, source }: Token) => name === "section" && isOwnTag(source);

const isInline = (name: string) => name === "p" || !blockElements.has(name);
export const mayContain = (parent: string, block: string) =>
  !textOnly.has(parent) || (parent === "summary" && headings.has(block));

/** Finds the elements that are split, and those that are incomplete. */
export function markElements(tokens: readonly Token[]): void {
  const open: Token[] = [];
  const children: string[] = [];
  /** For each open element, the nearest that is not an inline element. */
  const containers: string[] = [];
  /** How many of them our own blocks have ended, if they contained only text. */
  let ended = 0;
  /** Where open links are; undefined for one in which another began. */
  const links: (number | undefined)[] = [];
  for (const token of tokens) {
    const { kind, name, source } = token;
    if (kind === "close") {
      if (name === "a") links.pop();
      containers.pop();
      ended = Math.min(ended, containers.length);
      const element = open.pop();
      const child = children.pop() ?? "";
      if (element) element.isIncomplete = complete[name] && !complete[name].test(child);
      continue;
    }
    const siblings = children.at(-1);
    if (siblings !== undefined && (kind !== "text" || !isBlankHtml(source)))
      children[children.length - 1] = `${siblings}${name || "#"} `;
    if (kind === "text") continue;
    const endsTextOnly = kind === "block" || isFootnotes(token);
    for (; endsTextOnly && ended < containers.length; ended++)
      if (textOnly.has(containers[ended] ?? "")) containers[ended] = "div";
    const container = containers.at(-1) ?? "";
    if ((kind === "block" || blockElements.has(name)) && mayContain(container, name)) {
      for (let index = open.length - 1; index >= 0; index--) {
        const element = open[index] as Token;
        if (!isInline(element.name) || element.hasBlock) break;
        element.hasBlock = true;
      }
    }
    const outer = endsLink(token) ? links.at(-1) : undefined;
    if (outer !== undefined) {
      for (const element of open.slice(outer)) element.hasLink = isInline(element.name);
      links[links.length - 1] = undefined;
    }
    if (kind !== "open" || voidElements.has(name)) continue;
    if (name === "a") links.push(open.length);
    const isSummary = open.at(-1)?.name === "details" && siblings === "";
    open.push(token);
    children.push("");
    containers.push(isInline(name) ? container : name === "summary" && !isSummary ? "div" : name);
  }
}
