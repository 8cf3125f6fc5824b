/** Links, anchors and properties of an HTML page or an SVG drawing, in one pass of htmlparser2. */
import { Parser } from "htmlparser2";
import type { FileFacts, FoundLink, FoundProblem, LinkKind, Wanted } from "./facts.js";

/** The use of an attribute. A type of file means a resource that must have this type. */
type Purpose = LinkKind | Wanted;

/** Attributes that hold one URL, by element. */
const urlAttributes: Readonly<Record<string, Readonly<Record<string, Purpose>>>> = {
  a: { href: "link", "xlink:href": "link" },
  area: { href: "link" },
  audio: { src: "media" },
  embed: { src: "resource" },
  form: { action: "form" },
  iframe: { src: "frame" },
  image: { href: "picture", "xlink:href": "picture" },
  img: { src: "picture" },
  object: { data: "resource" },
  script: { src: "script" },
  source: { src: "media" },
  track: { src: "media" },
  use: { href: "resource", "xlink:href": "resource" },
  video: { src: "media", poster: "picture" },
};

/** The type of file that a `<link>` needs, by its relation. */
const linkTypes: readonly (readonly [relation: string, wants: Wanted])[] = [
  ["stylesheet", "style"],
  ["modulepreload", "script"],
  ["icon", "picture"],
];

/** These open connections without a request. */
const hints = /\b(?:preconnect|dns-prefetch)\b/i;
/** Programs that show a link to the page read these, each a whole URL. */
const previews = /^(?:og:(?:url|image|video|audio)|twitter:image)$/i;
const pictures: ReadonlySet<string> = new Set(["img", "source"]);

type Attributes = Readonly<Record<string, string>>;

/** @param html whole text of the file. */
export function readHtml(html: string): FileFacts {
  const links: FoundLink[] = [];
  const problems: FoundProblem[] = [];
  const anchors = new Set<string>();
  const facts: FileFacts = { isPage: true, links, anchors, problems, noindex: false };
  /** Open templates: their content is no part of the page until a script copies it. */
  let templates = 0;
  const add = (kind: LinkKind, url: string | undefined, more: Pick<FoundLink, "wants" | "needsOrigin"> = {}) => {
    if (url !== undefined) links.push({ url, kind, offset: parser.startIndex, ...more });
  };
  const [ids, names] = [new Set<string>(), new Set<string>()];
  const addAnchor = (name: string | undefined, used: Set<string>) => {
    if (!name) return;
    if (used.has(name)) {
      const message = `the id "${name}" is used twice in this page, so a link to it may lead to the wrong place`;
      const location = { offset: parser.startIndex, text: name };
      problems.push({ code: "id-duplicate", message, help: "Give one of the two another id.", ...location });
    }
    used.add(name);
    anchors.add(name);
  };
  const addHeadLink = ({ rel = "", href, hreflang }: Attributes) => {
    if (href === undefined || hints.test(rel)) return;
    const relations = rel.toLowerCase().split(/\s+/);
    if (relations.includes("canonical")) {
      facts.canonical ??= href;
      add("canonical", href);
    } else if (hreflang !== undefined && relations.includes("alternate")) add("alternate", href, { needsOrigin: true });
    else add("resource", href, { wants: linkTypes.find(([relation]) => relations.includes(relation))?.[1] });
  };
  const addMeta = ({ name, property = name ?? "", content, "http-equiv": header }: Attributes) => {
    if (content === undefined) return;
    if (header?.toLowerCase() === "refresh") {
      const [, seconds, url] = /^\s*([\d.]*)\s*[;,\s]\s*(?:url\s*=\s*)?["']?([^"']*)/i.exec(content) ?? [];
      if (!url?.trim()) return;
      if (facts.refresh === undefined)
        Object.assign(facts, { refresh: url.trim(), refreshDelay: Number(seconds) || 0 });
      add("refresh", url.trim());
    } else if (property === "robots") facts.noindex ||= /noindex|none/i.test(content);
    else if (previews.test(property)) add("preview", content, { needsOrigin: true });
  };
  const parser = new Parser({
    onopentag(tag, attributes) {
      if (tag === "template") templates++;
      if (templates > 0) return;
      addAnchor(attributes.id, ids);
      if (tag === "a") addAnchor(attributes.name, names);
      for (const [attribute, purpose] of Object.entries(urlAttributes[tag] ?? {})) {
        const url = attributes[attribute];
        if (isWanted(purpose)) add("resource", url, { wants: purpose });
        else add(purpose, url);
      }
      if (pictures.has(tag))
        for (const url of pictureSet(attributes.srcset)) add("resource", url, { wants: "picture" });
      if (tag === "link") addHeadLink(attributes);
      else if (tag === "meta") addMeta(attributes);
      else if (tag === "base") facts.base ??= attributes.href;
    },
    onclosetag(tag) {
      if (tag === "template") templates--;
    },
  });
  parser.end(html);
  return facts;
}

const isWanted = (purpose: Purpose): purpose is Wanted => /^(?:picture|media|style|script)$/.test(purpose);

/** The URLs of `a.png 1x, b.png 2x`: each ends at white space, and a comma at its end belongs to the list. */
function pictureSet(set = ""): string[] {
  return [...set.matchAll(/([^\s,]\S*[^\s,])(?:\s+[^,\s]+)?(?:,|\s|$)/g)].map(([, url = ""]) => url);
}
