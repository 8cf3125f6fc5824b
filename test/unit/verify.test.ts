/** A published site is compared byte for byte: whatever differs is found, and where. */
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import type { OutputFile } from "../../src/shared/output.js";
import { shownAddress, siteAtAddress } from "../../src/verify/address.js";
import { compareSite, type PublishedSite } from "../../src/verify/compare.js";
import { siteInFolder } from "../../src/verify/folder.js";
import { filesOf } from "../support/emit.js";
import { makeFolder } from "../support/site.js";

const site: OutputFile[] = [
  ...filesOf({
    "index.html": "<p>home\nline",
    "404.html": "gone",
    "cip/index.html": "list",
    "cip/a b.txt": "ä",
    _headers: "x",
    "de/404.html": "weg",
  }),
  { path: "b.bin", content: new Uint8Array([1, 0, 2]) },
];
const texts = Object.fromEntries(site.map(({ path, content }) => [path, content as string | Uint8Array]));
const same = { different: [], missing: [], extra: [] };

describe("a comparison", () => {
  /** Files in memory. */
  const inMemory = (files: Map<string, Uint8Array>): Omit<PublishedSite, "problem"> => ({
    shows: () => true,
    list: async () => [...files.keys()],
    read: async (path, limit) => files.get(path)?.subarray(0, limit),
  });

  test("finds every byte that differs, every file that is missing and every one too many, and nothing else", async () => {
    const path = fc.constantFrom("index.html", "a/index.html", "b.txt", "c.bin", "d.md");
    const anySite = fc.dictionary(path, fc.uint8Array({ maxLength: 6, max: 3 }));
    await fc.assert(
      fc.asyncProperty(anySite, anySite, async (own, found) => {
        const files = Object.entries(own).map(([path, content]) => ({ path, content }));
        const comparison = await compareSite(files, inMemory(new Map(Object.entries(found))));
        const isSame = (path: string) => Buffer.from(own[path] ?? []).equals(Buffer.from(found[path] ?? []));
        const both = Object.keys(own)
          .filter((path) => path in found)
          .sort();
        expect(comparison.equal).toBe(both.filter(isSame).length);
        expect(comparison.different.map(({ path }) => path)).toEqual(both.filter((path) => !isSame(path)));
        expect(comparison.missing).toEqual(
          Object.keys(own)
            .filter((path) => !(path in found))
            .sort(),
        );
        expect(comparison.extra).toEqual(
          Object.keys(found)
            .filter((path) => !(path in own))
            .sort(),
        );
        for (const { path, offset } of comparison.different) {
          const [one, other] = [own[path] ?? [], found[path] ?? []];
          expect([...one.slice(0, offset)]).toEqual([...other.slice(0, offset)]);
          expect(one[offset]).not.toBe(other[offset]);
        }
      }),
    );
  });

  test("tells line and column of a text, in characters, and the byte alone of what is none", async () => {
    const files = [
      ...filesOf({ "a.txt": "one\nzwö, drei", "ab.txt": "zwö", "ac.txt": "a😀" }),
      { path: "b.bin", content: new Uint8Array([0, 1]) },
    ];
    const found = new Map([
      ["a.txt", new Uint8Array(Buffer.from("one\nzwö; drei"))],
      ["ab.txt", new Uint8Array(Buffer.from("zwü"))],
      ["ac.txt", new Uint8Array(Buffer.from("a😁"))],
      ["b.bin", new Uint8Array([0, 2])],
    ]);
    expect((await compareSite(files, inMemory(found))).different).toEqual([
      { path: "a.txt", offset: 8, line: 2, column: 4 },
      { path: "ab.txt", offset: 3, line: 1, column: 3 },
      { path: "ac.txt", offset: 4, line: 1, column: 2 },
      { path: "b.bin", offset: 1 },
    ]);
  });

  test("a file that goes on after its end differs at its end", async () => {
    const found = new Map([["a.txt", new Uint8Array(Buffer.from("one two"))]]);
    expect((await compareSite(filesOf({ "a.txt": "one" }), inMemory(found))).different).toMatchObject([{ offset: 3 }]);
  });
});

describe("a folder", () => {
  test("is the site: what hosts and version control keep there is not extra, a link or a folder in a file's place is missing", async () => {
    const folder = makeFolder({
      ...texts,
      ".git/HEAD": "x",
      ".cipgen/manifest.json": "{}",
      CNAME: "x",
      ".nojekyll": "",
      ".well-known/x": "x",
    });
    expect(await compareSite(site, siteInFolder(folder))).toEqual({ equal: site.length, ...same });
    writeFileSync(join(folder, "cip/more.html"), "x");
    expect(await compareSite(site, siteInFolder(folder))).toEqual({
      equal: site.length,
      ...same,
      extra: ["cip/more.html"],
    });
  });

  test("of which a file is a folder, or which is read through a link", async () => {
    const folder = makeFolder({ "index.html": "x" });
    mkdirSync(join(folder, "a.html"));
    const link = join(makeFolder(), "link");
    symlinkSync(folder, link);
    const files = filesOf({ "index.html": "x", "a.html": "x" });
    expect(await compareSite(files, siteInFolder(link))).toMatchObject({ equal: 1, missing: ["a.html"] });
  });
});

describe("an address", () => {
  const servers: { close(): void; closeAllConnections(): void }[] = [];
  afterAll(() => {
    for (const server of servers) {
      server.closeAllConnections();
      server.close();
    }
  });

  async function serve(answer: RequestListener, base = "/"): Promise<URL> {
    const server = createServer(answer);
    servers.push(server);
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    return new URL(base, `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  }

  /** A host with clean addresses, below a base. */
  const host =
    (base = "/", notFound = 404, seen: string[] = []): RequestListener =>
    ({ url = "" }, response) => {
      seen.push(url);
      const path = decodeURIComponent(url).slice(base.length);
      const names = [path, `${path}${path === "" || path.endsWith("/") ? "" : "/"}index.html`];
      const name = names.find((candidate) => candidate in texts);
      response.statusCode = name === undefined || /404\.html$/.test(name) ? notFound : 200;
      response.end(name === undefined ? "gone" : texts[name]);
    };

  const at = (base: URL, trailingSlash = false) => siteAtAddress({ base, trailingSlash, pause: 1, timeout: 5000 });

  test.each([
    false,
    true,
  ])("with clean addresses is asked for its pages as readers do (trailing slash: %s)", async (trailingSlash) => {
    const seen: string[] = [];
    const base = await serve(host("/register/", 404, seen), "/register/");
    expect(await compareSite(site, at(base, trailingSlash))).toEqual({ equal: site.length - 1, ...same });
    expect(seen.sort()).toEqual(
      [
        "/register/",
        "/register/404.html",
        "/register/b.bin",
        "/register/cip/a%20b.txt",
        `/register/cip${trailingSlash ? "/" : ""}`,
        "/register/de/404.html",
      ].sort(),
    );
  });

  test("that redirects within itself is followed; one that leads elsewhere is not, and no other host is asked", async () => {
    let foreign = 0;
    const other = await serve((_, response) => {
      foreign++;
      response.end("list");
    });
    const base = await serve((request, response) => {
      if (request.url === "/cip") response.writeHead(301, { location: `${other}cip` }).end();
      else if (request.url === "/cip/index.html") response.writeHead(308, { location: "/cip/index.html" }).end();
      else if (request.url === "/b.bin") response.writeHead(302, { location: "/c.bin" }).end();
      else
        host()(
          { ...request, url: request.url === "/c.bin" ? "/b.bin" : request.url } as typeof request,
          response as never,
        );
    });
    expect(await compareSite(site, at(base))).toEqual({ equal: site.length - 2, ...same, missing: ["cip/index.html"] });
    expect(foreign).toBe(0);
  });

  test.each<[string, RequestListener, string | undefined]>([
    ["has a home page", host(), undefined],
    ["has it only by its name", ({ url }, response) => response.writeHead(url === "/" ? 403 : 200).end("x"), undefined],
    ["has none", (_, response) => response.writeHead(404).end(), "there is no home page"],
    ["refuses programs", (_, response) => response.writeHead(403).end(), "it answers 403"],
    ["answers what is no page", (_, response) => response.writeHead(204).end(), "it answers 204"],
    [
      "redirects to itself",
      ({ url }, response) => response.writeHead(302, { location: url }).end(),
      "it redirects without end",
    ],
    [
      "redirects to nowhere",
      (_, response) => response.writeHead(302, { location: "http://[" }).end(),
      "it answers 302",
    ],
    [
      "is elsewhere",
      ({ url }, response) => response.writeHead(301, { location: `https://n:p@register.example${url}?ticket=1` }).end(),
      "it redirects to https://register.example/: name that address if it is the site's",
    ],
  ])("that %s", async (_, answer, problem) => {
    expect(await at(await serve(answer)).problem()).toBe(problem);
  });

  test("with a name and a password gets them with every request, and messages do not show them", async () => {
    const login = `Basic ${Buffer.from("ädä:a:b").toString("base64")}`;
    const base = await serve((request, response) => {
      if (request.headers.authorization === login) host()(request, response);
      else response.writeHead(401).end();
    });
    const known = new URL(base.href.replace("//", "//%C3%A4d%C3%A4:a:b@"));
    expect(await compareSite(site, at(known))).toEqual({ equal: site.length - 1, ...same });
    expect(shownAddress(known.href)).toBe(base.href);
    const closed = new URL(known.href.replace(base.host, "127.0.0.1:9"));
    await expect(at(closed).read("index.html", 1)).rejects.toThrow(/^http:\/\/127\.0\.0\.1:9\/ cannot be read/);
  });

  test("that knows files only by their names is asked by them", async () => {
    const base = await serve(({ url = "" }, response) => {
      const path = decodeURIComponent(url).slice(1) || "index.html";
      response.statusCode = path in texts ? 200 : 404;
      response.end(texts[path]);
    });
    expect(await compareSite(site, at(base))).toEqual({ equal: site.length - 1, ...same });
  });

  test("is never asked more than 8 things at a time", async () => {
    let [open, most] = [0, 0];
    const base = await serve((_, response) => {
      most = Math.max(most, ++open);
      setImmediate(() => {
        open--;
        response.end("x");
      });
    });
    const many = Array.from({ length: 60 }, (_, index) => ({ path: `${index}.txt`, content: "x" }));
    expect((await compareSite(many, at(base))).equal).toBe(60);
    expect(most).toBeGreaterThan(1);
    expect(most).toBeLessThanOrEqual(8);
  });

  test("that sends without end is read as far as it matters", async () => {
    let sent = 0;
    const base = await serve((_, response) => {
      const send = () => {
        sent++;
        if (!response.destroyed) response.write("x".repeat(65_536), () => setImmediate(send));
      };
      send();
    });
    expect((await compareSite(filesOf({ "a.txt": "xx" }), at(base))).different).toMatchObject([{ offset: 2 }]);
    expect(sent).toBeLessThan(1000);
  });

  test("that cuts an answer off is asked again; the file that is always cut off is named", async () => {
    let asked = 0;
    const cut = (times: number) =>
      serve((_, response) => {
        response.writeHead(200, { "content-length": "4" });
        if (++asked > times) response.end("text");
        else response.write("te", () => response.destroy());
      });
    expect(await compareSite(filesOf({ "a.txt": "text" }), at(await cut(2)))).toEqual({ equal: 1, ...same });
    await expect(compareSite(filesOf({ "a.txt": "text" }), at(await cut(Number.POSITIVE_INFINITY)))).rejects.toThrow(
      /\/a\.txt cannot be read: /,
    );
  });

  test("that wants a login cannot be read: nothing is known to be missing there", async () => {
    const closed = await serve(({ url }, response) => response.writeHead(url === "/a.txt" ? 401 : 200).end("x"));
    await expect(compareSite(filesOf({ "a.txt": "x", "b.txt": "x" }), at(closed))).rejects.toThrow(
      "a.txt cannot be read: it answers 401",
    );
  });

  test("that is busy is asked again; that stays broken, or is not there, cannot be read", async () => {
    let asked = 0;
    const busy = await serve((_, response) => {
      response.statusCode = ++asked < 3 ? ([429, 503][asked - 1] ?? 500) : 200;
      response.end("x");
    });
    expect(await compareSite(filesOf({ "a.txt": "x" }), at(busy))).toEqual({ equal: 1, ...same });
    const broken = await serve((_, response) => response.writeHead(500).end());
    await expect(compareSite(filesOf({ "a.txt": "x" }), at(broken))).rejects.toThrow(
      /a\.txt cannot be read: it answers 500/,
    );
    const later = await serve((_, response) => response.writeHead(429, { "retry-after": "3600" }).end());
    await expect(compareSite(filesOf({ "a.txt": "x" }), at(later))).rejects.toThrow(/it answers 429/);
    const nobody = new URL("http://127.0.0.1:1/");
    await expect(compareSite(filesOf({ "a.txt": "x" }), at(nobody))).rejects.toThrow(/cannot be read/);
  });
});
