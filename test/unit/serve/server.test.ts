/** A built site as it is served: like a production host, and to no one else. */

import { readFileSync, renameSync, symlinkSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeHandler, type RunningServer, startServer } from "../../../src/cli/serve/answer.js";
import { filesOf } from "../../../src/cli/serve/respond.js";
import { builtSite } from "../../../src/content/read/built-site.js";
import { type Answer, ask, askRaw } from "../../support/http.js";
import { makeFolder } from "../../support/site.js";

const long = `<!doctype html><title>CIP</title>${"<p>text</p>".repeat(1000)}`;
const files = {
  "index.html": "home",
  "404.html": "nothing here",
  "de-DE/404.html": "hier ist nichts",
  "de-DE/index.html": "Startseite",
  "cip/index.html": long,
  "cip/index.json": '{"page":1}',
  "single.html": "single",
  "assets/main-0123456789.css": "body{}",
  "caf\u00e9/index.html": "café",
  "bytes.bin": Buffer.from(Array.from({ length: 256 }, (_, index) => index)),
  "empty.txt": "",
  "unknown.xyz": "x",
  _headers:
    "/*\n  Content-Security-Policy: default-src 'self'\n/assets/*\n  Cache-Control: public, max-age=31536000, immutable\n",
};

const servers: RunningServer[] = [];
afterAll(() => Promise.all(servers.map((server) => server.close())));

async function serve(root: string, { baseUrl = "/", trailingSlash = false } = {}): Promise<number> {
  const site = { style: { baseUrl, trailingSlash }, localeFolders: ["de-DE"], find: filesOf(builtSite(root)) };
  const answer = makeHandler(() => site, { host: "127.0.0.1" });
  const server = await startServer(answer, "127.0.0.1", 0);
  servers.push(server);
  return server.port;
}

describe("a site on disk", () => {
  let root: string;
  let port: number;
  beforeAll(async () => {
    const parent = makeFolder({ "secret.txt": "secret", "site-evil/x.txt": "secret" });
    root = join(parent, "site");
    const source = makeFolder(files);
    symlinkSync(source, root);
    symlinkSync(join(parent, "secret.txt"), join(source, "out.txt"));
    symlinkSync(parent, join(source, "parent"));
    symlinkSync(join(source, "single.html"), join(source, "inside.html"));
    port = await serve(root);
  });

  const get = (path: string, headers?: Record<string, string>, method?: string): Promise<Answer> =>
    ask(port, path, headers, method);

  test.each([
    ["/", "home"],
    ["/cip", long],
    ["/single", "single"],
    ["/inside", "single"],
    ["/caf%C3%A9", "café"],
    ["/cip?q=1", long],
    ["/empty.txt", ""],
  ])("%s is answered", async (path, body) => {
    const answer = await get(path);
    expect(answer.status).toBe(200);
    expect(answer.body.toString()).toBe(body);
  });

  test("no answer may be a part of another site's page, whatever it says", async () => {
    const answers = await Promise.all([
      get("/cip"),
      get("/cip/"),
      get("/nothing"),
      get("/cip", {}, "POST"),
      get("/cip", { host: "evil.example" }),
      get("/cip", { "sec-fetch-site": "cross-site", "sec-fetch-mode": "no-cors", "sec-fetch-dest": "script" }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 301, 404, 405, 403, 403]);
    for (const { headers } of answers) expect(headers["cross-origin-resource-policy"]).toBe("same-origin");
  });

  test.each([
    ["/cip", "text/html; charset=utf-8"],
    ["/cip/index.json", "application/json; charset=utf-8"],
    ["/assets/main-0123456789.css", "text/css; charset=utf-8"],
    ["/unknown.xyz", "application/octet-stream"],
  ])("%s is %s", async (path, type) => {
    const { headers } = await get(path);
    expect(headers["content-type"]).toBe(type);
    expect(headers["x-content-type-options"]).toBe("nosniff");
  });

  test.each([
    ["/cip/", "/cip"],
    ["/cip/index.html", "/cip"],
    ["/single.html", "/single"],
    ["/index.html", "/"],
    ["/cip.html", "/cip"],
    ["/caf%C3%A9/?a=b", "/caf%C3%A9?a=b"],
  ])("%s leads to its one address", async (path, location) => {
    const { status, headers } = await get(path);
    expect([status, headers.location]).toEqual([301, location]);
  });

  test.each([
    ["/nothing", "nothing here"],
    ["/de-DE/nothing", "hier ist nichts"],
    ["/de-DEx", "nothing here"],
    ["/_headers", "nothing here"],
    ["/cip/index.json/", "nothing here"],
  ])("%s is not there, which the right page says", async (path, body) => {
    const answer = await get(path);
    expect([answer.status, answer.body.toString()]).toEqual([404, body]);
  });

  test.each([
    "/../secret.txt",
    "/%2e%2e/secret.txt",
    "/..%2fsecret.txt",
    "/..%5csecret.txt",
    "/cip/..%2f..%2fsecret.txt",
    "/../site-evil/x.txt",
    "/out.txt",
    "/parent/secret.txt",
    "/parent/site-evil/x.txt",
    "/out.txt%00.html",
    "//etc/passwd",
    "/%2fetc/passwd",
  ])("%s does not lead out", async (path) => {
    const answer = await get(path);
    expect(answer.status).toBe(404);
    expect(answer.body.toString()).toBe("nothing here");
    expect(answer.headers.location).toBeUndefined();
  });

  test("what is no path is refused", async () => {
    const answer = await askRaw(
      port,
      "GET http://127.0.0.1/cip HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n",
    );
    expect(answer).toMatch(/^HTTP\/1.1 400/);
  });

  test("a known version is not sent again", async () => {
    const { etag = "" } = (await get("/cip")).headers;
    const again = await get("/cip", { "if-none-match": etag });
    expect([again.status, again.body.length]).toEqual([304, 0]);
    expect((await get("/cip", { "if-none-match": '"other", *' })).status).toBe(200);
    expect((await get("/cip", { "if-none-match": `"other", W/${etag}` })).status).toBe(304);
  });

  test("HEAD says what GET would", async () => {
    const head = await get("/cip", {}, "HEAD");
    expect([head.status, head.body.length, head.headers["content-length"]]).toEqual([200, 0, String(long.length)]);
  });

  test("nothing can be written", async () => {
    for (const method of ["POST", "PUT", "DELETE", "OPTIONS"]) {
      const { status, headers } = await get("/cip", {}, method);
      expect([status, headers.allow]).toEqual([405, "GET, HEAD"]);
    }
  });

  test("the site's own headers are sent", async () => {
    expect((await get("/cip")).headers["content-security-policy"]).toBe("default-src 'self'");
    expect((await get("/cip")).headers["cache-control"]).toBe("no-cache");
    const { headers } = await get("/assets/main-0123456789.css");
    expect(headers["cache-control"]).toBe("public, max-age=31536000, immutable");
  });

  test("pages of other sites and other names get nothing, and no header that would let them", async () => {
    expect((await get("/cip", { host: "evil.example" })).status).toBe(403);
    expect((await get("/cip", { host: `localhost:${port}` })).status).toBe(200);
    expect((await get("/cip", { origin: "http://evil.example" })).status).toBe(403);
    expect((await get("/cip", { origin: "null" })).status).toBe(403);
    const own = await get("/cip", { origin: `http://127.0.0.1:${port}` });
    expect(own.status).toBe(200);
    expect(Object.keys(own.headers).filter((name) => name.startsWith("access-control"))).toEqual([]);
  });
});

test("addresses end with a slash where the site's do", async () => {
  const port = await serve(makeFolder(files), { trailingSlash: true });
  expect((await ask(port, "/cip/")).status).toBe(200);
  expect((await ask(port, "/cip")).headers.location).toBe("/cip/");
  expect((await ask(port, "/cip/index.json")).status).toBe(200);
});

test("a site below a base path has nothing beside it", async () => {
  const port = await serve(makeFolder(files), { baseUrl: "/register/" });
  expect((await ask(port, "/")).headers.location).toBe("/register/");
  expect((await ask(port, "/register/cip/")).headers.location).toBe("/register/cip");
  expect((await ask(port, "/register/de-DE/x")).body.toString()).toBe("hier ist nichts");
  expect((await ask(port, "/cip")).status).toBe(404);
});

test("another folder in the place of the site is served from then on", async () => {
  const parent = makeFolder({ "one/index.html": "one", "two/index.html": "two" });
  const port = await serve(join(parent, "one"));
  expect((await ask(port, "/")).body.toString()).toBe("one");
  renameSync(join(parent, "one"), join(parent, "old"));
  renameSync(join(parent, "two"), join(parent, "one"));
  expect((await ask(port, "/")).body.toString()).toBe("two");
});

test("a port that is taken is passed over", async () => {
  const other = createServer();
  await new Promise<void>((done) => other.listen(0, "127.0.0.1", done));
  const { port: taken } = other.address() as { port: number };
  const server = await startServer(async (_, response) => void response.end("ok"), "127.0.0.1", taken);
  servers.push(server);
  expect(server.port).toBeGreaterThan(taken);
  expect((await ask(server.port, "/")).body.toString()).toBe("ok");
  other.close();
});

test("a file that cannot be read is an answer without its place on this machine", async () => {
  const failing = async () => {
    readFileSync("/nowhere/secret/a.txt");
  };
  const server = await startServer(failing, "127.0.0.1", 0);
  servers.push(server);
  const { status, body } = await ask(server.port, "/a.txt");
  expect([status, body.toString()]).toEqual([500, "500: this file cannot be read (ENOENT)\n"]);
});
