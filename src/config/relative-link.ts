/** The links in the configuration. They are on every page, so relative ones, whose targets depend on the page's address, are refused. */
import { diagnose } from "../platform/diagnostics/codes.js";
import type { Diagnostic } from "../shared/diagnostic.js";
import type { SiteConfig } from "./resolve.js";

export interface ConfiguredLink {
  /** Path of its key: `navbar.items[0].to`. */
  key: string;
  /** As it is written. */
  to: string;
}

/** The links of the navbar, the footer and the home page. */
export function linksOf({ navbar, footer, home }: Pick<SiteConfig, "navbar" | "footer" | "home">): ConfiguredLink[] {
  const { href } = navbar.logo;
  return [
    ...(href === undefined ? [] : [{ key: "navbar.logo.href", to: href }]),
    ...navbar.items.flatMap((item, index) =>
      item.type === "link" ? [{ key: `navbar.items[${index}].to`, to: item.to }] : [],
    ),
    ...footer.columns.flatMap(({ links }, offset) =>
      links.map(({ to }, index) => ({ key: `footer.columns[${offset}].links[${index}].to`, to })),
    ),
    ...home.actions.map(({ to }, index) => ({ key: `home.actions[${index}].to`, to })),
  ];
}

/** @returns an error for a relative link. @param path key path of the link. */
export function relativeLink(path: string, to: string, file: string): Diagnostic[] {
  if (/^(?:[/?#]|[a-z][a-z0-9+.-]*:)/i.test(to)) return [];
  // Pages have no extension, and an index is its folder.
  const page = to
    .replace(/(?:(^|\/)(?:index|readme))?\.(?:md|markdown|mdx|html)(?=[?#]|$)/i, "$1")
    .replace(/(.)\/(?=[?#]|$)/, "$1");
  const address = `/${page.replace(/^(?:\.{0,2}\/)+/, "")}`;
  const help = `Write "${address}" for a page of this site, or an address with https://.`;
  return [
    diagnose("config-invalid", `${path}: this relative link would lead to a different address on each page`, {
      file,
      help,
    }),
  ];
}
