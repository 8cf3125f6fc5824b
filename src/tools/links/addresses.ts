/** The addresses of a built site: which file answers a path, and how the site writes the address of a page. */

import { answeringFiles, foldPath, pageOfFile } from "../../shared/page-path.js";
import { Candidates } from "../../shared/text.js";
import { decodeUrl } from "../../shared/url.js";
import type { FileFacts } from "./facts.js";

/** How a site is published. */
export interface SiteShape {
  /** `https://example.org`; undefined if unknown, and then every absolute URL leads to another site. */
  origin?: string;
  /** Path of the site's root, with a slash at both ends. */
  base: string;
  /** Whether addresses of pages end with a slash; undefined for a site without a clear majority. */
  trailingSlash?: boolean;
  /** Pages are `x.html`, and their addresses are `x`. */
  hidesHtml?: boolean;
  /** Whether the address of a page ends with a slash, for pages whose canonical address shows it. */
  slashes?: ReadonlyMap<string, boolean>;
}

export class Addresses {
  private readonly paths: ReadonlySet<string>;
  private folded: Map<string, string> | undefined;
  private candidates: Candidates | undefined;

  /** @param paths of all files, below the site's root. */
  constructor(
    paths: Iterable<string>,
    readonly shape: SiteShape,
  ) {
    this.paths = new Set(paths);
  }

  /** The file for a path below the site's root, without its first slash. */
  find(path: string): string | undefined {
    return answeringFiles(path).find((file) => this.paths.has(file));
  }

  /** Like `find`, but ignores case and the composition of accents. */
  findFolded(path: string): string | undefined {
    this.folded ??= new Map([...this.paths].map((file) => [foldPath(file), file]));
    const foldedPath = answeringFiles(foldPath(path)).find((file) => this.folded?.has(file));
    return foldedPath && this.folded.get(foldedPath);
  }

  /** The address of a file as this site writes it: `/cip/` or `/cip` for `cip/index.html`. */
  addressOf(file: string): string {
    const { base, hidesHtml } = this.shape;
    const page = pageOfFile(file);
    const isFolder = isIndex(file);
    if (page === undefined || (!isFolder && !hidesHtml)) return base + file;
    const hasSlash = this.hasSlash(file) ?? isFolder;
    return `${base}${page}${hasSlash && page !== "" ? "/" : ""}`;
  }

  /** Whether the address of a page ends with a slash: by its canonical address, or else by the site's habit; undefined if both forms are right. */
  hasSlash(file: string): boolean | undefined {
    const { trailingSlash, hidesHtml, slashes } = this.shape;
    // Hosts show the 404 page at any address.
    if (/(^|\/)404\.html$/.test(file)) return undefined;
    const ownSlash = slashes?.get(file);
    if (ownSlash !== undefined) return ownSlash;
    if (isIndex(file) || (hidesHtml && !slashes)) return trailingSlash;
    return hidesHtml ? undefined : false;
  }

  /** The most similar existing address, for a suggestion. */
  suggest(path: string): string | undefined {
    const { base } = this.shape;
    const address = `${base}${path}`.replace(/(.)\/$/, "$1");
    this.candidates ??= new Candidates([...this.paths].map((file) => this.addressOf(file)));
    return this.candidates.nearest(address);
  }
}

const isIndex = (file: string) => /(^|\/)index\.html$/.test(file);

/** Minimum share of addresses that makes a habit. */
const habit = 0.9;

/** Infers from the canonical addresses of a site's pages how the site is published. */
export function inferShape(facts: ReadonlyMap<string, FileFacts>): SiteShape {
  const canonicals = [...facts].flatMap(([path, { canonical }]): [string, URL][] =>
    canonical !== undefined && URL.canParse(canonical) ? [[path, new URL(canonical)]] : [],
  );
  const home = canonicals.find(([path]) => path === "index.html")?.[1];
  const [first] = canonicals;
  const origin = (home ?? first?.[1])?.origin;
  const base = home ? `${home.pathname.replace(/\/(?:index\.html?)?$/, "")}/` : "/";
  const named = canonicals.filter(([path]) => /(?<!(?:^|\/)(?:index|404))\.html$/.test(path));
  const hidesHtml = named.length > 0 && named.every(([, { pathname }]) => !pathname.endsWith(".html"));
  // The canonical address of a page may be that of another page with the same content.
  const slashes = canonicals.flatMap(([path, { pathname }]): [string, boolean][] =>
    decodeUrl(pathname.replace(/\/$/, "")) === `${base}${pageOfFile(path)}` ? [[path, pathname.endsWith("/")]] : [],
  );
  return { origin, base, hidesHtml, trailingSlash: slashHabit(canonicals), slashes: new Map(slashes) };
}

/** Whether canonical addresses of `x/index.html` end with a slash; undefined without a clear majority. */
function slashHabit(canonicals: readonly [path: string, url: URL][]): boolean | undefined {
  const folders = canonicals.filter(([path]) => path.endsWith("/index.html"));
  const share = folders.filter(([, { pathname }]) => pathname.endsWith("/")).length / folders.length;
  if (share >= habit) return true;
  return share <= 1 - habit ? false : undefined;
}
