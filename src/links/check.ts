/** The checks of a built site, from all its files to the findings: pure, and the same for our sites and for others. */

import { posix } from "node:path";
import { hostPattern } from "../shared/url.js";
import { Addresses, inferShape, type SiteShape } from "./addresses.js";
import { checkAlternates } from "./check-alternates.js";
import { checkUrls } from "./check-urls.js";
import { extractFacts } from "./extract.js";
import { headerRules, type Redirect, readRedirects } from "./extract-text.js";
import type { CheckedFile, ExternalLink, FileFacts } from "./facts.js";
import type { Finding } from "./findings.js";
import { Resolver } from "./resolve.js";

export interface Checked {
  findings: Finding[];
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
  const addresses = new Addresses(paths, shape ?? inferShape(paths, facts));
  const textOf = (name: string) => files.find(({ path }) => path === name)?.text ?? "";
  const redirects = readRedirects(textOf("_redirects"));
  const resolver = new Resolver(addresses, redirects);
  const urls = checkUrls(facts, resolver);
  const pages = [...facts.values()].filter(({ isPage }) => isPage).length;
  const links = [...facts.values()].reduce((sum, file) => sum + file.links.length, 0);
  return {
    findings: [
      ...urls.findings,
      ...checkPages(facts),
      ...checkAlternates(facts, resolver),
      ...checkOrphans(facts, urls.edges),
      ...checkHeaderRules(textOf("_headers"), addresses, redirects),
    ],
    external: urls.external,
    pages,
    links,
  };
}

/** Findings that follow from one page alone. */
function checkPages(facts: ReadonlyMap<string, FileFacts>): Finding[] {
  return [...facts].flatMap(([path, { isPage, problems }]) =>
    (isPage ? problems : []).map((problem) => ({ ...problem, path })),
  );
}

const home = "index.html";

/** Unreachable pages: no chain of links leads from the home page to them. @param edges pages that each page leads to. */
function checkOrphans(
  facts: ReadonlyMap<string, FileFacts>,
  edges: ReadonlyMap<string, ReadonlySet<string>>,
): Finding[] {
  if (!facts.has(home)) return [];
  const reached = new Set([home]);
  for (const page of reached) for (const next of edges.get(page) ?? []) reached.add(next);
  return [...facts].flatMap(([path, file]) => {
    if (!file.isPage || reached.has(path) || isAside(path, file)) return [];
    const finding: Finding = {
      code: "page-orphan",
      message: "no link leads from the home page to this page",
      help: "Link to it, or mark it noindex if it is not meant to be found.",
      path,
      offset: 0,
      text: "",
      group: path,
    };
    return [finding];
  });
}

/** Pages that need no link: error pages of a host, redirects, and pages with noindex. */
function isAside(path: string, { noindex, refresh }: FileFacts): boolean {
  return noindex || refresh !== undefined || posix.basename(path) === "404.html";
}

/** Patterns of `_headers` that nothing on the site has the path for; rules without a pattern are links (extract-text.ts). */
function checkHeaderRules(text: string, addresses: Addresses, redirects: readonly Redirect[]): Finding[] {
  const patterns = headerRules(text).filter(({ isPattern }) => isPattern);
  if (patterns.length === 0) return [];
  const served = addresses.all();
  return patterns.flatMap(({ rule, path, offset }): Finding[] => {
    const pattern = hostPattern(path);
    if (served.some((address) => pattern.test(address)) || redirects.some(({ matches }) => matches(path))) return [];
    const message = `nothing on this site has a path like ${rule}, so its headers are never sent`;
    const help = "Correct the path, or remove the rule.";
    return [{ code: "headers-unused", message, help, path: "_headers", offset, text: path }];
  });
}
