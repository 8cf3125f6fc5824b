/** Collects all addresses of the site: the routes of pages, and the URLs of files for programs. */
import { posix } from "node:path";
import { contentFolders } from "../config/index.js";
import { diagnose } from "../platform/diagnostics/codes.js";
import type { Diagnostic, Result } from "../shared/diagnostic.js";
import { foldPath } from "../shared/page-path.js";
import { localePrefix, siteFileUrl } from "./model/addresses.js";
import type { Route, SitePages, StaticFile } from "./model/site.js";
import { oldAddresses } from "./redirects.js";

/** @param configFile its name, for messages. @param files static files by URL: they take precedence over pages that yield. */
export function buildRoutes(
  pages: SitePages,
  configFile: string,
  files: ReadonlyMap<string, StaticFile>,
): Result<Map<string, Route>> {
  const { config, kinds } = pages;
  const value = new Map<string, Route>();
  const diagnostics: Diagnostic[] = [];
  const candidates = kinds.pages.flatMap((kind) => kind.routes?.(pages) ?? []);
  const prefixes = Object.keys(config.locales).map((code) => localePrefix(config, code));
  const prefixOf = (address: string) => prefixes.find((prefix) => prefix && `${address}/`.startsWith(`${prefix}/`));
  // Addresses that differ only in case would be one file on many systems.
  const folded = new Set([...files.keys()].map(foldPath));
  const hasFile = (address: string) =>
    [posix.join(address, "index.html"), `${address}.html`].some((url) => folded.has(foldPath(url)));
  for (const candidate of candidates.toSorted((a, b) => Number(a.yields ?? 0) - Number(b.yields ?? 0))) {
    const route = value.get(candidate.route);
    if (
      candidate.yields &&
      (folded.has(foldPath(candidate.route)) || prefixes.some((prefix) => hasFile(`${prefix}${candidate.route}`)))
    )
      continue;
    const prefix = prefixOf(candidate.route);
    if (prefix !== undefined) diagnostics.push(amongTranslations(candidate, prefix, pages, configFile));
    else if (route) diagnostics.push(conflict(candidate, route, pages, configFile));
    else {
      value.set(candidate.route, candidate);
      folded.add(foldPath(candidate.route));
    }
  }
  return { value, diagnostics };
}

/** @returns a function that finds the file that a page is made from, if there is one. */
function sourceIn(pages: SitePages): (route: Route) => string | undefined {
  return (route) => route.source ?? pages.kinds.pageOf(route).text?.(route, pages).document?.path;
}

/** Reports a page whose address begins with the prefix of a language, where only pages in that language may be. */
function amongTranslations(page: Route, prefix: string, pages: SitePages, configFile: string): Diagnostic {
  const source = sourceIn(pages)(page);
  const message = `${page.route} begins with ${prefix}, where only pages of that language may be`;
  return diagnose("route-conflict", message, {
    ...(source ? { file: source, line: 1, column: 1 } : { file: configFile }),
    help: `Translations are texts of the same names below ${contentFolders.i18n}; other pages need another address.`,
  });
}

/** Reports two pages with one address: in the file of the page, or, for a page without a file, at the key of the configuration with its address. */
function conflict(page: Route, rival: Route, pages: SitePages, configFile: string): Diagnostic {
  const sourceOf = sourceIn(pages);
  const describe = (route: Route) => sourceOf(route) ?? `the ${route.kind} page${route.key ? ` (${route.key})` : ""}`;
  const source = sourceOf(page);
  const isEarlier = seriesIn(page) < seriesIn(rival);
  const culprit = source ? undefined : isEarlier ? rival.key : (page.key ?? rival.key);
  const [subject, holder] = culprit && culprit !== page.key ? [rival, page] : [page, rival];
  const message = `${subject.route} is already the address of ${describe(holder)}`;
  return diagnose("route-conflict", culprit ? `${culprit}: ${message}` : message, {
    ...(source ? { file: source, line: 1, column: 1 } : {}),
    ...(culprit ? { file: configFile } : {}),
    help: culprit ? "Choose another address for one of the two." : "Rename one of the two; nothing was overwritten.",
  });
}

/** Index of the series whose key a page is from: of two series, the later one is asked to give way. */
const seriesIn = ({ key = "" }: Route) => Number(/^series\[(\d+)\]/.exec(key)?.[1] ?? 0);

/** The addresses of files for programs, and of folders with such files. Links to them are checked before they are made. */
export class MachineFiles {
  private readonly folders: string[];

  /** @param urls one that ends with a slash is a folder. @param isOld whether an address is redirected. */
  constructor(
    readonly urls: ReadonlySet<string>,
    private readonly isOld: (url: string) => boolean,
  ) {
    this.folders = [...urls].filter((url) => url.endsWith("/"));
  }

  /** Whether a link to the address leads somewhere. */
  has(url: string): boolean {
    return this.isMade(url) || this.isOld(url);
  }

  isMade(url: string): boolean {
    return this.urls.has(url) || this.folders.some((folder) => url.startsWith(folder));
  }
}

/** The addresses of all files for programs: of those that each locale has, with the prefix of every locale. */
export function machineFiles(
  { config, kinds, registers }: Pick<SitePages, "config" | "kinds" | "registers">,
  routes: Iterable<Route>,
): MachineFiles {
  const prefixes = Object.keys(config.locales).map((code) => localePrefix(config, code));
  const urls = new Set([siteFileUrl("record")]);
  const add = (url: string) => {
    for (const prefix of prefixes) urls.add(`${prefix}${url}`);
  };
  for (const kind of kinds.outputs(config)) {
    for (const url of kind.urls({ config, registers }))
      if (kind.each === "locale") add(url);
      else urls.add(url);
  }
  for (const route of routes) {
    const url = kinds.pageOf(route).beside?.url(route, config);
    if (url) add(url);
  }
  return new MachineFiles(urls, oldAddresses(config));
}
