/** The icons of a site: its own files named `favicon`, or the program's mark. */
import type { Icon } from "../model/assets.js";
import type { RenderContext } from "./context.js";

const kinds: readonly Icon[] = [
  { rel: "icon", href: "/favicon.ico", sizes: "32x32" },
  { rel: "icon", href: "/favicon.svg", type: "image/svg+xml", sizes: "any" },
  { rel: "icon", href: "/favicon.png", type: "image/png" },
];

export function siteIcons({ site, assets }: RenderContext): readonly Icon[] {
  const own = kinds.filter(({ href }) => site.files.has(href));
  return own.length > 0 ? own : assets.icons;
}
