/** The checks of a built site, from all its files to the findings: pure, and the same for our sites and for others. */
import { posix } from "node:path";
import { addAll } from "../shared/lists.js";
import { hostPattern } from "../shared/url.js";
import { Addresses, inferShape, type SiteShape } from "./addresses.js";
import { checkUrls } from "./check-urls.js";
import { extractFacts } from "./extract.js";
import { type FoundRedirect, headerRules, readRedirects } from "./extract-text.js";
import type { CheckedFile, ExternalLink, FileFacts, FoundLink } from "./facts.js";
import type { LinkFinding } from "./findings.js";
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
  return [...facts].flatMap(([path, file]) => {
    if (!file.isPage || reached.has(path) || isAside(path, file)) return [];
    const finding: LinkFinding = {
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
function checkHeaderRules(text: string, addresses: Addresses, redirects: readonly FoundRedirect[]): LinkFinding[] {
  const patterns = headerRules(text).filter(({ isPattern }) => isPattern);
  if (patterns.length === 0) return [];
  const served = addresses.all();
  return patterns.flatMap(({ rule, path, offset }): LinkFinding[] => {
    const pattern = hostPattern(path);
    if (served.some((address) => pattern.test(address)) || redirects.some(({ matches }) => matches(path))) return [];
    const message = `nothing on this site has a path like ${rule}, so its headers are never sent`;
    const help = "Correct the path, or remove the rule.";
    return [{ code: "headers-unused", message, help, path: "_headers", offset, text: path }];
  });
}

type Alternate = FoundLink & { hreflang: string };

/** The languages of a site: each alternate of a page exists as a language, and names the page in turn. */
function checkAlternates(facts: ReadonlyMap<string, FileFacts>, resolver: Resolver): LinkFinding[] {
  const alternates = new Map(
    [...facts].flatMap(([path, { isPage, links }]): [string, Alternate[]][] => {
      const own = isPage ? links.filter(isAlternate) : [];
      return own.length > 0 ? [[path, own]] : [];
    }),
  );
  const pathOf = (page: string, link: Alternate) => {
    const resolution = resolver.resolve(link, page, facts.get(page)?.base);
    return resolution.kind === "file" ? resolution.path : undefined;
  };
  const named = new Map(
    [...alternates].map(([page, links]) => [page, new Set(links.map((link) => pathOf(page, link)))]),
  );
  const findings = [...facts].flatMap(([path, { links }]) => links.flatMap((link) => checkCode(link, path)));
  for (const [page, links] of alternates) {
    addAll(findings, checkTwice(page, links));
    for (const link of links) {
      const other = pathOf(page, link);
      if (other === undefined || other === page || named.get(other)?.has(page)) continue;
      findings.push({
        code: "hreflang-return",
        message: `${link.url}, the ${link.hreflang} alternate of this page, does not name this page as its own alternate`,
        help: "Alternates count only when each page names all the others.",
        ...alternatePlace(page, link),
      });
    }
    if (!named.get(page)?.has(page)) {
      const [first] = links;
      if (first)
        findings.push({
          code: "hreflang-return",
          message: "this page has alternates and is not among them",
          help: "Alternates name the page itself, too, with its own language.",
          ...alternatePlace(page, first),
          group: "self",
        });
    }
  }
  return findings;
}

function isAlternate(link: FoundLink): link is Alternate {
  return link.kind === "alternate" && link.hreflang !== undefined;
}

function alternatePlace(path: string, { offset, url, hreflang }: FoundLink) {
  return { path, offset, text: url, group: hreflang };
}

function checkCode(link: FoundLink, path: string): LinkFinding[] {
  const { hreflang } = link;
  if (hreflang === undefined || hreflang.toLowerCase() === "x-default") return [];
  const problem = languageProblem(hreflang);
  return problem ? [{ code: "hreflang-code", ...problem, ...alternatePlace(path, link) }] : [];
}

const languages = new Intl.DisplayNames(["en"], { type: "language", fallback: "none" });
const regions = new Intl.DisplayNames(["en"], { type: "region", fallback: "none" });
// Language, script and region of BCP 47: what hreflang may hold.
const languageTag = /^([a-z]{2,3})(?:-([a-z]{4}))?(?:-([a-z]{2}|\d{3}))?$/i;
const known = new Map<string, { message: string; help?: string } | undefined>();

function languageProblem(code: string): { message: string; help?: string } | undefined {
  if (!known.has(code)) known.set(code, findProblem(code));
  return known.get(code);
}

function findProblem(code: string): { message: string; help?: string } | undefined {
  const message = `there is no language "${code}"`;
  const [tag, language = "", , region] = languageTag.exec(code) ?? [];
  if (!tag) {
    const dashed = code.replaceAll("_", "-");
    const near = dashed !== code && languageTag.test(dashed) ? `Did you mean ${dashed}?` : undefined;
    return { message, help: near ?? "A language is written like en, pt-BR or zh-Hant." };
  }
  const [usual = tag] = Intl.getCanonicalLocales(tag);
  if (usual.toLowerCase() !== tag.toLowerCase()) return { message, help: `Did you mean ${usual}?` };
  if (!languages.of(language.toLowerCase())) return { message, help: "The first part is a language of ISO 639." };
  if (region && !regions.of(region.toUpperCase())) return { message, help: "The last part is a region of ISO 3166." };
  return undefined;
}

/** One language with two addresses: a crawler uses neither. */
function checkTwice(page: string, links: readonly Alternate[]): LinkFinding[] {
  const first = new Map<string, string>();
  return links.flatMap((link): LinkFinding[] => {
    const code = link.hreflang.toLowerCase();
    const before = first.get(code) ?? link.url;
    first.set(code, before);
    if (before === link.url) return [];
    const message = `this page has two ${link.hreflang} alternates, ${before} and ${link.url}`;
    return [{ code: "hreflang-code", message, help: "Leave one of them out.", ...alternatePlace(page, link) }];
  });
}
