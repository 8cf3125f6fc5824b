/**
 * A stand-in for Algolia that speaks its REST API as far as this program does: for tests of `cipgen index` and of hosted search in a browser.
 *
 *     const algolia = new AlgoliaStandIn();
 *     algolia.seed("cip", records, settings);           // what readers find at once
 *     const origin = await algolia.listen();            // http://127.0.0.1:<port>; `await algolia.close()` afterwards
 *     algolia.fault = ({ call }) => (call === "queries" ? faults.forbidden : undefined);
 *     algolia.calls("queries")[0].body                  // what was asked
 *
 * Keys: `adminKey` may do everything, `searchKey` may search. `requester` answers without sockets, on a clock that tests turn.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import type { Requester } from "../../src/search/hosted/requester.js";
import { acls, type Call, type Fault, type SeenRequest, understand } from "./algolia-calls.js";
import { answerQuery, type QueryParams, retrieve } from "./algolia-query.js";
import { AlgoliaStore, type BatchRequest, emptyIndex, type Scope, type StoredRecord } from "./algolia-store.js";
import type { VirtualClock } from "./clock.js";

interface Answer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

const cors = {
  "access-control-allow-origin": "*",
  "access-control-allow-headers": "*",
  "access-control-allow-methods": "*",
};
const longestRecord = 10_000;

export interface StandInOptions {
  /** How many times a task is not yet published when it is asked after; 1 unless given. */
  pollsUntilPublished?: number;
  /** What the admin key may not do. */
  withheld?: readonly string[];
}

export class AlgoliaStandIn {
  readonly appId = "STANDIN";
  readonly adminKey = "admin-key-of-the-stand-in";
  readonly searchKey = "search-key-of-the-stand-in";
  /** Every request, in order, those that met a fault too. */
  readonly requests: SeenRequest[] = [];
  /** Decides for each request what goes wrong, if anything does. */
  fault: (request: SeenRequest) => Fault | undefined = () => undefined;
  readonly store: AlgoliaStore;
  readonly #withheld: readonly string[];
  #server: Server | undefined;

  constructor({ pollsUntilPublished = 1, withheld = [] }: StandInOptions = {}) {
    this.store = new AlgoliaStore(pollsUntilPublished);
    this.#withheld = withheld;
  }

  /** Makes or replaces an index, visible at once. */
  seed(index: string, records: readonly { objectID: string }[], settings: Record<string, unknown> = {}): void {
    const entries = records.map((record): [string, StoredRecord] => [record.objectID, structuredClone({ ...record })]);
    this.store.indices.set(index, { ...emptyIndex(), settings: { ...settings }, records: new Map(entries) });
  }

  /** What readers of an index see now; undefined where there is no such index. */
  records(index: string): StoredRecord[] | undefined {
    const found = this.store.indices.get(index);
    return found && [...found.records.values()];
  }

  get indexNames(): string[] {
    return [...this.store.indices.keys()].sort();
  }

  /** The requests of one kind. */
  calls(call: Call): SeenRequest[] {
    return this.requests.filter((request) => request.call === call);
  }

  async listen(): Promise<string> {
    const server = createServer((request, response) => void this.#serve(request, response));
    this.#server = server;
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    const server = this.#server;
    if (!server) return;
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }

  /** Sends requests to this stand-in in memory; waiting turns the clock. */
  requester(clock: VirtualClock): Requester {
    return {
      send: async ({ method, url, headers, data, responseTimeout }) => {
        const { pathname, search } = new URL(url);
        const request = understand(method, `${pathname}${search}`, headers, String(data ?? ""));
        const { fault, answer } = this.#take(request);
        if (fault && "slowMs" in fault) clock.advance(Math.min(fault.slowMs, responseTimeout));
        if (fault && "slowMs" in fault && fault.slowMs > responseTimeout)
          return { status: 0, content: "time-out", isTimedOut: true };
        if (!answer) return { status: 0, content: "ECONNRESET", isTimedOut: false };
        return { status: answer.status, content: answer.body, headers: answer.headers, isTimedOut: false };
      },
    };
  }

  async #serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = "", url = "", headers } = incoming;
    if (method === "OPTIONS") return void response.writeHead(204, cors).end();
    const request = understand(method, url, headers as Record<string, string>, await text(incoming));
    const { fault, answer } = this.#take(request);
    if (!answer) return void incoming.socket.destroy();
    const send = () => response.writeHead(answer.status, { ...cors, ...answer.headers }).end(answer.body);
    if (fault && "slowMs" in fault) setTimeout(send, fault.slowMs).unref();
    else send();
  }

  /** @returns no answer where the connection ends. */
  #take(request: SeenRequest): { fault: Fault | undefined; answer: Answer | undefined } {
    this.requests.push(request);
    const fault = this.fault(request);
    if (!fault || "slowMs" in fault) return { fault, answer: this.#answer(request) };
    if (fault.applied) this.#answer(request);
    if ("reset" in fault) return { fault, answer: undefined };
    const headers = { "content-type": "application/json", ...fault.headers };
    return { fault, answer: { status: fault.status, headers, body: fault.body ?? "" } };
  }

  #answer(request: SeenRequest): Answer {
    const { status, value } = this.#allows(request)
      ? this.#run(request)
      : refusal(403, "Invalid Application-ID or API key");
    return { status, headers: { "content-type": "application/json; charset=UTF-8" }, body: JSON.stringify(value) };
  }

  #allows({ call, headers, url }: SeenRequest): boolean {
    const query = new URL(url, "http://standin").searchParams;
    const of = (name: string) => headers[name] ?? query.get(name);
    if (of("x-algolia-application-id") !== this.appId || call === "unknown") return call === "unknown";
    const right = acls[call];
    if (of("x-algolia-api-key") === this.searchKey) return right === "search";
    return of("x-algolia-api-key") === this.adminKey && !this.#withheld.includes(right);
  }

  #run({ call, index, url, body }: SeenRequest): { status: number; value: unknown } {
    const { store } = this;
    const ok = (value: unknown) => ({ status: 200, value });
    const accept = (apply: () => void) => ok({ taskID: store.enqueue(apply), updatedAt: "2026-01-01T00:00:00.000Z" });
    const found = store.indices.get(index);
    switch (call) {
      case "listIndices":
        return ok({
          items: this.indexNames.map((name) => ({ name, entries: this.records(name)?.length })),
          nbPages: 1,
        });
      case "getSettings":
        return found ? ok(found.settings) : refusal(404, `Index ${index} does not exist`);
      case "setSettings":
        return accept(() => store.setSettings(index, body));
      case "batch":
        return this.#batch(index, body.requests, accept);
      case "operation":
        return accept(() =>
          body.operation === "move"
            ? store.move(index, body.destination)
            : store.copy(index, body.destination, body.scope as Scope[] | undefined),
        );
      case "task": {
        const id = Number(/\d+$/.exec(new URL(url, "http://standin").pathname)?.[0]);
        if (!store.knows(id)) return refusal(404, "Task does not exist");
        return ok({ status: store.isPublished(id) ? "published" : "notPublished", pendingTask: false });
      }
      case "browse":
        return found
          ? ok(browse([...found.records.values()], found.settings, body))
          : refusal(404, `Index ${index} does not exist`);
      case "query":
        return found ? ok(answerQuery(found, body)) : refusal(404, `Index ${index} does not exist`);
      case "queries":
        return this.#queries(body.requests);
      case "recommendations":
        return ok({ results: [] });
      case "events":
        return ok({ status: 200, message: "OK" });
      case "deleteIndex":
        return accept(() => void store.indices.delete(index));
      default:
        return refusal(404, "Path does not exist");
    }
  }

  #batch(
    index: string,
    requests: readonly BatchRequest[],
    accept: (apply: () => void) => { status: number; value: unknown },
  ) {
    const sizes = requests.map(({ body }) => Buffer.byteLength(JSON.stringify(body)));
    const large = sizes.findIndex((size) => size > longestRecord);
    if (large >= 0)
      return refusal(400, `Record at the position ${large} is too big size=${sizes[large]}/${longestRecord} bytes`);
    return accept(() => this.store.batch(index, requests));
  }

  #queries(requests: readonly (QueryParams & { indexName: string; params?: QueryParams | string })[]) {
    const results = [];
    for (const { indexName, params, ...own } of requests) {
      const found = this.store.indices.get(indexName);
      if (!found) return refusal(404, `Index ${indexName} does not exist`);
      const more = typeof params === "string" ? Object.fromEntries(new URLSearchParams(params)) : params;
      results.push({ ...answerQuery(found, { ...own, ...more }), index: indexName });
    }
    return { status: 200, value: { results } };
  }
}

function browse(
  records: readonly StoredRecord[],
  settings: Record<string, unknown>,
  params: { cursor?: string; hitsPerPage?: number; attributesToRetrieve?: string[] },
) {
  // A cursor carries the parameters of the first page, as the original's does.
  const {
    from = 0,
    hitsPerPage = 1000,
    names,
  } = params.cursor
    ? JSON.parse(Buffer.from(params.cursor, "base64url").toString())
    : { hitsPerPage: params.hitsPerPage, names: params.attributesToRetrieve ?? settings.attributesToRetrieve };
  const to = from + hitsPerPage;
  const cursor = Buffer.from(JSON.stringify({ from: to, hitsPerPage, names })).toString("base64url");
  return {
    hits: records.slice(from, to).map((record) => retrieve(record, names)),
    nbHits: records.length,
    hitsPerPage,
    ...(to < records.length && { cursor }),
  };
}

function refusal(status: number, message: string) {
  return { status, value: { message, status } };
}
