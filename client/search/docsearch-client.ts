/** Lets DocSearch ask any provider: its request goes to the provider, the answer comes back as it would from the hosted one. */
import type { DocSearchTransformClient } from "@docsearch/react";
import type { SearchAnswer, SearchHit, SearchProvider } from "../../src/shared/search.js";
import { escapeHtml } from "../../src/shared/text.js";
import { siteHref } from "./site-href.js";

/** DocSearch says after so many milliseconds that a search takes long, even of one that has failed by then. */
const stallThreshold = 300;
/** Milliseconds without a key before what is typed is asked. */
const typingPause = 120;

export interface SearchListener {
  /** False once the reader asks for something else: a failure is no news then. */
  isWanted(query: string): boolean;
  answered(answer: SearchAnswer): void;
  failed(): void;
}

/** The parts of DocSearch's request that a provider is told. */
interface DocSearchRequest {
  query: string;
  hitsPerPage: number;
}

/** @param words how many words a snippet has. */
export function docSearchClient(
  provider: SearchProvider,
  words: () => number,
  { isWanted, answered, failed }: SearchListener,
): DocSearchTransformClient {
  let latest = 0;
  const ask = async ({ query, hitsPerPage }: DocSearchRequest) => {
    const turn = ++latest;
    const started = Date.now();
    await until(started + typingPause);
    if (turn !== latest) return never;
    try {
      const answer = await provider.search({ query, page: 0, hitsPerPage, snippetWords: words() });
      if (isWanted(query)) answered(answer);
      return { results: [{ hits: answer.hits.map(toDocSearchHit), nbHits: answer.total, queryID: answer.queryID }] };
    } catch (cause) {
      // Dropped for a newer question, which may be the same.
      if (cause instanceof DOMException && cause.name === "AbortError") return never;
      await until(started + stallThreshold + 20);
      if (!isWanted(query)) return never;
      failed();
      // The name by which DocSearch knows that nobody can be reached.
      throw Object.assign(new Error("nobody answers", { cause }), { name: "RetryError" });
    }
  };
  const search = ({ requests }: { requests: [DocSearchRequest] }) => keepError(ask(requests[0]));
  return { search, addAlgoliaAgent: () => {}, transporter: {} } as unknown as DocSearchTransformClient;
}

const never = new Promise<never>(() => {});

/**
 * DocSearch shows its error screen in the `catch` of a search, and what it is built on says right after that all is well, once the search
 * has come to its end. So a search that has failed does not come to its end.
 */
function keepError<T>(search: Promise<T>): Promise<T> {
  const shown = (show: (error: unknown) => unknown) =>
    search.then(undefined, (error) => {
      try {
        show(error);
      } catch {
        // What shows an error throws it again.
      }
      return never;
    });
  return Object.assign(search, { catch: shown });
}

const until = (time: number) => new Promise((resolve) => setTimeout(resolve, time - Date.now()));

/** DocSearch puts the name of a group into the page as text, and everything else as HTML, also where nothing is marked. */
export function toDocSearchHit(hit: SearchHit) {
  const group = hit.hierarchy.lvl0 ?? "";
  const levels = Object.entries(hit.hierarchy).map(([level, text]) => [level, text && escapeHtml(text)]);
  const marked = hit._highlightResult;
  return {
    ...hit,
    url: siteHref(hit.url),
    hierarchy: { ...Object.fromEntries(levels), lvl0: group },
    content: hit.content && escapeHtml(hit.content),
    _highlightResult: { ...marked, hierarchy: { ...marked.hierarchy, lvl0: { value: group } } },
  };
}
