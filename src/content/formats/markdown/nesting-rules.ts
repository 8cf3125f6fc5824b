/** The pieces of sanitized HTML, and the rules of the standard on which elements may contain which. */
import { isOwnTag, ownBlock, ownLink } from "./writer.js";

const words = (text: string): ReadonlySet<string> => new Set(text.split(" "));

export const blockElements = words(
  "address article aside blockquote caption colgroup dd details div dl dt figcaption figure footer h1 h2 h3 h4 h5 h6 header hr li ol p pre section " +
    "summary table tbody td tfoot th thead tr ul",
);
export const voidElements = words("br col hr img source wbr");
/** Elements that contain only text and inline elements. */
export const textOnly = words("h1 h2 h3 h4 h5 h6 pre summary");
/** Elements that may contain whatever their parent may contain. */
export const transparent = words("a del ins");
const headings = words("h1 h2 h3 h4 h5 h6");

const rowParents = words("tbody table tfoot thead");
/** The parents that an element may have; if it has none of them, the first is added around it. */
export const parentsOf: Readonly<Record<string, ReadonlySet<string>>> = {
  li: words("ul ol"),
  dt: words("dl"),
  dd: words("dl"),
  caption: words("table"),
  colgroup: words("table"),
  tbody: words("table"),
  tfoot: words("table"),
  thead: words("table"),
  tr: rowParents,
  td: words("tr"),
  th: words("tr"),
};
/** For each element that contains only certain children: the child that is added around any other content. */
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
/** Whether a text is only white space in HTML, where a no-break space is a character like any other. */
export const isBlankHtml = (text: string) => !/[^ \t\n\f\r]/.test(text);

const order = ["summary", "caption", "colgroup", "thead"];
/** @returns the rank of an element in the order of its parent's children. */
export const rankOf = (name: string) => (order.includes(name) ? order.indexOf(name) : order.length);

/** An element that must be in one parent. */
interface Placement {
  parent: string;
  /** The element that replaces it elsewhere, and after elements of a higher rank; with an empty name, only the tag is removed. */
  replacement: string;
  mayRepeat?: true;
}
export const placements: Readonly<Record<string, Placement>> = {
  summary: { parent: "details", replacement: "div" },
  caption: { parent: "table", replacement: "div" },
  colgroup: { parent: "table", replacement: "", mayRepeat: true },
  thead: { parent: "table", replacement: "tbody" },
  figcaption: { parent: "figure", replacement: "div" },
  rt: { parent: "ruby", replacement: "span" },
  rp: { parent: "ruby", replacement: "span" },
  col: { parent: "colgroup", replacement: "" },
  source: { parent: "picture", replacement: "" },
};

/** Elements that end a caption without an end tag. */
export const endsCaption = words("caption colgroup table tbody td tfoot th thead tr");

/** Elements that must not contain any of `sectionElements`, which become `noSection` in them. */
export const withoutSections = ["address", "dt", "th"];
export const sectionElements = words("address h1 h2 h3 h4 h5 h6 section");
export const noSection: Placement = { parent: "", replacement: "div" };

export interface Token {
  /** `block` and `link` are marks that replace our own markup: a block, and inline markup with a link. */
  kind: "open" | "close" | "text" | "block" | "link";
  name: string;
  source: string;
  /** Whether it is an inline element that contains a block. It is split: each text in it gets an element of its own. */
  hasBlock?: boolean;
  /** Whether it is in a link and contains another link. It is split, too. */
  hasLink?: boolean;
  /** Whether a required child is missing: the image of a picture, the annotation of a ruby text. */
  isIncomplete?: boolean;
}

/** Whether a token ends a link around it, because readers can press it or, with the keyboard, scroll it. */
export const endsLink = ({ kind, name, source }: Token) =>
  kind === "link" || kind === "block" || name === "a" || name === "details" || (name === "div" && isOwnTag(source));

const tagOrMark = new RegExp(`<(/?)([a-z][a-z0-9-]*)[^>]*>|(${ownBlock})|${ownLink}`, "g");

/** @param html the result of the sanitizer. */
export function tokensOf(html: string): Token[] {
  const tokens: Token[] = [];
  let end = 0;
  const addText = (source: string) => {
    if (source) tokens.push({ kind: "text", name: "", source });
  };
  for (const { 0: source, 1: slash, 2: name = "", 3: block, index } of html.matchAll(tagOrMark)) {
    addText(html.slice(end, index));
    end = index + source.length;
    const before = tokens.at(-1);
    // The parser reads the end tag of a paragraph that has ended already as an empty paragraph.
    if (source === "</p>" && before?.source === "<p>") {
      tokens.pop();
      continue;
    }
    // A link without a text is only a target of other links.
    if (source === "</a>" && before?.name === "a" && before.kind === "open" && !isOwnTag(before.source))
      before.source = before.source.replace(/ (?:class|href|rel)="[^"]*"/g, "");
    const tagKind = slash ? "close" : "open";
    const markKind = block ? "block" : "link";
    tokens.push({ kind: name === "" ? markKind : tagKind, name, source });
  }
  addText(html.slice(end));
  return tokens;
}

/** The children that an element must have: their names, each with a space after it; `#` is a text. */
const requiredChildren: Readonly<Record<string, RegExp>> = {
  picture: /^(?:source )*img $/,
  ruby: /rt /,
};

/** Whether a token begins the list of footnotes, which must not be in an element of the author. */
export const isFootnotes = ({ name, source }: Token) => name === "section" && isOwnTag(source);

const isInline = (name: string) => name === "p" || !blockElements.has(name);
export const mayContain = (parent: string, block: string) =>
  !textOnly.has(parent) || (parent === "summary" && headings.has(block));

/** Sets `hasBlock`, `hasLink` and `isIncomplete` of tokens. */
export function markElements(tokens: readonly Token[]): void {
  const open: Token[] = [];
  const children: string[] = [];
  /** For each open element, the nearest block element: itself or one around it. */
  const containers: string[] = [];
  /** How many containers, from the outermost on, have had one of our own blocks in them. Those that may contain only text count as `div` from then on. */
  let ended = 0;
  /** For each open link, its index in `open`; undefined if another link began in it. */
  const links: (number | undefined)[] = [];
  for (const token of tokens) {
    const { kind, name, source } = token;
    if (kind === "close") {
      if (name === "a") links.pop();
      containers.pop();
      ended = Math.min(ended, containers.length);
      const element = open.pop();
      const child = children.pop() ?? "";
      if (element) element.isIncomplete = requiredChildren[name] && !requiredChildren[name].test(child);
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
    const isMisplacedSummary = name === "summary" && (open.at(-1)?.name !== "details" || siblings !== "");
    open.push(token);
    children.push("");
    if (isInline(name)) containers.push(container);
    else containers.push(isMisplacedSummary ? "div" : name);
  }
}
