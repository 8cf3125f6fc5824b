/** The messages between `serve --watch` and the script that it adds to pages. */

export const liveAddress = { script: "/__cipgen/client.js", events: "/__cipgen/events" };

/** Name of the `<meta>` element with the digest of the served page. */
export const pageMeta = "cipgen:page";

/** Errors as HTML, in which all text from content is escaped. */
export interface LiveErrors {
  title: string;
  html: string;
  /** Whether the errors are in this page's text, so that its last good version is shown. Otherwise the page or the whole site cannot be made. */
  isOfPage: boolean;
}

export type LiveMessage =
  /** This tab's page has changed. */
  | { type: "reload" }
  /** The present addresses of the styles. */
  | { type: "css"; hrefs: string[] }
  | ({ type: "error" } & LiveErrors)
  /** This page has no errors; pages that were fetched before may be outdated. */
  | { type: "ok" };

/** A style sheet's address without the digest in its name. */
export function sheetName(href: string): string {
  return href.replace(/-[0-9a-f]{10}(?=\.css$)/, "");
}
