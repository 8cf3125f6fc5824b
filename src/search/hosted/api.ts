/** The requests of a push to Algolia. Every function rejects with a ProviderError; a write returns when it has taken effect. */

import { algoliasearch } from "algoliasearch";
import { z } from "zod";
import type { Clock } from "../../net/retry.js";
import { type Hashes, hashRecord, type RecordChanges } from "./difference.js";
import { type Budget, fetchRequester, ProviderError, type Requester, withinBudget, withRetries } from "./requester.js";

type IndexSettings = Record<string, unknown>;

/** What DocSearch's requests rely on. Other settings, which a site's owner may have made, are not changed. */
export const indexSettings: IndexSettings = {
  // The facets of contextual search.
  attributesForFaceting: ["type", "language", "version", "docusaurus_tag"],
  searchableAttributes: [
    "unordered(hierarchy.lvl0)",
    "unordered(hierarchy.lvl1)",
    "unordered(hierarchy.lvl2)",
    "unordered(hierarchy.lvl3)",
    "unordered(hierarchy.lvl4)",
    "unordered(hierarchy.lvl5)",
    "unordered(hierarchy.lvl6)",
    "content",
  ],
  attributesToRetrieve: ["hierarchy", "content", "anchor", "url", "url_without_anchor", "type"],
  attributesToHighlight: ["hierarchy", "content"],
  attributesToSnippet: ["content:10"],
  camelCaseAttributes: ["hierarchy", "content"],
  // One hit for each place, even if several of its records match.
  distinct: true,
  attributeForDistinct: "url",
  customRanking: ["desc(weight.pageRank)", "desc(weight.level)", "asc(weight.position)"],
  ranking: ["words", "filters", "typo", "attribute", "proximity", "exact", "custom"],
  minWordSizefor1Typo: 3,
  minWordSizefor2Typos: 7,
  // A number with a typo is another proposal.
  allowTyposOnNumericTokens: false,
  ignorePlurals: true,
  advancedSyntax: true,
  attributeCriteriaComputedByMinProximity: true,
  removeWordsIfNoResults: "allOptional",
};

/** Names of the settings with wrong values. */
export function settingsToChange(found: Readonly<IndexSettings>): string[] {
  return Object.keys(indexSettings).filter((name) => written(found[name]) !== written(indexSettings[name]));
}

/** true and false may come back as 1 and 0. */
function written(value: unknown): string | undefined {
  return JSON.stringify(typeof value === "boolean" ? Number(value) : value);
}

// The shape of every answer that a push relies on. Algolia's client passes on any JSON, and proxies, sign-in pages and
// other programs may answer in Algolia's place: an answer of another shape is an error, and nothing is read from it.

const taskAnswer = z.object({ taskID: z.int() });

const taskStatus = z.object({ status: z.string() });

const settingsAnswer = z.record(z.string(), z.unknown());

const browseAnswer = z.object({
  hits: z.array(z.looseObject({ objectID: z.string() })),
  cursor: z.string().optional(),
});

const namesAnswer = z.object({ items: z.array(z.object({ name: z.string() })) });

/** Records of other programs may have neither field. */
const queryAnswer = z.object({
  hits: z.array(z.object({ language: z.unknown().optional(), docusaurus_tag: z.unknown().optional() })),
  nbHits: z.int().nonnegative().default(0),
});

type QueryAnswer = z.output<typeof queryAnswer>;

/** @throws ProviderError if the answer has another shape. */
function readAnswer<T>(schema: z.ZodType<T>, answer: unknown): T {
  const parsed = schema.safeParse(answer);
  if (parsed.success) return parsed.data;
  throw new ProviderError("not-json");
}

/** The provider's application, and the key. */
export interface Provider {
  appId: string;
  adminKey: string;
  /** Origin to use in place of Algolia's own hosts. */
  origin?: string;
  /** Sends the requests; `fetch` by default. */
  requester?: Requester;
  clock?: Clock;
}

type Client = ReturnType<typeof algoliasearch>;
type BrowseParams = Parameters<Client["browse"]>[0]["browseParams"];
type OperationParams = Parameters<Client["operationIndex"]>[0]["operationIndexParams"];

/** Number of records in one request. */
const batchSize = 1000;
/** Milliseconds between two requests for the state of a task. */
const firstPoll = 100;
const longestPoll = 2000;

export class IndexApi {
  readonly #client: Client;
  readonly #clock: Clock;

  constructor({ appId, adminKey, origin, requester = fetchRequester }: Provider, budget: Budget) {
    const origins = origin ? [origin] : ownOrigins(appId);
    this.#clock = budget.clock;
    this.#client = algoliasearch(appId, adminKey, {
      // A placeholder: the requester chooses the host.
      hosts: [{ url: "algolia.invalid", accept: "readWrite", protocol: "https" }],
      requester: withRetries(withinBudget(requester, budget), origins, budget),
      timeouts: { connect: 10_000, read: 10_000, write: 30_000 },
      maxRateLimitRetries: 0,
    });
  }

  /** @returns undefined if there is no such index. */
  async settings(indexName: string): Promise<IndexSettings | undefined> {
    const settings = await orMissing(this.#client.getSettings({ indexName, getVersion: 2 }));
    return settings === undefined ? undefined : readAnswer(settingsAnswer, settings);
  }

  async setSettings(indexName: string, indexSettings: IndexSettings): Promise<void> {
    await this.#finish(indexName, await this.#client.setSettings({ indexName, indexSettings }));
  }

  /** Hashes of all records; none if there is no such index. */
  async hashes(indexName: string): Promise<Hashes> {
    const hashes = new Map<string, string>();
    let browseParams: BrowseParams = { hitsPerPage: batchSize, attributesToRetrieve: ["*"] };
    for (;;) {
      const answer: unknown = await orMissing(this.#client.browse({ indexName, browseParams }));
      if (answer === undefined) return hashes;
      const { hits, cursor } = readAnswer(browseAnswer, answer);
      for (const hit of hits) hashes.set(hit.objectID, hashRecord(hit));
      if (!cursor) return hashes;
      // A cursor to the page that was just read would never end.
      if ("cursor" in browseParams && browseParams.cursor === cursor) throw new ProviderError("not-json");
      browseParams = { cursor };
    }
  }

  /** @param onSent gets the number of records that were sent so far. */
  async write(
    indexName: string,
    { added, changed, deleted }: RecordChanges,
    onSent: (count: number) => void,
  ): Promise<void> {
    const requests = [
      ...[...added, ...changed].map((body) => ({ action: "addObject" as const, body: { ...body } })),
      ...deleted.map((objectID) => ({ action: "deleteObject" as const, body: { objectID } })),
    ];
    const tasks: unknown[] = [];
    for (let start = 0; start < requests.length; start += batchSize) {
      const batchWriteParams = { requests: requests.slice(start, start + batchSize) };
      tasks.push(await this.#client.batch({ indexName, batchWriteParams }));
      onSent(Math.min(start + batchSize, requests.length));
    }
    for (const task of tasks) await this.#finish(indexName, task);
  }

  /** Replaces the other index. @param configurationOnly leaves the records behind. */
  async copy(index: string, destination: string, configurationOnly: boolean): Promise<void> {
    await this.#operate(index, {
      operation: "copy",
      destination,
      ...(configurationOnly && { scope: ["settings", "synonyms", "rules"] }),
    });
  }

  /** Replaces the other index in one step. */
  async move(index: string, destination: string): Promise<void> {
    await this.#operate(index, { operation: "move", destination });
  }

  /** Does nothing if there is no such index. Returns when the request is accepted. */
  async remove(indexName: string): Promise<void> {
    readAnswer(taskAnswer, await this.#client.deleteIndex({ indexName }));
  }

  /** Names of all indices of the application. */
  async names(): Promise<string[]> {
    return readAnswer(namesAnswer, await this.#client.listIndices()).items.map(({ name }) => name);
  }

  /** The first hits of an empty query. */
  async query(indexName: string, facetFilters: (string | string[])[]): Promise<QueryAnswer> {
    const answer: unknown = await this.#client.searchSingleIndex({
      indexName,
      searchParams: {
        query: "",
        facetFilters,
        attributesToRetrieve: ["language", "docusaurus_tag"],
        analytics: false,
      },
    });
    return readAnswer(queryAnswer, answer);
  }

  async #operate(indexName: string, operationIndexParams: OperationParams): Promise<void> {
    await this.#finish(indexName, await this.#client.operationIndex({ indexName, operationIndexParams }));
  }

  /** Waits until a write can be read. @param accepted the answer to the write. */
  async #finish(indexName: string, accepted: unknown): Promise<void> {
    const { taskID } = readAnswer(taskAnswer, accepted);
    for (let pause = firstPoll; ; pause = Math.min(pause * 1.5, longestPoll)) {
      const { status } = readAnswer(taskStatus, await this.#client.getTask({ indexName, taskID }));
      if (status === "published") return;
      await this.#clock.sleep(pause);
    }
  }
}

/** Hosts for writes also answer reads, and have every write, which the nearest host may not. */
function ownOrigins(appId: string): string[] {
  const hosts = [`${appId}.algolia.net`, ...[1, 2, 3].map((number) => `${appId}-${number}.algolianet.com`)];
  return hosts.map((host) => `https://${host}`);
}

async function orMissing<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof ProviderError && error.kind === "missing") return undefined;
    throw error;
  }
}
