/** What checks know of one file of a built site: its links with their places, and what in it a link can lead to. */

/**
 * `link`: what a reader follows. `frame`: a page inside a page. `form`: where a form is sent. `resource`: what a browser loads with the page.
 * `refresh`: where a page leads on by itself. `canonical`, `alternate`: other addresses of a page, for crawlers. `preview`: pictures and
 * addresses for programs that show a link to the page. `entry`: what a feed, a sitemap or a manifest names.
 */
export type LinkKind =
  | "link"
  | "frame"
  | "form"
  | "resource"
  | "refresh"
  | "canonical"
  | "alternate"
  | "preview"
  | "entry";

export interface FoundLink {
  /** As it is written, entities and escapes resolved. */
  url: string;
  kind: LinkKind;
  /** Where it stands in the file's text, in UTF-16 units. */
  offset: number;
  /** Of an alternate, or of a link that says which language it leads to. */
  hreflang?: string;
  /** Read away from the site: a path alone leads nowhere. */
  needsOrigin?: boolean;
}

export interface FoundId {
  id: string;
  offset: number;
}

export interface FileFacts {
  isPage: boolean;
  links: FoundLink[];
  /** What a fragment can name. */
  anchors: ReadonlySet<string>;
  /** Every occurrence of an id but its first. */
  duplicates: FoundId[];
  /** What relative URLs are relative to, when not the file's own address. */
  base?: string;
  noindex: boolean;
  /** Where the page leads on by itself. */
  refresh?: string;
  canonical?: string;
}

export const noFacts: FileFacts = { isPage: false, links: [], anchors: new Set(), duplicates: [], noindex: false };
