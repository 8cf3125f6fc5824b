/** Path patterns of `_headers` and `_redirects` of Netlify and Cloudflare Pages. */

/** `*` stands for anything, `:name` for one part of a path. */
export function hostPattern(path: string): RegExp {
  const source = path
    .replace(/[.+?^${}()|[\]\\]/g, "\\$&")
    .replace(/\*/g, ".*")
    .replace(/:\w+/g, "[^/]+");
  return new RegExp(`^${source}$`);
}
