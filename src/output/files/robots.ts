/** `robots.txt`: crawlers may read everything, and where the sitemap is. A site with other rules has a file of its own. */
import { siteFileUrl } from "../../site/model/addresses.js";
import type { OutputKind } from "./kind.js";

export const robots: OutputKind = {
  name: "robots",
  each: "site",
  urls: () => [siteFileUrl("robots")],
  make: ({ context: { urls } }) => {
    const map = urls.absolute(urls.file(siteFileUrl("sitemap")));
    return [{ path: siteFileUrl("robots").slice(1), content: `User-agent: *\nAllow: /\n\nSitemap: ${map}\n` }];
  },
};
