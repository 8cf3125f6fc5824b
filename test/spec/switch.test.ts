/** `cipgen switch`: every form of a list of old addresses, what is kept, redirected and lost, and what is proposed and written. */
import { readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { switchSite } from "../../src/cli/api/switch.js";
import type { ConfigInput } from "../../src/index.js";
import { repositoryAddresses } from "../../src/tools/switch/repository.js";
import { cipgen } from "../support/cli.js";
import { Repository } from "../support/git.js";
import { makeFolder, makeSite, proposalText } from "../support/site.js";

const files = {
  "content/cip/cbc/cip-20.md": proposalText(20, { title: "Token Standard" }, "## Code\n\n![](./20/a.png)\n"),
  "content/cip/core/cip-21.md": proposalText(21, { title: "Vaults" }),
  "content/cip/cbc/20/a.png": "picture",
  "content/static/logo.svg": '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"></svg>',
};

const site = (redirects: ConfigInput["redirects"] = {}, more: Record<string, string> = {}, config = {}) =>
  makeSite({ ...files, ...more }, { redirects, ...config });

const listOf = (...addresses: string[]) => join(makeFolder({ "list.txt": `${addresses.join("\n")}\n` }), "list.txt");

/** What a comparison came to. */
async function compared(root: string, from: string, more = {}) {
  const { total, kept, redirected, lost, diagnostics } = await switchSite({ root, from, ...more });
  return { counts: [total, kept, redirected, lost.length], lost, diagnostics };
}

const proposal = "/cip/cbc/cip-20";

describe("a list", () => {
  const addresses = ["/", proposal, `${proposal}/`, `${proposal}/index.html`, "/logo.svg", "/old", "/gone"];
  const expected = [7, 5, 1, 1];

  test.each<[string, string]>([
    ["list.txt", `# today's\n${addresses.join("\n")}\n\n`],
    [
      "sitemap.xml",
      `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${addresses
        .map((path) => `<url>\n<loc> https://old.example${path} </loc><lastmod>2026-01-01</lastmod></url>`)
        .join("")}</urlset>`,
    ],
    [
      "prefixed.xml",
      `<s:urlset xmlns:s="http://www.sitemaps.org/schemas/sitemap/0.9">${addresses
        .map((path) => `<s:url>\n<s:loc>${path.replaceAll("/", "&#x2F;").replaceAll("-", "&#045;")}</s:loc></s:url>`)
        .join("")}</s:urlset>`,
    ],
  ])("%s", async (name, text) => {
    const from = makeFolder({ [name]: text, "packed.gz": gzipSync(text) });
    const root = site({ "/old": proposal });
    for (const file of [name, "packed.gz"]) {
      const { counts, lost, diagnostics } = await compared(root, join(from, file));
      expect(counts).toEqual(expected);
      expect(lost).toEqual([{ address: "/gone" }]);
      expect(diagnostics).toEqual([
        expect.objectContaining({ code: "address-lost", severity: "error", line: expect.any(Number) }),
      ]);
    }
  });

  test.each([
    ["none.txt", undefined, "there is no file and no folder"],
    ["list.txt", "/a\nno address\n", "list.txt:2 is not an address"],
    ["sitemap.xml", "<html></html>", "is not a sitemap"],
    ["list.gz", Buffer.from([0x1f, 0x8b, 1]), "cannot be unpacked"],
  ])("that cannot be read is exit 1: %s", async (name, content, message) => {
    const from = join(makeFolder(content === undefined ? {} : { [name]: content }), name);
    const { code, stdout } = await cipgen(["switch", "--root", site(), "--from", from, "--json"]);
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({
      ok: false,
      total: 0,
      diagnostics: [{ code: "machine-failure", message: expect.stringContaining(message) }],
    });
  });
});

test("a built folder has the addresses of all its files but those that its pages load", async () => {
  const from = makeFolder({
    "index.html": "",
    "cip/index.html": "",
    "cip/cbc/cip-20.html": "",
    "old page/index.html": "",
    "c#.html": "",
    "logo.svg": "",
    "assets/main.1a2b.js": "",
    "assets/a.css": "",
    ".nojekyll": "",
  });
  const { total, kept, lost, notes } = await switchSite({ root: site(), from });
  expect([total, kept, lost.map(({ address }) => address)]).toEqual([
    6,
    3,
    ["/c%23.html", `${proposal}.html`, "/old%20page/"],
  ]);
  expect(notes).toEqual(["2 scripts, styles and fonts of the old pages are not counted"]);
});

describe("a site on the web", () => {
  let origin = "";
  const answers = new Map<string, string>();
  const server = createServer((request, response) => {
    const body = answers.get(request.url ?? "");
    response.writeHead(body === undefined ? 404 : 200).end(body);
  });
  beforeAll(async () => {
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const urls = (...paths: string[]) =>
      `<urlset>${paths.map((path) => `<url><loc>${origin}${path}</loc></url>`).join("")}</urlset>`;
    answers.set("/robots.txt", "User-agent: *\nSitemap: /map/all.xml\n");
    answers.set("/map/all.xml", `<sitemapindex><sitemap><loc>/map/one.xml</loc></sitemap></sitemapindex>`);
    answers.set("/map/one.xml", urls("/", "/cip", "/x"));
    answers.set("/r/sitemap.xml", urls("/r/", "/r/cip", "/r/y"));
  });
  afterAll(() => new Promise((done) => server.close(done)));

  test("has the addresses of the sitemaps that robots.txt names, or of the usual one below its path", async () => {
    expect(await compared(site(), `${origin}/`)).toMatchObject({ counts: [3, 2, 0, 1], lost: [{ address: "/x" }] });
    expect(await compared(site(), `${origin}/r/`)).toMatchObject({ counts: [3, 2, 0, 1], lost: [{ address: "/y" }] });
    expect((await compared(site(), `${origin}/map/one.xml`)).counts).toEqual([3, 2, 0, 1]);
  });

  test("that does not answer, or has none, is exit 1", async () => {
    for (const [from, message] of [
      [`${origin}/none/sitemap.xml`, "answers 404"],
      ["http://127.0.0.1:1/", "cannot be read: "],
    ] as const) {
      const { code, stdout } = await cipgen(["switch", "--root", site(), "--from", from, "--json"]);
      expect([code, JSON.parse(stdout).diagnostics[0].message]).toEqual([1, expect.stringContaining(message)]);
    }
  });
});

test("each lost address has the proposal that it probably meant, and the line of its redirect", async () => {
  const root = makeSite(
    { ...files, "content/docs/start.md": "# Start\n", "content/docs/roles.md": "# Roles of editors\n" },
    { docs: { mainDocId: "start" }, locales: { "en-US": {}, "de-DE": {} } },
  );
  const meant: [address: string, suggestion: string | undefined][] = [
    [`${proposal}.html`, proposal],
    ["/CIP/CBC/CIP-20", proposal],
    ["/EIPS/eip-0020", proposal],
    ["/cips/20-tokens.html", proposal],
    ["/text/0021/readme/", "/cip/core/cip-21"],
    ["/token-standard", proposal],
    ["/pages/roles.html", "/docs/roles"],
    ["/archive.html", "/cip/archive"],
    ["/feed.xml", "/cip/rss.xml"],
    ["/index.atom", "/cip/atom.xml"],
    ["/rss/last-call.xml", "/cip/feeds/last-call.xml"],
    ["/rss/cip.xml", "/cip/rss.xml"],
    ["/rss/status/final.xml", "/cip/feeds/status/final.xml"],
    ["/assets/cip-20/a.png", "/cip/cbc/20/a.png"],
    ["/img/logo.svg", "/logo.svg"],
    ["/something/else", undefined],
    ["/2021/03/news.html", undefined],
  ];
  const { lost } = await compared(root, listOf(...meant.map(([address]) => address)));
  expect(lost).toEqual(
    meant.map(([address, suggestion]) =>
      suggestion === undefined
        ? { address }
        : { address, suggestion, redirect: `${JSON.stringify(address)}: ${JSON.stringify(suggestion)}` },
    ),
  );
});

describe("--write", () => {
  test("adds the proposed lines to the file that the configuration names, and what is left is reported", async () => {
    const root = site("moved.json", { "moved.json": '{ "/a": "/cip" }' });
    const from = listOf("/token-standard", "/text/0021-vaults.html", "/nothing", "/a", "/rss.xml");
    const { code, stdout, stderr } = await cipgen(["switch", "--root", root, "--from", from, "--write"]);
    expect(code).toBe(2);
    expect(stderr).toContain("moved.json: 3 redirects added");
    expect(stdout).toContain("5 addresses: 0 kept, 4 redirected, 1 lost");
    expect(JSON.parse(readFileSync(join(root, "moved.json"), "utf8"))).toEqual({
      "/a": "/cip",
      "/token-standard": proposal,
      "/text/0021-vaults.html": "/cip/core/cip-21",
      "/rss.xml": "/cip/rss.xml",
    });
    const again = await cipgen(["switch", "--root", root, "--from", from, "--write"]);
    expect(again.stderr).toContain("there is nothing to add");
  });

  test("never changes a configuration: without a file it is bad usage, and says what to do", async () => {
    const root = site({ "/a": "/cip" });
    const before = readFileSync(join(root, "cipgen.config.json"), "utf8");
    const { code, stdout } = await cipgen(["switch", "--root", root, "--from", listOf("/token-standard"), "--write"]);
    expect([code, stdout]).toEqual([3, expect.stringContaining("the key redirects does not name a file")]);
    expect(readFileSync(join(root, "cipgen.config.json"), "utf8")).toBe(before);
  });
});

test("what only some hosts answer is said", async () => {
  const root = site({ "/old": "/cip", "/CIP": "/cip" }, {}, { output: { format: "file" } });
  const { counts, diagnostics } = await compared(root, listOf("/old", "/CIP", "/cip/", "/cip"));
  expect(counts).toEqual([4, 2, 2, 0]);
  expect(diagnostics.map(({ code, severity }) => [code, severity])).toEqual([["redirect-host", "warning"]]);
  expect((await cipgen(["switch", "--root", root, "--from", listOf("/cip")])).code).toBe(0);
});

test("a site with errors in a text is compared, and a configuration with one is not", async () => {
  const root = site({}, { "content/cip/cbc/cip-22.md": "---\ncip: 22\n---\n" });
  const { counts, diagnostics } = await compared(root, listOf("/cip", proposal));
  expect(counts).toEqual([2, 2, 0, 0]);
  expect(diagnostics.some(({ severity }) => severity === "error")).toBe(true);
  writeFileSync(join(root, "cipgen.config.json"), "{");
  expect((await cipgen(["switch", "--root", root, "--from", listOf("/cip")])).code).toBe(3);
});

describe("a repository has the addresses that its generator gives the files, and nothing of it runs", () => {
  /** All addresses of the old site: those of a new one that has none of them. */
  const addressesOf = async (repository: Record<string, string>) => {
    const { lost, notes } = await switchSite({ root: site({}, {}, { title: "Empty" }), from: makeFolder(repository) });
    return { addresses: lost.map(({ address }) => address).sort(), notes };
  };
  const post = (text: string) => `---\n${text}---\nText\n`;

  test("Docusaurus: posts, docs, static files and redirects, in each language", async () => {
    const { addresses, notes } = await addressesOf({
      "docusaurus.config.js": `process.exit(1); module.exports = { title: "T", url: "https://o.example",
        i18n: { defaultLocale: "en", locales: ["en", "sk"] },
        presets: [["classic", { docs: { routeBasePath: "guide" }, blog: { path: "posts", routeBasePath: "news" } }]],
        plugins: [["@docusaurus/plugin-client-redirects", { redirects: [{ from: "/was", to: "/guide/a" }] }]] };`,
      "docs/a.md": "# A\n",
      "posts/one.md": post("slug: one\ntags: [Big Tag]\n"),
      "posts/two.md": post("slug: /two\n"),
      "posts/2026-01-02-three.md": post("title: Three\n"),
      "static/x.png": "",
    });
    expect(notes).toContain("Docusaurus makes today's site");
    const all = ["/guide/a", "/news/2026/01/02/three", "/news/one", "/news/two", "/was", "/x.png"];
    expect(addresses).toEqual([...all, ...all.map((path) => `/sk${path}`)].sort());
  });

  test("of what was committed: no draft, nothing of a package manager, and nothing that git ignores", async () => {
    const repository = new Repository().commit("2020-01-01T00:00:00Z", {
      "_config.yml": "title: T\n",
      ".gitignore": "ignored/\n",
      "EIPS/eip-1.md": "---\neip: 1\n---\n\nText.\n",
      "guides/README.md": "# Guides\n",
    });
    repository.write({
      "package.json": "{}",
      "EIPS/eip-2.md": "---\neip: 2\n---\n",
      "ignored/a.json": "{}",
      "new/b.json": "{}",
    });
    const { addresses } = await repositoryAddresses(repository.root);
    expect(addresses.map(({ url }) => url).sort()).toEqual([
      "/EIPS/eip-1",
      "/EIPS/eip-1.html",
      "/guides",
      "/guides.html",
    ]);
  });

  test("Jekyll: pages with and without .html, redirects, feeds and pictures, but no layouts", async () => {
    const { addresses } = await addressesOf({
      "_config.yml": "title: T\n",
      "EIPS/eip-1.md": post("eip: 1\nredirect_from: /first\n"),
      "_layouts/page.html": "",
      "all.html": post("title: All\n"),
      "rss/all.xml": "---\n---\n<rss/>",
      "assets/eip-1/a.png": "",
      Gemfile: "",
      // What this program wrote there.
      "build/.cipgen/manifest.json": "{}",
      "build/EIPS/eip-1.html": "",
      "cipgen-baseline.json": "{}",
    });
    expect(addresses).toEqual(
      expect.arrayContaining([
        "/EIPS/eip-1",
        "/EIPS/eip-1.html",
        "/all.html",
        "/assets/eip-1/a.png",
        "/first",
        "/rss/all.xml",
      ]),
    );
    expect(addresses.some((address) => /layouts|Gemfile|config|build|cipgen/.test(address))).toBe(false);
  });

  test("mdBook: chapters, and what is beside them", async () => {
    const { addresses } = await addressesOf({
      "book.toml": '[book]\ntitle = "T"\n',
      "src/SUMMARY.md": "- [One](one.md)\n",
      "src/one.md": "# One\n",
      "src/a.png": "",
      "src/theme/book.js": "",
      "src/theme/css/print.css": "",
    });
    expect(addresses).toEqual(expect.arrayContaining(["/a.png", "/one", "/one.html"]));
    expect(addresses.filter((address) => address.includes("theme"))).toEqual([]);
  });
});

test("files that an old generator copied into the folder of each language are redirected, each by a line", async () => {
  const root = site(
    "moved.json",
    { "moved.json": "{}", "content/static/img/b.svg": "<svg/>", "content/static/a.txt": "a" },
    { locales: { "en-US": {}, "de-DE": {} } },
  );
  const from = listOf("/de-DE/img/b.svg", "/img/b.svg", "/de-DE/a.txt", "/de-DE/cip");
  await switchSite({ root, from, write: true });
  expect(JSON.parse(readFileSync(join(root, "moved.json"), "utf8"))).toEqual({
    "/de-DE/img/b.svg": "/img/b.svg",
    "/de-DE/a.txt": "/a.txt",
  });
  expect((await compared(root, from)).counts).toEqual([4, 2, 2, 0]);
});
