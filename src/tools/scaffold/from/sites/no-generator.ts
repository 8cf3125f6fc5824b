/** Describes a site without a generator, whose folder the code host shows, and what sites of all generators may have: `CNAME`, and a folder `pages/`. */
import { asText, type OldFiles, type OldSite } from "./generator.js";

export const siteWithoutGenerator: OldSite = {
  name: "none",
  file: undefined,
  keys: {},
  guesses: {},
  folders: [],
  addressOf: () => undefined,
  redirects: {},
  omitted: [],
};

/** Adds to an old site what does not depend on its generator. */
export function withCommonFiles(site: OldSite, files: OldFiles): OldSite {
  const common = site.keys.url === undefined ? addressIn(files) : undefined;
  const hasPages = files.paths.some((path) => path.startsWith("pages/"));
  return {
    ...site,
    keys: { ...(common && { url: common.url }), ...site.keys, ...(hasPages && { pages: false as const }) },
    guesses: {
      ...(common && { url: `from ${common.file}` }),
      ...site.guesses,
      ...(hasPages && { pages: "the folder pages/ is there already; cipgen would read pages of the site from it" }),
    },
  };
}

function addressIn(files: OldFiles): { url: string; file: string } | undefined {
  const file = ["CNAME", "docs/CNAME", "static/CNAME", "public/CNAME", "src/CNAME"].find(
    (path) => files.text(path) !== undefined,
  );
  const host = file && asText(files.text(file)?.split(/\s/)[0]);
  return host && /^[\w.-]+\.[a-z]{2,}$/i.test(host) ? { url: `https://${host.toLowerCase()}`, file } : undefined;
}
