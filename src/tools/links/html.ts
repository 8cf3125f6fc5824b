/** Links, anchors and properties of an HTML page or an SVG drawing, in one pass of htmlparser2. */
import { Parser } from "htmlparser2";
import type { FileFacts, FileLink, FileProblem, LinkKind, ResourceType } from "./facts.js";

/** What an attribute is for: a kind of link, or the type of file that a resource must have. */
type Purpose = LinkKind | ResourceType;

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
const linkTypes: readonly (readonly [relation: string, resourceType: ResourceType])[] = [
  ["stylesheet", "style"],
  ["modulepreload", "script"],
  ["icon", "picture"],
];

/** Relations of a `<link>` that open a connection without a request. */
const connectionHints = /\b(?:preconnect|dns-prefetch)\b/i;
/** Properties of a `<meta>` that hold a whole URL, for programs that show a preview of the page. */
const previewProperties = /^(?:og:(?:url|image|video|audio)|twitter:image)$/i;

type Attributes = Readonly<Record<string, string>>;

/** Reads the facts of a page or a drawing from its whole text. */
export function readHtml(html: string): FileFacts {
  const links: FileLink[] = [];
  const problems: FileProblem[] = [];
  const anchors = new Set<string>();
  const facts: FileFacts = { isPage: true, links, anchors, problems, noindex: false };
  /** The number of open templates, whose content does not belong to the page until a script copies it. */
  let templates = 0;
  const add = (kind: LinkKind, url: string | undefined, more: Pick<FileLink, "resourceType" | "needsOrigin"> = {}) => {
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
    if (href === undefined || connectionHints.test(rel)) return;
    const relations = rel.toLowerCase().split(/\s+/);
    if (relations.includes("canonical")) {
      facts.canonical ??= href;
      add("canonical", href);
    } else if (hreflang !== undefined && relations.includes("alternate")) add("alternate", href, { needsOrigin: true });
    else add("resource", href, { resourceType: linkTypes.find(([relation]) => relations.includes(relation))?.[1] });
  };
  const addMeta = ({ name, property = name ?? "", content, "http-equiv": header }: Attributes) => {
    if (content === undefined) return;
    if (header?.toLowerCase() === "refresh") {
      // `5; url=/page`
      const [, seconds, url] = /^\s*([\d.]*)\s*[;,\s]\s*(?:url\s*=\s*)?["']?([^"']*)/i.exec(content) ?? [];
      if (!url?.trim()) return;
      if (facts.refresh === undefined)
        Object.assign(facts, { refresh: url.trim(), refreshDelay: Number(seconds) || 0 });
      add("refresh", url.trim());
    } else if (property === "robots") facts.noindex ||= /noindex|none/i.test(content);
    else if (previewProperties.test(property)) add("preview", content, { needsOrigin: true });
  };
  const parser = new Parser({
    onopentag(tag, attributes) {
      if (tag === "template") templates++;
      if (templates > 0) return;
      addAnchor(attributes.id, ids);
      if (tag === "a") addAnchor(attributes.name, names);
      for (const [attribute, purpose] of Object.entries(urlAttributes[tag] ?? {})) {
        const url = attributes[attribute];
        if (isResourceType(purpose)) add("resource", url, { resourceType: purpose });
        else add(purpose, url);
      }
      if (tag === "img" || tag === "source")
        for (const url of pictureSet(attributes.srcset)) add("resource", url, { resourceType: "picture" });
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

const isResourceType = (purpose: Purpose): purpose is ResourceType => /^(?:picture|media|style|script)$/.test(purpose);

/** The URLs of `a.png 1x, b.png 2x`: each ends at white space, and a comma at its end belongs to the list. */
function pictureSet(set = ""): string[] {
  return [...set.matchAll(/([^\s,]\S*[^\s,]|[^\s,])(?:\s+[^,\s]+)?(?:,|\s|$)/g)].map(([, url = ""]) => url);
}
