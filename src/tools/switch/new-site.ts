/** The new site, planned in memory, as the comparison asks for it. */

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

/** The paths of all files that a plan has; some folders are planned as a whole. */
export class PlannedPaths {
  private readonly makers = new Map<string, PlannedFiles<SitePlan["texts"]>>();
  private readonly paths: ReadonlySet<string>;
  private readonly folders: readonly string[];

  constructor({ ready, planned, searchIndex }: SitePlan) {
    for (const files of planned) for (const path of files.paths) this.makers.set(path, files);
    const all = [...this.makers.keys(), ...ready.map(({ path }) => path), ...searchIndex.flatMap(({ paths }) => paths)];
    this.paths = new Set([...all, buildRecordPath]);
    this.folders = all.filter((path) => path.endsWith("/"));
  }

  has(path: string): boolean {
    return this.paths.has(path) || this.folders.some((folder) => path.startsWith(folder));
  }

  makerOf(path: string): PlannedFiles<SitePlan["texts"]> | undefined {
    return this.makers.get(path);
  }

  all(): string[] {
    return [...this.paths].filter((path) => !path.endsWith("/"));
  }
}

/** The site as a build would write it. */
export function plannedSite(plan: SitePlan, paths: PlannedPaths): NewSite {
  const { site, contexts } = plan.linked;
  const read = async (path: string) => {
    const outputFiles = (await paths.makerOf(path)?.make(plan.texts)) ?? [];
    const content = outputFiles.flatMap((file) => (file.path === path && "content" in file ? [file.content] : []))[0];
    return typeof content === "string" ? content : undefined;
  };
  return {
    files: paths,
    redirects: redirectPages(site, contexts),
    onHosts: site.redirects.flatMap(({ from, path }) => (path === undefined ? [from] : [])),
    anchorsOf: anchorsBy(read, paths, site.config.baseUrl),
  };
}

function redirectPages({ redirects, routes }: Site, contexts: readonly Pick<RenderContext, "urls">[]): Set<string> {
  const pages = [...routes.values()].filter((route) => kindOf(route).leadsTo);
  return new Set([
    ...redirects.flatMap(({ path }) => path ?? []),
    ...contexts.flatMap(({ urls }) => pages.map(({ route }) => urls.outputPath(route))),
  ]);
}

/** @param read text of a page. */
function anchorsBy(
  read: (path: string) => Promise<string | undefined>,
  files: NewSite["files"],
  baseUrl: string,
): NewSite["anchorsOf"] {
  const anchorsOfFiles = new Map<string, ReadonlySet<string> | undefined>();
  const anchorsOf: NewSite["anchorsOf"] = async (file) => {
    if (anchorsOfFiles.has(file)) return anchorsOfFiles.get(file);
    // A circle of redirects has no anchors.
    anchorsOfFiles.set(file, undefined);
    const text = await read(file);
    const { isPage, anchors, refresh } = text === undefined ? noPage : extractFacts(file, text);
    const path = refresh !== undefined && isLocalUrl(refresh) ? decodeUrl(splitUrl(refresh).path) : undefined;
    const next =
      path === undefined
        ? undefined
        : answeringFiles(path.slice(decodeUrl(baseUrl).length)).find((candidate) => files.has(candidate));
    const target = next === undefined ? undefined : await anchorsOf(next);
    const anchorSet = refresh === undefined ? (isPage ? anchors : undefined) : target;
    anchorsOfFiles.set(file, anchorSet);
    return anchorSet;
  };
  return anchorsOf;
}

const noPage = { isPage: false, anchors: new Set<string>(), refresh: undefined };
