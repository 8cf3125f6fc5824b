/** Links to other sites, asked for at a server of our own: what its answers mean, and how it is treated. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Ask, createClient } from "../../src/platform/http/http.js";
import { isPrivateAddress, isPrivateSite } from "../../src/platform/http/private-networks.js";
import type { Clock } from "../../src/platform/http/retry.js";
import { createJudge, type LinkOutcome } from "../../src/tools/links/external.js";
import {
  type OutcomeCache,
  withCache,
  withConcurrencyLimit,
  withHeadFirst,
  withHostPauses,
  withRetries,
} from "../../src/tools/links/external-policy.js";

type Handler = (request: IncomingMessage, response: ServerResponse, count: number) => void;

const plain =
  (status: number, headers: Record<string, string> = {}): Handler =>
  (_, response) =>
    void response.writeHead(status, headers).end();

const handlers: Record<string, Handler> = {
  "/ok": plain(200),
  "/gone": plain(410),
  "/forbidden": plain(403),
  "/busy": (_, response, count) => void response.writeHead(count > 1 ? 200 : 429, { "retry-after": "7" }).end(),
  "/busy-until": (_, response, count) =>
    void response.writeHead(count > 2 ? 200 : 503, { "retry-after": new Date(12_000).toUTCString() }).end(),
  "/always-busy": plain(429, { "retry-after": "2" }),
  "/busy-for-hours": plain(429, { "retry-after": "7200" }),
  "/failing": (_, response, count) => void response.writeHead(count > 1 ? 200 : 500).end(),
  "/broken": plain(500),
  "/no-head": ({ method }, response) => void response.writeHead(method === "HEAD" ? 405 : 200).end("text"),
  "/reset-head": ({ method, socket }, response) => (method === "HEAD" ? socket.destroy() : void response.end()),
  "/reset": ({ socket }) => void socket.destroy(),
  "/silent": () => {},
  "/moved": plain(301, { location: "/moved-again" }),
  "/moved-again": plain(308, { location: "/ok" }),
  "/for-now": plain(302, { location: "/ok" }),
  "/moved-and-for-now": plain(301, { location: "/for-now" }),
  "/moved-away": plain(301, { location: "/nothing" }),
  "/round": plain(302, { location: "/round" }),
  "/silent-head": ({ method }, response) => void (method !== "HEAD" && response.end()),
  "/wall": plain(302, { location: "/wall", "set-cookie": "known=1" }),
  "/wall-there": plain(302, { location: "/wall-back", "set-cookie": "known=1" }),
  "/wall-back": plain(302, { location: "/wall-there" }),
  "/page": (_, response) =>
    void response
      .writeHead(200, { "content-type": "text/html" })
      .end('<h1 id="one">1</h1><a name="zwei%21">2</a><h2 id="user-content-three">3</h2>'),
  "/to-page": plain(302, { location: "/page" }),
  "/made-by-script": (_, response) =>
    void response.writeHead(200, { "content-type": "text/html" }).end("<main></main>"),
  "/in-latin-1": (_, response) =>
    void response
      .writeHead(200, { "content-type": "text/html; charset=ISO-8859-1" })
      .end(Buffer.from('<h1 id="fünf">5</h1>', "latin1")),
  "/to-unescaped": ({ socket }) => void socket.end(Buffer.from("HTTP/1.1 301 Moved\r\nLocation: /straße\r\n\r\n")),
  "/stra%C3%9Fe": plain(200),
  "/switches": ({ socket }) =>
    void socket.end("HTTP/1.1 101 Switching Protocols\r\nUpgrade: other\r\nConnection: Upgrade\r\n\r\n"),
  "/choices": plain(300),
  "/nowhere": plain(301),
  "/no-address": plain(302, { location: "http://[" }),
  "/no-http": ({ socket }) => void socket.end("220 mail.example ready\r\n"),
  "/long-head": ({ socket }) => void socket.end(`HTTP/1.1 200 OK\r\nX: ${"x".repeat(100_000)}\r\n\r\n`),
  "/to-script": plain(302, { location: "javascript:alert(1)" }),
};

let requests: { method: string; path: string }[] = [];
let atOnce = 0;
let mostAtOnce = 0;
const server = createServer((request, response) => {
  const path = request.url ?? "";
  requests.push({ method: request.method ?? "", path });
  mostAtOnce = Math.max(mostAtOnce, ++atOnce);
  response.on("close", () => atOnce--);
  (handlers[path] ?? plain(404))(request, response, requests.filter((seen) => seen.path === path).length);
});
let origin = "";

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  requests = [];
  mostAtOnce = 0;
});

/** A clock that only moves during a sleep. */
function fakeClock(): Clock & { slept: number[] } {
  const slept: number[] = [];
  let now = 0;
  return {
    slept,
    now: () => now,
    async sleep(ms) {
      slept.push(ms);
      now += ms;
    },
  };
}

function askFor(allowPrivate = true, timeout = 20_000): Ask {
  return createClient({ timeout, maxBytes: 100_000, types: /html/, userAgent: "test", allowPrivate });
}

const visitor = (allowPrivate = true) => withHeadFirst(askFor(allowPrivate));

async function outcomeOf(path: string, clock = fakeClock()): Promise<LinkOutcome> {
  const ask = askFor(true, path.startsWith("/silent") ? 200 : undefined);
  const patient = withRetries(withHeadFirst(ask), clock, { attempts: 3, pause: 1000, longestPause: 30_000 });
  return createJudge(patient)(`${origin}${path}`);
}

describe("answers", () => {
  test.each([
    ["/ok", { kind: "ok" }],
    ["/nothing", { kind: "broken", reason: "404" }],
    ["/gone", { kind: "broken", reason: "410" }],
    ["/broken", { kind: "broken", reason: "500" }],
    ["/forbidden", { kind: "refused", reason: "403" }],
    ["/always-busy", { kind: "refused", reason: "429" }],
    ["/busy", { kind: "ok" }],
    ["/busy-until", { kind: "ok" }],
    ["/failing", { kind: "ok" }],
    ["/no-head", { kind: "ok" }],
    ["/reset-head", { kind: "ok" }],
    ["/for-now", { kind: "ok" }],
    ["/moved-away", { kind: "broken", reason: "404" }],
    ["/round", { kind: "broken", reason: "redirects that lead back" }],
    ["/silent-head", { kind: "ok" }],
    ["/wall", { kind: "refused", reason: "redirects until a cookie comes back" }],
    ["/wall-there", { kind: "refused", reason: "redirects until a cookie comes back" }],
    ["/to-script", { kind: "broken", reason: "302 and leads to javascript:" }],
    ["/switches", { kind: "broken", reason: "101" }],
    ["/reset", { kind: "unreachable", reason: "its host closes the connection (ECONNRESET)" }],
    ["/choices", { kind: "ok" }],
    ["/nowhere", { kind: "broken", reason: "301 and does not say where it leads" }],
    ["/no-address", { kind: "broken", reason: "302 and leads to no address" }],
    ["/no-http", { kind: "unreachable", reason: expect.stringMatching(/^its answer is not HTTP \(HPE_\w+\)$/) }],
    ["/long-head", { kind: "unreachable", reason: "its answer has too long a head (HPE_HEADER_OVERFLOW)" }],
    ["/silent", { kind: "unreachable", reason: "it does not answer in time" }],
  ] as const)("%s", async (path, outcome) => {
    expect(await outcomeOf(path)).toEqual(outcome);
  });

  test("a host that does not exist, and one that does not listen", async () => {
    const judge = createJudge(visitor());
    expect(await judge("http://127.0.0.1:1/")).toEqual({
      kind: "unreachable",
      reason: "its host accepts no connection (ECONNREFUSED)",
    });
    expect(await judge("http://nowhere.invalid/")).toMatchObject({ kind: "unreachable" });
  });
});

describe("manners", () => {
  test("nothing is asked for but by HEAD and GET, and GET only where HEAD is refused", async () => {
    await outcomeOf("/ok");
    await outcomeOf("/no-head");
    expect(requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
      "HEAD /ok",
      "HEAD /no-head",
      "GET /no-head",
    ]);
  });

  test("waits as long as the host asks for", async () => {
    const clock = fakeClock();
    await outcomeOf("/busy", clock);
    await outcomeOf("/busy-until", clock);
    expect(clock.slept).toEqual([7000, 5000]);
  });

  test("no host gets more requests at a time than it should", async () => {
    const judge = createJudge(withHeadFirst(withConcurrencyLimit(askFor(), { perHost: 2, total: 10 })));
    const outcomes = await Promise.all(Array.from({ length: 20 }, (_, index) => judge(`${origin}/ok?${index}`)));
    expect(outcomes).toHaveLength(20);
    expect(mostAtOnce).toBeLessThanOrEqual(2);
  });
});

describe("a host that has had too many requests", () => {
  const policy = { attempts: 3, pause: 1000, longestPause: 30_000 };

  test("is left alone by all links for as long as it wants", async () => {
    const clock = fakeClock();
    const times: number[] = [];
    const ask = withHostPauses(
      async () => ({ status: times.push(clock.now()) > 1 ? 200 : 429, retryAfter: "9" }),
      clock,
      policy,
    );
    for (const path of ["a", "b", "c"]) await ask(new URL(`http://busy.example/${path}`), "HEAD");
    await ask(new URL("http://other.example/"), "HEAD");
    expect(times).toEqual([0, 9000, 9000, 9000]);
    expect(clock.slept).toEqual([9000]);
  });
});

test("a host that leaves one HEAD without an answer is asked by GET from then on", async () => {
  const visit = withHeadFirst(askFor(true, 200));
  for (const path of ["/silent-head", "/ok"])
    expect(await visit(new URL(`${origin}${path}`))).toMatchObject({ status: 200 });
  expect(requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
    "HEAD /silent-head",
    "GET /silent-head",
    "GET /ok",
  ]);
});

describe("cache", () => {
  const week = 1000;

  test("what was there is not asked for again until it is old; what was not there always is", async () => {
    const clock = fakeClock();
    const cache: OutcomeCache = new Map();
    const judge = () => withCache(createJudge(visitor()), cache, clock, week);
    const run = async () => {
      requests = [];
      await judge()(`${origin}/ok`);
      await judge()(`${origin}/gone`);
      return [...new Set(requests.map(({ path }) => path))];
    };
    expect(await run()).toEqual(["/ok", "/gone"]);
    expect(await run()).toEqual(["/gone"]);
    await clock.sleep(week + 1);
    expect(await run()).toEqual(["/ok", "/gone"]);
  });
});

describe("private networks", () => {
  test.each([
    ..."127.0.0.1 10.1.2.3 172.31.0.1 192.168.1.1 169.254.169.254 100.64.0.1 0.0.0.0 255.255.255.255 ::1".split(" "),
    ...":: fe80::1 fd00::1 ::ffff:10.0.0.1 64:ff9b::a00:1 64:ff9b:1::a00:1 2002:a00:1:: 2001:0:a00:1::".split(" "),
    ..."fec0::1 192.88.99.1 ::10.0.0.1 ::ffff:0:10.0.0.1 192.0.2.1 198.51.100.7 203.0.113.9 2001:db8::1".split(" "),
    ..."100::1 fe80::1%eth0".split(" "),
  ])("%s is one", (address) => expect(isPrivateAddress(address)).toBe(true));

  test.each([
    ..."1.1.1.1 172.32.0.1 192.169.0.1 100.128.0.1 2606:4700::1111 192.88.98.1 ::ffff:1.1.1.1".split(" "),
    ..."2001:4860:4860::8888 2003::1 64:ff9a::1 example.org".split(" "),
  ])("%s is none", (address) => expect(isPrivateAddress(address)).toBe(false));

  test.each([
    () => `${origin}/ok`,
    () => origin.replace("127.0.0.1", "localhost"),
    () => origin.replace("127.0.0.1", "2130706433"),
    () => origin.replace("127.0.0.1", "[::ffff:127.0.0.1]"),
    () => origin.replace("127.0.0.1", "0x7f.1"),
  ])("a link into one is not followed, however it is written (%#)", async (url) => {
    expect(await createJudge(visitor(false))(url())).toMatchObject({ kind: "private" });
    expect(requests).toEqual([]);
  });

  test("nor is a redirect into one", async () => {
    const ask: Ask = async (url, method) =>
      url.hostname === "public.example" ? { status: 302, location: `${origin}/ok` } : askFor(false)(url, method);
    expect(await createJudge(withHeadFirst(ask))("http://public.example/")).toMatchObject({ kind: "private" });
    expect(requests).toEqual([]);
  });

  test("a site that is in one may link into it", () => {
    expect(["http://localhost:3000", "http://10.0.0.1", "http://[::1]:80"].map(isPrivateSite)).toEqual([
      true,
      true,
      true,
    ]);
    expect(isPrivateSite("https://example.org")).toBe(false);
  });
});
