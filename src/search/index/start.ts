/**
 * Makes the embedded index of every locale while pages are rendered. The state of the last build's index is in the
 * cache: after an edit it is updated, and if more has changed, made anew. A thread does that unless there is little to do.
 */
import type { Cache } from "../../cache/cache.js";
import type { PagesContext } from "../../model/context.js";
import { hasThreads } from "../../runtime/threads.js";
import type { IsThere, OutputFile } from "../../shared/output.js";
import { searchPages } from "../pages.js";
import { type IndexRequest, makeFiles, planIndex } from "./build.js";
import { IndexThread } from "./index-thread.js";
import type { ThreadRequest } from "./index-worker.js";
import { few } from "./known.js";
import { decodeState, emptyIndex, encodeState } from "./state.js";

/** Bytes of states. The start of a thread takes longer than to update an index of less. */
const smallStates = 500_000;

/**
 * Starts the thread of an index before its pages are known, if there is a large index to update.
 * The caller has to close it.
 */
export function startIndexThread(locales: readonly string[], cache: Cache): IndexThread | undefined {
  return hasThreads() ? updatingThread(readStates(locales, cache), cache) : undefined;
}

/** Lets a thread begin with the index of these contexts; `makeIndex` takes its result. */
export function requestIndex(contexts: readonly PagesContext[], thread: IndexThread): void {
  thread.request(contexts.map((context) => sentRequest(indexRequest(context), context)));
}

/**
 * @param isThere see `PlannedFiles.make`.
 * @param begun a thread that was started before; by default, one is started if there is enough to do.
 * @returns the files of all locales, in their order. Rejects only if the thread itself cannot run.
 */
export async function makeIndex(
  contexts: readonly PagesContext[],
  cache: Cache,
  isThere: IsThere = () => false,
  begun?: IndexThread,
): Promise<OutputFile[]> {
  const thread = begun ?? (hasThreads() ? threadFor(contexts, cache) : undefined);
  if (!thread) return makeHere(contexts, cache, isThere);
  if (!thread.hasRequest) requestIndex(contexts, thread);
  try {
    const made = await thread.take(isThere);
    for (const [locale, state] of made?.states ?? []) cache.write(stateName(locale), state);
    return made?.files ?? makeHere(contexts, cache, isThere);
  } finally {
    await thread.close();
  }
}

/** A thread for an index that is large, or mostly new. */
function threadFor(contexts: readonly PagesContext[], cache: Cache): IndexThread | undefined {
  const requests = contexts.map((context) => sentRequest(indexRequest(context), context));
  const states = readStates(
    requests.map(({ locale }) => locale),
    cache,
  );
  const pages = requests.reduce((sum, request) => sum + request.pages.length, 0);
  const thread = updatingThread(states, cache) ?? (pages >= few ? new IndexThread(states, cache) : undefined);
  thread?.request(requests);
  return thread;
}

function updatingThread(states: ReadonlyMap<string, Uint8Array>, cache: Cache): IndexThread | undefined {
  const bytes = [...states.values()].reduce((sum, { byteLength }) => sum + byteLength, 0);
  return bytes > smallStates ? new IndexThread(states, cache) : undefined;
}

/** Without the texts that the thread can read from the cache. */
function sentRequest({ pages, ...request }: IndexRequest, { site }: PagesContext): ThreadRequest {
  const textOf = (textKey: string) => site.bodies.loadedSections(textKey);
  return { ...request, pages: pages.map((page) => ({ ...page, sections: textOf(page.textKey) })) };
}

/** In this thread. */
function makeHere(contexts: readonly PagesContext[], cache: Cache, isThere: IsThere): OutputFile[] {
  return contexts.map(indexRequest).flatMap((request) => {
    const bytes = cache.read(stateName(request.locale));
    const plan = planIndex(request, bytes ? decodeState(bytes) : emptyIndex);
    if (!plan.isSame) cache.write(stateName(request.locale), encodeState(plan.state));
    return makeFiles(plan, isThere);
  });
}

const stateName = (locale: string) => `search/${locale}`;

function readStates(locales: readonly string[], cache: Cache): Map<string, Uint8Array> {
  return new Map(
    locales.flatMap((locale): [string, Uint8Array][] => {
      const bytes = cache.read(stateName(locale));
      return bytes ? [[locale, bytes]] : [];
    }),
  );
}

/** The input of a locale's index. */
export function indexRequest(context: PagesContext): IndexRequest {
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
