/** `robots.txt`: what crawlers may read, all of it by default, and where the sitemap is. */
import { siteFileUrl } from "../model/addresses.js";
import type { OutputKind } from "./kind.js";

export const robots: OutputKind = {
  name: "robots",
  each: "site",
  urls: () => [siteFileUrl("robots")],
  make: ({ context: { urls, site } }) => {
    const groups = site.config.robots.map(({ agents, allow, disallow }) =>
      [
        ...agents.map((name) => `User-agent: ${name}`),
        ...allow.map((path) => `Allow: ${path}`),
        ...disallow.map((path) => `Disallow: ${path}`),
      ].join("\n"),
    );
    const map = `Sitemap: ${urls.absolute(urls.file(siteFileUrl("sitemap")))}\n`;
    return [{ path: siteFileUrl("robots").slice(1), content: [...groups, map].join("\n\n") }];
  },
};
