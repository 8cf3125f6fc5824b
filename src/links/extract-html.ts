/**
 * Links, anchors and marks of an HTML page or an SVG drawing, in one pass over its tokens: a page is large and mostly text, so no tree is built
 * and only attributes that matter here are looked at.
 */
import { Tokenizer } from "htmlparser2";
import { cssLinks } from "./extract-css.js";
import { blockLinks } from "./extract-script.js";
import type { FileFacts, FoundId, FoundLink, LinkKind } from "./facts.js";

/** Attributes that hold one URL, by element. */
const urlAttributes: Record<string, Record<string, LinkKind>> = {
  a: { href: "link", "xlink:href": "link" },
  area: { href: "link" },
  audio: { src: "resource" },
  blockquote: { cite: "link" },
  body: { background: "resource" },
  button: { formaction: "form" },
  del: { cite: "link" },
  embed: { src: "resource" },
  feimage: { href: "resource", "xlink:href": "resource" },
  form: { action: "form" },
  frame: { src: "frame" },
  iframe: { src: "frame" },
  image: { href: "resource", "xlink:href": "resource" },
  img: { src: "resource" },
  input: { src: "resource", formaction: "form" },
  ins: { cite: "link" },
  object: { data: "resource" },
  q: { cite: "link" },
  script: { src: "resource" },
  source: { src: "resource" },
  track: { src: "resource" },
  use: { href: "resource", "xlink:href": "resource" },
  video: { src: "resource", poster: "resource" },
};
const urlEntries = new Map(Object.entries(urlAttributes).map(([tag, attributes]) => [tag, Object.entries(attributes)]));
/** Attributes that hold several, by element. */
const listAttributes = new Map([
  ["img", "srcset"],
  ["source", "srcset"],
  ["link", "imagesrcset"],
]);
const previewProperty = /^(?:og:(?:url|image|video|audio)(?::(?:url|secure_url))?|twitter:(?:image|player)(?::src)?)$/i;
/** These open connections and ask for nothing. */
const hints = /(?:^|\s)(?:preconnect|dns-prefetch)(?:\s|$)/i;

const watched = new Set([
  ...Object.values(urlAttributes).flatMap((attributes) => Object.keys(attributes)),
  ...listAttributes.values(),
  ...[
    "id",
    "name",
    "rel",
    "hreflang",
    "property",
    "content",
    "http-equiv",
    "style",
    "type",
    "srcdoc",
    "shadowrootmode",
  ],
]);

/** Elements that change how what follows is read. */
const structural = new Set(["template", "svg", "math", "style", "script"]);

/**
 * Tells by first letter and length that a name is none of a few, before it is cut out of the text: nearly all names of a page are none of them.
 */
class Sieve {
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

const watchedSieve = new Sieve(watched);
const structuralSieve = new Sieve(structural);

interface Value {
  text: string;
  offset: number;
}

/** @param html whole text of the file. */
export function htmlFacts(html: string): FileFacts {
  const reader = new HtmlReader(html);
  const tokenizer = new Tokenizer({ decodeEntities: true }, reader);
  tokenizer.write(html);
  tokenizer.end();
  return reader.facts;
}

class HtmlReader {
  private readonly links: FoundLink[] = [];
  private readonly anchors = new Set<string>();
  private readonly ids = new Set<string>();
  private readonly duplicates: FoundId[] = [];
  readonly facts: FileFacts = {
    isPage: true,
    links: this.links,
    anchors: this.anchors,
    duplicates: this.duplicates,
    noindex: false,
  };
  private tagStart = 0;
  private tagEnd = 0;
  private readonly attributes = new Map<string, Value>();
  private attribute: string | undefined;
  private value = "";
  private valueOffset = -1;
  /** Of each template that is open, whether it is inert: what it holds is no part of the page until a script copies it. */
  private readonly templates: boolean[] = [];
  private foreign = 0;
  private styleStart = -1;
  private script: { type: string; start: number } | undefined;

  constructor(private readonly html: string) {}

  onopentagname(start: number, end: number): void {
    this.tagStart = start;
    this.tagEnd = end;
    if (this.attributes.size > 0) this.attributes.clear();
  }

  onattribname(start: number, end: number): void {
    this.attribute = undefined;
    if (!watchedSieve.mayHold(this.html, start, end)) return;
    const name = this.html.slice(start, end).toLowerCase();
    if (watched.has(name)) this.attribute = name;
    this.value = "";
    this.valueOffset = -1;
  }

  onattribdata(start: number, end: number): void {
    if (this.attribute === undefined) return;
    if (this.valueOffset === -1) this.valueOffset = start;
    this.value += this.html.slice(start, end);
  }

  onattribentity(codePoint: number): void {
    if (this.attribute !== undefined) this.value += String.fromCodePoint(codePoint);
  }

  onattribend(_: number, end: number): void {
    // Of an attribute that stands twice the first one counts.
    if (this.attribute === undefined || this.attributes.has(this.attribute)) return;
    const offset = this.valueOffset === -1 ? end : this.valueOffset;
    this.attributes.set(this.attribute, { text: this.value, offset });
  }

  onopentagend(end: number): void {
    if (this.attributes.size > 0) this.finishTag();
    if (!structuralSieve.mayHold(this.html, this.tagStart, this.tagEnd)) return;
    const tag = this.tagName();
    if (tag === "template") this.templates.push(!this.attributes.has("shadowrootmode"));
    else if (tag === "svg" || tag === "math") this.foreign++;
    else if (tag === "style") this.styleStart = end + 1;
    else if (tag === "script")
      this.script = { type: this.attributes.get("type")?.text.trim().toLowerCase() ?? "", start: end + 1 };
  }

  onselfclosingtag(end: number): void {
    // HTML itself knows no such tags: only in foreign content does the slash end an element.
    const isForeign = this.foreign > 0 || /^(?:svg|math)$/.test(this.tagName());
    if (!isForeign) this.onopentagend(end);
    else if (this.attributes.size > 0) this.finishTag();
  }

  onclosetag(start: number, end: number): void {
    if (!structuralSieve.mayHold(this.html, start, end)) return;
    const name = this.html.slice(start, end).toLowerCase();
    if (name === "template") this.templates.pop();
    else if (name === "svg" || name === "math") this.foreign = Math.max(0, this.foreign - 1);
    else if (name === "style" && this.styleStart !== -1) {
      if (!this.isInert()) this.links.push(...cssLinks(this.html.slice(this.styleStart, start - 2), this.styleStart));
      this.styleStart = -1;
    } else if (name === "script" && this.script) {
      const { type, start: from } = this.script;
      if (!this.isInert()) this.links.push(...blockLinks(type, this.html.slice(from, start - 2), from));
      this.script = undefined;
    }
  }

  private isInert(): boolean {
    return this.templates.includes(true);
  }

  private tagName(): string {
    return this.html.slice(this.tagStart, this.tagEnd).toLowerCase();
  }

  isInForeignContext(): boolean {
    return this.foreign > 0;
  }

  oncdata(): void {}
  oncomment(): void {}
  ondeclaration(): void {}
  onend(): void {}
  onprocessinginstruction(): void {}
  ontext(): void {}
  ontextentity(): void {}

  private finishTag(): void {
    if (this.templates.length > 0 && this.isInert()) return;
    const { attributes } = this;
    const tag = this.tagName();
    this.addAnchors(tag);
    const hreflang = attributes.get("hreflang")?.text;
    for (const [name, kind] of urlEntries.get(tag) ?? []) this.add(kind, attributes.get(name), hreflang);
    const list = attributes.get(listAttributes.get(tag) ?? "");
    if (list) this.links.push(...sourceSet(list));
    const style = attributes.get("style");
    if (style) this.links.push(...cssLinks(style.text, style.offset));
    const inner = tag === "iframe" ? attributes.get("srcdoc") : undefined;
    if (inner) this.links.push(...innerLinks(inner));
    if (tag === "link") this.addHeadLink(hreflang);
    else if (tag === "meta") this.addMeta();
    else if (tag === "base") this.facts.base ??= attributes.get("href")?.text;
  }

  private add(kind: LinkKind, value: Value | undefined, hreflang?: string, needsOrigin?: boolean): void {
    if (value) this.links.push({ url: value.text, kind, offset: value.offset, hreflang, needsOrigin });
  }

  private addAnchors(tag: string): void {
    const id = this.attributes.get("id");
    const name = tag === "a" ? this.attributes.get("name")?.text : undefined;
    // Ids of a shadow tree are its own.
    if (this.templates.length > 0) return;
    if (name) this.anchors.add(name);
    if (!id?.text) return;
    if (this.ids.has(id.text)) this.duplicates.push({ id: id.text, offset: id.offset });
    this.ids.add(id.text);
    this.anchors.add(id.text);
  }

  private addHeadLink(hreflang: string | undefined): void {
    const rel = this.attributes.get("rel")?.text ?? "";
    const href = this.attributes.get("href");
    if (!href || hints.test(rel)) return;
    if (/(?:^|\s)canonical(?:\s|$)/i.test(rel)) {
      this.facts.canonical ??= href.text;
      this.add("canonical", href);
    } else if (hreflang !== undefined && /(?:^|\s)alternate(?:\s|$)/i.test(rel)) {
      this.add("alternate", href, hreflang, true);
    } else {
      this.add("resource", href);
    }
  }

  private addMeta(): void {
    const content = this.attributes.get("content");
    const name = this.attributes.get("property")?.text ?? this.attributes.get("name")?.text ?? "";
    if (!content) return;
    if (this.attributes.get("http-equiv")?.text.toLowerCase() === "refresh") this.addRefresh(content);
    else if (/^(?:robots|googlebot)$/i.test(name)) this.facts.noindex ||= /noindex|none/i.test(content.text);
    else if (previewProperty.test(name)) this.add("preview", content, undefined, true);
  }

  private addRefresh({ text, offset }: Value): void {
    const url = /^\s*[\d.]*\s*[;,\s]\s*(?:url\s*=\s*)?(.*)$/is.exec(text)?.[1]?.trim();
    if (!url) return;
    const bare = url.replace(/^(["'])(.*?)\1.*$/s, "$2");
    this.facts.refresh ??= bare;
    this.add("refresh", { text: bare, offset: offset + text.indexOf(bare) });
  }
}

/** Links of a page that an attribute holds. Its fragments are its own, and its places those of the attribute. */
function innerLinks({ text, offset }: Value): FoundLink[] {
  const { links } = htmlFacts(text);
  return links.filter(({ url }) => !url.startsWith("#")).map((link) => ({ ...link, offset }));
}

/** The URLs of `a.png 1x, b.png 2x`: each ends at white space, and a comma at its end belongs to the list. */
function sourceSet({ text, offset }: Value): FoundLink[] {
  const found: FoundLink[] = [];
  const next = /[\s,]*(\S+)/y;
  const descriptor = /[^,]*/y;
  for (let match = next.exec(text); match; match = next.exec(text)) {
    const written = match[1] ?? "";
    const url = written.replace(/,+$/, "");
    found.push({ url, kind: "resource", offset: offset + next.lastIndex - written.length });
    if (url !== written) continue;
    descriptor.lastIndex = next.lastIndex;
    descriptor.exec(text);
    next.lastIndex = descriptor.lastIndex;
  }
  return found.length > 0 ? found : [{ url: "", kind: "resource", offset }];
}
