/** How single requests to hosted search are made: over sockets of this machine, and between hosts that are made up. */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { systemClock } from "../../../../src/net/retry.js";
import { pushRecords } from "../../../../src/search/hosted/push.js";
import {
  Budget,
  fetchRequester,
  type HttpRequest,
  type Requester,
  withinBudget,
  withRetries,
} from "../../../../src/search/hosted/requester.js";
import { type Fault, faults } from "../../../support/algolia-calls.js";
import { AlgoliaStandIn } from "../../../support/algolia-server.js";
import { VirtualClock } from "../../../support/clock.js";
import { makeRecords } from "../../../support/records.js";

const request: HttpRequest = {
  method: "GET",
  url: "https://one.example/1/indexes?page=0",
  headers: {},
  connectTimeout: 1000,
  responseTimeout: 5000,
};
const success = { status: 200, content: "{}", isTimedOut: false };
const budgetOf = (clock: VirtualClock, total = 120_000) => new Budget(clock, total, 0);

describe("one request", () => {
  let algolia: AlgoliaStandIn;
  let url: string;
  beforeEach(async () => {
    algolia = new AlgoliaStandIn();
    url = `${await algolia.listen()}/1/indexes`;
  });
  afterEach(() => algolia.close());

  const headers = () => ({ "x-algolia-application-id": algolia.appId, "x-algolia-api-key": algolia.adminKey });
  const send = (fault: Fault | undefined, more: Partial<HttpRequest> = {}) => {
    algolia.fault = () => fault;
    return fetchRequester.send({ ...request, url, headers: headers(), ...more });
  };

  test("brings the answer with its status and headers", async () => {
    const response = await send(undefined);
    expect(response).toMatchObject({ status: 200, isTimedOut: false, content: '{"items":[],"nbPages":1}' });
    expect(await send(faults.rateLimited(7))).toMatchObject({ status: 429, headers: { "retry-after": "7" } });
  });

  test("waits for an answer as long as it may, however long the server thinks before it begins", async () => {
    expect((await send(faults.slow(100), { connectTimeout: 10 })).status).toBe(200);
  });

  test("is given up when its time is over", async () => {
    expect(await send(faults.slow(60_000), { responseTimeout: 50 })).toMatchObject({ status: 0, isTimedOut: true });
  });

  test("that gets no answer says why, and nothing of its headers", async () => {
    expect(await send(faults.reset)).toMatchObject({ status: 0, isTimedOut: false, content: "UND_ERR_SOCKET" });
    const bad = await send(undefined, { headers: { "x-algolia-api-key": "line\nbreak" } });
    expect(bad).toEqual({ status: 0, isTimedOut: false, content: "no answer" });
  });

  test("is not sent on to where a redirect leads", async () => {
    const response = await send({ status: 302, headers: { location: `${url}/elsewhere` }, body: "moved" });
    expect(response.status).toBe(302);
    expect(algolia.requests).toHaveLength(1);
  });
});

describe("several hosts", () => {
  const origins = ["https://one.example", "https://two.example", "https://three.example"];

  test("take over from each other, and one that failed is left out from then on", async () => {
    const asked: string[] = [];
    const inner: Requester = {
      send: async ({ url }) => {
        asked.push(url);
        return url.startsWith("https://one.") ? { status: 0, content: "ECONNREFUSED", isTimedOut: false } : success;
      },
    };
    const clock = new VirtualClock();
    const requester = withRetries(inner, origins, budgetOf(clock));
    await requester.send(request);
    await requester.send(request);
    expect(asked).toEqual(["one", "two", "two"].map((host) => `https://${host}.example/1/indexes?page=0`));
  });
});

test("a push goes to the application's own hosts, one after the other", async () => {
  const clock = new VirtualClock();
  const hosts: string[] = [];
  const requester: Requester = {
    send: async ({ url }) => {
      hosts.push(new URL(url).host);
      return { status: 503, content: "", isTimedOut: false };
    },
  };
  const provider = { appId: "app", adminKey: "key", requester, clock };
  const records = makeRecords(1);
  await pushRecords({ records, index: "cip", provider, full: false, force: false, onProgress: () => {} });
  const others = [1, 2, 3].map((number) => `app-${number}.algolianet.com`);
  expect(hosts).toEqual(["app.algolia.net", ...others, "app.algolia.net"]);
});

describe("a budget", () => {
  test("shortens what would go on beyond it, and lets nothing begin after it", async () => {
    const clock = new VirtualClock();
    const timeouts: number[] = [];
    const inner: Requester = {
      send: async ({ responseTimeout }) => {
        timeouts.push(responseTimeout);
        clock.advance(responseTimeout);
        return success;
      },
    };
    const requester = withinBudget(inner, budgetOf(clock, 7000));
    await requester.send(request);
    await requester.send(request);
    expect(timeouts).toEqual([5000, 2000]);
    await expect(requester.send(request)).rejects.toMatchObject({ kind: "deadline" });
  });

  test("keeps its reserve until it is released", () => {
    const clock = new VirtualClock();
    const budget = new Budget(clock, 100, 30);
    clock.advance(80);
    expect(budget.remaining()).toBe(-10);
    budget.releaseReserve();
    expect(budget.remaining()).toBe(20);
  });
});

test("the clock of the system goes on while it waits", async () => {
  const before = systemClock.now();
  await systemClock.sleep(20);
  expect(systemClock.now() - before).toBeGreaterThan(15);
  expect(Math.abs(systemClock.now() - Date.now())).toBeLessThan(60_000);
});
