/** `switch --from`: what a hostile site or list costs. Each server of these tests ends only when the client hangs up. */
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { addressText } from "../../src/tools/switch/compare.js";
import { readOldList } from "../../src/tools/switch/old-list.js";
import { makeFolder } from "../support/site.js";

const limits = { bytes: 100_000, totalBytes: 250_000, lists: 20, addresses: 500 };
const urlset = (...urls: string[]) => `<urlset>${urls.map((url) => `<url><loc>${url}</loc></url>`).join("")}</urlset>`;
const index = (...urls: string[]) =>
  `<sitemapindex>${urls.map((url) => `<sitemap><loc>${url}</loc></sitemap>`).join("")}</sitemapindex>`;
const spaces = Buffer.alloc(10_000_000, " ");

/** Sends until nobody listens. */
function sendForever(response: ServerResponse, chunk: string | Buffer, pause: number): void {
  const timer = setInterval(() => response.write(chunk), pause);
  response.on("close", () => clearInterval(timer));
}

type Handler = (response: ServerResponse, path: string) => void;
const text =
  (body: string | Buffer, headers = {}): Handler =>
  (response) =>
    void response.writeHead(200, headers).end(body);
const redirect =
  (location: string): Handler =>
  (response) =>
    void response.writeHead(302, { location }).end();

let origin = "";
let elsewhere = "";
const asked: string[] = [];
const askedElsewhere: string[] = [];
const handlers: Record<string, Handler> = {
  "/gzip.xml": text(gzipSync(spaces), { "content-encoding": "gzip" }),
  "/brotli.xml": text(brotliCompressSync(spaces), { "content-encoding": "br" }),
  "/twice.xml": text(gzipSync(gzipSync(spaces)), { "content-encoding": "gzip" }),
  "/packed.xml.gz": text(gzipSync(spaces)),
  "/damaged.xml": text("no gzip", { "content-encoding": "gzip" }),
  "/other.xml": text("x", { "content-encoding": "zstd" }),
  "/declared.xml": (response) => void response.writeHead(200, { "content-length": "1000000000" }).write("<"),
  "/endless.xml": (response) => sendForever(response.writeHead(200), Buffer.alloc(20_000, "a"), 1),
  "/slow.xml": (response) => sendForever(response.writeHead(200), " ", 20),
  "/silent.xml": () => {},
  "/loop.xml": redirect("/loop.xml"),
  "/further.xml": (response, path) => redirect(`${path}?${path.length}`)(response, path),
  "/cycle.xml": text(index("/cycle.xml", "/inner.xml")),
  "/inner.xml": text(index("/cycle.xml", "/good.xml", "/cycle.xml")),
  "/many.xml": text(index(...Array.from({ length: 1000 }, (_, number) => `/many/${number}.xml`))),
  "/deep.xml": (response, path) => text(index(`${path}?${path.length}`))(response, path),
  "/large.xml": text(index(...Array.from({ length: 10 }, (_, number) => `/padded.xml?${number}`))),
  "/padded.xml": text(`${urlset("/a")}${" ".repeat(90_000)}`),
  "/long.xml": text(urlset(...Array.from({ length: 600 }, (_, number) => `/${number}`))),
  "/spaces.xml": text(`<urlset><loc>${" ".repeat(90_000)}</loc></urlset>`),
  "/open.xml": text(`<urlset>\n${"<loc>".repeat(15_000)}`),
  "/bad.xml": text("<sitemapindex>\n\n<loc>http://[</loc></sitemapindex>"),
  "/good.xml": text(urlset(" /a ", "<![CDATA[ /b?x&y ]]>", "/c?x&amp;y")),
};

function answer(response: ServerResponse, path: string): void {
  const handler = handlers[path.replace(/\?.*/s, "")];
  if (handler) handler(response, path);
  else response.writeHead(404).end();
}
const server = createServer((request, response) => {
  asked.push(request.url ?? "");
  answer(response, request.url ?? "");
});
const otherServer = createServer((request, response) => {
  askedElsewhere.push(request.url ?? "");
  answer(response, request.url ?? "");
});

beforeAll(async () => {
  for (const one of [server, otherServer]) await new Promise<void>((done) => one.listen(0, "127.0.0.1", done));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  elsewhere = `http://127.0.0.1:${(otherServer.address() as AddressInfo).port}`;
  handlers["/away.xml"] = redirect(`${elsewhere}/good.xml`);
  handlers["/others.xml"] = text(index(`${elsewhere}/good.xml`, "http://169.254.169.254/latest", "/good.xml"));
});
afterAll(() => {
  for (const one of [server, otherServer]) {
    one.closeAllConnections();
    one.close();
  }
});
beforeEach(() => {
  asked.length = 0;
  delete handlers["/robots.txt"];
});

describe("a list on the web has limits", () => {
  test.each([
    ["/gzip.xml", "it has more than 100,000 bytes"],
    ["/brotli.xml", "it has more than 100,000 bytes"],
    ["/twice.xml", "is too large"],
    ["/packed.xml.gz", "is too large"],
    ["/damaged.xml", "its packed answer is damaged"],
    ["/other.xml", 'its answer is packed as "zstd"'],
    ["/declared.xml", "it has more than 100,000 bytes"],
    ["/endless.xml", "it has more than 100,000 bytes"],
    ["/slow.xml", "it does not answer in time"],
    ["/silent.xml", "it does not answer in time"],
    ["/loop.xml", "redirects that lead back"],
    ["/further.xml", "more than 10 redirects"],
    ["/away.xml", "302 and leads to another host"],
    ["/many.xml", "names more than 20 lists"],
    ["/deep.xml", "names more than 20 lists"],
    ["/large.xml", "the lists have more than 250,000 bytes"],
    ["/long.xml", "more than 500 addresses are not the list of a site"],
    ["/spaces.xml", "spaces.xml:1 is not an address: write https://site.example/page in each <loc>"],
    ["/open.xml", "open.xml:2: this <loc> has no end"],
    ["/bad.xml", "bad.xml:3 is not an address"],
  ])("%s", async (path, message) => {
    const timeout = message === "it does not answer in time" ? 300 : 60_000;
    await expect(readOldList(`${origin}${path}`, { ...limits, timeout })).rejects.toThrow(message);
    expect(asked.length).toBeLessThanOrEqual(2 * limits.lists);
    expect(askedElsewhere).toEqual([]);
  });

  test("sitemaps that name each other are read once", async () => {
    const { addresses } = await readOldList(`${origin}/cycle.xml`, limits);
    expect(addresses.map(({ url }) => url)).toEqual(["/a", "/b?x&y", "/c?x&y"]);
    expect(asked).toEqual(["/cycle.xml", "/inner.xml", "/good.xml"]);
  });

  test("sitemaps of other hosts are named, and not asked for", async () => {
    const { addresses, notes } = await readOldList(`${origin}/others.xml`, limits);
    expect(addresses).toHaveLength(3);
    expect(notes).toEqual([`2 sitemaps of other hosts were not read: ${elsewhere}/good.xml`]);
    expect(askedElsewhere).toEqual([]);
  });

  test("robots.txt names sitemaps of its host, and a wrong address has its line", async () => {
    handlers["/robots.txt"] = text(`Sitemap: ${elsewhere}/good.xml\nSitemap: /good.xml\n`);
    expect((await readOldList(origin, limits)).addresses).toHaveLength(3);
    handlers["/robots.txt"] = text("User-agent: *\nSitemap: http://[\n");
    await expect(readOldList(origin, limits)).rejects.toThrow("/robots.txt:2 is not an address");
    await expect(readOldList("http://[", limits)).rejects.toThrow("http://[ is not an address");
    expect(askedElsewhere).toEqual([]);
  });
});

test.each([
  ["bomb.xml.gz", gzipSync(spaces), "is too large"],
  ["large.txt", `/${"a".repeat(100_000)}`, "it has more than 100,000 bytes"],
  ["bad.txt", "/a\nhttp://[\n", "bad.txt:2 is not an address"],
  ["long.txt", `/a\n/${"/".repeat(5000)}\n`, "long.txt:2 is not an address"],
  ["index.xml", index("/%zz.xml"), "%zz.xml cannot be read"],
])("and so has a file: %s", async (name, content, message) => {
  const file = join(makeFolder({ [name]: content }), name);
  await expect(readOldList(file, limits)).rejects.toThrow(message);
});

test("half of a character in a fragment is replaced in reports", () => {
  expect(addressText({ path: "/a", hash: "\ud800" })).toBe("/a#%EF%BF%BD");
});
