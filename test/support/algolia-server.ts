/**
 * A stand-in for Algolia that speaks its REST API as far as this program does: for tests of `cipgen index` and of hosted search in a browser.
 *
 *     const algolia = new AlgoliaStandIn();
 *     algolia.seed("cip", records, settings);           // what readers find at once
 *     const origin = await algolia.listen();            // http://127.0.0.1:<port>; `await algolia.close()` afterwards
 *     algolia.fault = ({ call }) => (call === "queries" ? faults.forbidden : undefined);
 *     algolia.calls("queries")[0].body                  // what was asked
 *
 * Keys: `adminKey` may do everything, `searchKey` may search. `requester` answers without sockets.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import type { Requester } from "../../src/tools/hosted-search.js";
import { type Call, type Fault, type SeenRequest, understand } from "./algolia-calls.js";
import { answerQuery, type QueryParams } from "./algolia-query.js";
import { AlgoliaStore, type BatchRequest, emptyIndex, type Scope, type StoredRecord } from "./algolia-store.js";

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

export class AlgoliaStandIn {
  readonly appId = "STANDIN";
  readonly adminKey = "admin-key-of-the-stand-in";
  readonly searchKey = "search-key-of-the-stand-in";
  /** Every request, in order, those that met a fault too. */
  readonly requests: SeenRequest[] = [];
  /** Decides for each request what goes wrong, if anything does. */
  fault: (request: SeenRequest) => Fault | undefined = () => undefined;
  readonly store = new AlgoliaStore();
  #server: Server | undefined;

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

  /** Sends requests to this stand-in in memory. */
  readonly requester: Requester = {
    send: async ({ method, url, headers, data }) => {
      const { pathname, search } = new URL(url);
      const { answer } = this.#take(understand(method, `${pathname}${search}`, headers, String(data ?? "")));
      if (!answer) return { status: 0, content: "ECONNRESET", isTimedOut: false };
      return { status: answer.status, content: answer.body, headers: answer.headers, isTimedOut: false };
    },
  };

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
    return of("x-algolia-api-key") === (call === "queries" ? this.searchKey : this.adminKey);
  }

  #run({ call, index, url, body }: SeenRequest): { status: number; value: unknown } {
    const { store } = this;
    const ok = (value: unknown) => ({ status: 200, value });
    const accept = (apply: () => void) => ok({ taskID: store.enqueue(apply), updatedAt: "2026-01-01T00:00:00.000Z" });
    switch (call) {
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
      case "queries":
        return this.#queries(body.requests);
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

function refusal(status: number, message: string) {
  return { status, value: { message, status } };
}
