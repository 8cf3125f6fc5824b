/** What checks know of one file of a built site: its links with their places, and what in it a link can lead to. */
import type { Code } from "../diagnostics/codes.js";

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

/** What kind of file a browser can make use of at a place. */
export type Wanted = "picture" | "media" | "style" | "script";

export interface FoundLink {
  /** As it is written, entities and escapes resolved. */
  url: string;
  /** The same where a part of it had to be filled in. */
  written?: string;
  kind: LinkKind;
  /** Of a resource of which only one kind of file is of use. */
  wants?: Wanted;
  /** Where it is in the file's text, in UTF-16 units. */
  offset: number;
  /** Of an alternate, or of a link that says which language it leads to. */
  hreflang?: string;
  /** Read away from the site: a path alone leads nowhere. */
  needsOrigin?: boolean;
}

/** What is wrong with a file whatever else the site has. */
export interface FoundProblem {
  code: Code;
  message: string;
  help?: string;
  offset: number;
  /** As it is written at the offset. */
  text: string;
}

export interface FileFacts {
  isPage: boolean;
  links: FoundLink[];
  /** What a fragment can name. */
  anchors: ReadonlySet<string>;
  problems: FoundProblem[];
  /** What relative URLs are relative to, when not the file's own address. */
  base?: string;
  noindex: boolean;
  /** Where the page leads on by itself, and after how many seconds. */
  refresh?: string;
  refreshDelay?: number;
  canonical?: string;
}

export const noFacts: FileFacts = { isPage: false, links: [], anchors: new Set(), problems: [], noindex: false };
