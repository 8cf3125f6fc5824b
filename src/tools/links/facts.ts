/** The facts of one file of a built site that checks use: its links with their places, and the ids that links can lead to. */
import type { Code } from "../../platform/diagnostics/codes.js";

/**
 * `link`: a reader follows it. `frame`: a page inside a page. `form`: where a form is sent. `resource`: a browser loads
 * it with the page. `refresh`: a redirect by the page itself. `canonical`, `alternate`: other addresses of a page, for
 * crawlers. `preview`: pictures and addresses for programs that show a link to the page.
 */
export type LinkKind = "link" | "frame" | "form" | "resource" | "refresh" | "canonical" | "alternate" | "preview";

/** The type of file that a place needs. */
export type Wanted = "picture" | "media" | "style" | "script";

export interface FoundLink {
  /** As it is written, entities and escapes resolved. */
  url: string;
  kind: LinkKind;
  /** For a resource that needs one type of file. */
  wants?: Wanted;
  /** Where its element begins in the file's text, in UTF-16 units. */
  offset: number;
  /** Read away from the site: a path alone leads nowhere. */
  needsOrigin?: boolean;
}

export interface LinkProblem {
  code: Code;
  message: string;
  help?: string;
}

/** A problem with its place in a file. */
export interface FoundProblem extends LinkProblem {
  offset: number;
  /** As it is written at the offset or behind it: a URL, an id. */
  text: string;
}

export interface FileFacts {
  isPage: boolean;
  links: FoundLink[];
  /** The targets of fragments. */
  anchors: ReadonlySet<string>;
  problems: FoundProblem[];
  /** The base of relative URLs, if it is not the file's own address. */
  base?: string;
  noindex: boolean;
  /** The target of the page's own redirect, and its delay in seconds. */
  refresh?: string;
  refreshDelay?: number;
  canonical?: string;
}

/** A file of a built site; it has its text only if it can contain links. */
export interface CheckedFile {
  /** Below the site's root, with forward slashes. */
  path: string;
  text?: string;
}

/** A link to another site. */
export interface ExternalLink {
  path: string;
  offset: number;
  /** As it is written. */
  text: string;
  /** Absolute. */
  url: string;
}
