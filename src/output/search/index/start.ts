/** Makes the embedded index of every locale while pages are rendered: in a thread (index-worker.ts), or without one for few pages. */

import type { Worker } from "node:worker_threads";
import { hasThreads, startThread } from "../../../platform/threads.js";
import type { Bodies } from "../../../shared/document.js";
import { addAll } from "../../../shared/lists.js";
import type { OutputFile } from "../../../shared/output.js";
import type { PagesContext } from "../../../site/model/context.js";
import { searchPages } from "../pages.js";
import { buildIndex, type IndexRequest } from "./build.js";
import type { ThreadOutput, ThreadRequest } from "./index-worker.js";

/** With fewer pages in all languages, starting a thread takes as long as making the index. */
const fewPages = 150;

/**
 * With more proposals in all languages, the index begins before links are followed: then it is done, and its memory free,
 * before most pages are made. In a smaller site it would only slow down the main thread.
 */
const manyProposals = 3_000;

/** Makes the index of one build. The caller has to close it. */
export class IndexMaker {
  private thread: IndexThread | undefined;

  /** @param keepsTexts whether search texts are needed after the index. Otherwise they move to the thread, and are not copied. */
  constructor(private readonly keepsTexts: boolean) {}

  /** Starts a thread early if the site is large. To be called before links are followed. */
  begin(contexts: readonly PagesContext[], bodies: Bodies): void {
    const proposals = contexts
      .flatMap(({ site }) => site.registers)
      .reduce((sum, register) => sum + register.proposals.length, 0);
    if (proposals > manyProposals) this.start(contexts, bodies);
  }

  /** @returns the files of all locales, in their order. Rejects only if the thread itself cannot run. */
  async make(contexts: readonly PagesContext[], bodies: Bodies): Promise<OutputFile[]> {
    if (!this.thread) this.start(contexts, bodies);
    return this.thread?.files ?? contexts.flatMap((context) => buildIndex(indexRequest(context, bodies)));
  }

  /** Ends the thread, even while it works. */
  async close(): Promise<void> {
    await this.thread?.worker.terminate();
  }

  private start(contexts: readonly PagesContext[], bodies: Bodies): void {
    if (!hasThreads()) return;
    const requests = contexts.map((context) => indexRequest(context, bodies));
    const pages = requests.reduce((sum, request) => sum + request.pages.length, 0);
    if (pages >= fewPages) this.thread = startIndexThread(requests.map(threadRequest), this.keepsTexts);
  }
}

/** Makes the index of a site with an `IndexMaker` of its own. */
export async function makeIndex(contexts: readonly PagesContext[], bodies: Bodies): Promise<OutputFile[]> {
  const maker = new IndexMaker(true);
  try {
    return await maker.make(contexts, bodies);
  } finally {
    await maker.close();
  }
}

/** Copies the bodies of pages into the request, because a message does not include what is behind a getter. */
function threadRequest({ pages, ...request }: IndexRequest): ThreadRequest {
  return { ...request, pages: pages.map((page) => ({ ...page, body: page.body })) };
}

/** The input of a locale's index. */
export function indexRequest(context: PagesContext, bodies: Bodies): IndexRequest {
  const { config } = context.site;
  const newest = config.docs?.versions.find(({ isLast }) => isLast)?.name;
  return {
    locale: context.locale,
    lang: config.locales[context.locale]?.htmlLang ?? context.locale,
    // Of the docs, only the current version is in the index.
    pages: searchPages(context, bodies).filter(({ version }) => version === "" || version === newest),
    labels: config.series.map(({ label, mentions }) => [label, ...mentions]),
    synonyms: config.search.provider === "local" ? config.search.synonyms : [],
  };
}

interface IndexThread {
  worker: Worker;
  /** The files of all locales, in their order. */
  files: Promise<OutputFile[]>;
}

function startIndexThread(requests: readonly ThreadRequest[], keepsTexts: boolean): IndexThread {
  const texts = requests.flatMap(({ pages }) => pages.flatMap(({ body }) => body?.buffer ?? []));
  const worker = startThread("index", requests, keepsTexts ? [] : [...new Set(texts as ArrayBuffer[])]);
  const files = new Promise<OutputFile[]>((resolve, reject) => {
    const receivedFiles: OutputFile[] = [];
    worker.on("message", (output: ThreadOutput) => addAll(receivedFiles, output));
    worker.on("error", reject);
    worker.on("exit", (code) =>
      code === 0 ? resolve(receivedFiles) : reject(new Error(`the thread for the index ended with ${code}`)),
    );
  });
  // `make` awaits it later. Until then, a rejection must not count as unhandled.
  files.catch(() => undefined);
  return { worker, files };
}
