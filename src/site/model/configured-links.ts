/** The links and the pictures of the configuration, which are on every page or on the home page. */
import { type ConfiguredLink, linksOf, type SiteConfig } from "../../config/index.js";

export function configuredLinks(config: SiteConfig): ConfiguredLink[] {
  const { navbar, socialImage, favicon } = config;
  const { src, srcDark } = navbar.logo;
  const pictures = { "navbar.logo.src": src, "navbar.logo.srcDark": srcDark, socialImage, favicon };
  return [
    ...Object.entries(pictures).flatMap(([key, to]) => (to === undefined ? [] : [{ key, to }])),
    ...linksOf(config),
  ];
}

export function isSiteLink({ to }: ConfiguredLink): boolean {
  return /^\/(?!\/)/.test(to);
}
