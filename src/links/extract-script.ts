/** Links of scripts: what modules import, and what blocks of data in a page (JSON-LD, import maps, speculation rules) name. */
import type { FoundLink, LinkKind } from "./facts.js";

const beforeSpecifier = /(?:\bfrom|\bimport|\bimport\s*\()\s*$/;

/** Comments, templates and texts that name no module, blank so that offsets stay: what is written in them is no import. */
function withoutProse(script: string): string {
  const prose =
    /\/\*[\s\S]*?\*\/|`(?:[^`\\]|\\[\s\S])*`|(?<=^|[\s;{}(,])\/\/[^\n]*|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'/g;
  return script.replace(prose, (found, offset: number) => {
    const isSpecifier = /^["']/.test(found) && beforeSpecifier.test(script.slice(Math.max(0, offset - 20), offset));
    return isSpecifier ? found : found.replace(/[^\n]/g, " ");
  });
}

/** Static imports, exports from elsewhere, and imports of a text while the script runs. Names of packages are for an import map to answer. */
const imports =
  /(?<![\w$.])(?:import\s*(?:[\w*${}\s,]*?[}\s*\w$]\s*from\s*)?|export\s*(?:\*(?:\s*as\s+[\w$]+)?|\{[^{}]*\})\s*from\s*|import\s*\(\s*)(["'])((?:\.{0,2}\/|https?:)[^"'\n\\]*)\1/g;

/** @param start offset of the script in its file. */
export function moduleLinks(script: string, start = 0): FoundLink[] {
  if (!/\b(?:import|export)\b/.test(script)) return [];
  return [...withoutProse(script).matchAll(imports)].map(({ 0: whole, 2: url = "", index }) => ({
    url,
    kind: "resource",
    offset: start + index + whole.lastIndexOf(url),
  }));
}

/**
 * @param type of the script element.
 * @returns the links of a block; none of one that cannot be read, which browsers pass over, too.
 */
export function blockLinks(type: string, text: string, start: number): FoundLink[] {
  const read = readers[type];
  if (!read) return type === "module" ? moduleLinks(text, start) : [];
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch {
    return [];
  }
  return read(data).map(({ url, kind }) => {
    const written = text.indexOf(JSON.stringify(url));
    return { url, kind, offset: start + (written === -1 ? 0 : written + 1) };
  });
}

interface Named {
  url: string;
  kind: LinkKind;
}

const readers: Record<string, ((data: unknown) => Named[]) | undefined> = {
  "application/ld+json": (data) => linkedData(data).map((url) => ({ url, kind: "preview" })),
  importmap: (data) => importMap(data).map((url) => ({ url, kind: "resource" })),
  speculationrules: (data) => speculationRules(data).map((url) => ({ url, kind: "entry" })),
};

/** Properties of schema.org whose texts are addresses. */
const addressOf = new Set(
  "url image logo item sameAs contentUrl embedUrl thumbnailUrl mainEntityOfPage license downloadUrl codeRepository discussionUrl target".split(
    " ",
  ),
);

function linkedData(data: unknown, key = ""): string[] {
  // An address with a place for a query names no page.
  if (typeof data === "string")
    return addressOf.has(key) && /^(?:https?:|\/)/i.test(data) && !data.includes("{") ? [data] : [];
  if (Array.isArray(data)) return data.flatMap((item) => linkedData(item, key));
  return entriesOf(data).flatMap(([name, value]) => {
    const isAddress = name === "@id" && (key === "item" || key === "mainEntityOfPage");
    return linkedData(value, isAddress ? key : name);
  });
}

/** A key that ends with a slash stands for a folder, which is no file. */
function importMap(data: unknown): string[] {
  const maps = entriesOf(data).flatMap(([name, value]) =>
    name === "imports" ? [value] : name === "scopes" ? entriesOf(value).map(([, map]) => map) : [],
  );
  return maps
    .flatMap(entriesOf)
    .flatMap(([name, url]) => (typeof url === "string" && !name.endsWith("/") ? [url] : []));
}

function speculationRules(data: unknown): string[] {
  return entriesOf(data)
    .filter(([name]) => name === "prefetch" || name === "prerender" || name === "prerender_until_script")
    .flatMap(([, rules]) => (Array.isArray(rules) ? rules : []))
    .flatMap(entriesOf)
    .flatMap(([name, urls]) => (name === "urls" && Array.isArray(urls) ? urls : []))
    .filter((url) => typeof url === "string");
}

function entriesOf(data: unknown): [string, unknown][] {
  return typeof data === "object" && data !== null && !Array.isArray(data) ? Object.entries(data) : [];
}
