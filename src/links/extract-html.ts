/**
 * Links, anchors and properties of an HTML page or an SVG drawing, in one pass over its tokens: pages are large and
 * mostly text, so no tree is built and only relevant attributes are read.
 */
import { Tokenizer } from "htmlparser2";
import { addAll } from "../shared/lists.js";
import { cssLinks, elementStyleLinks } from "./extract-css.js";
import { blockLinks, isAddressProperty, looksLikeAddress } from "./extract-script.js";
import type { FileFacts, FoundLink, FoundProblem, LinkKind } from "./facts.js";
import {
  foreignUrls,
  hints,
  idAttributes,
  mayBeName,
  objectParameters,
  type Purpose,
  previewProperty,
  Sieve,
  sourceSet,
  sourceSets,
  stylish,
  tileName,
  urlsOf,
  watchedAttributes,
  watchedSieve,
} from "./html-attributes.js";
import { namesPart, PageIds } from "./page-ids.js";

/** Elements that change how the following text is parsed. */
const structural = new Set(["template", "svg", "math", "style", "script"]);

const structuralSieve = new Sieve(structural);

/** Of an attribute. */
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
  private readonly ids = new PageIds();
  private readonly problems: FoundProblem[] = [];
  readonly facts: FileFacts = {
    isPage: true,
    links: this.links,
    anchors: this.ids.anchors,
    problems: this.problems,
    noindex: false,
  };
  private tagStart = 0;
  private tagEnd = 0;
  private readonly attributes = new Map<string, Value>();
  private attribute: string | undefined;
  private value = "";
  private valueOffset = -1;
  /** For each open template, whether it is inert: its content is not part of the page until a script copies it. */
  private readonly templates: boolean[] = [];
  /** Drawings and formulas that are open, the innermost last. */
  private readonly foreign: string[] = [];
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
    if (watchedAttributes.has(name)) this.attribute = name;
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
    // The first of repeated attributes counts.
    if (this.attribute === undefined || this.attributes.has(this.attribute)) return;
    const offset = this.valueOffset === -1 ? end : this.valueOffset;
    this.attributes.set(this.attribute, { text: this.value, offset });
  }

  onopentagend(end: number): void {
    if (this.attributes.size > 0) this.finishTag();
    if (!structuralSieve.mayHold(this.html, this.tagStart, this.tagEnd)) return;
    const tag = this.tagName();
    if (tag === "template") this.templates.push(!this.attributes.has("shadowrootmode"));
    else if (tag === "svg" || tag === "math") this.foreign.push(tag);
    else if (tag === "style") this.styleStart = end + 1;
    else if (tag === "script")
      this.script = { type: this.attributes.get("type")?.text.trim().toLowerCase() ?? "", start: end + 1 };
  }

  onselfclosingtag(end: number): void {
    // HTML has no self-closing tags: the slash ends an element only in foreign content.
    const isForeign = this.foreign.length > 0 || /^(?:svg|math)$/.test(this.tagName());
    if (!isForeign) this.onopentagend(end);
    else if (this.attributes.size > 0) this.finishTag();
  }

  onclosetag(start: number, end: number): void {
    if (!structuralSieve.mayHold(this.html, start, end)) return;
    const name = this.html.slice(start, end).toLowerCase();
    if (name === "template") this.templates.pop();
    else if (name === "svg" || name === "math") this.foreign.pop();
    else if (name === "style" && this.styleStart !== -1) {
      const css = this.html.slice(this.styleStart, start - 2);
      if (!this.isInert()) addAll(this.links, elementStyleLinks(css, this.styleStart, this.html));
      this.styleStart = -1;
    } else if (name === "script" && this.script) {
      const { type, start: from } = this.script;
      if (!this.isInert()) addAll(this.links, blockLinks(type, this.html.slice(from, start - 2), from));
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
    return this.foreign.length > 0;
  }

  onend(): void {
    addAll(this.problems, this.ids.problems());
  }

  oncdata(): void {}
  oncomment(): void {}
  ondeclaration(): void {}
  onprocessinginstruction(): void {}
  ontext(): void {}
  ontextentity(): void {}

  private finishTag(): void {
    if (this.templates.length > 0 && this.isInert()) return;
    const { attributes } = this;
    const tag = this.tagName();
    const foreign = tag === "svg" || tag === "math" ? tag : this.foreign.at(-1);
    this.addAnchors(tag);
    const hreflang = attributes.get("hreflang")?.text;
    const urls = urlsOf.get(tag);
    if (urls) for (const [name, purpose] of urls) this.addUrl(name, purpose, hreflang);
    else if (foreign)
      for (const name of foreignUrls) this.add(foreign === "math" ? "link" : "resource", attributes.get(name));
    for (const name of sourceSets.get(tag) ?? []) this.addSourceSet(name);
    const style = attributes.get("style");
    if (style) addAll(this.links, cssLinks(style.text, style.offset));
    if (foreign) for (const name of stylish) this.addPaint(attributes.get(name));
    if (tag === "link") this.addHeadLink(hreflang);
    else if (tag === "meta") this.addMeta();
    else if (tag === "base") this.facts.base ??= attributes.get("href")?.text;
    else if (tag === "iframe") this.addInnerPage(attributes.get("srcdoc"));
    else if (tag === "param") this.addParameter();
    else if (tag === "a" || tag === "area") this.addPings(attributes.get("ping"));
  }

  private add(
    kind: LinkKind,
    value: Value | undefined,
    more: Pick<FoundLink, "hreflang" | "needsOrigin" | "wants"> = {},
  ): void {
    if (value) this.links.push({ url: value.text, kind, offset: value.offset, ...more });
  }

  private addUrl(name: string, purpose: Purpose, hreflang: string | undefined): void {
    const value = this.attributes.get(name);
    // Attributes of lazy-loading scripts count only if they are clearly addresses.
    if (!value || (name.startsWith("data-") && !looksLikeAddress(value.text))) return;
    if (purpose === "picture" || purpose === "media" || purpose === "style" || purpose === "script")
      this.add("resource", value, { wants: purpose });
    else this.add(purpose, value, hreflang === undefined ? {} : { hreflang });
  }

  private addSourceSet(name: string): void {
    const list = this.attributes.get(name);
    if (list) addAll(this.links, sourceSet(list));
  }

  private addPaint(value: Value | undefined): void {
    if (value && /url\(/i.test(value.text)) addAll(this.links, cssLinks(value.text, value.offset));
  }

  private addPings(value: Value | undefined): void {
    for (const match of value?.text.matchAll(/\S+/g) ?? [])
      this.links.push({ url: match[0], kind: "resource", offset: (value?.offset ?? 0) + match.index });
  }

  private addParameter(): void {
    if (objectParameters.has(this.attributes.get("name")?.text.toLowerCase() ?? ""))
      this.add("resource", this.attributes.get("value"));
  }

  /** Links of a page inside an attribute. Its fragments are its own, and its places are those of the attribute. */
  private addInnerPage(page: Value | undefined): void {
    if (!page) return;
    const { links, anchors } = htmlFacts(page.text);
    for (const link of links) {
      if (!link.url.startsWith("#")) this.links.push({ ...link, offset: page.offset });
      else if (!namesPart(link.url.slice(1), anchors)) this.ids.referByUrl("href", link.url, page.offset);
    }
  }

  private addAnchors(tag: string): void {
    // Ids of a shadow tree are its own.
    if (this.templates.length > 0) return;
    const id = this.attributes.get("id");
    const name = tag === "a" || tag === "map" ? this.attributes.get("name") : undefined;
    if (tag === "map" && name) this.ids.addMap(name.text);
    else if (name?.text) this.ids.addName(name.text, name.offset);
    if (id?.text) this.ids.addId(id.text, id.offset);
    for (const [attribute, { text, offset }] of this.attributes) {
      const elements = idAttributes.get(attribute);
      if (elements && (elements.length === 0 || elements.includes(tag)) && !this.comesLater(attribute))
        this.ids.refer(attribute, text, offset);
    }
    const map = tag === "img" || tag === "object" || tag === "input" ? this.attributes.get("usemap") : undefined;
    if (map?.text.startsWith("#")) this.ids.referByUrl("usemap", map.text, map.offset);
  }

  /** Elements that a script adds later: the list of a closed menu, the error message of a valid field. */
  private comesLater(attribute: string): boolean {
    const stateOf = (name: string) => this.attributes.get(name)?.text.trim().toLowerCase() || "false";
    if (attribute === "aria-errormessage") return stateOf("aria-invalid") === "false";
    if (attribute !== "aria-controls" && attribute !== "aria-owns") return false;
    const isClosed = this.attributes.has("aria-expanded") && stateOf("aria-expanded") === "false";
    return isClosed || stateOf("aria-haspopup") !== "false";
  }

  private addHeadLink(hreflang: string | undefined): void {
    const rel = this.attributes.get("rel")?.text.toLowerCase().split(/\s+/) ?? [];
    const href = this.attributes.get("href");
    if (!href || rel.some((token) => hints.has(token))) return;
    if (rel.includes("canonical")) this.addCanonical(href);
    else if (hreflang !== undefined && rel.includes("alternate"))
      this.add("alternate", href, { hreflang, needsOrigin: true });
    else if (rel.includes("stylesheet")) this.add("resource", href, { wants: "style" });
    else if (rel.includes("modulepreload")) this.add("resource", href, { wants: "script" });
    else if (rel.includes("icon")) this.add("resource", href, { wants: "picture" });
    else this.add("resource", href);
  }

  private addCanonical(href: Value): void {
    const first = this.facts.canonical ?? href.text;
    this.facts.canonical = first;
    this.add("canonical", href);
    if (href.text === first) return;
    const message = `this page has two canonical addresses, ${first} and ${href.text}, so crawlers use neither`;
    this.problems.push({ code: "canonical-twice", message, help: "Leave one of them out.", ...href });
  }

  private addMeta(): void {
    const content = this.attributes.get("content");
    const item = this.attributes.get("itemprop")?.text ?? "";
    const name = this.attributes.get("property")?.text ?? this.attributes.get("name")?.text ?? "";
    if (!content) return;
    if (this.attributes.get("http-equiv")?.text.toLowerCase() === "refresh") this.addRefresh(content);
    else if (/^(?:robots|googlebot)$/i.test(name)) this.facts.noindex ||= /noindex|none/i.test(content.text);
    else if (previewProperty.test(name) && !(mayBeName.test(name) && !/^https?:/i.test(content.text)))
      this.add("preview", content, { needsOrigin: true });
    else if (tileName.test(name) || (isAddressProperty(item) && looksLikeAddress(content.text)))
      this.add("resource", content);
  }

  private addRefresh({ text, offset }: Value): void {
    const [, seconds, written] = /^\s*([\d.]*)\s*[;,\s]\s*(?:url\s*=\s*)?(.*)$/is.exec(text) ?? [];
    const url = written?.trim();
    if (!url) return;
    const bare = url.replace(/^(["'])(.*?)\1.*$/s, "$2");
    if (this.facts.refresh === undefined)
      Object.assign(this.facts, { refresh: bare, refreshDelay: Number(seconds) || 0 });
    this.add("refresh", { text: bare, offset: offset + text.indexOf(bare) });
  }
}
