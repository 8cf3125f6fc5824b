/** The checks of a built site, from all its files to the findings: pure, and the same for our sites and for others. */
import { Addresses, type SiteShape } from "./addresses.js";
import { checkAlternates } from "./check-alternates.js";
import { checkHeaderRules } from "./check-header-rules.js";
import { checkOrphans } from "./check-orphans.js";
import { checkUrls } from "./check-urls.js";
import { extractFacts } from "./extract.js";
import type { FileFacts } from "./facts.js";
import type { Finding } from "./findings.js";
import { readRedirects } from "./redirects.js";
import { Resolver } from "./resolve.js";
import { inferShape } from "./shape.js";

/** A file of a built site; it has its text only if it can contain links. */
export interface CheckedFile {
  /** Below the site's root, with forward slashes. */
  path: string;
  text?: string;
}

/** A link to another site. */
export interface ExternalLink {
  path: string;
  offset: number;
  /** As it is written. */
  text: string;
  /** Absolute. */
  url: string;
}

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
