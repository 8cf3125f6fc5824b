/**
 * Links, anchors and marks of an HTML page or an SVG drawing, in one pass over its tokens: a page is large and mostly text, so no tree is built
 * and only attributes that matter here are looked at.
 */
import { Tokenizer } from "htmlparser2";
import { cssLinks } from "./extract-css.js";
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
const listAttributes: Record<string, string> = { img: "srcset", source: "srcset", link: "imagesrcset" };
const previewProperty = /^(?:og:(?:url|image|video|audio)(?::(?:url|secure_url))?|twitter:(?:image|player)(?::src)?)$/i;
/** These open connections and ask for nothing. */
const hints = /(?:^|\s)(?:preconnect|dns-prefetch)(?:\s|$)/i;

const watched = new Set([
  ...Object.values(urlAttributes).flatMap((attributes) => Object.keys(attributes)),
  ...Object.values(listAttributes),
  ...["id", "name", "rel", "hreflang", "property", "content", "http-equiv", "style"],
]);

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
  private tag = "";
  private readonly attributes = new Map<string, Value>();
  private attribute: string | undefined;
  private value = "";
  private valueOffset = -1;
  /** What a template holds is no part of the page until a script copies it; its links count all the same. */
  private templates = 0;
  private foreign = 0;
  private styleStart = -1;

  constructor(private readonly html: string) {}

  onopentagname(start: number, end: number): void {
    this.tag = this.html.slice(start, end).toLowerCase();
    this.attributes.clear();
  }

  onattribname(start: number, end: number): void {
    const name = this.html.slice(start, end).toLowerCase();
    this.attribute = watched.has(name) ? name : undefined;
    this.value = "";
    this.valueOffset = -1;
  }

  onattribdata(start: number, end: number): void {
    if (this.attribute === undefined) return;
    if (this.valueOffset === -1) this.valueOffset = start;
    this.value += this.html.slice(start, end);
  }

  onattribentity(codePoint: number): void {
    this.value += String.fromCodePoint(codePoint);
  }

  onattribend(_: number, end: number): void {
    // Of an attribute that stands twice the first one counts.
    if (this.attribute === undefined || this.attributes.has(this.attribute)) return;
    const offset = this.valueOffset === -1 ? end : this.valueOffset;
    this.attributes.set(this.attribute, { text: this.value, offset });
  }

  onopentagend(end: number): void {
    this.finishTag();
    if (this.tag === "template") this.templates++;
    if (this.tag === "svg" || this.tag === "math") this.foreign++;
    if (this.tag === "style") this.styleStart = end + 1;
  }

  onselfclosingtag(end: number): void {
    // HTML itself knows no such tags: only in foreign content does the slash end an element.
    if (this.foreign > 0 || this.tag === "svg" || this.tag === "math") this.finishTag();
    else this.onopentagend(end);
  }

  onclosetag(start: number, end: number): void {
    const name = this.html.slice(start, end).toLowerCase();
    if (name === "template") this.templates = Math.max(0, this.templates - 1);
    else if (name === "svg" || name === "math") this.foreign = Math.max(0, this.foreign - 1);
    else if (name === "style" && this.styleStart !== -1) {
      this.links.push(...cssLinks(this.html.slice(this.styleStart, start - 2), this.styleStart));
      this.styleStart = -1;
    }
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
    const { attributes, tag } = this;
    if (attributes.size === 0) return;
    this.addAnchors();
    const hreflang = attributes.get("hreflang")?.text;
    for (const [name, kind] of Object.entries(urlAttributes[tag] ?? {})) this.add(kind, attributes.get(name), hreflang);
    const list = attributes.get(listAttributes[tag] ?? "");
    if (list) this.links.push(...sourceSet(list));
    const style = attributes.get("style");
    if (style) this.links.push(...cssLinks(style.text, style.offset));
    if (tag === "link") this.addHeadLink(hreflang);
    else if (tag === "meta") this.addMeta();
    else if (tag === "base") this.facts.base ??= attributes.get("href")?.text;
  }

  private add(kind: LinkKind, value: Value | undefined, hreflang?: string, needsOrigin?: boolean): void {
    if (!value) return;
    this.links.push({
      url: value.text,
      kind,
      offset: value.offset,
      ...(hreflang !== undefined && { hreflang }),
      ...(needsOrigin && { needsOrigin }),
    });
  }

  private addAnchors(): void {
    const id = this.attributes.get("id");
    const name = this.tag === "a" ? this.attributes.get("name")?.text : undefined;
    if (this.templates > 0) return;
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
