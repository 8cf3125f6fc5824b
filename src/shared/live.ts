/** The messages between `serve --watch` and the script that it adds to pages. */

export const liveAddress = { script: "/__cipgen/client.js", events: "/__cipgen/events" };

/** Name of the `<meta>` with the digest of the page as served. */
export const pageMeta = "cipgen:page";

/** Errors as HTML, in which what comes from content is escaped. */
export interface LiveErrors {
  title: string;
  html: string;
  /** Whether they are of the text of this page, which is shown as it was without them. Otherwise the whole site cannot be built. */
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
