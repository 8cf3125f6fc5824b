/** `robots.txt` allows crawlers to read everything, and names the sitemap. A site's own file replaces it. */
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
