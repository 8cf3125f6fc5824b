/** Checks every link by itself: that it can be read, that something answers it, and that its fragment names something there. */
import { didYouMean } from "../shared/text.js";
import { decodeUrl } from "../shared/url.js";
import type { ExternalLink } from "./check.js";
import type { FileFacts, FoundLink } from "./facts.js";
import type { Finding } from "./findings.js";
import type { Problem, Resolution, Resolver } from "./resolve.js";

export interface CheckedUrls {
  findings: Finding[];
  external: ExternalLink[];
  /** Pages that a reader can get to, by the page they are on. */
  edges: Map<string, Set<string>>;
}

const leadsOn = new Set<FoundLink["kind"]>(["link", "frame", "refresh"]);
const noAnchors: ReadonlySet<string> = new Set();

export function checkUrls(facts: ReadonlyMap<string, FileFacts>, resolver: Resolver): CheckedUrls {
  const findings: Finding[] = [];
  const external: ExternalLink[] = [];
  const edges = new Map<string, Set<string>>();
  for (const [path, file] of facts) {
    const reached = new Set<string>();
    edges.set(path, reached);
    for (const link of file.links) {
      const place = { path, offset: link.offset, text: link.url };
      const report = (problem: Problem, target?: string) => findings.push({ ...problem, ...place, target });
      if (link.needsOrigin && file.base === undefined && isRelative(link.url)) {
        report(relativeProblem(link));
        continue;
      }
      // Most links of a page are in the page itself: a table of contents, headings, footnotes.
      if (link.url.startsWith("#") && file.base === undefined) {
        const problem = file.isPage ? checkAnchor(link.url.slice(1), file.anchors, "this page") : undefined;
        if (problem) report(problem, resolver.resolve({ ...link, kind: "resource" }, path).url);
        continue;
      }
      const resolution = resolver.resolve(link, path, file.base);
      if (resolution.kind === "external") external.push({ ...place, url: resolution.url });
      const problem = problemOf(resolution, facts, resolver, link);
      if (problem) report(problem, resolution.url);
      if (resolution.kind === "file" && leadsOn.has(link.kind)) reached.add(resolution.path);
    }
  }
  return { findings, external, edges };
}

function isRelative(url: string): boolean {
  return url.trim() !== "" && !/^\s*(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(url);
}

function relativeProblem({ url, kind }: FoundLink): Problem {
  const where = kind === "entry" ? "a feed or a sitemap" : kind === "alternate" ? "an alternate" : "a preview";
  return {
    code: "link-relative",
    message: `${url} has no host, and ${where} is read where that is needed`,
    help: "Write the whole URL, https:// and host first.",
  };
}

function problemOf(
  resolution: Resolution,
  facts: ReadonlyMap<string, FileFacts>,
  resolver: Resolver,
  link: FoundLink,
): Problem | undefined {
  if (resolution.kind === "problem") return resolution.problem;
  if (resolution.kind !== "file") return undefined;
  if (resolution.problem) return resolution.problem;
  if (link.kind === "refresh" && endOfRedirects(resolution.path, facts, resolver) === undefined)
    return { code: "redirect-loop", message: `${link.url} leads back here for ever`, help: "Let one page stay." };
  if (resolution.hash === "") return undefined;
  const path = endOfRedirects(resolution.path, facts, resolver) ?? resolution.path;
  const target = facts.get(path);
  // In a drawing a fragment names a part only where it is drawn from; of other files it says what to show (a page, a time).
  const named = target?.isPage || (link.kind === "resource" && path.endsWith(".svg"));
  return named ? checkAnchor(resolution.hash, target?.anchors ?? noAnchors, path) : undefined;
}

/** @param hash without its mark. The top of a page always exists. */
function checkAnchor(hash: string, anchors: ReadonlySet<string>, where: string): Problem | undefined {
  const fragment = hash.replace(/:~:.*$/s, "");
  if (fragment === "" || anchors.has(fragment)) return undefined;
  const id = decodeUrl(fragment);
  if (anchors.has(id) || id.toLowerCase() === "top") return undefined;
  const near = didYouMean(id, anchors);
  return {
    code: "broken-anchor",
    message: `${where} has nothing with the id "${id}"`,
    help: near && `Did you mean #${near}?`,
  };
}

/** The page on which a reader who is sent on ends; undefined when there is no end. */
function endOfRedirects(path: string, facts: ReadonlyMap<string, FileFacts>, resolver: Resolver): string | undefined {
  const seen = new Set<string>();
  for (let current = path; ; ) {
    const { refresh, base } = facts.get(current) ?? {};
    if (refresh === undefined) return current;
    const next = resolver.resolve({ url: refresh, kind: "refresh" }, current, base);
    if (next.kind !== "file") return current;
    // A page that loads itself again from time to time leads nowhere else.
    if (next.path === current) return current;
    if (seen.has(current)) return undefined;
    seen.add(current);
    current = next.path;
  }
}
