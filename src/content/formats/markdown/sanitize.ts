/**
 * Defines which parts of an author's HTML may be in a page. sanitize-html runs only for documents with raw HTML. Of our own markup it gets only
 * marks, and tags whose attributes are a mark (see writer.ts).
 */
import type { Token } from "markdown-it";
import type { IOptions, Transformer } from "sanitize-html";
import sanitizeHtml from "sanitize-html";
import type { Position } from "../../../shared/document.js";
import type { ParsedPart } from "../../../shared/html-parts.js";
import { escapePattern, isLanguageTag } from "../../../shared/text.js";
import { textElements } from "../../../shared/text-elements.js";
import { isExternalUrl } from "../../../shared/url.js";
import { charge } from "../budget.js";
import { maxElementDepth } from "../svg.js";
import { maySpan } from "./blocks.js";
import { isReservedId, type MarkdownEnv, type MarkdownOptions, report } from "./env.js";
import { nest } from "./nesting.js";
import { parentsOf } from "./nesting-rules.js";
import { pictureSize } from "./picture-size.js";
import { UrlAttributes } from "./url-attributes.js";
import { dropStrayMarks, isOwnTag, type MarkedWriter, ownAttributes } from "./writer.js";

export const emptyTags = new Set("br col hr wbr".split(" "));

/**
 * The classes that are kept: the mark for the attributes of an element of our own, and classes that the program writes or that the transformations
 * below add.
 */
const ownClasses = [
  ownAttributes,
  "external",
  "task-list",
  "task-list-item",
  "align-left",
  "align-center",
  "align-right",
  "preview-heading",
  "indent",
  "term",
];

const allowed = {
  allowedTags: [...textElements],
  disallowedTagsMode: "escape",
  allowedAttributes: {
    "*": ["id", "lang", "dir", "title", "class"],
    a: ["href", "rel"],
    img: ["src", "srcset", "sizes", "alt", "width", "height", "loading", "decoding"],
    source: ["srcset", "sizes", "media", "type"],
    td: ["colspan", "rowspan", "headers"],
    th: ["colspan", "rowspan", "headers", "scope", "abbr"],
    col: ["span"],
    colgroup: ["span"],
    ol: ["start", "type", "reversed"],
    li: ["value"],
    details: ["open"],
    pre: ["tabindex"],
    q: ["cite"],
    blockquote: ["cite"],
  },
  allowedClasses: { "*": ownClasses },
  // Every scheme: URLs are placeholders here, and `UrlAttributes` checks them.
  allowedSchemes: false as unknown as boolean,
  allowProtocolRelative: true,
  selfClosing: [...emptyTags, "img", "source"],
  parser: { decodeEntities: true },
  // Browsers would choose a source without a picture, and ignore those after it.
  exclusiveFilter: ({ tag, attribs }) => tag === "source" && !attribs.srcset,
} satisfies IOptions;

const usualElements = new Set(textElements);

/** Whether a text may have an element: one that every text may have, or one that the site's configuration allows. */
export function mayHave(name: string, { markdown }: MarkdownOptions): boolean {
  return usualElements.has(name) || (name !== "*" && markdown !== undefined && Object.hasOwn(markdown.allow, name));
}

/** Adds the elements, attributes and classes that a site allows. */
function allowedBy({
  markdown,
}: MarkdownOptions): Pick<typeof allowed, "allowedTags" | "allowedAttributes" | "allowedClasses"> {
  const attributes: Record<string, string[]> = { ...allowed.allowedAttributes };
  const classes: Record<string, (string | RegExp)[]> = { ...allowed.allowedClasses };
  const tags = [...textElements];
  for (const [element, names] of Object.entries(markdown?.allow ?? {})) {
    if (element !== "*") tags.push(element);
    attributes[element] = [...(attributes[element] ?? []), ...names.filter((name) => !name.startsWith("."))];
    const classNames = names.flatMap((name) => (name.startsWith(".") ? [name.slice(1)] : []));
    classes[element] = [...(classes[element] ?? []), ...classNames];
  }
  return { allowedTags: tags, allowedAttributes: attributes, allowedClasses: classes } as never;
}

/**
 * Makes an author's HTML safe and valid: allowed tags and attributes in valid nesting, with placeholders for URLs and unique ids.
 * @param tokens from which the HTML was written, for the positions of its URLs.
 */
export function sanitize(html: string, env: MarkdownEnv, out: MarkedWriter, tokens: readonly Token[] = []): string {
  const refused = new Set<string>();
  const clean = sanitizeHtml(withoutDeepTags(html, env), {
    ...allowed,
    ...(env.options.markdown && allowedBy(env.options)),
    onOpenTag: (name, attributes) => {
      dropStrayMarks(attributes);
      if (shownAsText.has(name)) refused.add(name);
    },
    transformTags: transformations(env, new UrlAttributes(env, out, tokens)),
  });
  for (const name of refused) reportShownAsText(env, `<${name}>`, tagPosition(env, name));
  // An inline element around blocks is written once more in each block, which the budget limits.
  const mayRepeat = (name: string, tag: string) => {
    const length = out.partsIn(tag).reduce((sum, part) => sum + lengthOf(part, env), tag.length);
    return charge(env, "expansions", length, `<${name}> around blocks`, () => tagPosition(env, name));
  };
  return nest(clean, out, mayRepeat);
}

/** Shows tags as text that are deeper than the maximum. */
function withoutDeepTags(html: string, env: MarkdownEnv): string {
  /** For each open element, whether its tag is shown as text. */
  const open: boolean[] = [];
  let isReported = false;
  return html.replace(/<(\/?)([a-z][\w-]*)[^<>]*/gi, (tag, slash: string, written: string) => {
    const name = written.toLowerCase();
    // The parser ends these by itself.
    if (name === "p" || Object.hasOwn(parentsOf, name) || allowed.selfClosing.includes(name)) return tag;
    const isDeep = slash ? open.pop() === true : open.length >= maxElementDepth && !isOwnTag(`${tag}>`);
    if (!slash) open.push(isDeep);
    if (isDeep && !isReported) {
      const message = `more than ${maxElementDepth} elements are within each other, so further tags are shown as text`;
      report(env, "text-limit", message, tagPosition(env, name), { help: "Write an end tag for each element." });
      isReported = true;
    }
    return isDeep ? `&lt;${tag.slice(1)}` : tag;
  });
}

function transformations(env: MarkdownEnv, urls: UrlAttributes): Record<string, Transformer> {
  const ids = new Set([...env.outline.map(({ id }) => id), ...(env.titleId ? [env.titleId] : [])]);
  return {
    // Runs after the transformation of the tag, so each id is checked once.
    "*": (tagName, attribs) => {
      const { colspan, rowspan, ...narrow } = attribs;
      const findPosition = () => tagPosition(env, tagName);
      const hasSpan = colspan !== undefined || rowspan !== undefined;
      const isTooWide = hasSpan && !maySpan(env, Number(colspan), Number(rowspan), findPosition);
      const aligned = alignByClass(withAllowedValues(isTooWide ? narrow : attribs));
      if (!env.isPreview) return { tagName, attribs: uniqueId(aligned, ids, env) };
      const { id: _id, name: _name, ...previewAttributes } = aligned;
      return /^h[1-6]$/.test(tagName)
        ? { tagName: "p", attribs: { class: "preview-heading", ...previewAttributes } }
        : { tagName, attribs: previewAttributes };
    },
    center: (_, attribs) => ({ tagName: "div", attribs: { ...attribs, class: "align-center" } }),
    a: (tagName, attribs) => {
      const { href: url, ...attributes } = attribs;
      const href = url === undefined ? undefined : urls.href(url);
      // An anchor without a URL is often unclosed (`<a name="x"/>`); as a link it would contain the text and the links after it.
      if (url === undefined && !ownAttributes.test(attributes.class ?? ""))
        return { tagName: "span", attribs: attributes };
      if (url === undefined || href === undefined) return { tagName, attribs: attributes };
      const names = [attributes.class ?? "", "external"].join(" ").trim();
      const external: Record<string, string> = isExternalUrl(url) ? { class: names, rel: "noopener" } : {};
      return { tagName, attribs: { ...attributes, ...external, href } };
    },
    // h1 is the page's title.
    h1: (_, attribs) => ({ tagName: "h2", attribs }),
    // Without a direction it has no meaning.
    bdo: (tagName, attribs) => ({ tagName: withAllowedValues(attribs).dir ? tagName : "span", attribs }),
    // The keyboard reaches it and scrolls it, like our own blocks of code.
    pre: (tagName, attribs) => ({
      tagName,
      attribs: ownAttributes.test(attribs.class ?? "") ? attribs : { ...attribs, tabindex: "0" },
    }),
    source: (tagName, attribs) => ({
      tagName,
      attribs: dropUndefined({ ...attribs, srcset: attribs.srcset && urls.srcset(attribs.srcset) }),
    }),
    img: (tagName, attribs) => {
      const { src: url = "", ...attributes } = attribs;
      if (!url.trim() && !attributes.srcset?.trim())
        return { tagName: "span", attribs: {}, text: attributes.alt ?? "" };
      const size = pictureSize(attributes);
      return {
        tagName,
        attribs: dropUndefined({
          ...attributes,
          ...size,
          loading: "lazy",
          decoding: "async",
          src: urls.src(url, Boolean(size.width || size.height)) ?? "",
          srcset: attributes.srcset && urls.srcset(attributes.srcset),
          alt: attributes.alt ?? "",
        }),
      };
    },
  };
}

/** Elements that authors expect to work, so that their source in a page is reported. Others, such as `<uint256>`, are placeholders. */
const shownAsText = new Set("audio canvas embed form iframe marquee script style svg video".split(" "));

/** Reports a start tag that is shown as text, if its author expects an element. */
export function reportShownAsText(env: MarkdownEnv, tag: string, position: Position): void {
  const name = /^<([a-z]+)(?=[\s/>])/i.exec(tag)?.[1]?.toLowerCase() ?? "";
  if (!shownAsText.has(name)) return;
  const help = "Link to the content instead, or put the tag in backticks to show it.";
  const message = `<${name}> is not allowed in a text, so its source is shown`;
  report(env, "html-not-shown", message, position, { length: name.length + 1, help });
}

const lengthOf = (part: ParsedPart, { links }: MarkdownEnv) =>
  typeof part === "string" ? part.length : part.kind === "url" ? (links[part.link]?.url.length ?? 0) : 0;

/** @returns the position of the first tag with this name in the text. */
function tagPosition({ lines, firstLine }: MarkdownEnv, name: string): Position {
  const tag = new RegExp(`<${escapePattern(name)}(?=[\\s/>])`, "i");
  const index = lines.findIndex((line) => tag.test(line));
  return { line: firstLine + Math.max(0, index), column: Math.max(0, lines[index]?.search(tag) ?? 0) + 1 };
}

function alignByClass({ align, ...attribs }: Record<string, string>): Record<string, string> {
  const side = align?.toLowerCase();
  if (!side || !["left", "center", "right"].includes(side)) return attribs;
  return { ...attribs, class: `align-${side}` };
}

/** Removes repeated ids. The obsolete `name` of an anchor becomes an id. */
function uniqueId(
  { name, id = name, ...attribs }: Record<string, string>,
  ids: Set<string>,
  env: MarkdownEnv,
): Record<string, string> {
  const value = id?.trim().replace(/\s+/g, "-");
  if (!value || isReservedId(value) || ids.has(value)) return attribs;
  if (!env.partIds.has(value)) env.anchors.push(value);
  ids.add(value);
  return { ...attribs, id: value };
}

function dropUndefined(attribs: Record<string, string | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(attribs).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}

/** @returns a value that the standard allows; undefined if the attribute is to be left out. As in browsers, a number that is too large becomes the maximum. */
type ValueRule = (value: string) => string | undefined;

const matching =
  (pattern: RegExp): ValueRule =>
  (value) =>
    pattern.test(value) ? value : undefined;
const between =
  (minimum: number, maximum: number): ValueRule =>
  (value) =>
    /^\d+$/.test(value) && Number(value) >= minimum ? String(Math.min(Number(value), maximum)) : undefined;
const integer = matching(/^-?\d{1,9}$/);

const valueRules: Readonly<Record<string, ValueRule>> = {
  lang: (value) => (value === "" || isLanguageTag(value) ? value : undefined),
  dir: matching(/^(?:ltr|rtl|auto)$/i),
  colspan: between(1, 1000),
  rowspan: between(0, 65_534),
  span: between(1, 1000),
  scope: matching(/^(?:row|col|rowgroup|colgroup)$/i),
  start: integer,
  value: integer,
  // The type of a numbered list, or of a picture's source.
  type: matching(/^(?:[1aAiI]|[\w.+-]+\/[\w.+-]+)$/),
  cite: (value) => (URL.canParse(value, "https://site.invalid") ? value : undefined),
  // These attributes have no value.
  open: () => "",
  reversed: () => "",
};

function withAllowedValues(attributes: Record<string, string>): Record<string, string> {
  const entries = Object.entries(attributes).flatMap(([name, value]): [string, string][] => {
    const rule = valueRules[name];
    const allowedValue = rule ? rule(value.trim()) : value;
    return allowedValue === undefined ? [] : [[name, allowedValue]];
  });
  return Object.fromEntries(entries);
}
