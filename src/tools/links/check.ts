/** Runs all checks on the files of a built site, whichever program has built it. */
import { posix } from "node:path";
import { Addresses, inferShape, type SiteShape } from "./addresses.js";
import { checkUrls } from "./check-urls.js";
import { extractFacts } from "./extract.js";
import type { CheckedFile, ExternalLink, FileFacts } from "./facts.js";
import type { LinkFinding } from "./findings.js";
import { readRedirects, redirectsFile } from "./redirects-file.js";
import { Resolver } from "./resolve.js";

export interface SiteCheckResult {
  findings: LinkFinding[];
  external: ExternalLink[];
  pages: number;
  links: number;
}

/** @param shape how the site is published; by default it is inferred from the pages. */
export function checkSite(files: readonly CheckedFile[], shape?: SiteShape): SiteCheckResult {
  const facts = new Map(
    files.flatMap(({ path, text }): [string, FileFacts][] =>
      text === undefined ? [] : [[path, extractFacts(path, text)]],
    ),
  );
  const paths = files.map(({ path }) => path);
  const addresses = new Addresses(paths, shape ?? inferShape(facts));
  const redirects = readRedirects(files.find(({ path }) => path === redirectsFile)?.text ?? "");
  const resolver = new Resolver(addresses, redirects);
  const urls = checkUrls(facts, resolver);
  const pages = [...facts].filter(([, { isPage }]) => isPage);
  const pageFindings = pages.flatMap(([path, { problems }]) => problems.map((problem) => ({ ...problem, path })));
  const links = [...facts.values()].reduce((sum, file) => sum + file.links.length, 0);
  return {
    findings: [...urls.findings, ...pageFindings, ...checkOrphans(facts, urls.edges)],
    external: urls.external,
    pages: pages.length,
    links,
  };
}

const home = "index.html";

/** Finds pages that no chain of links from the home page reaches. @param edges the pages that each page leads to. */
function checkOrphans(
  facts: ReadonlyMap<string, FileFacts>,
  edges: ReadonlyMap<string, ReadonlySet<string>>,
): LinkFinding[] {
  if (!facts.has(home)) return [];
  const reached = new Set([home]);
  for (const page of reached) for (const next of edges.get(page) ?? []) reached.add(next);
  // Error pages of a host, redirects, and pages with noindex need no link.
  const needsNoLink = (path: string, { noindex, refresh }: FileFacts) =>
    noindex || refresh !== undefined || posix.basename(path) === "404.html";
  const message = "no link leads from the home page to this page";
  const help = "Link to it, or mark it noindex if it is not meant to be found.";
  return [...facts].flatMap(([path, file]): LinkFinding[] =>
    !file.isPage || reached.has(path) || needsNoLink(path, file)
      ? []
      : [{ code: "page-orphan", message, help, path, offset: 0, text: "", group: path }],
  );
}
