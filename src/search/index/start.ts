/**
 * Makes the embedded index of every locale while pages are rendered. The state of the last build's index is in the cache: after an edit it
 * is updated, and if more has changed, made anew. A thread (index-worker.ts) does that unless there is little to do.
 */

import type { Cache } from "../../cache/cache.js";
import type { SiteConfig } from "../../config/index.js";
import type { PagesContext } from "../../model/context.js";
import { hasThreads, startThread } from "../../runtime/threads.js";
import type { Bodies } from "../../shared/document.js";
import { addAll } from "../../shared/lists.js";
import type { IsThere, OutputFile } from "../../shared/output.js";
import { searchPages } from "../pages.js";
import { type IndexRequest, makeIndexFiles, planIndex } from "./build.js";
import type { PlannedFile, ThreadInput, ThreadOutput, ThreadRequest, ThreadStart } from "./index-worker.js";
import { decodeState, emptyIndex, encodeState, few } from "./state.js";

/** Bytes of states. The start of a thread takes longer than to update an index of less. */
const smallStates = 500_000;

/**
 * Proposals, in all languages, from which on a new index begins before links are followed: then it is done, and its
 * memory free, before most pages are made. In a smaller site it would only slow down what the main thread does then.
 */
const manyProposals = 3_000;

/** Makes the index of one build. The caller has to close it. */
export class IndexMaker {
  /** States of the last build's index, by locale, until the thread has them. */
  private states: ReadonlyMap<string, Uint8Array>;
  private readonly hadStates: boolean;
  private thread: IndexThread | undefined;
  private isRequested = false;

  /** @param languages see `languagesOf`. */
  constructor(
    private readonly languages: ReadonlyMap<string, string>,
    private readonly cache: Cache,
  ) {
    this.states = readStates([...languages.keys()], cache);
    this.hadStates = this.states.size > 0;
    const bytes = [...this.states.values()].reduce((sum, { byteLength }) => sum + byteLength, 0);
    // It reads a large index while the pages of the site are computed.
    if (bytes > smallStates && hasThreads()) this.startThread();
  }

  /** To be called before links are followed: lets a thread begin if that pays. */
  begin(contexts: readonly PagesContext[], bodies: Bodies): void {
    const proposals = contexts
      .flatMap(({ site }) => site.registers)
      .reduce((sum, own) => sum + own.proposals.length, 0);
    if (this.thread || (!this.hadStates && proposals > manyProposals)) this.request(contexts, bodies);
  }

  /**
   * @param isThere see `PlannedFiles.make`.
   * @returns the files of all locales, in their order. Rejects only if the thread itself cannot run.
   */
  async make(contexts: readonly PagesContext[], bodies: Bodies, isThere: IsThere = () => false): Promise<OutputFile[]> {
    const { cache } = this;
    if (!this.isRequested) this.request(contexts, bodies);
    if (!this.thread) return makeHere(contexts, bodies, cache, isThere);
    const made = await this.thread.take(isThere);
    for (const [locale, state] of made?.states ?? []) cache.write(stateName(locale), state);
    return made?.files ?? makeHere(contexts, bodies, cache, isThere);
  }

  /** Ends the thread, even while it works. */
  async close(): Promise<void> {
    await this.thread?.close();
  }

  /** Sends the request to the thread, which is started now if its start takes less than the work. */
  private request(contexts: readonly PagesContext[], bodies: Bodies): void {
    this.isRequested = true;
    if (!hasThreads()) return;
    const requests = contexts.map((context) => sentRequest(indexRequest(context, bodies), bodies));
    const pages = requests.reduce((sum, request) => sum + request.pages.length, 0);
    const thread = this.thread ?? (pages >= few ? this.startThread() : undefined);
    thread?.request(requests);
  }

  private startThread(): IndexThread {
    const languages = [...this.states.keys()].map((locale) => this.languages.get(locale) ?? locale);
    this.thread = startIndexThread({ states: this.states, languages }, this.cache);
    this.states = new Map();
    return this.thread;
  }
}

/** The same at once. */
export async function makeIndex(
  contexts: readonly PagesContext[],
  bodies: Bodies,
  cache: Cache,
  isThere?: IsThere,
): Promise<OutputFile[]> {
  const [first] = contexts;
  const maker = new IndexMaker(languagesOf(first?.site.config.locales ?? {}), cache);
  try {
    return await maker.make(contexts, bodies, isThere);
  } finally {
    await maker.close();
  }
}

/** Without the texts that the thread can read from the cache. */
function sentRequest({ pages, ...request }: IndexRequest, bodies: Bodies): ThreadRequest {
  return { ...request, pages: pages.map((page) => ({ ...page, text: bodies.loadedText(page.textKey) })) };
}

/** In this thread, and at once: the caller releases the texts afterwards. */
function makeHere(contexts: readonly PagesContext[], bodies: Bodies, cache: Cache, isThere: IsThere): OutputFile[] {
  const requests = contexts.map((context) => indexRequest(context, bodies));
  return requests.flatMap((request) => {
    const bytes = cache.read(stateName(request.locale));
    const plan = planIndex(request, bytes ? decodeState(bytes) : emptyIndex);
    if (!plan.isSame) cache.write(stateName(request.locale), encodeState(plan.state));
    return makeIndexFiles(plan, isThere);
  });
}

/** The language tag of each locale. */
export function languagesOf(locales: SiteConfig["locales"]): Map<string, string> {
  return new Map(Object.entries(locales).map(([locale, { htmlLang }]) => [locale, htmlLang]));
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
export function indexRequest(context: PagesContext, bodies: Bodies): IndexRequest {
  const { config } = context.site;
  const newest = config.docs?.versions.find(({ isLast }) => isLast)?.name;
  return {
    locale: context.locale,
    lang: config.locales[context.locale]?.htmlLang ?? context.locale,
    // Only the current version of the docs.
    pages: searchPages(context, bodies).filter(({ version }) => version === "" || version === newest),
    labels: config.series.map(({ label, mentions }) => [label, ...mentions]),
    synonyms: config.search.provider === "local" ? config.search.synonyms : [],
  };
}

type IndexThread = ReturnType<typeof startIndexThread>;

/**
 * A thread that gets one request, and gives its result.
 * @param start without the cache, which has the texts of the pages that are sent without.
 */
function startIndexThread(start: Omit<ThreadStart, "cache">, { options }: Cache) {
  const worker = startThread("index", { ...start, cache: options } satisfies ThreadStart);
  const send = (input: ThreadInput) => worker.postMessage(input);
  /** The new states, by locale; see `encodeState`. A locale without changes has none. */
  const states = new Map<string, Uint8Array>();
  /** By locale, in their order. */
  const files = new Map<string, OutputFile[]>();
  let isLost = false;
  const planned = new Promise<readonly PlannedFile[]>((resolve) => {
    worker.on("message", (output: ThreadOutput) => {
      if ("planned" in output) resolve(output.planned);
      else if ("state" in output) states.set(output.locale, output.state);
      else if ("made" in output) addAll(files.get(output.locale) ?? [], output.made);
      else isLost = true;
    });
  });
  const ended = new Promise<void>((resolve, reject) => {
    worker.on("error", reject);
    worker.on("exit", (code) =>
      code === 0 ? resolve() : reject(new Error(`the thread for the index ended with ${code}`)),
    );
  });
  // `take` awaits the error; until then it must not count as unhandled.
  ended.catch(() => undefined);
  return {
    request(requests: readonly ThreadRequest[]): void {
      for (const { locale } of requests) files.set(locale, []);
      send({ requests });
    },
    /**
     * @param isThere see `PlannedFiles.make`.
     * @returns the result of the request; undefined if the cache has lost the text of a page. Rejects if the thread cannot run.
     */
    async take(isThere: IsThere) {
      void planned.then((all) => {
        const missing = all.filter(({ path, key }) => !isThere(path, key));
        send({ wanted: new Set(missing.map(({ path }) => path)) });
      });
      await ended;
      return isLost ? undefined : { files: [...files.values()].flat(), states };
    },
    /** Ends the thread, even while it works. */
    close: () => worker.terminate(),
  };
}
