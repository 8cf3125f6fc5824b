/** Makes a planned site comparable with an old one, without writing it. */

import { buildRecordPath } from "../../build/build-record.js";
import type { SitePlan } from "../../build/plan.js";
import { kindOf } from "../../output/pages/index.js";
import type { PlannedFiles } from "../../shared/output.js";
import { answeringFiles } from "../../shared/page-path.js";
import { decodeUrl, isLocalUrl, splitUrl } from "../../shared/url.js";
import type { RenderContext } from "../../site/model/context.js";
import type { Site } from "../../site/model/site.js";
import { extractFacts } from "../links/extract.js";
import type { NewSite } from "./compare.js";

/** The paths of all files of a plan. Some folders are planned as a whole, without the names of their files. */
export class PlannedPaths {
  /** What makes the file at a path. */
  readonly makers = new Map<string, PlannedFiles<SitePlan["texts"]>>();
  private readonly paths: ReadonlySet<string>;
  private readonly folders: readonly string[];

  constructor({ ready, planned, searchIndex }: SitePlan) {
    for (const files of planned) for (const path of files.paths) this.makers.set(path, files);
    const indexPaths = searchIndex.flatMap(({ paths }) => paths);
    this.paths = new Set([...this.makers.keys(), ...ready.map(({ path }) => path), ...indexPaths, buildRecordPath]);
    this.folders = [...this.paths].filter((path) => path.endsWith("/"));
  }

  has(path: string): boolean {
    return this.paths.has(path) || this.folders.some((folder) => path.startsWith(folder));
  }

  list(): string[] {
    return [...this.paths].filter((path) => !path.endsWith("/"));
  }
}

/** The planned site as `compareAddresses` needs it. */
export function plannedSite(plan: SitePlan, paths: PlannedPaths): NewSite {
  const { site, contexts } = plan.linked;
  const read = async (path: string) => {
    const outputFiles = (await paths.makers.get(path)?.make(plan.texts)) ?? [];
    const content = outputFiles.flatMap((file) => (file.path === path && "content" in file ? [file.content] : []))[0];
    return typeof content === "string" ? content : undefined;
  };
  return {
    files: paths,
    redirects: redirectPages(site, contexts),
    hostRedirects: site.redirects.flatMap(({ from, path }) => (path === undefined ? [from] : [])),
    anchorsOf: makeAnchorLookup(read, paths, site.config.baseUrl),
  };
}

function redirectPages({ redirects, routes }: Site, contexts: readonly Pick<RenderContext, "urls">[]): Set<string> {
  const pages = [...routes.values()].filter((route) => kindOf(route).leadsTo);
  return new Set([
    ...redirects.flatMap(({ path }) => path ?? []),
    ...contexts.flatMap(({ urls }) => pages.map(({ route }) => urls.outputPath(route))),
  ]);
}

/** Looks up the ids of pages through redirects, and remembers them. @param read returns the text of a page. */
function makeAnchorLookup(
  read: (path: string) => Promise<string | undefined>,
  files: NewSite["files"],
  baseUrl: string,
): NewSite["anchorsOf"] {
  const anchorsOfFiles = new Map<string, ReadonlySet<string> | undefined>();
  const anchorsOf: NewSite["anchorsOf"] = async (file) => {
    if (anchorsOfFiles.has(file)) return anchorsOfFiles.get(file);
    // The entry ends the search if redirects lead back here.
    anchorsOfFiles.set(file, undefined);
    const anchors = await findAnchors(file);
    anchorsOfFiles.set(file, anchors);
    return anchors;
  };
  const findAnchors: NewSite["anchorsOf"] = async (file) => {
    const text = await read(file);
    if (text === undefined) return undefined;
    const { isPage, anchors, refresh } = extractFacts(file, text);
    if (refresh === undefined) return isPage ? anchors : undefined;
    if (!isLocalUrl(refresh)) return undefined;
    const path = decodeUrl(splitUrl(refresh).path).slice(decodeUrl(baseUrl).length);
    const target = answeringFiles(path).find((candidate) => files.has(candidate));
    return target === undefined ? undefined : anchorsOf(target);
  };
  return anchorsOf;
}
