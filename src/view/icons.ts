/** The icons of a site: the one that it names, or its own files named `favicon`, or else the picture of its logo, or else the program's mark. */
import { extname } from "node:path";
import type { Icon } from "../model/assets.js";
import type { RenderContext } from "./context.js";

const favicons: readonly Icon[] = [
  { rel: "icon", href: "/favicon.ico", sizes: "32x32" },
  { rel: "icon", href: "/favicon.svg", type: "image/svg+xml", sizes: "any" },
  { rel: "icon", href: "/favicon.png", type: "image/png" },
];

/** Attributes of a logo as an icon, by its extension. Browsers accept no other pictures everywhere. */
const logoTypes: Record<string, Pick<Icon, "type" | "sizes">> = {
  ".svg": { type: "image/svg+xml", sizes: "any" },
  ".png": { type: "image/png" },
};

export function siteIcons({ site, assets }: RenderContext): readonly Icon[] {
  const { favicon } = site.config;
  if (favicon !== undefined) return [{ rel: "icon", href: favicon, ...logoTypes[extname(favicon).toLowerCase()] }];
  const own = favicons.filter(({ href }) => site.files.has(href));
  if (own.length > 0) return own;
  const { src } = site.config.navbar.logo;
  const type = src !== undefined && site.files.has(src) ? logoTypes[extname(src).toLowerCase()] : undefined;
  return src !== undefined && type ? [{ rel: "icon", href: src, ...type }] : assets.icons;
}
