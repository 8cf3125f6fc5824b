/**
 * Maps addresses to files and back. The build, the server, the link checks, the client's navigation and the resolution of
 * links share these rules. Paths are decoded; `cip` is the page of `cip/index.html` and `cip.html`.
 */

/** How a page becomes a file: `cip/index.html`, or `cip.html`. */
export type PageFormat = "directory" | "file";

/** Path of a page's file. @param page path without slashes at its ends; empty for the home page. */
export function pageFile(page: string, format: PageFormat): string {
  if (page === "") return "index.html";
  return format === "file" ? `${page}.html` : `${page}/index.html`;
}

/** The inverse of `pageFile`, for both formats. @returns undefined if the file is not a page. */
export function pageOfFile(file: string): string | undefined {
  return /^(.*?)(?:(?:^|\/)index)?\.html$/.exec(file)?.[1];
}

/** The files that hosts look for at a path, best first. @param path below the site's root, without a slash in front. */
export function answeringFiles(path: string): string[] {
  if (path === "") return ["index.html"];
  if (path.endsWith("/")) return [`${path}index.html`, `${path.slice(0, -1)}.html`];
  return [path, `${path}.html`, `${path}/index.html`];
}

/** The shortest of the paths that lead to a page: `/cip` for `/cip/index.html`, `/cip/index`, `/cip.html` and `/cip/`. @param path with a slash in front. */
export function barePath(path: string): string {
  const bare = path
    .replace(/(?<!\/)\/+$/, "")
    .replace(/(^|\/)index(\.html)?$/, "")
    .replace(/\.html$/, "");
  return bare === "" ? "/" : bare;
}

/** Two paths with the same folded form are the same file on a file system that ignores case or the form of accents. */
export function foldPath(path: string): string {
  return path.normalize("NFC").toLowerCase();
}
