/** What costs an error and not the server: calls that nobody should make, a client that goes away, sites that hang or lie. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addressFiles } from "../../../src/mcp/files/address.js";
import { serveHttp } from "../../../src/mcp/http.js";
import { makeCalls } from "../../../src/mcp/server.js";
import { AskedSite } from "../../../src/mcp/site.js";
import { contextOf } from "../../../src/mcp/start.js";
import { wholeLines } from "../../../src/mcp/stdio.js";
import { tools } from "../../../src/mcp/tools/index.js";
import type { Context } from "../../../src/mcp/tools/tool.js";
import { cipgen } from "../../support/cli.js";
import { ask as askPath, askRaw } from "../../support/http.js";
import { isWindows } from "../../support/machine.js";
import { type Agent, agent, agentProcess, built } from "../../support/mcp.js";
import { runs } from "../../support/runs.js";
import { makeFolder, makeSite, proposalText, repositoryRoot } from "../../support/site.js";

let root: string;
let out: string;
let overBuilt: Agent;

beforeAll(async () => {
  root = makeSite(
    { "content/cip/core/cip-1.md": proposalText(1, { title: "One" }), "secret.md": "the secret" },
    { search: { provider: "local" } },
  );
  out = await built(root);
  overBuilt = await agent(out);
});
afterAll(() => overBuilt.close());

const isAlive = async ({ ask }: Agent) =>
  expect((await ask("get_proposal", { proposal: "1" })).text).toContain("CIP-1: One");

test("whatever the arguments, the answer is text or an error, without a word of where files are", async () => {
  const names = [...tools.map(({ name }) => name), "nothing"];
  const keys = [...new Set(tools.flatMap(({ input }) => Object.keys(input)))];
  const path = fc.constantFrom(
    "../../secret.md",
    "..%2f..%2fsecret.md",
    "/etc/passwd",
    "file:///etc/passwd",
    "cip/../../secret",
    "\0",
    "__proto__",
  );
  const value = fc.oneof(
    path,
    fc.string({ unit: "binary" }),
    fc.integer(),
    fc.constant(null),
    fc.array(path, { maxLength: 3 }),
    fc.boolean(),
  );
  const args = fc.dictionary(fc.constantFrom(...keys), value, { maxKeys: 4 });
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...names), args, async (name, given) => {
      const found = await overBuilt.client.callTool({ name, arguments: given }).catch((error: Error) => error.message);
      expect(JSON.stringify(found)).not.toMatch(/the secret|root:x|node_modules/);
    }),
    { numRuns: runs(150) },
  );
  expect(overBuilt.log).toEqual([]);
  await isAlive(overBuilt);
});

test.skipIf(isWindows)("nothing outside of the folder is read, whatever its list and its links say", async () => {
  const folder = makeFolder();
  const digest = { sha256: "0", type: "text/plain" };
  const list = (paths: string[]) =>
    JSON.stringify({
      program: "cipgen",
      version: "1",
      commit: null,
      files: Object.fromEntries(paths.map((path) => [path, digest])),
    });
  mkdirSync(join(folder, ".well-known"));
  mkdirSync(join(folder, "cip"));
  writeFileSync(
    join(folder, ".well-known/cipgen.json"),
    list(["cip/register.json", "cip/cip-1/index.md", "../secret.md", "llms.txt"]),
  );
  const items = [
    { label: "CIP-1", id: "1", number: 1, url: "/cip/cip-1" },
    { label: "CIP-2", id: "2", number: 2, url: "/../secret" },
  ];
  writeFileSync(join(folder, "cip/register.json"), JSON.stringify({ series: "cip", label: "CIP", title: "C", items }));
  writeFileSync(join(folder, "llms.txt"), "- [Doc](http://localhost/../secret.md): x\n");
  mkdirSync(join(folder, "cip/cip-1"));
  symlinkSync(join(root, "secret.md"), join(folder, "cip/cip-1/index.md"));
  writeFileSync(join(folder, "../secret.md"), "the secret");
  const one = await agent(folder);
  for (const proposal of ["1", "2"])
    expect((await one.ask("get_proposal", { proposal })).text).not.toContain("the secret");
  const { resources } = await one.client.listResources();
  for (const { uri } of resources) {
    const found = await one.client.readResource({ uri }).catch((error: Error) => error.message);
    expect(JSON.stringify(found)).not.toContain("the secret");
  }
  await one.close();
});

describe("a site that lies", () => {
  const listOf = (files: object) => JSON.stringify({ program: "cipgen", version: "1", commit: null, files });
  const entry = { sha256: "0", type: "x" };
  test.each<[what: string, files: Record<string, string>]>([
    ["without a list", {}],
    ["with a list that is none", { ".well-known/cipgen.json": "[]" }],
    [
      "with files that are not there",
      { ".well-known/cipgen.json": listOf({ "cip/register.json": entry, "index.html": entry }) },
    ],
    [
      "with a register that is no JSON",
      { ".well-known/cipgen.json": listOf({ "cip/register.json": entry }), "cip/register.json": "{" },
    ],
    [
      "with a register of nonsense",
      {
        ".well-known/cipgen.json": listOf({ "cip/register.json": entry }),
        "cip/register.json":
          '{"label":"CIP","items":[null,7,{},{"label":"CIP-1","requires":"x","authors":{"a":1},"title":[1]}]}',
      },
    ],
    [
      "with null for a register",
      { ".well-known/cipgen.json": listOf({ "cip/register.json": entry }), "cip/register.json": "null" },
    ],
    [
      "with an index of nonsense",
      {
        ".well-known/cipgen.json": listOf({ "search/en/ui.json": entry, "search/en/index.json": entry }),
        "search/en/ui.json": '{"provider":{"kind":"local"}}',
        "search/en/index.json": '{"files":{}}',
      },
    ],
  ])("%s costs an error", async (_, files) => {
    const one = await agent(makeFolder({ ...files, "index.html": "<p>" }));
    const calls = {
      search: { query: "x" },
      list_proposals: {},
      get_proposal: { proposal: "1" },
      get_history: { proposal: "1" },
      relations: { proposal: "1" },
      new_number: {},
    };
    for (const [name, args] of Object.entries(calls))
      expect((await one.ask(name, args)).text.length).toBeGreaterThan(10);
    await one.client.listResources().catch(() => undefined);
    await one.client.ping();
    await one.close();
  });
});

describe("at an address", () => {
  const servers: Server[] = [];
  const listen = async (answer: RequestListener) => {
    const server = createServer(answer).listen(0, "127.0.0.1");
    servers.push(server);
    await once(server, "listening");
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  };
  afterAll(() => {
    for (const server of servers) {
      server.close();
      server.closeAllConnections();
    }
  });
  const over = (place: string, options = {}) => {
    const context: Context = { site: new AskedSite(addressFiles(place, { timeout: 100, pause: 1, ...options })) };
    return agent(context);
  };

  test("a host that never answers is an error in time, and is not asked by every call", async () => {
    let asked = 0;
    const one = await over(await listen(() => asked++));
    const answers = await Promise.all(Array.from({ length: 50 }, () => one.ask("list_proposals")));
    expect(new Set(answers.map(({ isError }) => isError))).toEqual(new Set([true]));
    expect(answers[0]?.text).toContain("no whole answer within 0.1 s");
    expect(asked).toBeLessThanOrEqual(3);
    await one.close();
  });

  test("a busy host is asked again after the pause that it asks for, and a redirect to another host never", async () => {
    const others: string[] = [];
    const other = await listen((request, response) => {
      others.push(request.url ?? "");
      response.end();
    });
    let busy = 2;
    const one = await over(
      await listen((_, response) => {
        if (busy-- > 0) response.writeHead(503, { "retry-after": "0" }).end();
        else response.writeHead(302, { location: `${other}x` }).end();
      }),
    );
    expect((await one.ask("list_proposals")).text).toMatch(
      /redirects to http:\/\/127\.0\.0\.1:\d+, which is not asked/,
    );
    expect(busy).toBeLessThan(0);
    expect(others).toEqual([]);
    await one.close();
  });

  test("each file is asked for once while the site is the same; a changed site is read again", async () => {
    const asked: string[] = [];
    let title = "One";
    const list = () =>
      JSON.stringify({
        program: "cipgen",
        version: title,
        commit: null,
        files: { "cip/register.json": { sha256: "0", type: "x" } },
      });
    const place = await listen((request, response) => {
      const etag = `"${title}"`;
      asked.push(`${request.url} ${request.headers["if-none-match"] ?? ""}`);
      if (request.headers["if-none-match"] === etag) return response.writeHead(304).end();
      const items = [{ label: "CIP-1", id: "1", number: 1, url: "/cip/cip-1", title }];
      response
        .writeHead(200, { etag })
        .end(request.url?.endsWith("register.json") ? JSON.stringify({ series: "cip", label: "CIP", items }) : list());
    });
    let now = 0;
    const clock = { now: () => now, sleep: async () => undefined };
    const one = await over(place, { clock, fresh: 1000 });
    const shown = async () => (await one.ask("get_proposal", { proposal: "1", facts_only: true })).text;
    expect(await shown()).toContain("CIP-1: One");
    expect(await shown()).toContain("CIP-1: One");
    now = 2000;
    await shown();
    title = "Two";
    expect(await shown()).toContain("CIP-1: One");
    now = 4000;
    expect(await shown()).toContain("CIP-1: Two");
    expect(asked).toEqual([
      "/.well-known/cipgen.json ",
      "/cip/register.json ",
      '/.well-known/cipgen.json "One"',
      '/.well-known/cipgen.json "One"',
      "/cip/register.json ",
    ]);
    await one.close();
  });
});

describe("the process", () => {
  test("answers a thousand calls at once, and calls of ten and of twenty megabytes", async () => {
    const one = await agentProcess([out]);
    const answers = await Promise.all(
      Array.from({ length: 1000 }, (_, at) => one.ask("search", { query: `proposal ${at % 7}` })),
    );
    expect(answers.filter(({ isError }) => isError)).toEqual([]);
    expect((await one.ask("search", { query: "x".repeat(1e7) })).isError).toBe(true);
    // No answer can name a call that was not read.
    await expect(
      one.client.callTool({ name: "search", arguments: { query: "x".repeat(2e7) } }, undefined, { timeout: 2000 }),
    ).rejects.toThrow();
    await isAlive(one);
    await one.close();
  });

  test("ends with its input, after the answers to what it was asked; standard output has only the protocol", async () => {
    const config =
      'console.log("noise"); export default { title: "R", url: "https://r.example", series: [{ profile: "cip" }] };';
    const noisy = makeSite({ "cipgen.config.ts": config, "content/cip/core/cip-1.md": proposalText(1) });
    const child = spawn(process.execPath, [join(repositoryRoot, "bin/cipgen.js"), "mcp", noisy]);
    const said = text(child.stdout);
    const lines = [
      {
        id: 1,
        method: "initialize",
        params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "t", version: "1" } },
      },
      { method: "notifications/initialized" },
      { id: 2, method: "tools/call", params: { name: "new_number", arguments: {} } },
    ].map((message) => JSON.stringify({ jsonrpc: "2.0", ...message }));
    child.stdin.write(`${lines.join("\n")}\nno json\n`);
    const waits = setInterval(() => undefined, 1000);
    child.stdin.end();
    const [code] = await once(child, "close");
    clearInterval(waits);
    const messages = (await said)
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(code).toBe(0);
    expect(messages.map(({ id }) => id)).toEqual([1, 2]);
    expect(messages[1].result.content[0].text).toContain("CIP-2");
  });

  test("a wrong place, root or port is refused with what to do", async () => {
    for (const [args, message] of [
      [["nowhere"], "neither a folder nor an address"],
      [["http://[::"], "not an address"],
      [[out, "--root", "nowhere"], "--root: nowhere is not a folder"],
      [[out, "--http", "70000"], "--http: 70000 is not a port"],
    ] as const) {
      const { code, stdout, stderr } = await cipgen(["mcp", ...args]);
      expect([code, stdout]).toEqual([3, ""]);
      expect(stderr).toContain(message);
    }
  });
});

test("lines that are too long are left out, whatever the pieces they come in", async () => {
  const line = fc.string({ maxLength: 20 }).map((one) => one.replaceAll("\n", ""));
  await fc.assert(
    fc.asyncProperty(fc.array(line, { maxLength: 8 }), fc.integer({ min: 1, max: 9 }), async (lines, step) => {
      let long = 0;
      const filter = wholeLines(12, () => long++);
      const read = text(filter);
      const source = new PassThrough();
      source.pipe(filter);
      const bytes = Buffer.from(lines.map((one) => `${one}\n`).join(""));
      for (let at = 0; at < bytes.length; at += step) source.write(bytes.subarray(at, at + step));
      source.end();
      const fits = (one: string) => Buffer.byteLength(one) + 1 <= 12;
      expect(await read).toBe(
        lines
          .filter(fits)
          .map((one) => `${one}\n`)
          .join(""),
      );
      expect(long).toBe(lines.filter((one) => !fits(one)).length);
    }),
    { numRuns: runs(100) },
  );
});

test("over HTTP only this machine's own programs are answered", async () => {
  const context = contextOf(out, undefined) as Context;
  const server = await serveHttp(context, makeCalls(), 0, () => undefined);
  const { port } = server;
  const host = `127.0.0.1:${port}`;
  const status = async (headers: Record<string, string>, path = "/mcp", method = "POST") =>
    (await askPath(port, path, { host, ...headers }, method)).status;
  expect(await status({ origin: "https://evil.example" })).toBe(403);
  expect(await status({ origin: "null" })).toBe(403);
  expect(await status({ host: "evil.example" })).toBe(403);
  expect(await status({ "sec-fetch-site": "cross-site" })).toBe(403);
  expect(await status({}, "/")).toBe(404);
  expect(await status({}, "/mcp", "GET")).toBe(405);
  const call = {
    jsonrpc: "2.0",
    id: 1,
    method: "tools/call",
    params: { name: "get_proposal", arguments: { proposal: "1" } },
  };
  const post = async (body: string, headers: Record<string, string> = {}) => {
    const all = { "content-type": "application/json", accept: "application/json, text/event-stream", ...headers };
    const response = await fetch(`http://${host}/mcp`, { method: "POST", headers: all, body });
    return { status: response.status, text: await response.text() };
  };
  expect(await post(JSON.stringify(call))).toEqual({ status: 200, text: expect.stringContaining("CIP-1: One") });
  expect((await post("{")).status).toBe(400);
  expect((await post(`"${"x".repeat(2e7)}"`).catch(() => ({ status: 413 }))).status).toBe(413);
  expect(await askRaw(port, "GARBAGE\r\n\r\n")).toContain("400");
  expect((await post(JSON.stringify(call))).status).toBe(200);
  await server.close();
});
