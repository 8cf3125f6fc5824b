/** The requests of a push to Algolia. Every function rejects with a ProviderError; a write returns when it has taken effect. */
import { algoliasearch } from "algoliasearch";
import type { Clock } from "../../net/retry.js";
import {
  browseAnswer,
  namesAnswer,
  type QueryAnswer,
  queryAnswer,
  readAnswer,
  settingsAnswer,
  taskAnswer,
  taskStatus,
} from "./answers.js";
import type { Budget } from "./budget.js";
import { type Difference, type Hashes, hashRecord } from "./difference.js";
import { ProviderError } from "./failure.js";
import { fetchRequester, type Requester, withinBudget, withRetries } from "./requester.js";
import type { IndexSettings } from "./settings.js";

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
    { added, changed, deleted }: Difference,
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
