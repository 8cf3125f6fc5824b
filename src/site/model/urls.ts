/** Addresses: from routes to links, canonical tags and paths on disk. The only module that handles base path, locale prefix and slashes. */
import { posix } from "node:path";
import type { SiteConfig } from "../../config/index.js";
import { pageFile } from "../../shared/page-path.js";
import { decodeUrl, encodePath } from "../../shared/url.js";
import { localePrefix, pageAddress, routeAt } from "./addresses.js";
import type { LinkTarget } from "./site.js";

export class Urls {
  /** `/de-DE`, or empty for the default locale. */
  readonly prefix: string;
  private readonly origin: string;
  /** Links by route: most routes are linked from several pages. */
  private readonly pages = new Map<string, string>();

  constructor(
    private readonly config: SiteConfig,
    readonly locale: string,
  ) {
    this.prefix = localePrefix(config, locale);
    this.origin = new URL(config.url).origin;
  }

  /** Link to a route of the site in this locale. */
  page(route: string, suffix?: string): string {
    if (suffix) return this.pageAt(route, suffix);
    let href = this.pages.get(route);
    if (href === undefined) {
      href = this.pageAt(route);
      this.pages.set(route, href);
    }
    return href;
  }

  private pageAt(route: string, suffix?: string): string {
    return this.file(pageAddress(this.config, this.prefix, route), suffix);
  }

  /** Link to a file, or to an address that already has its locale. @param address not percent-encoded. @param suffix query and fragment as written. */
  file(address: string, suffix = ""): string {
    const file = `${this.config.baseUrl}${encodePath(address.slice(1))}`;
    return suffix ? file + encode(suffix) : file;
  }

  /** Where a document's link leads. */
  target(target: LinkTarget | undefined): string {
    switch (target?.kind) {
      case "route":
        return this.page(target.route, target.suffix);
      case "file":
        return this.file(target.path, target.suffix);
      case "proposal":
        return this.page(target.proposal.route);
      case "raw":
        return encode(target.url);
      default:
        return "#";
    }
  }

  /** A link as an absolute URL. */
  absolute(href: string): string {
    return href.startsWith("/") && !href.startsWith("//") ? this.origin + href : new URL(href, this.config.url).href;
  }

  /** Path of a route's HTML file below the output folder. */
  outputPath(route: string): string {
    if (route === "/404") return posix.join(this.prefix.slice(1), "404.html");
    const page = posix.join(this.prefix.slice(1), route.slice(1));
    // The home page of a locale is the folder of its pages.
    return pageFile(page === "." ? "" : page, route === "/" ? "directory" : this.config.output.format);
  }

  /** Resolves a configured link: to a page in this locale unless the link names another, to a file, or to another site. */
  configured(to: string, isRoute: (route: string) => boolean): string {
    if (!to.startsWith("/") || to.startsWith("//")) return to;
    const [, path = "", suffix = ""] = /^([^?#]*)(.*)$/s.exec(to) ?? [];
    const address = decodeUrl(path);
    const { prefix, route } = routeAt(this.config, address);
    if (!isRoute(route)) return this.file(address, suffix);
    return prefix === undefined ? this.page(route, suffix) : this.file(pageAddress(this.config, prefix, route), suffix);
  }
}

/** Matches the host of a URL, the only part in which brackets are literal: around a numeric address. */
const host = /^(?:[a-z][a-z0-9+.-]*:)?\/\/[^/?#]*/i;

/**
 * Percent-encodes characters that a URL must not contain, and leaves the rest, including escapes, unchanged. In a URL of this site every `#` but
 * the first is encoded; in those of other sites none is, because their scripts may read addresses after it.
 */
export function encode(url: string): string {
  const [site = ""] = host.exec(url) ?? [];
  const remainder = url.slice(site.length);
  const hash = site ? -1 : remainder.indexOf("#");
  const encoded = remainder.replace(/%(?![0-9a-f]{2})|[^\x21-\x7e]|["#<>[\\\]^`{|}]/giu, (character, index: number) =>
    character === "#" && (hash === -1 || index === hash) ? character : encodeCharacter(character),
  );
  return site.replace(/%(?![0-9a-f]{2})|[^\x21-\x7e]|["<>\\^`{|}]/giu, encodeCharacter) + encoded;
}

function encodeCharacter(character: string): string {
  return encodeURIComponent(character.isWellFormed() ? character : "\uFFFD");
}
