/** What `serve --watch` and the script that it adds to pages say to each other. */

export const liveAddress = { script: "/__cipgen/client.js", events: "/__cipgen/events" };

/** Name of the `<meta>` that holds the digest of the page as it was served. */
export const pageMeta = "cipgen:page";

export type LiveMessage =
  /** This tab's page is another one now. */
  | { type: "reload" }
  /** The addresses of the styles as they are now. */
  | { type: "css"; hrefs: string[] }
  /** The site cannot be built; `html` says why and is escaped where it must be. */
  | { type: "error"; html: string }
  /** The site is built; pages that were fetched before may be old. */
  | { type: "ok" };

/** A style sheet's address without what tells its versions apart: a digest in the name, a query. */
export function sheetName(href: string): string {
  return href.replace(/[?#].*$/, "").replace(/-[0-9a-f]{10}(?=\.css$)/, "");
}
