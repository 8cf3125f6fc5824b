/** The addresses of a built site: which file answers a path, and how the site itself writes the address of a page. */
import { posix } from "node:path";
import { didYouMean } from "../shared/text.js";

/** How a site is published. */
export interface SiteShape {
  /** `https://example.org`; undefined when nothing tells it, and then every absolute URL leads elsewhere. */
  origin?: string;
  /** Path of the site's root, with a slash at both ends. */
  base: string;
  /** Whether addresses of pages end with a slash; undefined for a site that has no habit. */
  trailingSlash?: boolean;
  /** Pages are `x.html`, and are asked for as `x`. */
  hidesHtml?: boolean;
}

export class Addresses {
  private readonly paths: ReadonlySet<string>;
  private folded: Map<string, string> | undefined;

  /** @param paths of all files, below the site's root. */
  constructor(
    paths: Iterable<string>,
    readonly shape: SiteShape,
  ) {
    this.paths = new Set(paths);
  }

  /** File that answers a path below the site's root, without its first slash. */
  find(path: string): string | undefined {
    if (this.paths.has(path)) return path;
    const bare = path.replace(/\/$/, "");
    const [index, page] = [posix.join(bare, "index.html"), `${bare}.html`];
    return this.paths.has(index) ? index : bare !== "" && this.paths.has(page) ? page : undefined;
  }

  /** The same for a path that is right but for upper and lower case, or for how its accents are composed. */
  findFolded(path: string): string | undefined {
    this.folded ??= new Map([...this.paths].map((known) => [fold(known), known]));
    const [wanted, bare] = [fold(path), fold(path.replace(/\/$/, ""))];
    return (
      this.folded.get(wanted) ?? this.folded.get(posix.join(bare, "index.html")) ?? this.folded.get(`${bare}.html`)
    );
  }

  /** Address of a file as this site writes it: `/cip/` or `/cip` for `cip/index.html`. */
  of(path: string): string {
    const { base, trailingSlash, hidesHtml } = this.shape;
    if (path === "index.html") return base;
    if (path.endsWith("/index.html")) return base + path.slice(0, trailingSlash === false ? -11 : -10);
    if (!hidesHtml || !path.endsWith(".html")) return base + path;
    return `${base}${path.slice(0, -5)}${trailingSlash ? "/" : ""}`;
  }

  /** The address that one that nothing answers was probably meant to be. */
  suggest(path: string): string | undefined {
    const { base } = this.shape;
    const wanted = `${base}${path}`.replace(/(.)\/$/, "$1");
    return didYouMean(wanted, this.candidates());
  }

  private *candidates(): Iterable<string> {
    for (const path of this.paths) yield this.of(path);
  }
}

function fold(path: string): string {
  return path.normalize("NFC").toLowerCase();
}
