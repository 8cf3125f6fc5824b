/** Reads the addresses of a site as it is today from a sitemap, a list, a built folder, an address, or a repository. */
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { gunzipSync } from "node:zlib";
import { builtSite } from "../../content/read/built-site.js";
import {
  createClient,
  describeFailure,
  followRedirects,
  isPermanentError,
  isTimeout,
  readAtMost,
} from "../../platform/http/http.js";
import { isPrivateSite } from "../../platform/http/private-networks.js";
import { retry, systemClock } from "../../platform/http/retry.js";
import { programVersion } from "../../platform/package-root.js";
import { linesOf } from "../../shared/lines.js";
import { addAll } from "../../shared/lists.js";
import { decodeUrl, encodePath } from "../../shared/url.js";
import { isRepository, partOfPages, repositoryAddresses } from "./repository.js";

/** An address as a list writes it. */
export interface ListedAddress {
  url: string;
  /** Its place, if the list is a file on this machine. */
  location?: { file: string; line: number };
}

export interface OldList {
  addresses: ListedAddress[];
  /** The path of the old site, such as `/register/`, if its own address was named. */
  base?: string;
  /** Sentences about how the list was made, and what was left out. */
  notes: string[];
}

/** A list that cannot be read. The message says which one and why. */
export class UnreadableList extends Error {}

/** Limits of what reading a list may cost, because a stranger may have written it. */
interface ListLimits {
  /** Maximum size of a list, as it is sent and unpacked. The protocol of sitemaps has the same limit. */
  bytes: number;
  totalBytes: number;
  /** The number of lists, including those that other lists name. */
  lists: number;
  addresses: number;
  /** Milliseconds for one answer. */
  timeout: number;
  /** Milliseconds for all answers. */
  totalTime: number;
}

const usualLimits: ListLimits = {
  bytes: 52_428_800,
  totalBytes: 200_000_000,
  lists: 1000,
  addresses: 250_000,
  timeout: 30_000,
  totalTime: 300_000,
};

/** Characters of an address; the protocol of sitemaps allows 2,048. */
const longestAddress = 2048;

/**
 * @param from an address, or a path from the working directory.
 * @param limits replace the usual limits in tests.
 * @throws UnreadableList
 */
export async function readOldList(from: string, limits: Partial<ListLimits> = {}): Promise<OldList> {
  const allowed = { ...usualLimits, ...limits };
  if (/^https?:\/\//i.test(from)) return readWebSite(from, allowed);
  const info = await stat(from).catch(() => undefined);
  if (!info) throw new UnreadableList(`there is no file and no folder ${from}`);
  if (!info.isDirectory()) return { addresses: await readListFile(from, allowed), notes: [] };
  const list = isRepository(from) ? await repositoryAddresses(from) : await readBuiltFolder(from);
  if (list.addresses.length === 0)
    throw new UnreadableList(
      `there is no page of a site in ${from}: name its sitemap, a list of its addresses, or the folder with the built site`,
    );
  return list;
}

/** Reads a list and those that it names, each once, within the limits. */
class ListQueue {
  readonly addresses: ListedAddress[] = [];
  private readonly names: string[] = [];
  private readonly seen = new Set<string>();
  private bytes = 0;

  constructor(private readonly limits: ListLimits) {}

  add(name: string): void {
    if (this.seen.has(name)) return;
    if (this.seen.size >= this.limits.lists)
      throw new UnreadableList(`${this.names[0]} names more than ${this.limits.lists} lists`);
    this.seen.add(name);
    this.names.push(name);
  }

  /** @param read returns the bytes of a list. @param onList called for each list; it may add further ones. */
  async readAll(read: (name: string) => Promise<Buffer>, onList: (list: ReadList, name: string) => void) {
    for (const name of this.names) {
      const text = this.unpack(await read(name), name);
      const list = readList(text, name);
      if (this.addresses.length + list.urls.length > this.limits.addresses)
        throw new UnreadableList(`${name}: more than ${this.limits.addresses} addresses are not the list of a site`);
      onList(list, name);
    }
  }

  private unpack(bytes: Buffer, name: string): string {
    const { bytes: maxOutputLength, totalBytes } = this.limits;
    try {
      const unpacked = bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes, { maxOutputLength }) : bytes;
      this.bytes += unpacked.length;
      if (this.bytes <= totalBytes) return unpacked.toString("utf8");
    } catch (error) {
      const isLarge = (error as NodeJS.ErrnoException).code === "ERR_BUFFER_TOO_LARGE";
      throw new UnreadableList(`${name} ${isLarge ? "is too large" : "cannot be unpacked"}`);
    }
    throw new UnreadableList(`${name}: the lists have more than ${totalBytes.toLocaleString("en-US")} bytes`);
  }
}

async function readListFile(from: string, limits: ListLimits): Promise<ListedAddress[]> {
  const queue = new ListQueue(limits);
  queue.add(from);
  const read = (file: string) =>
    readAtMost(createReadStream(file), limits.bytes).catch((error: NodeJS.ErrnoException) => {
      throw new UnreadableList(`${file} cannot be read: ${error.code ?? error.message}`);
    });
  await queue.readAll(read, ({ urls, sitemaps }, file) => {
    addAll(
      queue.addresses,
      urls.map(({ url, line }): ListedAddress => ({ url, location: { file, line } })),
    );
    // The sitemaps that an index names are files beside it.
    for (const { url } of sitemaps) queue.add(join(dirname(file), basename(decodeUrl(pathOf(url)))));
  });
  return queue.addresses;
}

const pathOf = (url: string) => url.replace(/^https?:\/\/[^/]*/i, "").replace(/[?#].*$/s, "");

interface ReadList {
  urls: ListedUrl[];
  /** Addresses of further sitemaps. */
  sitemaps: ListedUrl[];
}

interface ListedUrl {
  url: string;
  line: number;
}

/** Reads a sitemap, an index of sitemaps, or a list with an address on each line. @param name of the list, for messages. */
function readList(text: string, name: string): ReadList {
  const content = text.replace(/^\uFEFF/, "");
  if (/^\s*</.test(content)) return readSitemap(content, name);
  const urls = content.split(/\r?\n/).flatMap((line, index) => {
    const url = line.trim();
    return url === "" || (url.startsWith("#") && !url.startsWith("#/")) ? [] : [{ url, line: index + 1 }];
  });
  requireAddresses(urls, name, "write /page or https://site.example/page on each line");
  return { urls, sitemaps: [] };
}

/** @throws UnreadableList for the first URL that is not an address. */
function requireAddresses(urls: readonly ListedUrl[], name: string, advice: string): void {
  const wrong = urls.find(({ url }) => !isAddress(url));
  if (wrong) throw new UnreadableList(`${name}:${wrong.line} is not an address: ${advice}`);
}

function isAddress(url: string): boolean {
  return (
    url.length <= longestAddress &&
    /^(?:\/|https?:\/\/)/i.test(url) &&
    !/\s/.test(url) &&
    URL.canParse(url, "https://site.example")
  );
}

const entities: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

const decodeEntity = (written: string, name: string) =>
  name.startsWith("#") ? String.fromCodePoint(Number(`0${name.slice(1)}`)) : (entities[name] ?? written);

function readSitemap(text: string, name: string): ReadList {
  const [, prefix = "", root] = /<(\w+:)?(urlset|sitemapindex)\b/.exec(text) ?? [];
  if (!root) throw new UnreadableList(`${name} is not a sitemap: it has neither <urlset> nor <sitemapindex>`);
  const urls: ListedUrl[] = [];
  let line = 1;
  let end = 0;
  const [opening, closing] = [`<${prefix}loc>`, `</${prefix}loc>`];
  for (let start = text.indexOf(opening); start !== -1; start = text.indexOf(opening, end)) {
    line += linesOf(text.slice(end, start)).length - 1;
    const close = text.indexOf(closing, start);
    if (close === -1) throw new UnreadableList(`${name}:${line}: this <loc> has no end`);
    const content = text.slice(start + opening.length, close).trim();
    const url = content.startsWith("<![CDATA[") ? content.slice("<![CDATA[".length, -"]]>".length).trim() : content;
    urls.push({ url: url.replace(/&(#x[\da-f]{1,5}|#\d{1,6}|\w{1,4});/gi, decodeEntity), line });
    line += linesOf(text.slice(start, close)).length - 1;
    end = close;
  }
  requireAddresses(urls, name, "write https://site.example/page in each <loc>, with spaces as %20");
  return root === "urlset" ? { urls, sitemaps: [] } : { urls: [], sitemaps: urls };
}

/** The addresses of the files in a folder that a generator wrote, without those that readers do not open. */
async function readBuiltFolder(folder: string): Promise<OldList> {
  const paths = await builtSite(resolve(folder)).list();
  const sitePaths = paths.filter(
    (path) => !/(?:^|\/)\.(?!well-known\/)|^(?:_headers|_redirects(?:\.nginx)?|CNAME)$/.test(path),
  );
  // Without a page, the folder holds sources, which the code host shows at its own addresses.
  if (!sitePaths.some((path) => /\.html?$/i.test(path))) return { addresses: [], notes: [] };
  const readerPaths = sitePaths.filter((path) => !partOfPages.test(path));
  const remaining = sitePaths.length - readerPaths.length;
  const notes = remaining === 0 ? [] : [`${remaining} scripts, styles and fonts of the old pages are not counted`];
  const addresses = readerPaths.map((path) => ({ url: `/${encodePath(path.replace(/(^|\/)index\.html?$/, "$1"))}` }));
  return { addresses, notes };
}

/** Reads a sitemap, or all sitemaps of a site. Only the named host gets requests. */
async function readWebSite(from: string, limits: ListLimits): Promise<OldList> {
  if (!URL.canParse(from)) throw new UnreadableList(`${from} is not an address`);
  const site = new URL(from);
  const isSitemap = /\.(?:xml|txt)(?:\.gz)?$/i.test(site.pathname);
  const base = isSitemap ? undefined : `${site.pathname.replace(/\/(?:index\.html)?$/, "")}/`;
  const read = makeReader(site, limits);
  const queue = new ListQueue(limits);
  for (const url of base === undefined ? [site] : await sitemapsOf(site, base, read)) queue.add(url.href);
  const elsewhere: string[] = [];
  await queue.readAll(
    async (url) => {
      const { status, body } = await read(new URL(url));
      if (!body) throw new UnreadableList(`${url} answers ${status}`);
      return body;
    },
    ({ urls, sitemaps }, name) => {
      addAll(
        queue.addresses,
        urls.map(({ url }) => ({ url })),
      );
      for (const { url } of sitemaps) {
        const sitemap = new URL(url, name);
        if (isSameSite(sitemap, site)) queue.add(sitemap.href);
        else elsewhere.push(sitemap.href);
      }
    },
  );
  const notes =
    elsewhere.length === 0 ? [] : [`${elsewhere.length} sitemaps of other hosts were not read: ${elsewhere[0]}`];
  return { addresses: queue.addresses, notes, ...(base !== undefined && { base }) };
}

type Read = (url: URL) => Promise<{ status: number; body?: Buffer }>;

function makeReader(site: URL, { bytes, timeout, totalTime }: ListLimits): Read {
  const ask = createClient({
    timeout,
    maxBytes: bytes,
    userAgent: `cipgen/${programVersion()} (switch)`,
    allowPrivate: isPrivateSite(site.href),
  });
  const visit = (url: URL) =>
    retry(
      () => ask(url, "READ"),
      (outcome, usual) => {
        const isFinal =
          outcome instanceof Error ? isPermanentError(outcome) || isTimeout(outcome) : outcome.status < 500;
        return isFinal ? undefined : usual;
      },
      { attempts: 2, pause: 500 },
      systemClock,
    );
  const end = systemClock.now() + totalTime;
  return async (url) => {
    if (systemClock.now() > end) throw new UnreadableList(`the lists of ${site.host} take longer than ${totalTime} ms`);
    const { answer, fault } = await followRedirects(visit, url, (to) => isSameSite(to, site)).catch(
      (error: unknown) => {
        throw new UnreadableList(`${url.href} cannot be read: ${describeFailure(error)}`);
      },
    );
    if (fault !== undefined) throw new UnreadableList(`${url.href} answers ${fault}`);
    return answer;
  };
}

/** Whether two URLs have one host, with or without `www` and TLS. */
function isSameSite(a: URL, b: URL): boolean {
  const hostOf = ({ hostname, port }: URL) => `${hostname.replace(/^www\./, "")}:${port}`;
  return hostOf(a) === hostOf(b);
}

/** The sitemaps that `robots.txt` names, or else `sitemap.xml`. */
async function sitemapsOf(site: URL, base: string, read: Read): Promise<URL[]> {
  const robots = new URL("/robots.txt", site);
  const { body } = await read(robots);
  const named = linesOf(body?.toString("utf8") ?? "").flatMap((text, index) => {
    const [, url] = /^\s*sitemap\s*:\s*(\S+)/i.exec(text) ?? [];
    if (url === undefined) return [];
    if (!URL.canParse(url, site.href))
      throw new UnreadableList(`${robots.href}:${index + 1} is not an address: ${url}`);
    return [new URL(url, site)];
  });
  const urls = named.filter((url) => isSameSite(url, site) && url.pathname.startsWith(base));
  return urls.length > 0 ? urls : [new URL(`${base}sitemap.xml`, site)];
}
