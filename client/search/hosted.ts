/** Queries a hosted index (Algolia), with filters by context, short snippets and marked matches. */
import { liteClient } from "algoliasearch/lite";
import {
  insightsOrigin,
  type MarkedText,
  type ProviderUi,
  type SearchAnswer,
  type SearchHit,
  type SearchProvider,
} from "../../src/shared/search.js";
import { escapeHtml } from "../../src/shared/text.js";

type HostedUi = Extract<ProviderUi, { kind: "algolia" }>;

/** Milliseconds; the client increases them with each retry. */
const timeouts = { connect: 1_000, read: 2_000, write: 30_000 };
/** Milliseconds after which a search fails, even if the client has not tried all hosts. */
const giveUpAfter = 5_000;
/** Number of hosts in Algolia's default list. The client tries each once, so a shorter list is repeated. */
const minHosts = 4;

const headings = ["lvl1", "lvl2", "lvl3", "lvl4", "lvl5", "lvl6"].map((level) => `hierarchy.${level}`);
const attributesToRetrieve = ["hierarchy.lvl0", ...headings, "content", "type", "url"];

export function hostedProvider(ui: HostedUi): SearchProvider {
  const client = liteClient(ui.appId, ui.apiKey, {
    timeouts,
    hostsCache: hostsCache(),
    ...(ui.hosts && { hosts: repeated(ui.hosts.map(hostOf), minHosts) }),
  });
  return {
    async search({ query, page, hitsPerPage, snippetWords }) {
      const asking = client.search<SearchHit>({
        requests: [
          {
            query,
            indexName: ui.indexName,
            attributesToRetrieve,
            attributesToSnippet: [...headings, "content"].map((name) => `${name}:${snippetWords}`),
            snippetEllipsisText: "…",
            highlightPreTag: "<mark>",
            highlightPostTag: "</mark>",
            hitsPerPage,
            ...(page > 0 && { page }),
            clickAnalytics: ui.insights === true,
            facetFilters: facetFilters(ui),
          },
        ],
      });
      const { results } = await inTime(asking);
      return toAnswer(query, results[0] as unknown as HostedResult);
    },
    ...(ui.insights && insights(ui)),
  };
}

/** Milliseconds after which hits count as seen. */
const viewPause = 400;

/**
 * Reports the hits that readers see and choose to the provider's analytics. The provider's own script would come from a
 * third host, and would recognize readers on their next visit, which this code does not.
 */
function insights({ appId, apiKey, indexName: index }: HostedUi): Pick<SearchProvider, "viewed" | "chosen"> {
  const userToken = `anonymous-${crypto.randomUUID()}`;
  let timer = 0;
  let last = "";
  const send = (event: object) => {
    // The page may be closing; events that cannot be sent are dropped.
    fetch(`${insightsOrigin}/1/events`, {
      method: "POST",
      keepalive: true,
      headers: { "x-algolia-application-id": appId, "x-algolia-api-key": apiKey, "content-type": "application/json" },
      body: JSON.stringify({ events: [{ index, userToken, ...event }] }),
    }).catch(() => {});
  };
  return {
    viewed(hits) {
      const objectIDs = hits.map(({ objectID }) => objectID);
      clearTimeout(timer);
      timer = window.setTimeout(() => {
        if (objectIDs.join() !== last) send({ eventType: "view", eventName: "Items Viewed", objectIDs });
        last = objectIDs.join();
      }, viewPause);
    },
    chosen({ objectID }, position, queryID) {
      const event = { eventType: "click", eventName: "Item Selected", objectIDs: [objectID], positions: [position] };
      send({ ...event, queryID });
    },
  };
}

/** @returns the answer; rejects if it comes too late. */
function inTime<T>(answer: Promise<T>): Promise<T> {
  let timer = 0;
  const late = new Promise<never>((_, reject) => {
    timer = window.setTimeout(() => reject(new Error("no host answers")), giveUpAfter);
  });
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}

/** Contextual search: the page's language, the register, and the docs of the present version. */
function facetFilters({ language, docsTag }: HostedUi): (string | string[])[] {
  const pageTag = document.querySelector<HTMLMetaElement>("meta[name='docsearch:docusaurus_tag']")?.content;
  const docs = pageTag?.startsWith("docs-") ? pageTag : docsTag;
  const tags = ["default", ...(docs ? [docs] : [])].map((tag) => `docusaurus_tag:${tag}`);
  return [`language:${language}`, tags];
}

/** Repeats a list until it has at least `least` items. */
function repeated<T>(list: readonly T[], least: number): T[] {
  return Array.from({ length: Math.ceil(least / list.length) }, () => list).flat();
}

function hostOf(origin: string) {
  const { protocol, hostname, port } = new URL(origin);
  return {
    url: hostname,
    accept: "readWrite" as const,
    protocol: protocol === "http:" ? ("http" as const) : ("https" as const),
    ...(port && { port: Number(port) }),
  };
}

interface HostedResult {
  hits: SearchHit[];
  nbHits?: number;
  queryID?: string;
}

function toAnswer(query: string, { hits, nbHits = hits.length, queryID }: HostedResult): SearchAnswer {
  return { query, hits: hits.filter(({ url }) => isWeb(url)).map(toHit), total: nbHits, queryID };
}

const isWeb = (url: string) =>
  URL.canParse(url, location.href) && /^https?:$/.test(new URL(url, location.href).protocol);

function toHit(hit: SearchHit): SearchHit {
  return {
    ...hit,
    _highlightResult: escapeParts(hit._highlightResult),
    _snippetResult: escapeParts(hit._snippetResult),
  };
}

type Parts = SearchHit["_highlightResult"];

/** Escapes the texts of a hosted index, except for the marks in them, which are HTML. */
function escapeParts({ hierarchy = {}, content }: Partial<Parts> = {}): Parts {
  const escaped = Object.entries(hierarchy).map(([level, text]) => [level, escapeMarked(text)]);
  return { hierarchy: Object.fromEntries(escaped), ...(content && { content: escapeMarked(content) }) };
}

function escapeMarked({ value, matchLevel }: MarkedText): MarkedText {
  return { value: escapeHtml(value).replace(/&lt;(\/?mark)&gt;/g, "<$1>"), matchLevel };
}

// Remembers which hosts have failed, so that the client does not use them for 120 s. The client's own caches do not work
// for this: they store JSON, which loses the functions of a host's state, and use that state as the key.

interface Host {
  url: string;
  port?: number;
}

const keyOf = (host: unknown) => `${(host as Host).url}:${(host as Host).port ?? ""}`;

/** Has the shape of algoliasearch's `Cache`. */
export function hostsCache() {
  const states = new Map<string, unknown>();
  return {
    async get<T>(host: unknown, fresh: () => Promise<T>): Promise<T> {
      return (states.get(keyOf(host)) as T | undefined) ?? fresh();
    },
    async set<T>(host: unknown, state: T): Promise<T> {
      states.set(keyOf(host), state);
      return state;
    },
    async delete(host: unknown): Promise<void> {
      states.delete(keyOf(host));
    },
    async clear(): Promise<void> {
      states.clear();
    },
  };
}
