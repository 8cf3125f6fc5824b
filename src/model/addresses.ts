/** Addresses that several stages must agree on: pages of lists, and the files that are written for programs. */
import { posix } from "node:path";
import type { SiteConfig } from "../config/index.js";
import type { Register, Route } from "./site.js";

/** Address of one page of a list: the first is the list itself. */
export function pageRoute(base: string, page: number): string {
  return page === 1 ? base : posix.join(base, "page", String(page));
}

/** `/de-DE`, or empty for the default locale. */
export function localePrefix(config: SiteConfig, code: string): string {
  return code === config.defaultLocale ? "" : `/${config.locales[code]?.path ?? code}`;
}

const siteFiles = {
  sitemap: "sitemap.xml",
  robots: "robots.txt",
  opensearch: "opensearch.xml",
  manifest: "manifest.json",
};
const registerFiles = { rss: "rss.xml", atom: "atom.xml", jsonFeed: "feed.json", register: "register.json" };

export type MachineFile = keyof typeof siteFiles;
export type RegisterFile = keyof typeof registerFiles;

/** @param prefix of the locale, for the files that each locale has. */
export function machineFileUrl(file: MachineFile, prefix = ""): string {
  return `${prefix}/${siteFiles[file]}`;
}

export function registerFileUrl({ series }: Register, file: RegisterFile, prefix = ""): string {
  return `${prefix}${posix.join(series.route, registerFiles[file])}`;
}

/** Address of the data beside the page of a route. */
export function dataFileUrl(route: string, prefix = ""): string {
  return posix.join(`${prefix}/`, route, "index.json");
}

const kindsWithData = new Set<Route["kind"]>(["list", "tags", "archive"]);

/** Every such address in every locale, so that links to them can be checked. */
export function machineFiles(
  config: SiteConfig,
  registers: readonly Register[],
  routes: Iterable<Route>,
): Set<string> {
  const withData = [...routes].flatMap(({ kind, route }) => (kindsWithData.has(kind) ? [route] : []));
  if (config.docs) withData.push(config.docs.route);
  const all = [machineFileUrl("sitemap"), machineFileUrl("robots"), machineFileUrl("manifest")];
  for (const code of Object.keys(config.locales)) {
    const prefix = localePrefix(config, code);
    if (config.search.provider !== "none") all.push(machineFileUrl("opensearch", prefix));
    for (const register of registers) {
      for (const file of Object.keys(registerFiles) as RegisterFile[])
        all.push(registerFileUrl(register, file, prefix));
    }
    all.push(...withData.map((route) => dataFileUrl(route, prefix)));
  }
  return new Set(all);
}
