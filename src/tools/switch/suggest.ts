/** Suggests an address of the new site for one that would be lost: by its form, name, title or number, and then by likeness. */

import { getOrAdd } from "../../shared/lazy.js";
import { Candidates } from "../../shared/text.js";
import type { Site } from "../../site/model/site.js";

/** The addresses of the new site that can be suggested. */
export class Suggestions {
  /** Routes and URLs of files by their last part, in lower case and without an extension of pages. */
  private readonly byName = new Map<string, string[]>();
  private readonly byNumber = new Map<number, { route: string; id: string }[]>();
  private readonly folded = new Map<string, string>();
  private readonly candidates: Candidates;

  /** @param files URLs of files that are not pages, in the default language. */
  constructor(
    site: Pick<Site, "registers">,
    routes: readonly string[],
    private readonly files: readonly string[],
  ) {
    const add = (name: string, address: string) => {
      const addresses = getOrAdd(this.byName, name, () => []);
      if (!addresses.includes(address)) addresses.push(address);
    };
    for (const address of [...routes, ...files]) {
      this.folded.set(withoutPageEnd(address).toLowerCase(), address);
      add(nameOf(address), address);
    }
    for (const { series, proposals } of site.registers)
      for (const { number, route, meta, document } of proposals) {
        getOrAdd(this.byNumber, number, () => []).push({ route, id: series.id });
        if (meta.title) add(slugOf(meta.title), route);
        if (document?.named?.slug) add(document.named.slug.toLowerCase(), route);
        // Old addresses may end with the name of a text: `0001-words`, `eip-1`.
        const file = /([^/]+)\.\w+$/.exec(document?.path ?? "")?.[1];
        if (file) add(file.toLowerCase(), route);
      }
    this.candidates = new Candidates([...routes, ...files]);
  }

  /** @param path the lost address, decoded and without the prefix of a language. */
  suggest(path: string): string | undefined {
    const isFile = hasExtension(path);
    return (
      this.folded.get(withoutPageEnd(path).toLowerCase()) ??
      this.findByName(path) ??
      this.findFeed(path) ??
      (isFile ? undefined : this.findByNumber(path)) ??
      this.candidates.nearest(withoutPageEnd(path))
    );
  }

  /** Of the addresses with the name of a path, the one that shares the most folders, then the shortest; undefined if several are equal. */
  private findByName(path: string): string | undefined {
    const folders = path.toLowerCase().split("/");
    const ranked = (this.byName.get(nameOf(path)) ?? [])
      .map((address) => {
        const parts = address.toLowerCase().split("/");
        return { address, same: parts.filter((part) => folders.includes(part)).length, length: parts.length };
      })
      .sort((a, b) => b.same - a.same || a.length - b.length);
    const [first, second] = ranked;
    return first?.same === second?.same && first?.length === second?.length ? undefined : first?.address;
  }

  /** Finds a proposal by the number in the last or second last part of a path; of several series, the one that the path names. */
  private findByNumber(path: string): string | undefined {
    const parts = withoutPageEnd(path).toLowerCase().split("/").reverse();
    const last = parts.find((part) => /\d/.test(part) && !/^v?\d+\.\d/.test(part));
    if (last === undefined || parts.indexOf(last) > 1) return undefined;
    const number = Number(/(?<!\d)\d{1,9}(?!\d)/.exec(last)?.[0] ?? Number.NaN);
    const candidates = this.byNumber.get(number) ?? [];
    const ofSeries = candidates.filter(({ id }) =>
      new RegExp(`(?:^|[^a-z])${id}s?(?![a-z])`).test(withoutPageEnd(path).toLowerCase()),
    );
    const [only, rival] = ofSeries.length > 0 ? ofSeries : candidates;
    return rival ? undefined : only?.route;
  }

  /** Finds the feed of the first series for a feed of another name. */
  private findFeed(path: string): string | undefined {
    if (!/(?:feed|rss|atom).*\.(?:xml|json)$|\.(?:rss|atom)$/i.test(path)) return undefined;
    const name = /atom/i.test(path) ? "/atom.xml" : "/rss.xml";
    return this.files.find((url) => url.endsWith(name));
  }
}

/** A path without a slash, `index` or `.html` at its end. */
const withoutPageEnd = (path: string) =>
  path
    .replace(/(?<!\/)\/+$/, "")
    .replace(/\/index(?:\.html?)?$/i, "")
    .replace(/\.html?$/i, "") || "/";

/** Whether a path ends like a file that is not a page. */
const hasExtension = (path: string) => /\.(?!html?$|md$|php$|aspx?$)[a-z][a-z0-9]{1,4}$/i.test(path);

function nameOf(path: string): string {
  const last = withoutPageEnd(path).toLowerCase().split("/").at(-1) ?? "";
  return hasExtension(last) ? last : last.replace(/\.(?:md|php|aspx?)$/, "");
}

const slugOf = (title: string) =>
  title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-|-$/g, "");
