/** What a push asks of the provider, in this program's words. Everything rejects with a ProviderError; a write returns when it is done. */
import { algoliasearch } from "algoliasearch";
import type { SearchRecord } from "../../shared/search.js";
import type { Budget, Clock } from "./clock.js";
import { type Difference, type Hashes, hashRecord } from "./difference.js";
import { ProviderError } from "./failure.js";
import { fetchRequester, type Requester, withinBudget, withRetries } from "./requester.js";
import type { IndexSettings } from "./settings.js";

/** Where the provider is, and who asks. */
export interface Provider {
  appId: string;
  adminKey: string;
  /** Origin that answers in place of the provider's own hosts. */
  origin?: string;
  /** Sends the requests; by `fetch` unless a test gives another. */
  requester?: Requester;
  clock?: Clock;
}

export interface IndexApi {
  /** @returns undefined where there is no such index. */
  settings(index: string): Promise<IndexSettings | undefined>;
  setSettings(index: string, settings: IndexSettings): Promise<void>;
  /** Hashes of all records; none where there is no such index. */
  hashes(index: string): Promise<Hashes>;
  /** @param onSent gets how many records were sent so far. */
  write(index: string, difference: Difference, onSent: (count: number) => void): Promise<void>;
  /** Replaces the other index. @param configurationOnly leaves the records behind. */
  copy(index: string, to: string, configurationOnly: boolean): Promise<void>;
  /** Replaces the other index in one step. */
  move(index: string, to: string): Promise<void>;
  /** Does nothing where there is no such index. Returns when it is accepted. */
  remove(index: string): Promise<void>;
  names(): Promise<string[]>;
  query(index: string, facetFilters: readonly (string | string[])[]): Promise<QueryAnswer>;
}

export interface QueryAnswer {
  nbHits: number;
  hits: Pick<SearchRecord, "language" | "docusaurus_tag">[];
}

const batchSize = 1000;
const firstPoll = 100;
const longestPoll = 2000;

export function connect(provider: Provider, budget: Budget): IndexApi {
  const { appId, adminKey, origin, requester = fetchRequester } = provider;
  const origins = origin ? [origin] : ownOrigins(appId);
  const client = algoliasearch(appId, adminKey, {
    // One in name: which host a request goes to is decided where it is sent.
    hosts: [{ url: new URL(origins[0] ?? "").host, accept: "readWrite", protocol: "https" }],
    requester: withRetries(withinBudget(requester, budget), origins, budget),
    timeouts: { connect: 10_000, read: 10_000, write: 30_000 },
    maxRateLimitRetries: 0,
  });
  const finish = async (indexName: string, taskID: number) => {
    for (let pause = firstPoll; ; pause = Math.min(pause * 1.5, longestPoll)) {
      const { status } = await client.getTask({ indexName, taskID });
      if (status === "published") return;
      await budget.clock.sleep(pause);
    }
  };
  const operate = async (indexName: string, operationIndexParams: OperationParams) => {
    const { taskID } = await client.operationIndex({ indexName, operationIndexParams });
    await finish(indexName, taskID);
  };
  return {
    settings: (indexName) => orMissing(client.getSettings({ indexName, getVersion: 2 }) as Promise<IndexSettings>),
    async setSettings(indexName, settings) {
      const { taskID } = await client.setSettings({ indexName, indexSettings: settings });
      await finish(indexName, taskID);
    },
    async hashes(indexName) {
      const hashes = new Map<string, string>();
      for (let cursor: string | undefined, first = true; first || cursor; first = false) {
        const browseParams = cursor ? { cursor } : { hitsPerPage: batchSize, attributesToRetrieve: ["*"] };
        const page = await orMissing(client.browse({ indexName, browseParams }));
        for (const hit of page?.hits ?? []) hashes.set(hit.objectID, hashRecord(hit));
        cursor = page?.cursor;
      }
      return hashes;
    },
    async write(indexName, { added, changed, deleted }, onSent) {
      const requests = [
        ...[...added, ...changed].map((body) => ({ action: "addObject" as const, body: { ...body } })),
        ...deleted.map((objectID) => ({ action: "deleteObject" as const, body: { objectID } })),
      ];
      const tasks: number[] = [];
      for (let start = 0; start < requests.length; start += batchSize) {
        const batchWriteParams = { requests: requests.slice(start, start + batchSize) };
        tasks.push((await client.batch({ indexName, batchWriteParams })).taskID);
        onSent(Math.min(start + batchSize, requests.length));
      }
      for (const taskID of tasks) await finish(indexName, taskID);
    },
    copy(index, destination, configurationOnly) {
      const scope = configurationOnly ? (["settings", "synonyms", "rules"] as const) : undefined;
      return operate(index, { operation: "copy", destination, ...(scope && { scope: [...scope] }) });
    },
    move: (index, destination) => operate(index, { operation: "move", destination }),
    async remove(indexName) {
      await client.deleteIndex({ indexName });
    },
    async names() {
      const { items } = await client.listIndices();
      return items.map(({ name }) => name);
    },
    async query(indexName, facetFilters) {
      const attributesToRetrieve = ["language", "docusaurus_tag"];
      const searchParams = {
        query: "",
        facetFilters: facetFilters as string[][],
        attributesToRetrieve,
        analytics: false,
      };
      const { hits, nbHits = 0 } = await client.searchSingleIndex<QueryAnswer["hits"][number]>({
        indexName,
        searchParams,
      });
      return { hits, nbHits };
    },
  };
}

type OperationParams = Parameters<ReturnType<typeof algoliasearch>["operationIndex"]>[0]["operationIndexParams"];

/** The hosts that writes go to answer reads as well, and know of every write, which the nearest host need not. */
function ownOrigins(appId: string): string[] {
  return [`${appId}.algolia.net`, ...[1, 2, 3].map((n) => `${appId}-${n}.algolianet.com`)].map(
    (host) => `https://${host}`,
  );
}

async function orMissing<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof ProviderError && error.kind === "missing") return undefined;
    throw error;
  }
}
