/** Makes all files that the plan of a site has, with the search index made beside them. The result is files in memory, or goes to a sink as it is made. */

import { placeInConfig } from "../config/index.js";
import { renderSite } from "../output/render.js";
import { IndexMaker } from "../output/search/index/start.js";
import { hasErrors } from "../platform/diagnostics/report.js";
import { collectGarbage, collectGarbageIfLarge } from "../platform/memory.js";
import type { Result } from "../shared/diagnostic.js";
import type { SourceFile } from "../shared/document.js";
import { addAll } from "../shared/lists.js";
import type { OutputFile } from "../shared/output.js";
import { isPublished } from "./claims.js";
import { GeneratedLinks } from "./generated-links.js";
import { Highlighter } from "./highlighter.js";
import type { LinkedSite, LinkRequest } from "./link.js";
import { makePauses } from "./pauses.js";
import { type Helpers, planSite } from "./plan.js";

/** Number of texts from which on a collection of garbage costs less than a hundredth of the build. */
const manyTexts = 3_000;

/** The same for planned files, before they are made: a register of a thousand texts and their history has as many. */
const manyFiles = 5_000;

/** Collections while a large site of few texts is made: the EIPs with their history take 540 MB in place of 665. Of many texts, most of the memory is in use. */
const collections = 7;

/** Longest time, in ms, that the files of the index wait for pages that are being rendered. */
const longestTurn = 50;

/** @param index of this build; undefined if its site has no embedded index. */
export async function makeFiles(request: FilesRequest, index: IndexMaker | undefined): Promise<Result<Built>> {
  const highlighter = new Highlighter();
  try {
    return await makePlanned(request, { index, highlighter });
  } finally {
    await highlighter.close();
  }
}

async function makePlanned({ sink, checksOnly, ...request }: FilesRequest, helpers: Helpers): Promise<Result<Built>> {
  const { value: plan, diagnostics } = await planSite(request, helpers);
  const nothing: Built = { files: [], pages: 0, sources: [] };
  if (!plan) return { value: nothing, diagnostics };
  const { linked, texts } = plan;
  const { site, sources } = linked;
  const links = new GeneratedLinks(site, request.configFile);
  const published = (outputFiles: readonly OutputFile[]) => {
    for (const file of outputFiles) links.look(file);
    return outputFiles.filter((file) => isPublished(file, site));
  };
  /** @returns the files without a sink. */
  const deliver = (outputFiles: readonly OutputFile[]): OutputFile[] => {
    if (!sink) return [...outputFiles];
    sink(outputFiles);
    return [];
  };
  // Written while pages are rendered. Awaited at the end; until then, a rejection must not count as unhandled.
  const record = plan.record.make();
  const unrendered = Promise.all([
    ...plan.searchIndex.map(async ({ make }) => (checksOnly ? [] : deliver(published(await make(texts))))),
    record.then(deliver),
  ]);
  unrendered.catch(() => undefined);
  const total = plan.planned.length;
  if (total > manyFiles) collectGarbageIfLarge();
  const isMostlyGarbage = total > manyFiles && sources.length <= manyTexts;
  let uncollected = 0;
  const files = deliver(plan.ready);
  const rendered = await renderSite(plan.planned, {
    texts,
    take: (outputFiles) => {
      addAll(files, deliver(published(outputFiles)));
      uncollected += outputFiles.length;
      if (!isMostlyGarbage || uncollected < total / collections) return;
      collectGarbageIfLarge();
      uncollected = 0;
    },
    isWanted({ paths }, done) {
      request.onStage?.("render", done, total);
      return !checksOnly || paths.some((path) => links.wants(path));
    },
    pause: makePauses(longestTurn),
  });
  linked.bodies.releaseSearchTexts();
  if (sources.length > manyTexts) collectGarbage();
  const { root, configFile } = request;
  const problems = [...rendered.diagnostics, ...(await placeInConfig(root, configFile, links.diagnostics))];
  addAll(diagnostics, problems);
  if (hasErrors(request.despiteErrors ? problems : diagnostics)) return { value: nothing, diagnostics };
  request.onStage?.("index");
  // In an order that does not depend on how soon the others were made.
  for (const file of (await unrendered).flat()) files.push(file);
  await record;
  for (const problem of plan.record.problems) diagnostics.push(problem);
  return { value: { files, linked, pages: rendered.value, sources }, diagnostics };
}

// The files of a site: the thread that makes the search index starts before the code that parses and renders is loaded.

export interface FilesRequest extends LinkRequest {
  /**
   * Receives files as they are made, so that a large site need not be in memory; by default, the result contains the
   * files. If the build fails, none of them may be published.
   */
  sink?(files: readonly OutputFile[]): void;
  /** Makes only the pages that have to be examined for broken links. */
  checksOnly?: boolean;
  /** The site, where the caller has linked it. */
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
  const index = isIndexed ? new IndexMaker() : undefined;
  try {
    const { makeFiles } = await import("./make-files.js");
    return await makeFiles(request, index);
  } finally {
    await index?.close();
  }
}
