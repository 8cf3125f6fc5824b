/** No generator: the code host shows the folder. What the repository says of its site, any generator's: `CNAME`, `package.json`, `_redirects` of a host. */
import { encodePath } from "../../../shared/url.js";
import { addressParts, asObject, asText, type OldFiles, type OldSite, routeOf } from "./generator.js";

export const plain: OldSite = {
  name: "none",
  file: undefined,
  keys: {},
  guesses: {},
  folders: [],
  addressOf: () => undefined,
  redirects: {},
  notTaken: [],
};

/** Completes an old site with what files say that every generator may have. */
export function withCommonFiles(read: OldSite, files: OldFiles): OldSite {
  const common = addressIn(files);
  // What texts link to is a former site if a file names another one.
  const site = read.file === undefined && common && common.keys.url !== read.keys.url ? plain : read;
  const taken = site.keys.url === undefined && common ? common : undefined;
  const redirects = hostRedirects(files);
  const hasPages = files.paths.some((path) => path.startsWith("pages/"));
  const folder = site.file === undefined ? staticFolder(files) : undefined;
  return {
    ...site,
    keys: {
      ...taken?.keys,
      ...site.keys,
      ...(hasPages && { pages: false as const }),
      ...(folder && { content: { static: folder } }),
    },
    guesses: {
      ...(taken && { url: taken.from }),
      ...(folder && { content: `texts link to files of ${folder}/ as if they were at the root of the site` }),
      ...site.guesses,
      ...(hasPages && { pages: "the folder pages/ is there already; cipgen would read pages of the site from it" }),
    },
    redirects: { ...redirects, ...site.redirects },
  };
}

/** @returns the folder whose files texts link to from the root of the site: `/img/a.png` is `static/img/a.png`. */
function staticFolder(files: OldFiles): string | undefined {
  return ["static", "public"].find((folder) => {
    const urls = new Set(
      files.paths.flatMap((path) => (path.startsWith(`${folder}/`) ? encodePath(path.slice(folder.length)) : [])),
    );
    const isLinked = (path: string) =>
      [...(files.text(path) ?? "").matchAll(/\]\(<?(\/[^\s)>?#]+)/g)].some(([, address = ""]) => urls.has(address));
    return urls.size > 0 && files.paths.some((path) => path.endsWith(".md") && isLinked(path));
  });
}

function addressIn(files: OldFiles): { keys: OldSite["keys"]; from: string } | undefined {
  const file = ["CNAME", "docs/CNAME", "static/CNAME", "public/CNAME", "src/CNAME"].find(
    (path) => files.text(path) !== undefined,
  );
  const host = file && asText(files.text(file)?.split(/\s/)[0]);
  if (host && /^[\w.-]+\.[a-z]{2,}$/i.test(host))
    return { keys: { url: `https://${host.toLowerCase()}` }, from: `from ${file}` };
  const { homepage } = asObject(readJson(files.text("package.json")));
  const written = asText(homepage);
  // A page of the repository is not that of the site.
  const keys =
    written && !/^https?:\/\/(?:www\.)?(?:github|gitlab|bitbucket|codeberg)\.\w+\//.test(written)
      ? addressParts(written)
      : {};
  return keys.url ? { keys, from: "from homepage in package.json" } : undefined;
}

function readJson(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? "{}");
  } catch {
    return {};
  }
}

/** Netlify's and Cloudflare's lines: from, to, status. Patterns with stars and names are the host's own. */
function hostRedirects(files: OldFiles): Record<string, string> {
  const file = [
    "_redirects",
    "static/_redirects",
    "public/_redirects",
    "docs/_redirects",
    "docs/public/_redirects",
  ].find((path) => files.text(path) !== undefined);
  const found: Record<string, string> = {};
  for (const line of (file && files.text(file) ? (files.text(file) ?? "") : "").split(/\r?\n/)) {
    const [from = "", to = "", status = "301"] = line.replace(/#.*$/, "").trim().split(/\s+/);
    if (/^\/[^*:]*$/.test(from) && /^(?:\/|https?:\/\/)[^*]*$/.test(to) && /^30[1278]!?$/.test(status))
      found[routeOf(from)] = to.startsWith("/") ? routeOf(to) : to;
  }
  return found;
}
