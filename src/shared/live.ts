/** The messages between `serve --watch` and the script that it adds to pages. */

export const liveAddress = { script: "/__cipgen/client.js", events: "/__cipgen/events" };

/** Name of the `<meta>` with the digest of the page as served. */
export const pageMeta = "cipgen:page";

export type LiveMessage =
  /** This tab's page has changed. */
  | { type: "reload" }
  /** The present addresses of the styles. */
  | { type: "css"; hrefs: string[] }
  /** The site cannot be built; `html` has the reasons, escaped. */
  | { type: "error"; html: string }
  /** The site is built; pages that were fetched before may be outdated. */
  | { type: "ok" };

/** A style sheet's address without its version: a digest in the name, a query. */
export function sheetName(href: string): string {
  return href.replace(/[?#].*$/, "").replace(/-[0-9a-f]{10}(?=\.css$)/, "");
}
