/** The Content-Security-Policy of pages. */
import { createHash } from "node:crypto";
import type { SiteConfig } from "../../config/index.js";
import { insightsOrigin } from "../../shared/search.js";
import type { RenderContext } from "../../site/model/context.js";

/**
 * Allows scripts and styles of this site and of configured origins, and the one inline script by its hash. Pictures of
 * proposals may come from anywhere.
 */
export function contentSecurityPolicy({ assets, site }: RenderContext): string {
  const { search, head } = site.config;
  const scripts = originsOf(head, "script");
  const styles = originsOf(head, "link");
  const inline =
    assets.inlineScript && ` 'sha256-${createHash("sha256").update(assets.inlineScript).digest("base64")}'`;
  const insights = search.provider === "algolia" && search.insights ? [insightsOrigin] : [];
  const directives = [
    "default-src 'self'",
    ["script-src 'self'", ...scripts].join(" ") + inline,
    ["style-src 'self'", ...styles].join(" "),
    ...(styles.length > 0 ? [["font-src 'self'", ...styles].join(" ")] : []),
    "img-src 'self' data: https:",
    ["connect-src 'self'", ...searchHosts(search), ...insights, ...scripts].join(" "),
    // A script of another origin may show a page of that origin, whose code runs here anyway.
    ["frame-src 'self'", ...scripts].join(" "),
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
  ];
  // Directives that repeat `default-src` would be useless bytes on every page.
  return directives.filter((directive) => !/^(?:style|connect|frame)-src 'self'$/.test(directive)).join("; ");
}

/** Origins that elements of the head load from or send to. */
function originsOf(head: SiteConfig["head"], tag: "script" | "link"): string[] {
  const loaders = head.filter(
    (element) => element.tag === tag && (tag === "script" || element.rel === "stylesheet" || element.as),
  );
  return [
    ...new Set(
      loaders.flatMap(({ src, href, origins }) => {
        const url = src ?? href ?? "";
        return [...(/^https?:/i.test(url) ? [new URL(url).origin] : []), ...origins];
      }),
    ),
  ];
}

/** The hosts of a hosted provider, the preferred one first. */
export function searchHosts(search: SiteConfig["search"]): string[] {
  if (search.provider !== "algolia") return [];
  return (
    search.hosts ?? [`https://${search.appId}-dsn.algolia.net`, "https://*.algolia.net", "https://*.algolianet.com"]
  );
}

/** Redirects with the query and the fragment of the old address. It runs before the page's `refresh`, which is for browsers without scripts. */
export const redirectScript =
  "{const{to}=document.currentScript.dataset,u=new URL(to,location);if(location.search)u.search+=(u.search?'&':'?')+location.search.slice(1);if(location.hash)u.hash=location.hash;location.replace(u)}";

/** The policy of redirects, which load nothing and run this one script. */
export const redirectPolicy = `default-src 'none'; base-uri 'none'; form-action 'none'; script-src 'sha256-${createHash("sha256").update(redirectScript).digest("base64")}'`;
