/**
 * Which file answers which address: the build that writes the files, the server that answers, the check of links, the client that navigates and
 * the search for what a link means must agree on it. Paths are plain text, escapes resolved; `cip` is the page of `cip/index.html` and `cip.html`.
 */

/** How a page becomes a file: `cip/index.html`, or `cip.html`. */
export type PageFormat = "directory" | "file";

/** Path of a page's file. @param page path without slashes at its ends; empty for the home page. */
export function pageFile(page: string, format: PageFormat): string {
  if (page === "") return "index.html";
  return format === "file" ? `${page}.html` : `${page}/index.html`;
}

/** Path of the page that a file is, the other way round. @returns undefined for what is no page. */
export function pageOfFile(file: string): string | undefined {
  return /^(.*?)(?:(?:^|\/)index)?\.html$/.exec(file)?.[1];
}

/** The files that answer a path, best first, as hosts look for them. @param path below the site's root, without a slash in front. */
export function answeringFiles(path: string): string[] {
  if (path === "") return ["index.html"];
  if (path.endsWith("/")) return [`${path}index.html`, `${path.slice(0, -1)}.html`];
  return [path, `${path}.html`, `${path}/index.html`];
}

/** One path for all that lead to a page: `/cip/index.html`, `/cip/index`, `/cip.html` and `/cip/` are `/cip`. @param path with a slash in front. */
export function barePath(path: string): string {
  const bare = path
    .replace(/\/+$/, "")
    .replace(/(^|\/)index(\.html)?$/, "")
    .replace(/\.html$/, "");
  return bare === "" ? "/" : bare;
}
