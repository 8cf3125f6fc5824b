/** The parts of a site's configuration that a server needs. */
import type { SiteConfig } from "../config/index.js";
import { localePrefix } from "../model/addresses.js";
import type { ServedSite } from "./answer.js";

export function siteStyle(config: SiteConfig): Pick<ServedSite, "style" | "localeFolders"> {
  const { baseUrl, trailingSlash, locales } = config;
  const folders = Object.keys(locales).map((code) => localePrefix(config, code).slice(1));
  return { style: { baseUrl, trailingSlash }, localeFolders: folders.filter(Boolean) };
}
