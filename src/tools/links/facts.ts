/** The facts of one file of a built site that checks use: its links with their offsets, and the ids that links can lead to. */
import type { Code } from "../../platform/diagnostics/codes.js";

/**
 * `link`: a reader follows it. `frame`: a page inside a page. `form`: where a form is sent. `resource`: a browser loads
 * it with the page. `refresh`: a redirect by the page itself. `canonical`, `alternate`: other addresses of a page, for
 * crawlers. `preview`: pictures and addresses for programs that show a link to the page.
 */
export type LinkKind = "link" | "frame" | "form" | "resource" | "refresh" | "canonical" | "alternate" | "preview";

/** The type of file that an element needs. */
export type ResourceType = "picture" | "media" | "style" | "script";

export interface FileLink {
  /** As it is written, entities and escapes resolved. */
  url: string;
  kind: LinkKind;
  /** For a resource that needs one type of file. */
  resourceType?: ResourceType;
  /** Where its element begins in the file's text, in UTF-16 units. */
  offset: number;
  /** Whether programs read the URL outside of the site, so that a path alone leads nowhere. */
  needsOrigin?: boolean;
}

export interface LinkProblem {
  code: Code;
  message: string;
  help?: string;
}

/** A problem with its offset in a file. */
export interface FileProblem extends LinkProblem {
  offset: number;
  /** The URL or id with the problem, as it is written at the offset or after it. */
  text: string;
}

export interface FileFacts {
  isPage: boolean;
  links: FileLink[];
  /** The targets of fragments. */
  anchors: ReadonlySet<string>;
  problems: FileProblem[];
  /** The base of relative URLs, if the file sets one. */
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
