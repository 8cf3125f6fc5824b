/** The checks of a built site, from all its files to the findings: pure, and the same for our sites and for others. */
import { posix } from "node:path";
import { Addresses, inferShape, type SiteShape } from "./addresses.js";
import { checkUrls } from "./check-urls.js";
import { extractFacts } from "./extract.js";
import type { CheckedFile, ExternalLink, FileFacts } from "./facts.js";
import type { LinkFinding } from "./findings.js";
import { readRedirects, redirectsFile } from "./redirects-file.js";
import { Resolver } from "./resolve.js";

export interface Checked {
  findings: LinkFinding[];
  external: ExternalLink[];
  pages: number;
  links: number;
}

/** @param shape what is known of how the site is published; the rest is derived from its pages. */
export function checkSite(files: readonly CheckedFile[], shape?: SiteShape): Checked {
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
  const pages = [...facts.values()].filter(({ isPage }) => isPage).length;
  const links = [...facts.values()].reduce((sum, file) => sum + file.links.length, 0);
  return {
    findings: [...urls.findings, ...checkPages(facts), ...checkOrphans(facts, urls.edges)],
    external: urls.external,
    pages,
    links,
  };
}

/** Findings that follow from one page alone. */
function checkPages(facts: ReadonlyMap<string, FileFacts>): LinkFinding[] {
  return [...facts].flatMap(([path, { isPage, problems }]) =>
    (isPage ? problems : []).map((problem) => ({ ...problem, path })),
  );
}

const home = "index.html";

/** Unreachable pages: no chain of links leads from the home page to them. @param edges pages that each page leads to. */
function checkOrphans(
  facts: ReadonlyMap<string, FileFacts>,
  edges: ReadonlyMap<string, ReadonlySet<string>>,
): LinkFinding[] {
  if (!facts.has(home)) return [];
  const reached = new Set([home]);
  for (const page of reached) for (const next of edges.get(page) ?? []) reached.add(next);
  // Error pages of a host, redirects, and pages with noindex need no link.
  const isAside = (path: string, { noindex, refresh }: FileFacts) =>
    noindex || refresh !== undefined || posix.basename(path) === "404.html";
  const message = "no link leads from the home page to this page";
  const help = "Link to it, or mark it noindex if it is not meant to be found.";
  return [...facts].flatMap(([path, file]): LinkFinding[] =>
    !file.isPage || reached.has(path) || isAside(path, file)
      ? []
      : [{ code: "page-orphan", message, help, path, offset: 0, text: "", group: path }],
  );
}
