/** Links of scripts: imports of modules, workers, and URLs in data blocks of a page (JSON-LD, import maps, speculation rules). */
import type { FoundLink, LinkKind } from "./facts.js";

const beforeSpecifier =
  /(?:\bfrom|\bimport|\bimport\s*\(|\bURL\s*\(|Worker\s*\(|\bserviceWorker\s*\.\s*register\s*\(|\bimportScripts\s*\(|\bimport\.meta\.resolve\s*\()\s*$/;

/** Blanks out comments, templates and strings that are not module names, keeping offsets: they contain no imports. */
function withoutProse(script: string): string {
  const prose =
    /\/\*[\s\S]*?\*\/|`(?:[^`\\]|\\[\s\S])*`|(?<=^|[\s;{}(,])\/\/[^\n]*|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'/g;
  return script.replace(prose, (found, offset: number) => {
    const isSpecifier =
      /^["']|^`[^$\\]*`$/.test(found) && beforeSpecifier.test(script.slice(Math.max(0, offset - 40), offset));
    return isSpecifier ? found : found.replace(/[^\n]/g, " ");
  });
}

/** Static imports, re-exports, and dynamic imports of a literal. Names of packages are resolved by an import map. */
const imports =
  /(?<![\w$.])(?:import\s*(?:[\w*${}\s,]*?[}\s*\w$]\s*from\s*)?|export\s*(?:\*(?:\s*as\s+[\w$]+)?|\{[^{}]*\})\s*from\s*|import\s*\(\s*|import\.meta\.resolve\s*\(\s*)(["'`])((?:\.{0,2}\/|https?:)[^"'`\n\\]*)\1/g;
/** Files beside a module, by its own address. */
const besideModule = /\bnew\s+URL\s*\(\s*(["'])([^"'\n\\]*)\1\s*,\s*import\.meta\.url\s*\)/g;
/** Workers. The relative address of one is relative to the page or to another worker, which the script alone does not show. */
const workers =
  /(?:\bnew\s+(?:Shared)?Worker|\bserviceWorker\s*\.\s*register|(?<![\w$.])importScripts)\s*\(\s*(["'])(\/[^"'\n\\]*)\1/g;

/** @param start offset of the script in its file. */
export function scriptLinks(script: string, start = 0): FoundLink[] {
  if (!/\b(?:import|export|importScripts|(?:Shared)?Worker|serviceWorker)\b/.test(script)) return [];
  const code = withoutProse(script);
  return [imports, besideModule, workers].flatMap((form) =>
    [...code.matchAll(form)].map(({ 0: whole, 2: url = "", index }): FoundLink => {
      return { url, kind: "resource", offset: start + index + whole.lastIndexOf(url) };
    }),
  );
}

const runs = /^(?:module|(?:text|application)\/(?:x-)?(?:java|ecma)script|)$/;

/**
 * @param type of the script element.
 * @returns the links of a block; none of an invalid one, which browsers ignore, too.
 */
export function blockLinks(type: string, text: string, start: number): FoundLink[] {
  const read = readers[type];
  if (!read) return runs.test(type) ? scriptLinks(text, start) : [];
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
  (
    "url image logo item sameAs contentUrl embedUrl thumbnailUrl mainEntityOfPage license downloadUrl codeRepository discussionUrl target " +
    "urlTemplate relatedLink significantLink isBasedOn isPartOf hasPart subjectOf primaryImageOfPage thumbnail photo video audio screenshot " +
    "installUrl archivedAt publishingPrinciples acquireLicensePage usageInfo paymentUrl hasMap map citation"
  ).split(" "),
);
/** Properties that often have a relative address, and never other text. */
const fileOf = new Set("url image logo contentUrl embedUrl thumbnailUrl thumbnail primaryImageOfPage photo".split(" "));

export function isAddressProperty(name: string): boolean {
  return addressOf.has(name);
}

/** Whether a text of unknown meaning is an address of a page or a file. */
export function looksLikeAddress(text: string): boolean {
  return /^(?:https?:\/|\.{0,2}\/)[^\s{}]*$/i.test(text.trim());
}

function linkedData(data: unknown, key = ""): string[] {
  if (typeof data === "string") {
    const isFile = fileOf.has(key) && /^[\w-][\w./-]*\.[a-z]\w{1,4}$/i.test(data);
    // An address with a placeholder in its path does not name a page.
    return isFile || (addressOf.has(key) && looksLikeAddress(data.replace(/\?.*$/s, ""))) ? [data] : [];
  }
  if (Array.isArray(data)) return data.flatMap((item) => linkedData(item, key));
  return entriesOf(data).flatMap(([name, value]) => {
    const isAddress = name === "@id" && (key === "item" || key === "mainEntityOfPage");
    return linkedData(value, isAddress ? key : name);
  });
}

/** A key that ends with a slash names a folder, not a file. */
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
