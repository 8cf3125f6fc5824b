/** The embedded index of every locale, made while pages are rendered: by a thread where there is enough to do, otherwise by this one. */
import type { LocaleContext } from "../../model/context.js";
import { hasThreads, runThread } from "../../runtime/threads.js";
import type { OutputFile } from "../../shared/output.js";
import { searchPages } from "../pages.js";
import { buildIndex, type IndexRequest } from "./build.js";

/** A thread takes longer to start than this many pages to index. */
const fewPages = 150;

/** @returns the files of all locales, in their order. Rejects only when the thread itself cannot run. */
export async function startIndex(contexts: readonly LocaleContext[]): Promise<OutputFile[]> {
  const requests = contexts.map(indexRequest);
  const total = requests.reduce((sum, { pages }) => sum + pages.length, 0);
  if (total < fewPages || !hasThreads()) return requests.flatMap(buildIndex);
  const files: OutputFile[] = [];
  await runThread<OutputFile[]>("index", requests, (made) => files.push(...made));
  return files;
}

/** What a locale's index is made of. */
export function indexRequest(context: LocaleContext): IndexRequest {
  const { config } = context.site;
  const newest = config.docs?.versions.find(({ isLast }) => isLast)?.name;
  return {
    locale: context.locale,
    lang: config.locales[context.locale]?.htmlLang ?? context.locale,
    // Of several versions of the docs, the one that is current.
    pages: searchPages(context).filter(({ version }) => version === "" || version === newest),
    labels: config.series.map(({ label, mentions }) => [label, ...mentions]),
    synonyms: config.search.provider === "local" ? config.search.synonyms : [],
  };
}
