/** The best proposal for an address that would be lost: by the form of the address, number, name, title, and then by likeness. */

import { Candidates } from "../../shared/text.js";
import type { Site } from "../../site/model/site.js";

/** What addresses of the new site can be suggested. */
export class Suggestions {
  /** Routes and URLs of files by their last part, in lower case and without an extension of pages. */
  private readonly byName = new Map<string, string[]>();
  private readonly byNumber = new Map<number, { route: string; id: string }[]>();
  private readonly folded = new Map<string, string>();
  private readonly near: Candidates;

  /** @param files URLs of files that are not pages, in the default language. */
  constructor(
    site: Pick<Site, "registers">,
    routes: readonly string[],
    private readonly files: readonly string[],
  ) {
    const add = (name: string, address: string) => {
      const addresses = this.byName.get(name);
      if (!addresses) this.byName.set(name, [address]);
      else if (!addresses.includes(address)) addresses.push(address);
    };
    for (const address of [...routes, ...files]) {
      this.folded.set(bare(address).toLowerCase(), address);
      add(nameOf(address), address);
    }
    for (const { series, proposals } of site.registers)
      for (const { number, route, meta, document } of proposals) {
        const same = this.byNumber.get(number) ?? [];
        same.push({ route, id: series.id });
        this.byNumber.set(number, same);
        if (meta.title) add(slugOf(meta.title), route);
        if (document?.named?.slug) add(document.named.slug.toLowerCase(), route);
        // `0001-words` and `eip-1` are names of texts, too.
        const file = /([^/]+)\.\w+$/.exec(document?.path ?? "")?.[1];
        if (file) add(file.toLowerCase(), route);
      }
    this.near = new Candidates([...routes, ...files]);
  }

  /** @param path decoded, without the prefix of a language. */
  for(path: string): string | undefined {
    const isFile = hasExtension(path);
    return (
      this.folded.get(bare(path).toLowerCase()) ??
      this.named(path) ??
      this.feedFor(path) ??
      (isFile ? undefined : this.numbered(path)) ??
      this.near.nearest(bare(path))
    );
  }

  /** The one of this name whose folders are most alike, and of those the shortest address; none where several are. */
  private named(path: string): string | undefined {
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

  /** By the first number of its last part, or of the folder of an index; of several series, that which the address names. */
  private numbered(path: string): string | undefined {
    const parts = bare(path).toLowerCase().split("/").reverse();
    const last = parts.find((part) => /\d/.test(part) && !/^v?\d+\.\d/.test(part));
    if (last === undefined || parts.indexOf(last) > 1) return undefined;
    const number = Number(/(?<!\d)\d{1,9}(?!\d)/.exec(last)?.[0] ?? Number.NaN);
    const candidates = this.byNumber.get(number) ?? [];
    const ofSeries = candidates.filter(({ id }) =>
      new RegExp(`(?:^|[^a-z])${id}s?(?![a-z])`).test(bare(path).toLowerCase()),
    );
    const [only, rival] = ofSeries.length > 0 ? ofSeries : candidates;
    return rival ? undefined : only?.route;
  }

  /** The feed of the first series, for one of another name. */
  private feedFor(path: string): string | undefined {
    if (!/(?:feed|rss|atom).*\.(?:xml|json)$|\.(?:rss|atom)$/i.test(path)) return undefined;
    const name = /atom/i.test(path) ? "/atom.xml" : "/rss.xml";
    return this.files.find((url) => url.endsWith(name));
  }
}

const bare = (path: string) =>
  path
    .replace(/\/+$/, "")
    .replace(/\/index(?:\.html?)?$/i, "")
    .replace(/\.html?$/i, "") || "/";

const hasExtension = (path: string) => /\.(?!html?$|md$|php$|aspx?$)[a-z][a-z0-9]{1,4}$/i.test(path);

function nameOf(path: string): string {
  const last = bare(path).toLowerCase().split("/").at(-1) ?? "";
  return hasExtension(last) ? last : last.replace(/\.(?:md|php|aspx?)$/, "");
}

const slugOf = (title: string) =>
  title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-|-$/g, "");
