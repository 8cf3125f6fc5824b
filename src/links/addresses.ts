/** The addresses of a built site: which file answers a path, and how the site itself writes the address of a page. */
import { answeringFiles, pageOfFile } from "../shared/page-path.js";
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
    return answeringFiles(path).find((file) => this.paths.has(file));
  }

  /** The same for a path that is right but for upper and lower case, or for how its accents are composed. */
  findFolded(path: string): string | undefined {
    this.folded ??= new Map([...this.paths].map((known) => [fold(known), known]));
    const found = answeringFiles(fold(path)).find((file) => this.folded?.has(file));
    return found && this.folded.get(found);
  }

  /** Address of a file as this site writes it: `/cip/` or `/cip` for `cip/index.html`. */
  of(file: string): string {
    const { base, trailingSlash, hidesHtml } = this.shape;
    const page = pageOfFile(file);
    const isFolder = /(^|\/)index\.html$/.test(file);
    if (page === undefined || (!isFolder && !hidesHtml)) return base + file;
    const hasSlash = isFolder ? trailingSlash !== false : trailingSlash === true;
    return `${base}${page}${hasSlash && page !== "" ? "/" : ""}`;
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
