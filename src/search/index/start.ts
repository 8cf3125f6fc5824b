/**
 * Makes the embedded index of every locale while pages are rendered. The state of the last build's index is in the
 * cache: after an edit, this thread updates it. If there is more to do, a worker makes a new one.
 */
import type { Cache } from "../../cache/cache.js";
import type { LocaleContext } from "../../model/context.js";
import { hasThreads, runThread } from "../../runtime/threads.js";
import type { IsThere, OutputFile } from "../../shared/output.js";
import { searchPages } from "../pages.js";
import { type IndexRequest, makeFiles, planIndex } from "./build.js";
import type { ThreadIndex } from "./index-worker.js";
import { countNew } from "./known.js";
import { decodeState, emptyIndex, encodeState, type IndexState } from "./state.js";

/** The start of a thread takes longer than this many pages to index or files of texts to write. */
const few = 150;

/**
 * @param isThere see `PlannedFiles.make`.
 * @returns the files of all locales, in their order. Rejects only if the thread itself cannot run.
 */
export async function startIndex(
  contexts: readonly LocaleContext[],
  cache: Cache,
  isThere: IsThere = () => false,
): Promise<OutputFile[]> {
  const jobs = contexts.map((context) => {
    const request = indexRequest(context);
    const known = readState(cache, request.locale);
    return { request, known, added: countNew(request.pages, known ?? emptyIndex) };
  });
  const requests = jobs.map(({ request }) => request);
  const total = jobs.reduce((sum, { added }) => sum + added, 0);
  if (total >= few && hasThreads()) return inThread(requests, cache);
  const plans = jobs.map(({ request, known = emptyIndex }) => planIndex(request, known));
  const missing = new Set(plans.flatMap(({ parts }) => parts.filter(({ path, key }) => !isThere(path, key))));
  // An output without an index needs all texts.
  if (missing.size >= few && hasThreads()) {
    const present = new Set(
      plans.flatMap(({ parts }) => parts.flatMap((part) => (missing.has(part) ? [] : part.path))),
    );
    return (await inThread(requests, cache)).filter(({ path }) => !present.has(path));
  }
  return plans.flatMap((plan, index) => {
    if (!plan.isSame) writeState(cache, requests[index]?.locale ?? "", encodeState(plan.state));
    return makeFiles({ ...plan, parts: plan.parts.filter((part) => missing.has(part)) });
  });
}

/** A new index. */
async function inThread(requests: readonly IndexRequest[], cache: Cache): Promise<OutputFile[]> {
  const files: OutputFile[] = [];
  await runThread<ThreadIndex>("index", requests, (message) => {
    if ("made" in message) files.push(...message.made);
    else writeState(cache, message.locale, message.state);
  });
  return files;
}

const stateName = (locale: string) => `search/${locale}`;

function readState(cache: Cache, locale: string): IndexState | undefined {
  const bytes = cache.read(stateName(locale));
  return bytes && decodeState(bytes);
}

function writeState(cache: Cache, locale: string, state: Uint8Array): void {
  cache.write(stateName(locale), state);
}

/** The input of a locale's index. */
export function indexRequest(context: LocaleContext): IndexRequest {
  const { config } = context.site;
  const newest = config.docs?.versions.find(({ isLast }) => isLast)?.name;
  return {
    locale: context.locale,
    lang: config.locales[context.locale]?.htmlLang ?? context.locale,
    // Only the current version of the docs.
    pages: searchPages(context).filter(({ version }) => version === "" || version === newest),
    labels: config.series.map(({ label, mentions }) => [label, ...mentions]),
    synonyms: config.search.provider === "local" ? config.search.synonyms : [],
  };
}
