/** The addresses of files for programs, so that links to them can be checked before they are made. */
import type { SiteConfig } from "../config/index.js";
import { localePrefix, siteFileUrl } from "../model/addresses.js";
import type { Register, Route } from "../model/site.js";
import { outputsOf } from "../outputs/index.js";
import { kindOf } from "../pages/index.js";

/** Addresses of files, and of folders whose files are not known yet. */
export class MachineFiles {
  private readonly folders: string[];

  /** @param urls one that ends with a slash is a folder. */
  constructor(readonly urls: ReadonlySet<string>) {
    this.folders = [...urls].filter((url) => url.endsWith("/"));
  }

  has(url: string): boolean {
    return this.urls.has(url) || this.folders.some((folder) => url.startsWith(folder));
  }
}

/** In every locale. */
export function machineFiles(
  config: SiteConfig,
  routes: Iterable<Route>,
  registers: readonly Register[],
): MachineFiles {
  const prefixes = Object.keys(config.locales).map((code) => localePrefix(config, code));
  // These are about the site as a whole, and made after it.
  const all = new Set([siteFileUrl("record"), siteFileUrl("digests")]);
  const add = (url: string) => {
    for (const prefix of prefixes) all.add(`${prefix}${url}`);
  };
  for (const kind of outputsOf(config)) {
    for (const url of kind.urls({ config, registers }))
      if (kind.each === "locale") add(url);
      else all.add(url);
  }
  for (const route of routes) {
    const url = kindOf(route).beside?.url(route, config);
    if (url) add(url);
  }
  return new MachineFiles(all);
}
