/** The addresses of a site as it is today: read from a sitemap, a list, a built folder, an address, or a repository. */
import { readFile, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { gunzipSync } from "node:zlib";
import { retry, systemClock } from "../net/retry.js";
import { listFiles } from "../read/sources.js";
import { positionAt } from "../shared/lines.js";
import { isRepository, partOfPages, repositoryAddresses } from "./repository.js";

/** An address as the list has it. */
export interface ListedAddress {
  url: string;
  /** Its place, where the list is a file on this machine. */
  place?: { file: string; line: number };
}

export interface OldList {
  addresses: ListedAddress[];
  /** Path of the old site, where its own address says it: `/register/`. */
  base?: string;
  /** What was not taken, as sentences. */
  notes: string[];
}

/** The list cannot be read; the message says which and why. */
export class UnreadableList extends Error {}

/** @param from as it was given: an address, or a path from the working directory. */
export async function readOldList(from: string): Promise<OldList> {
  if (/^https?:\/\//i.test(from)) return fromAddress(from);
  const info = await stat(from).catch(() => undefined);
  if (!info) throw new UnreadableList(`there is no file and no folder ${from}`);
  if (!info.isDirectory()) return { addresses: await fromFile(from, new Set()), notes: [] };
  const list = isRepository(from) ? await repositoryAddresses(from) : await fromBuilt(from);
  if (list.addresses.length === 0)
    throw new UnreadableList(
      `there is no page of a site in ${from}: it is neither a site that was built nor the sources of one that is known here. Name its sitemap, a list of its addresses, or the folder with the built site`,
    );
  return list;
}

// Files.

/** Sitemaps name others; more than this is not a site. */
const mostSitemaps = 1000;
/** Bytes of a list, unpacked: a sitemap has at most 50 MB. */
const mostBytes = 100_000_000;

function unpacked(bytes: Uint8Array, name: string): string {
  const isPacked = bytes[0] === 0x1f && bytes[1] === 0x8b;
  try {
    return Buffer.from(isPacked ? gunzipSync(bytes, { maxOutputLength: mostBytes }) : bytes).toString("utf8");
  } catch {
    throw new UnreadableList(`${name} cannot be unpacked`);
  }
}

async function fromFile(file: string, seen: Set<string>): Promise<ListedAddress[]> {
  seen.add(file);
  const bytes = await readFile(file).catch((error: NodeJS.ErrnoException) => {
    throw new UnreadableList(`${file} cannot be read (${error.code})`);
  });
  const { urls, sitemaps } = readList(unpacked(bytes, file), file);
  const addresses = urls.map(({ url, line }): ListedAddress => ({ url, place: { file, line } }));
  // The sitemaps of an index are beside it.
  for (const url of sitemaps) {
    const other = join(dirname(file), basename(decodeURIComponent(pathOf(url))));
    if (seen.has(other) || seen.size > mostSitemaps) continue;
    for (const one of await fromFile(other, seen)) addresses.push(one);
  }
  return addresses;
}

const pathOf = (url: string) => url.replace(/^https?:\/\/[^/]*/i, "").replace(/[?#].*$/s, "");

interface ReadList {
  urls: { url: string; line: number }[];
  /** Addresses of further sitemaps. */
  sitemaps: string[];
}

/** A sitemap, the index of several, a list in JSON, or one address on each line. @param name for messages. */
function readList(text: string, name: string): ReadList {
  const content = text.replace(/^\uFEFF/, "");
  if (/^\s*</.test(content)) return readSitemap(content, name);
  if (/^\s*[[{]/.test(content)) return { urls: readJson(content, name), sitemaps: [] };
  const urls = content.split(/\r?\n/).flatMap((line, index) => {
    const url = line.trim();
    return url === "" || (url.startsWith("#") && !url.startsWith("#/")) ? [] : [{ url, line: index + 1 }];
  });
  return { urls: checked(urls, name), sitemaps: [] };
}

function checked<T extends { url: string; line: number }>(urls: readonly T[], name: string): T[] {
  const wrong = urls.find(({ url }) => !/^(?:\/|https?:\/\/)/i.test(url) || /\s/.test(url));
  if (wrong)
    throw new UnreadableList(
      `${name}:${wrong.line} is not an address: write /page or https://site.example/page on each line`,
    );
  return [...urls];
}

const entities: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

function readSitemap(text: string, name: string): ReadList {
  const root = /<(?:\w+:)?(urlset|sitemapindex)\b/.exec(text)?.[1];
  if (!root) throw new UnreadableList(`${name} is not a sitemap: it has neither <urlset> nor <sitemapindex>`);
  const found = [...text.matchAll(/<loc>\s*(?:<!\[CDATA\[)?\s*([^<\]]*?)\s*(?:\]\]>)?\s*<\/loc>/g)].map(
    ({ 1: url = "", index }) => ({
      url: url.replace(/&(\w+);/g, (whole, entity: string) => entities[entity] ?? whole),
      line: positionAt(text, index).line,
    }),
  );
  return root === "urlset"
    ? { urls: checked(found, name), sitemaps: [] }
    : { urls: [], sitemaps: found.map(({ url }) => url) };
}

/** A list of addresses, or an object with one or with addresses as its keys. */
function readJson(text: string, name: string): { url: string; line: number }[] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new UnreadableList(`${name} is no JSON: ${(error as Error).message}`);
  }
  const lists = Array.isArray(value) ? [value] : Object.values(value as object).filter(Array.isArray);
  const items = lists[0] ?? Object.keys(value as object);
  const urls = items.map((one: unknown) => (typeof one === "string" ? one : (one as { url?: unknown } | null)?.url));
  if (urls.some((url) => typeof url !== "string"))
    throw new UnreadableList(`${name} is not a list of addresses: write ["/page", "/other"]`);
  return checked(
    (urls as string[]).map((url) => ({ url, line: 1 })),
    name,
  );
}

// A folder that a generator wrote.

async function fromBuilt(folder: string): Promise<OldList> {
  const paths = await listFiles(folder, ["**"], [".git/**", ".cipgen/**", ".github/**"]);
  const asked = paths.filter(
    (path) => !/(?:^|\/)\.(?!well-known\/)|^(?:_headers|_redirects(?:\.nginx)?|CNAME)$/.test(path),
  );
  // Texts alone are what a code host shows, at addresses of its own.
  if (!asked.some((path) => /\.html?$/i.test(path))) return { addresses: [], notes: [] };
  const kept = asked.filter((path) => !partOfPages.test(path));
  const left = asked.length - kept.length;
  const notes = left === 0 ? [] : [`${left} scripts, styles and fonts of the old pages are not counted`];
  const addresses = kept.map((path) => ({ url: `/${encodeURI(path.replace(/(^|\/)index\.html?$/, "$1"))}` }));
  return { addresses, notes };
}

// An address on the web.

/** In ms. */
const longest = 30_000;

async function ask(url: string): Promise<{ status: number; bytes: Uint8Array }> {
  const attempt = async () => {
    const response = await fetch(url, { signal: AbortSignal.timeout(longest) });
    return { status: response.status, bytes: new Uint8Array(await response.arrayBuffer()) };
  };
  const pauseAfter = (outcome: Error | { status: number }, usual: number) =>
    outcome instanceof Error || outcome.status >= 500 ? usual : undefined;
  try {
    return await retry(attempt, pauseAfter, { attempts: 2, pause: 500 }, systemClock);
  } catch (error) {
    const { message, cause } = error as Error & { cause?: Error };
    throw new UnreadableList(`${url} cannot be read: ${cause?.message || message}`);
  }
}

/** The sitemaps of a site, or one sitemap. */
async function fromAddress(from: string): Promise<OldList> {
  const isSitemap = /\.(?:xml|txt|json)(?:\.gz)?$/i.test(pathOf(from));
  const base = isSitemap ? undefined : `${new URL(from).pathname.replace(/\/(?:index\.html)?$/, "")}/`;
  const queue = isSitemap ? [from] : await sitemapsOf(from, base ?? "/");
  const addresses: ListedAddress[] = [];
  const seen = new Set<string>();
  for (const url of queue) {
    if (seen.has(url) || seen.size > mostSitemaps) continue;
    seen.add(url);
    const { status, bytes } = await ask(url);
    if (status !== 200) throw new UnreadableList(`${url} answers ${status}`);
    const { urls, sitemaps } = readList(unpacked(bytes, url), url);
    for (const one of urls) addresses.push({ url: one.url });
    for (const one of sitemaps) queue.push(new URL(one, url).href);
  }
  return { addresses, notes: [], ...(base !== undefined && { base }) };
}

/** As `robots.txt` names them, or the usual one. */
async function sitemapsOf(site: string, base: string): Promise<string[]> {
  const { status, bytes } = await ask(new URL("/robots.txt", site).href);
  const text = status === 200 ? Buffer.from(bytes).toString("utf8") : "";
  const named = [...text.matchAll(/^[ \t]*sitemap[ \t]*:[ \t]*(\S+)/gim)].map(
    ([, url = ""]) => new URL(url, site).href,
  );
  const own = named.filter((url) => new URL(url).pathname.startsWith(base));
  return own.length > 0 ? own : [new URL(`${base}sitemap.xml`, site).href];
}
