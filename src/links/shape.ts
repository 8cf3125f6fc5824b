/** Derives from the pages of any site how it is published: its origin, its base path, and whether its addresses end with a slash. */
import { posix } from "node:path";
import type { SiteShape } from "./addresses.js";
import type { FileFacts } from "./facts.js";

/** Minimum share of addresses that decides about the slash. */
const habit = 0.9;

export function inferShape(paths: readonly string[], facts: ReadonlyMap<string, FileFacts>): SiteShape {
  const canonicals = [...facts].flatMap(([path, { canonical }]): [string, URL][] =>
    canonical !== undefined && URL.canParse(canonical) ? [[path, new URL(canonical)]] : [],
  );
  const home = canonicals.find(([path]) => path === "index.html")?.[1];
  const [first] = canonicals;
  const origin = (home ?? first?.[1])?.origin;
  const base = home ? `${home.pathname.replace(/\/(?:index\.html?)?$/, "")}/` : "/";
  const named = canonicals.filter(([path]) => path.endsWith(".html") && !path.endsWith("index.html"));
  const hidesHtml = named.length > 0 && named.every(([, { pathname }]) => !pathname.endsWith(".html"));
  return { origin, base, hidesHtml, trailingSlash: slashHabit(paths, canonicals, facts) };
}

/** From the canonical addresses of `x/index.html`, or else from the links to them. */
function slashHabit(
  paths: readonly string[],
  canonicals: readonly [path: string, url: URL][],
  facts: ReadonlyMap<string, FileFacts>,
): boolean | undefined {
  const indexes = new Set(paths.filter((path) => path.endsWith("/index.html")));
  const written = canonicals.flatMap(([path, { pathname }]) => (indexes.has(path) ? [pathname] : []));
  const linked = () =>
    [...facts.values()].flatMap(({ links }) =>
      links.flatMap(({ url, kind }) => {
        const path = /^\/[^?#]*/.exec(url)?.[0];
        return kind === "link" && path && indexes.has(posix.join(path, "index.html").slice(1)) ? [path] : [];
      }),
    );
  const addresses = written.length > 0 ? written : linked();
  const slashes = addresses.filter((path) => path.endsWith("/")).length;
  if (addresses.length === 0) return undefined;
  if (slashes >= addresses.length * habit) return true;
  return slashes <= addresses.length * (1 - habit) ? false : undefined;
}
