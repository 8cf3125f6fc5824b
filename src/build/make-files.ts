/** Makes all files in the plan of a site, and the search index in a thread meanwhile. The files are returned, or go to a sink as they are made. */

import { placeInConfig } from "../config/index.js";
import { renderSite } from "../output/render.js";
import { IndexMaker } from "../output/search/index/start.js";
import { hasErrors } from "../platform/diagnostics/report.js";
import type { Result } from "../shared/diagnostic.js";
import type { SourceFile } from "../shared/document.js";
import { addAll } from "../shared/lists.js";
import type { OutputFile } from "../shared/output.js";
import { isPublished } from "./claims.js";
import { GeneratedLinks } from "./generated-links.js";
import { Highlighter } from "./highlighter.js";
import type { LinkedSite, LinkRequest } from "./link.js";
import { handleLater, makePauses } from "./pauses.js";
import { type Helpers, planSite } from "./plan.js";

/** Maximum time, in ms, that the files of the index wait for the rendering of pages. */
const longestTurn = 50;

async function makePlanned({ sink, checksOnly, ...request }: FilesRequest, helpers: Helpers): Promise<Result<Built>> {
  const { value: plan, diagnostics } = await planSite(request, helpers);
  const nothing: Built = { files: [], pages: 0, sources: [] };
  if (!plan) return { value: nothing, diagnostics };
  const { linked, texts } = plan;
  const { site, sources } = linked;
  const links = new GeneratedLinks(site, request.configFile);
  const published = (outputFiles: readonly OutputFile[]) => {
    for (const file of outputFiles) links.checkFile(file);
    return outputFiles.filter((file) => isPublished(file, site));
  };
  /** @returns the files without a sink. */
  const deliver = (outputFiles: readonly OutputFile[]): OutputFile[] => {
    if (!sink) return [...outputFiles];
    sink(outputFiles);
    return [];
  };
  const unrendered = handleLater(
    Promise.all([
      ...plan.searchIndex.map(async ({ make }) => (checksOnly ? [] : deliver(published(await make(texts))))),
      plan.record.make().then(deliver),
    ]),
  );
  const total = plan.planned.length;
  const files = deliver(plan.ready);
  const rendered = await renderSite(plan.planned, {
    texts,
    take: (outputFiles) => {
      addAll(files, deliver(published(outputFiles)));
    },
    isWanted({ paths }, done) {
      request.onStage?.("render", done, total);
      return !checksOnly || paths.some((path) => links.wants(path));
    },
    pause: makePauses(longestTurn),
  });
  const { root, configFile, config } = request;
  const problems = [...rendered.diagnostics, ...(await placeInConfig(root, configFile, links.diagnostics, config))];
  addAll(diagnostics, problems);
  if (hasErrors(request.despiteErrors ? problems : diagnostics)) return { value: nothing, diagnostics };
  request.onStage?.("index");
  // At the end, so that the order of files does not depend on the speed of the thread.
  addAll(files, (await unrendered).flat());
  addAll(diagnostics, plan.record.problems);
  return { value: { files, linked, pages: rendered.value, sources }, diagnostics };
}

interface FilesRequest extends LinkRequest {
  /**
   * Receives files as they are made, so that a large site need not be in memory; by default, the result contains the
   * files. If the build fails, none of them may be published.
   */
  sink?(files: readonly OutputFile[]): void;
  /** Makes only the pages whose links are checked in their HTML. */
  checksOnly?: boolean;
  /** The site, if the caller has linked it. */
  linked?: Result<LinkedSite>;
}

interface Built {
  /** Empty with a sink. */
  files: OutputFile[];
  /** The site of the files; undefined if there are none. */
  linked?: LinkedSite;
  pages: number;
  sources: SourceFile[];
}

/** @returns no files if there are errors, because none may be written; see `despiteErrors`. */
export async function buildFiles(request: FilesRequest): Promise<Result<Built>> {
  const isIndexed = request.config.search.provider === "local" && !request.checksOnly;
  const index = isIndexed ? new IndexMaker(request.config.api.sections) : undefined;
  const highlighter = new Highlighter();
  try {
    return await makePlanned(request, { index, highlighter });
  } finally {
    await Promise.all([highlighter.close(), index?.close()]);
  }
}
