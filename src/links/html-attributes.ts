/** References in HTML, SVG and MathML: the attributes with URLs, and those with ids of the same page. */
import type { FoundLink, LinkKind, Wanted } from "./facts.js";

/** The use of an attribute. A type of file means a resource that must have this type. */
export type Purpose = LinkKind | Wanted;

/** Attributes that hold one URL, by element. Names with `data-` are those that scripts for late loading share. */
const urlAttributes: Record<string, Record<string, Purpose>> = {
  a: { href: "link", "xlink:href": "link" },
  area: { href: "link" },
  audio: { src: "media", "data-src": "media" },
  blockquote: { cite: "link" },
  body: { background: "picture" },
  button: { formaction: "form" },
  del: { cite: "link" },
  embed: { src: "resource" },
  feimage: { href: "picture", "xlink:href": "picture" },
  form: { action: "form" },
  frame: { src: "frame", longdesc: "link" },
  iframe: { src: "frame", "data-src": "frame", longdesc: "link" },
  image: { href: "picture", "xlink:href": "picture" },
  img: {
    src: "picture",
    "data-src": "picture",
    "data-lazy-src": "picture",
    "data-original": "picture",
    lowsrc: "picture",
    longdesc: "link",
  },
  input: { src: "picture", formaction: "form" },
  ins: { cite: "link" },
  mglyph: { src: "picture" },
  object: { data: "resource" },
  q: { cite: "link" },
  script: { src: "script", href: "script", "xlink:href": "script" },
  source: { src: "media", "data-src": "media" },
  table: { background: "picture" },
  td: { background: "picture" },
  th: { background: "picture" },
  tr: { background: "picture" },
  track: { src: "media" },
  use: { href: "resource", "xlink:href": "resource" },
  video: { src: "media", "data-src": "media", poster: "picture", "data-poster": "picture" },
};
export const urlsOf = new Map(
  Object.entries(urlAttributes).map(([tag, attributes]) => [tag, Object.entries(attributes)]),
);

/** Of other elements in drawings (gradients, patterns, text along a path) and in formulas. */
export const foreignUrls = ["href", "xlink:href"];

/** Attributes that hold several pictures with descriptors, by element. */
export const sourceSets = new Map([
  ["img", ["srcset", "data-srcset"]],
  ["source", ["srcset", "data-srcset"]],
  ["link", ["imagesrcset"]],
]);

/** Attributes of drawings that are written as in a style sheet: `fill="url(#g)"`. */
export const stylish = "fill stroke clip-path mask filter marker-start marker-mid marker-end cursor".split(" ");

/** Elements on which an attribute contains ids; all elements if there is no list. */
const ofForm = ["button", "fieldset", "input", "object", "output", "select", "textarea"];
export const idAttributes = new Map<string, readonly string[]>([
  ["for", ["label", "output"]],
  ["form", ofForm],
  ["headers", ["td", "th"]],
  ["list", ["input"]],
  ["itemref", []],
  ["popovertarget", ["button", "input"]],
  ["commandfor", ["button"]],
  ["interestfor", ["a", "area", "button"]],
  ...["activedescendant", "controls", "describedby", "details", "errormessage", "flowto", "labelledby", "owns"].map(
    (name) => [`aria-${name}`, []] as const,
  ),
]);

/** Parameters of an `object` with its address. */
export const objectParameters = new Set(["src", "movie", "data", "url", "filename"]);

/** Programs that show a link to the page read these, each a whole URL. */
export const previewProperty =
  /^(?:og:(?:url|see_also|(?:image|video|audio)(?::(?:url|secure_url))?)|article:(?:author|publisher)|twitter:(?:image|player)(?::(?:src|stream))?)$/i;
/** A person may stand for the address of one. */
export const mayBeName = /^article:/i;
/** A system that pins the page, or shows it in a list, reads these. */
export const tileName = /^(?:thumbnail|msapplication-(?:config|starturl|tileimage|(?:square|wide)\d+x\d+logo))$/i;
/** These open connections without a request. */
export const hints: ReadonlySet<string> = new Set(["preconnect", "dns-prefetch"]);

/** All attributes that are read. */
export const watchedAttributes: ReadonlySet<string> = new Set([
  ...Object.values(urlAttributes).flatMap((attributes) => Object.keys(attributes)),
  ...[...sourceSets.values()].flat(),
  ...stylish,
  ...idAttributes.keys(),
  ..."id name rel hreflang property itemprop content http-equiv style type srcdoc shadowrootmode ping usemap value".split(
    " ",
  ),
  ..."aria-expanded aria-haspopup aria-invalid".split(" "),
]);

/**
 * Excludes names by first letter and length before they are cut out of the text: nearly all names of a page are
 * irrelevant.
 */
export class Sieve {
  private readonly shapes = new Uint8Array(32 * 32);

  constructor(names: Iterable<string>) {
    for (const name of names) this.shapes[this.shapeOf(name, 0, name.length)] = 1;
  }

  mayHold(text: string, start: number, end: number): boolean {
    return this.shapes[this.shapeOf(text, start, end)] === 1;
  }

  private shapeOf(text: string, start: number, end: number): number {
    return ((text.charCodeAt(start) & 31) << 5) | Math.min(end - start, 31);
  }
}

/** Of the attributes that are read. */
export const watchedSieve = new Sieve(watchedAttributes);

/** The URLs of `a.png 1x, b.png 2x`: each ends at white space, and a comma at its end belongs to the list. */
export function sourceSet({ text, offset }: { text: string; offset: number }): FoundLink[] {
  const found: FoundLink[] = [];
  const next = /[\s,]*([^\s,]\S*)/y;
  const descriptor = /[^,]*/y;
  for (let match = next.exec(text); match; match = next.exec(text)) {
    const written = match[1] ?? "";
    const url = written.replace(/,+$/, "");
    found.push({ url, kind: "resource", wants: "picture", offset: offset + next.lastIndex - written.length });
    if (url !== written) continue;
    descriptor.lastIndex = next.lastIndex;
    descriptor.exec(text);
    next.lastIndex = descriptor.lastIndex;
  }
  return found.length > 0 ? found : [{ url: "", kind: "resource", offset }];
}
