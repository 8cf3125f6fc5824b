/** The links and the pictures of the configuration, which are on every page or on the home page. */
import type { SiteConfig } from "../../config/index.js";

export interface ConfiguredLink {
  /** Path of its key: `navbar.items[0].to`. */
  key: string;
  /** As it is written. */
  to: string;
}

export function configuredLinks({ navbar, footer, home, socialImage, favicon }: SiteConfig): ConfiguredLink[] {
  const { href, src, srcDark } = navbar.logo;
  const single = {
    "navbar.logo.src": src,
    "navbar.logo.srcDark": srcDark,
    "navbar.logo.href": href,
    socialImage,
    favicon,
  };
  return [
    ...Object.entries(single).flatMap(([key, to]) => (to === undefined ? [] : [{ key, to }])),
    ...navbar.items.flatMap((item, index) =>
      item.type === "link" ? [{ key: `navbar.items[${index}].to`, to: item.to }] : [],
    ),
    ...footer.columns.flatMap(({ links }, offset) =>
      links.map(({ to }, index) => ({ key: `footer.columns[${offset}].links[${index}].to`, to })),
    ),
    ...home.actions.map(({ to }, index) => ({ key: `home.actions[${index}].to`, to })),
  ];
}

/** Whether a link leads to an address of this site. */
export function isOwn({ to }: ConfiguredLink): boolean {
  return /^\/(?!\/)/.test(to);
}
