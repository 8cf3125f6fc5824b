/** The embedded index of every locale, made while pages are rendered: by a thread where there is enough to do, otherwise by this one. */
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import type { LocaleContext } from "../../model/context.js";
import type { OutputFile } from "../../shared/output.js";
import { searchPages } from "../pages.js";
import { buildIndex, type IndexRequest } from "./build.js";

/** A thread takes longer to start than this many pages to index. */
const fewPages = 150;

const workerFile = new URL("./index-worker.js", import.meta.url);

/** @returns the files of all locales, in their order. Rejects only when the thread itself cannot run. */
export async function startIndex(contexts: readonly LocaleContext[]): Promise<OutputFile[]> {
  const requests = contexts.map(indexRequest);
  const total = requests.reduce((sum, { pages }) => sum + pages.length, 0);
  if (total < fewPages || !existsSync(fileURLToPath(workerFile))) return requests.flatMap(buildIndex);
  return buildInThread(requests);
}

/** What a locale's index is made of. */
export function indexRequest(context: LocaleContext): IndexRequest {
  const { config } = context.site;
  const newest = config.docs?.versions.find(({ isLast }) => isLast)?.name;
  return {
    locale: context.locale,
    // Of several versions of the docs, the one that is current.
    pages: searchPages(context).filter(({ version }) => version === "" || version === newest),
    labels: config.series.map(({ label, mentions }) => [label, ...mentions]),
  };
}

function buildInThread(requests: readonly IndexRequest[]): Promise<OutputFile[]> {
  const worker = new Worker(workerFile, { workerData: requests });
  return new Promise((resolve, reject) => {
    worker.on("message", resolve);
    worker.on("error", reject);
    worker.on("exit", (code) => reject(new Error(`the thread that makes the search index ended with ${code}`)));
  });
}
