/** Resolves a written URL to its target, or to its problem. */
import type { Code } from "../../platform/diagnostics/codes.js";
import { didYouMean } from "../../shared/text.js";
import { decodeUrl, isHostAndPort, meantUrl, schemeOf, withoutStrayMark } from "../../shared/url.js";
import type { Addresses } from "./addresses.js";
import type { FileLink, LinkProblem } from "./facts.js";
import type { HostRedirect } from "./redirects-file.js";

export type Resolution = { url?: string } & (
  | { kind: "file"; path: string; hash: string; problem?: LinkProblem }
  | { kind: "external"; url: string }
  /** Neither a page nor a file: a mail address, a phone number, data. */
  | { kind: "other" }
  | { kind: "problem"; problem: LinkProblem }
);

const otherResolution: Resolution = { kind: "other" };
/** Schemes that run code, or that work only in one program or on one machine. */
const neverLinks = new Set(["javascript", "vbscript", "file", "blob", "filesystem", "view-source"]);
const usualSchemes = ["http", "https", "mailto"];

/** Stands for the site's own origin if that is unknown; no real site has it. */
const unknownOrigin = "https://site.invalid";

export class Resolver {
  private readonly origin: URL;
  /** Resolutions of URLs that mean the same on every page. */
  private readonly resolutions = new Map<string, Resolution>();

  /** @param redirects the redirects that the site's host makes. */
  constructor(
    private readonly addresses: Addresses,
    private readonly redirects: readonly HostRedirect[] = [],
  ) {
    this.origin = new URL(addresses.shape.origin ?? unknownOrigin);
  }

  /**
   * Resolves a link, and checks its URL, but not its fragment.
   * @param page path of the file that holds the link.
   * @param base the base of its relative URLs, if it sets one.
   */
  resolve({ url, kind }: Pick<FileLink, "url" | "kind">, page: string, base?: string): Resolution {
    const isSameEverywhere = base === undefined && /^(?:\/|https?:)/i.test(url);
    const entry = isSameEverywhere ? this.resolutions.get(url) : undefined;
    if (entry) return entry;
    const resolution = this.resolveAnew(withoutSpaces(url), kind, page, base);
    if (isSameEverywhere) this.resolutions.set(url, resolution);
    return resolution;
  }

  private resolveAnew(url: string, kind: FileLink["kind"], page: string, base: string | undefined): Resolution {
    if (url === "")
      return problem("link-empty", "this URL is empty", "Write where it leads, or leave the element out.");
    const scheme = schemeOf(url);
    if (scheme === undefined && /^(?:h?t?tps?[;.,]?|:)\/\//i.test(url))
      return malformed(url, "Write https:// in full.");
    const httpUrl = withoutStrayMark(url);
    if (httpUrl !== undefined)
      return problem("broken-link", `${url} has a character too many before its scheme`, `Write ${httpUrl}.`);
    if (scheme !== undefined && scheme !== "http" && scheme !== "https") return resolveScheme(scheme, url, kind);
    if (/%(?![0-9a-f]{2})/i.test(url.replace(/[?#].*$/s, "")))
      return malformed(url, "Write a literal percent sign as %25.");
    if (url.replace(/[?#].*$/s, "").includes("\\")) return malformed(url, "Folders are separated by /.");
    if (scheme && !/^https?:\/\/[^/?#]/i.test(url)) return malformed(url, `Write ${scheme}://, and then the host.`);
    try {
      const pageUrl = new URL(this.addresses.addressOf(page), this.origin);
      const absolute = new URL(url, base === undefined ? pageUrl : new URL(base.trim(), pageUrl));
      const namesHost = scheme !== undefined || url.startsWith("//");
      return { ...this.resolveAbsolute(absolute, url, namesHost), url: absolute.href };
    } catch {
      return malformed(url, "A browser cannot read this URL.");
    }
  }

  private resolveAbsolute(absolute: URL, written: string, namesHost: boolean): Resolution {
    const { base } = this.addresses.shape;
    const { host, pathname } = absolute;
    if (host !== this.origin.host) return this.resolveExternal(absolute, written);
    if (!`${pathname}/`.startsWith(base)) {
      // A link that names the host may mean another site there.
      if (namesHost) return otherResolution;
      return problem("broken-link", `nothing on this site has the address ${written}`, `The site is below ${base}.`);
    }
    // An escaped slash is part of a name, and hosts treat it differently.
    const path = decodeUrl(pathname.slice(base.length).replace(/%(?=2f|5c)/gi, "%25"));
    if (pathname.includes("//")) {
      const file = this.addresses.find(path.replace(/\/{2,}/g, "/"));
      const correction = file === undefined ? pathname.replace(/\/{2,}/g, "/") : this.addresses.addressOf(file);
      const message = `${written} has two slashes in a row, and hosts take that for a folder without a name`;
      return problem("broken-link", message, `Write ${correction}.`);
    }
    const file = this.addresses.find(path);
    if (file === undefined && this.redirects.some((redirect) => redirect.matches(pathname))) return otherResolution;
    if (file === undefined) return this.explainMissing(path, written);
    const hash = absolute.hash.slice(1);
    const endsWithSlash = pathname.endsWith("/");
    const isPageAddress = file !== path && path !== "";
    const shouldEndWithSlash = this.addresses.hasSlash(file);
    if (!isPageAddress || shouldEndWithSlash === undefined || endsWithSlash === shouldEndWithSlash)
      return { kind: "file", path: file, hash };
    const verb = endsWithSlash ? "ends" : "does not end";
    const message = `${written} ${verb} with a slash, unlike the addresses of this site`;
    const help = `Write ${this.addresses.addressOf(file)}.`;
    return { kind: "file", path: file, hash, problem: { code: "link-slash", message, help } };
  }

  /** Resolves a URL of another host. One without a dot exists only in a private network, and is mostly a path with one slash too many. */
  private resolveExternal({ hostname, href, pathname }: URL, written: string): Resolution {
    const isName = !hostname.startsWith("[");
    if (isName && /^\.|\.\./.test(hostname)) return malformed(written, "A host has no empty part.");
    if (isName && /[^\w.-]/.test(hostname))
      return malformed(written, "The name of a host has letters, digits, dots and hyphens.");
    // `https://https//example.org`
    const [, repeatedUrl] = /^(?:https?:)?\/\/(https?:?\/\/.+)$/is.exec(written) ?? [];
    if (repeatedUrl !== undefined) return malformed(written, `Write ${repeatedUrl.replace(/^(https?):?/i, "$1:")}.`);
    const isLocal = hostname === "localhost" || !this.origin.hostname.includes(".");
    if (!isName || hostname.includes(".") || isLocal) return { kind: "external", url: href };
    const path = `${hostname}${pathname}`.replace(/\/$/, "");
    const isPathOfSite = /^[\\/]/.test(written) && this.addresses.find(path) !== undefined;
    const help = isPathOfSite
      ? `Did you mean ${this.addresses.shape.base}${path}?`
      : `Write the whole name, such as ${hostname}.org.`;
    return problem("link-malformed", `${written} leads to a host called "${hostname}"`, help);
  }

  private explainMissing(path: string, written: string): Resolution {
    const folded = this.addresses.findFolded(path);
    if (folded !== undefined) {
      const isSameCase = path.normalize("NFC") === folded.normalize("NFC").slice(0, path.normalize("NFC").length);
      const difference = isSameCase ? "in the encoding of its accents (NFC and NFD)" : "in upper and lower case";
      const message = `${written} differs from the address of ${folded} ${difference}, and hosts tell them apart`;
      return problem("link-case", message, `Write ${this.addresses.addressOf(folded)}.`);
    }
    const message = `nothing on this site has the address ${written}`;
    const correction = meantUrl(written);
    if (correction !== undefined) return problem("broken-link", message, `Write ${correction}.`);
    const near = this.addresses.suggest(path);
    return problem("broken-link", message, near && `Did you mean ${near}?`);
  }
}

/** Trims the characters that browsers trim; other spaces, such as invisible ones, belong to the address. */
function withoutSpaces(url: string): string {
  return url.replace(/^[\0- ]+|[\0- ]+$/g, "");
}

/** Judges a URL that is not of the web. */
function resolveScheme(scheme: string, url: string, kind: FileLink["kind"]): Resolution {
  if (neverLinks.has(scheme) || (scheme === "data" && (kind === "link" || kind === "form")))
    return problem(
      "url-unsafe",
      `a link must not be a ${scheme}: URL`,
      "Write where it leads on this site or another.",
    );
  if (scheme.length === 1)
    return malformed(url, "A path of one machine leads nowhere on another: write a path of this site.");
  if (isHostAndPort(url)) return malformed(url, `Write https://${url}.`);
  if (scheme === "localhost") return malformed(url, "Write only the path, such as /cip.");
  if (scheme === "mailto") {
    const message = mailProblem(url);
    if (!message) return otherResolution;
    return problem("link-mailto", message, "Write mailto:name@example.org, several with commas between them.");
  }
  if (scheme === "tel" && phoneProblem(url))
    return malformed(url, "Write a number with its country: tel:+41441234567.");
  // A misspelling has one letter too many, too few or out of place; no scheme that exists is as close to a usual one.
  const near = didYouMean(scheme, usualSchemes) ?? scheme;
  const isMisspelt = sortedLetters(scheme) === sortedLetters(near) || Math.abs(scheme.length - near.length) === 1;
  return near !== scheme && isMisspelt ? malformed(url, `Did you mean ${near}:?`) : otherResolution;
}

const sortedLetters = (word: string) => [...word].sort().join("");

function malformed(url: string, help: string): Resolution {
  return problem("link-malformed", `${url} is not a valid URL`, help);
}

function problem(code: Code, message: string, help?: string): Resolution {
  return { kind: "problem", problem: { code, message, help } };
}

/** Matches a mail address: a name, and a host with a dot or an IP address in brackets. */
const mailbox =
  /^(?!\/)(?:"[^"]+"|[^\s@.,;:<>"]+(?:\.[^\s@.,;:<>"]+)*)@(?:[^\s@.,;:<>"[\]-][^\s@.,;:<>"[\]]*(?:\.[^\s@.,;:<>"[\]]+)+|\[[\da-z.:]+\])$/i;

/** @returns the problem of a `mailto:`. */
function mailProblem(url: string): string | undefined {
  const [to = "", query = ""] = url.slice("mailto:".length).split(/\?(.*)/s);
  const copies = [...new URLSearchParams(query)].filter(([name]) => /^(?:to|cc|bcc)$/i.test(name));
  const recipients = [...to.split(",").map(decodeUrl), ...copies.flatMap(([, list]) => list.split(","))];
  const named = recipients.map((address) => address.trim()).filter(Boolean);
  const invalid = named.find((address) => !mailbox.test(address));
  if (invalid !== undefined) return `"${invalid}" is not a mail address`;
  // For a mail that only has a text, a mail program asks for the recipient.
  return named.length === 0 && query === "" ? `${url} names no address` : undefined;
}

/** Whether a `tel:` has no digits, or letters where digits belong. */
function phoneProblem(url: string): boolean {
  const number = decodeUrl(url.slice("tel:".length)).replace(/[;?].*$/s, "");
  return !/\d/.test(number) || /[g-z]/i.test(number);
}
