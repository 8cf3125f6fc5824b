/**
 * What of an author's HTML may stand in a page. sanitize-html runs only over documents that have raw HTML left, and sees only what came from the
 * author: markup of our own stands aside in islands.
 */
import sanitizeHtml from "sanitize-html";
import { slot } from "../../shared/slots.js";
import { isExternalUrl, isSafeImageUrl, isSafeUrl } from "../../shared/url.js";
import { attributePositions, positionAfter } from "./attribute-positions.js";
import type { MarkdownEnv } from "./env.js";
import { reportUnsafe, urlSlot } from "./links.js";

const textTags =
  "a abbr b bdi bdo br cite code del dfn em i ins kbd mark q rp rt ruby s samp small span strong sub sup u var wbr";
const blockTags =
  "address blockquote center dd details div dl dt figcaption figure h1 h2 h3 h4 h5 h6 hr img li ol p picture pre source summary ul";
const tableTags = "caption col colgroup table tbody td tfoot th thead tr section";
export const allowedTags = `${textTags} ${blockTags} ${tableTags}`.split(" ");

export const emptyTags = new Set("br col hr wbr".split(" "));

/** Classes that our own rendering writes into markup which the sanitizer sees. */
const ownClasses = [
  "external",
  "task-list",
  "task-list-item",
  "align-left",
  "align-center",
  "align-right",
  "preview-heading",
];
/** Makes author's HTML safe and valid: known tags and attributes, balanced, URLs in slots, no id twice. */
export function sanitize(html: string, env: MarkdownEnv): string {
  const { linkSchemes } = env.options;
  const ids = new Set(env.outline.map(({ id }) => id));
  const ownSlot = /^\uFDD0/;
  const positionOf = attributePositions(env);
  const url = (attribute: string, value: string, kind: "link" | "image") =>
    ownSlot.test(value) ? value : urlSlot(env, { url: value, kind, position: positionOf(attribute, value) });
  const unsafe = (attribute: string, value: string) => reportUnsafe(env, value, positionOf(attribute, value));
  const srcset = (value: string): string | undefined => {
    let position = positionOf("srcset", value);
    let end = 0;
    const kept = [...value.matchAll(srcsetCandidate)].flatMap(({ 1: address = "", 2: descriptor = "", index }) => {
      position = positionAfter(position, value.slice(end, index));
      end = index;
      if (!isSafeImageUrl(address, linkSchemes)) {
        reportUnsafe(env, address, position);
        return [];
      }
      if (!srcsetDescriptor.test(descriptor.trim())) return [];
      return `${urlSlot(env, { url: address, kind: "image", position })} ${descriptor}`.trim();
    });
    return kept.join(", ") || undefined;
  };
  const clean = sanitizeHtml(html, {
    allowedTags,
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
      q: ["cite"],
      blockquote: ["cite"],
    },
    allowedClasses: { "*": ownClasses },
    allowedSchemes: false as unknown as boolean,
    allowProtocolRelative: true,
    selfClosing: [...emptyTags, "img", "source"],
    parser: { decodeEntities: true },
    // A source without a picture would stand in the way of the one that follows.
    exclusiveFilter: ({ tag, attribs }) => tag === "source" && !attribs.srcset,
    transformTags: {
      // Runs after the tag's own, so an id is looked at once.
      "*": (tagName, attribs) => ({ tagName, attribs: uniqueId(alignment(tagName, attribs), tagName, ids) }),
      center: (_, attribs) => ({
        tagName: "div",
        attribs: { ...attribs, class: "align-center" },
      }),
      a: (tagName, attribs) => {
        const { href, ...rest } = attribs;
        if (href === undefined) return { tagName, attribs: rest };
        if (!isSafeUrl(href, linkSchemes)) {
          unsafe("href", href);
          return { tagName, attribs: rest };
        }
        const mark: Record<string, string> = isExternalUrl(href) ? { class: "external", rel: "noopener" } : {};
        return { tagName, attribs: { ...rest, ...mark, href: url("href", href, "link") } };
      },
      source: (tagName, attribs) => ({
        tagName,
        attribs: defined({ ...attribs, srcset: attribs.srcset && srcset(attribs.srcset) }),
      }),
      img: (tagName, attribs) => {
        const { src = "", ...rest } = attribs;
        const size = { width: digits(rest.width), height: digits(rest.height) };
        if (!isSafeImageUrl(src, linkSchemes)) unsafe("src", src);
        return {
          tagName,
          attribs: defined({
            ...rest,
            ...size,
            loading: "lazy",
            decoding: "async",
            src: isSafeImageUrl(src, linkSchemes) ? url("src", src, "image") : "",
            srcset: rest.srcset && srcset(rest.srcset),
            alt: rest.alt ?? "",
          }),
        };
      },
    },
  });
  // A picture without a size gets that of its file, like one in Markdown.
  return clean.replace(
    /<img(?![^>]* (?:width|height)=)[^>]* src="\uFDD0url\uFDD2(\d+)[^>]*?(?= ?\/?>)/g,
    (tag, link: string) => `${tag}${slot("image", link)}`,
  );
}

/** One picture of a `srcset` and what it is for. A comma within a URL belongs to it, one at its end does not. */
const srcsetCandidate = /([^\s,]\S*[^\s,]|[^\s,])(?:\s+([^\s,][^,]*))?/g;
const srcsetDescriptor = /^(?:|[1-9]\d{0,5}w|\d{1,3}(?:\.\d{1,3})?x)$/;

function alignment(tagName: string, { align, ...attribs }: Record<string, string>): Record<string, string> {
  const side = align?.toLowerCase();
  if (tagName === "img" || !side || !["left", "center", "right"].includes(side)) return attribs;
  return { ...attribs, class: `align-${side}` };
}

/** Ids of the page's own parts (templates/ids.ts) and of links to footnotes. */
const reservedIds = /^(?:site[A-Z]|statusGlyph-|graphArrow$|fn(?:ref)?\d)/;

/** Keeps an id only where it is the first; `name` of an anchor is an id in today's HTML. */
function uniqueId(
  { name, id = name, ...attribs }: Record<string, string>,
  tagName: string,
  ids: Set<string>,
): Record<string, string> {
  const isHeading = /^h[1-6]$/.test(tagName);
  const value = id?.trim().replace(/\s+/g, "-");
  if (!value || reservedIds.test(value) || (ids.has(value) && !isHeading)) return attribs;
  ids.add(value);
  return { ...attribs, id: value };
}

function digits(value: string | undefined): string | undefined {
  return value && /^\d{1,5}(px)?$/.test(value) ? value.replace("px", "") : undefined;
}

function defined(attribs: Record<string, string | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(attribs).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}
