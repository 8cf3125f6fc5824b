/** Lets DocSearch ask any provider: its request goes to the provider, the answer comes back as it would from the hosted one. */
import type { DocSearchTransformClient } from "@docsearch/react";
import type { SearchAnswer, SearchHit, SearchProvider } from "../../src/shared/search.js";
import { escapeHtml } from "../../src/shared/text.js";
import { siteHref } from "./site-href.js";

/** Milliseconds after which DocSearch reports a search as slow, even if it has failed by then. */
const stallThreshold = 300;
/** Milliseconds without a key press before the query is sent. */
const typingPause = 120;

export interface SearchListener {
  /** False once the reader has typed another query: then a failure no longer matters. */
  isWanted(query: string): boolean;
  answered(answer: SearchAnswer): void;
  failed(): void;
}

/** The parts of DocSearch's request that a provider gets. */
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
      // Dropped in favour of a newer query, which may be the same.
      if (cause instanceof DOMException && cause.name === "AbortError") return never;
      await until(started + stallThreshold + 20);
      if (!isWanted(query)) return never;
      failed();
      // The error name that DocSearch takes for an unreachable provider.
      throw Object.assign(new Error("nobody answers", { cause }), { name: "RetryError" });
    }
  };
  const search = ({ requests }: { requests: [DocSearchRequest] }) => keepError(ask(requests[0]));
  return { search, addAlgoliaAgent: () => {}, transporter: {} } as unknown as DocSearchTransformClient;
}

const never = new Promise<never>(() => {});

/**
 * DocSearch shows its error screen in the `catch` of a search, but the library below it resets the state to idle when
 * the search settles. So a failed search must never settle.
 */
function keepError<T>(search: Promise<T>): Promise<T> {
  const shown = (show: (error: unknown) => unknown) =>
    search.then(undefined, (error) => {
      try {
        show(error);
      } catch {
        // The code that shows an error throws it again.
      }
      return never;
    });
  return Object.assign(search, { catch: shown });
}

const until = (time: number) => new Promise((resolve) => setTimeout(resolve, time - Date.now()));

/** DocSearch inserts the name of a group as text, and everything else as HTML, even if nothing is marked. */
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
