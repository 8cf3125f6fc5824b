/** Checks each link: that its URL is valid, that its target exists, and that the target has its fragment. */

import { namesPartOf, sectionOfPart } from "../../shared/part-address.js";
import { didYouMean } from "../../shared/text.js";
import { decodeUrl } from "../../shared/url.js";
import type { ExternalLink, FileFacts, FileLink, LinkProblem, ResourceType } from "./facts.js";
import type { LinkFinding } from "./findings.js";
import type { Resolution, Resolver } from "./resolve.js";

interface CheckedUrls {
  findings: LinkFinding[];
  external: ExternalLink[];
  /** Pages that a reader can reach, by the page that links to them. */
  edges: Map<string, Set<string>>;
}

/** Kinds of links by which readers reach a page. */
const navigation = new Set<FileLink["kind"]>(["link", "frame", "refresh"]);

/** @returns the findings, the links to other sites, and which pages each page leads to. */
export function checkUrls(facts: ReadonlyMap<string, FileFacts>, resolver: Resolver): CheckedUrls {
  const findings: LinkFinding[] = [];
  const external: ExternalLink[] = [];
  const edges = new Map<string, Set<string>>();
  for (const [path, file] of facts) {
    const reached = new Set<string>();
    edges.set(path, reached);
    for (const link of file.links) {
      const location = { path, offset: link.offset, text: link.url };
      const report = (problem: LinkProblem, target?: string) => findings.push({ ...problem, ...location, target });
      if (link.needsOrigin && file.base === undefined && /^(?!\s*(?:[a-z][a-z0-9+.-]*:|\/\/|$))/i.test(link.url)) {
        const message = `${link.url} has no host, and ${link.kind === "alternate" ? "an alternate" : "a preview"} needs one`;
        report({ code: "link-relative", message, help: "Write the whole URL, beginning with https:// and the host." });
        continue;
      }
      // Most links of a page lead to the page itself: table of contents, headings, footnotes.
      if (link.url.startsWith("#") && file.base === undefined) {
        const problem = samePageProblem(link, path, file);
        if (problem) report(problem, resolver.resolve({ ...link, kind: "resource" }, path).url);
        continue;
      }
      const resolution = resolver.resolve(link, path, file.base);
      if (resolution.kind === "external") external.push({ ...location, url: resolution.url });
      const problem = linkProblem(resolution, facts, resolver, link, path);
      if (problem) report(problem, resolution.url);
      if (resolution.kind === "file" && navigation.has(link.kind)) reached.add(resolution.path);
    }
  }
  return { findings, external, edges };
}

function linkProblem(
  resolution: Resolution,
  facts: ReadonlyMap<string, FileFacts>,
  resolver: Resolver,
  link: FileLink,
  from: string,
): LinkProblem | undefined {
  if (resolution.kind === "problem") return resolution.problem;
  if (resolution.kind !== "file") return undefined;
  if (resolution.problem) return resolution.problem;
  if (link.resourceType && !isUsable(resolution.path, link.resourceType))
    return kindProblem(link.url, resolution.path, link.resourceType);
  const isImmediate = facts.get(from)?.refreshDelay === 0;
  if (
    link.kind === "refresh" &&
    ((isImmediate && resolution.path === from) || endOfRedirects(resolution.path, facts, resolver) === undefined)
  )
    return {
      code: "redirect-loop",
      message: `${link.url} leads back here in an endless loop`,
      help: "Remove one of the redirects.",
    };
  if (resolution.hash === "") return undefined;
  const path = endOfRedirects(resolution.path, facts, resolver) ?? resolution.path;
  const target = facts.get(path);
  // The fragment of a drawing is an id only where a page embeds the drawing; elsewhere it may select a page, a time or a
  // view, as that of other files does.
  const isDrawingPart = link.kind === "resource" && path.endsWith(".svg") && !/[()=]/.test(resolution.hash);
  if (!target?.isPage && !isDrawingPart) return undefined;
  return checkAnchor(resolution.hash, target?.anchors ?? new Set(), path);
}

/** The problem of a link that is a fragment alone. */
function samePageProblem({ url, resourceType }: FileLink, path: string, file: FileFacts): LinkProblem | undefined {
  if (resourceType && file.isPage) return kindProblem(url, "this page itself", resourceType);
  const isDrawing = path.endsWith(".svg") && !/[()=]/.test(url);
  return file.isPage || isDrawing
    ? checkAnchor(url.slice(1), file.anchors, file.isPage ? "this page" : path)
    : undefined;
}

function kindProblem(
  url: string,
  targetType: string,
  resourceType: NonNullable<FileLink["resourceType"]>,
): LinkProblem {
  const neededType = { picture: "a picture", media: "a recording", style: "a style sheet", script: "a script" }[
    resourceType
  ];
  return {
    code: "link-kind",
    message: `${url} leads to ${targetType}, but ${neededType} is needed here`,
    help: `Write the address of ${neededType}.`,
  };
}

/** @param hash without `#`. */
function checkAnchor(hash: string, anchors: ReadonlySet<string>, where: string): LinkProblem | undefined {
  if (hasTarget(anchors, hash)) return undefined;
  const id = decodeUrl(withoutTextFragment(hash));
  // Drawing programs generate ids, so a similar id is probably not the right one.
  const near = where.endsWith(".svg") ? undefined : didYouMean(id, anchors);
  return {
    code: "broken-anchor",
    message: `${where} has nothing with the id "${id}"`,
    help: near && `Did you mean #${near}?`,
  };
}

/** The page at the end of a chain of redirects; undefined if it is endless. */
function endOfRedirects(path: string, facts: ReadonlyMap<string, FileFacts>, resolver: Resolver): string | undefined {
  const seen = new Set<string>();
  for (let current = path; ; ) {
    const { refresh, base } = facts.get(current) ?? {};
    if (refresh === undefined) return current;
    const next = resolver.resolve({ url: refresh, kind: "refresh" }, current, base);
    if (next.kind !== "file") return current;
    // A page that reloads itself regularly is not a redirect.
    if (next.path === current) return current;
    if (seen.has(current)) return undefined;
    seen.add(current);
    current = next.path;
  }
}

/** Types of files by extension. Files without an entry, such as fonts and recordings, are accepted everywhere. */
const types: readonly (readonly [type: ResourceType | "page", name: RegExp])[] = [
  ["page", /\.x?html?$/i],
  ["style", /\.css$/i],
  ["script", /\.[cm]?js$/i],
  ["picture", /\.(?:a?png|jpe?g|gif|webp|avif|svg|ico|bmp)$/i],
];

/** Whether a file can have the needed type, judging by its name. */
function isUsable(path: string, neededType: ResourceType): boolean {
  const [type] = types.find(([, name]) => name.test(path)) ?? [];
  return type === undefined || type === (neededType === "media" ? "picture" : neededType);
}

/** Removes the part after `:~:`, by which browsers find a text in the page. */
const withoutTextFragment = (hash: string) => hash.replace(/:~:.*$/s, "");

/** Whether a page with these anchors has the target of a fragment. @param hash without `#`. */
function hasTarget(anchors: ReadonlySet<string>, hash: string): boolean {
  const fragment = withoutTextFragment(hash);
  const id = decodeUrl(fragment);
  if (fragment === "" || anchors.has(fragment) || anchors.has(id) || id.toLowerCase() === "top") return true;
  // If a paragraph has changed since it was linked, the page's script shows its section; only some pages have such links.
  const hasParts = () => [...anchors].some((anchor) => sectionOfPart(anchor) !== undefined);
  return namesPartOf(id, (section) => anchors.has(section)) && hasParts();
}
