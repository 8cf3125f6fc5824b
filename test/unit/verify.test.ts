/** A published site is compared byte for byte: whatever differs is found, and where. */
import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer, type IncomingHttpHeaders, type RequestListener } from "node:http";
import { type AddressInfo, createServer as createSocket } from "node:net";
import { join } from "node:path";
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import type { OutputFile } from "../../src/shared/output.js";
import { shownAddress, siteAtAddress } from "../../src/verify/address.js";
import { compareSite, type PublishedSite, wantedOfBuild } from "../../src/verify/compare.js";
import { siteInFolder } from "../../src/verify/folder.js";
import { byBytes } from "../../src/verify/judges.js";
import { readBytes } from "../../src/verify/signature.js";
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

/** The bytes of a build of these files, compared; of headers other tests speak. */
async function compare(files: readonly OutputFile[], published: Omit<PublishedSite, "problem">) {
  const wanted = await wantedOfBuild(files, { baseUrl: "/", trailingSlash: false });
  const { headers, ...comparison } = await compareSite(wanted, published);
  return comparison;
}

describe("a comparison", () => {
  /** Files in memory. */
  const inMemory = (files: Map<string, Uint8Array>): Omit<PublishedSite, "problem"> => ({
    shows: () => true,
    mayLack: () => false,
    list: async () => [...files.keys()],
    async read(path, judge) {
      const bytes = files.get(path);
      if (!bytes) return [{ found: "missing" }];
      const taker = await judge();
      // In parts of any size.
      for (let at = 0; at < bytes.length && taker.take(bytes.subarray(at, at + 3)); ) at += 3;
      return [{ found: taker.verdict() ?? "equal" }];
    },
  });

  test("finds every byte that differs, every file that is missing and every one too many, and nothing else", async () => {
    const path = fc.constantFrom("index.html", "a/index.html", "b.txt", "c.bin", "d.md");
    const anySite = fc.dictionary(path, fc.uint8Array({ maxLength: 6, max: 3 }));
    await fc.assert(
      fc.asyncProperty(anySite, anySite, async (own, found) => {
        const files = Object.entries(own).map(([path, content]) => ({ path, content }));
        const comparison = await compare(files, inMemory(new Map(Object.entries(found))));
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
        for (const { path, offset = -1 } of comparison.different) {
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
    expect((await compare(files, inMemory(found))).different).toEqual([
      { path: "a.txt", offset: 8, line: 2, column: 4 },
      { path: "ab.txt", offset: 3, line: 1, column: 3 },
      { path: "ac.txt", offset: 4, line: 1, column: 2 },
      { path: "b.bin", offset: 1 },
    ]);
  });

  test("a file that goes on after its end differs at its end", async () => {
    const found = new Map([["a.txt", new Uint8Array(Buffer.from("one two"))]]);
    expect((await compare(filesOf({ "a.txt": "one" }), inMemory(found))).different).toMatchObject([{ offset: 3 }]);
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
    expect(await compare(site, siteInFolder(folder))).toEqual({ equal: site.length, ...same });
    writeFileSync(join(folder, "cip/more.html"), "x");
    expect(await compare(site, siteInFolder(folder))).toEqual({
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
    expect(await compare(files, siteInFolder(link))).toMatchObject({ equal: 1, missing: ["a.html"] });
  });
});

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

const at = (base: URL, trailingSlash = false) => siteAtAddress({ base, trailingSlash, pause: 1, timeout: 5000 });

describe("an address", () => {
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

  test.each([
    false,
    true,
  ])("with clean addresses is asked for its pages as readers do (trailing slash: %s)", async (trailingSlash) => {
    const seen: string[] = [];
    const base = await serve(host("/register/", 404, seen), "/register/");
    expect(await compare(site, at(base, trailingSlash))).toEqual({ equal: site.length - 1, ...same });
    expect([...new Set(seen)].sort()).toEqual(
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
    expect(await compare(site, at(base))).toEqual({ equal: site.length - 2, ...same, missing: ["cip/index.html"] });
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
    expect(await compare(site, at(known))).toEqual({ equal: site.length - 1, ...same });
    expect(shownAddress(known.href)).toBe(base.href);
    const closed = new URL(known.href.replace(base.host, "127.0.0.1:9"));
    await expect(at(closed).read("index.html", () => byBytes(new Uint8Array()))).rejects.toThrow(
      /^http:\/\/127\.0\.0\.1:9\/ cannot be read/,
    );
  });

  test("that knows files only by their names is asked by them", async () => {
    const base = await serve(({ url = "" }, response) => {
      const path = decodeURIComponent(url).slice(1) || "index.html";
      response.statusCode = path in texts ? 200 : 404;
      response.end(texts[path]);
    });
    expect(await compare(site, at(base))).toEqual({ equal: site.length - 1, ...same });
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
    expect((await compare(many, at(base))).equal).toBe(60);
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
    expect((await compare(filesOf({ "a.txt": "xx" }), at(base))).different).toMatchObject([{ offset: 2 }]);
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
    expect(await compare(filesOf({ "a.txt": "text" }), at(await cut(2)))).toEqual({ equal: 1, ...same });
    await expect(compare(filesOf({ "a.txt": "text" }), at(await cut(Number.POSITIVE_INFINITY)))).rejects.toThrow(
      /\/a\.txt cannot be read: /,
    );
  });

  test("that wants a login cannot be read: nothing is known to be missing there", async () => {
    const closed = await serve(({ url }, response) => response.writeHead(url === "/a.txt" ? 401 : 200).end("x"));
    await expect(compare(filesOf({ "a.txt": "x", "b.txt": "x" }), at(closed))).rejects.toThrow(
      "a.txt cannot be read: it answers 401",
    );
  });

  test("that is busy is asked again; that stays broken, or is not there, cannot be read", async () => {
    let asked = 0;
    const busy = await serve((_, response) => {
      response.statusCode = ++asked < 3 ? ([429, 503][asked - 1] ?? 500) : 200;
      response.end("x");
    });
    expect(await compare(filesOf({ "a.txt": "x" }), at(busy))).toEqual({ equal: 1, ...same });
    const broken = await serve((_, response) => response.writeHead(500).end());
    await expect(compare(filesOf({ "a.txt": "x" }), at(broken))).rejects.toThrow(
      /a\.txt cannot be read: it answers 500/,
    );
    const later = await serve((_, response) => response.writeHead(429, { "retry-after": "3600" }).end());
    await expect(compare(filesOf({ "a.txt": "x" }), at(later))).rejects.toThrow(/it answers 429/);
    const nobody = new URL("http://127.0.0.1:1/");
    await expect(compare(filesOf({ "a.txt": "x" }), at(nobody))).rejects.toThrow(/cannot be read/);
  });
});

describe("what is no file in a folder", () => {
  const kinds = process.platform === "win32" ? [] : ["a pipe", "a socket"];
  test.each(kinds)("is named, not waited for, in a file's place and beside the files: %s", async (kind) => {
    const folder = makeFolder({ "index.html": "x" });
    const close = await Promise.all(["a.html", "more"].map((name) => put(kind, join(folder, name))));
    const files = filesOf({ "index.html": "x", "a.html": "x" });
    const instead = { path: "a.html", instead: kind };
    expect(await compare(files, siteInFolder(folder))).toEqual({
      equal: 1,
      different: [instead],
      missing: [],
      extra: ["more"],
    });
    for (const end of close) end();
  });

  test.runIf(existsSync("/dev/zero"))("is not read without end: a link to a device", async () => {
    const folder = makeFolder({ "index.html": "x" });
    symlinkSync("/dev/zero", join(folder, "a.html"));
    const files = filesOf({ "index.html": "x", "a.html": "x" });
    expect(await compare(files, siteInFolder(folder))).toMatchObject({
      different: [{ path: "a.html", instead: "a device" }],
    });
  });

  test.runIf(kinds.length > 0)("is why there is no site, in place of the home page", async () => {
    const folder = makeFolder();
    await put("a pipe", join(folder, "index.html"));
    expect(await siteInFolder(folder).problem()).toBe("index.html is a pipe");
  });

  async function put(kind: string, place: string): Promise<() => void> {
    if (kind === "a pipe") {
      execFileSync("mkfifo", [place]);
      return () => undefined;
    }
    const server = createSocket().listen(place);
    await once(server, "listening");
    return () => void server.close();
  }
});

test("a text is what the answer had that was whole, not the one before it that was cut off", async () => {
  let asked = 0;
  const base = await serve((_, response) => {
    response.writeHead(200, { "content-length": "4" });
    if (++asked > 1) response.end("text");
    else response.write("te", () => response.destroy());
  });
  expect(String(await readBytes(at(base), "build.json", 100))).toBe("text");
});

describe("a host that answers others than readers in another way", () => {
  const page = "<p>a page that is long enough to be worth compressing</p>".repeat(20);
  const files = [
    ...filesOf({ "index.html": page, "a.css": page, "a.json": page, _headers: "/*\n  X-Frame-Options: DENY\n" }),
  ];
  const types: Record<string, string> = {
    "/": "text/html",
    "/index.html": "text/html",
    "/a.css": "text/css",
    "/a.json": "application/json",
  };
  const packed: Record<string, (bytes: Uint8Array) => Uint8Array> = {
    identity: (bytes) => bytes,
    gzip: gzipSync,
    deflate: deflateSync,
    br: brotliCompressSync,
    zstd: zstdFrame,
  };

  /** An honest host, and what it does to some answers. */
  interface Liar {
    /** Encodings that it has, best first. */
    encodings?: string[];
    text?(asked: IncomingHttpHeaders, encoding: string): string | undefined;
    status?(asked: IncomingHttpHeaders): number;
    headers?: Record<string, string>;
    /** Sent as they are, whatever the encoding is said to be. */
    garbled?: string;
  }

  const found = async ({ encodings = [], text, status, headers, garbled }: Liar) => {
    const seen: IncomingHttpHeaders[] = [];
    const base = await serve(({ url = "", headers: asked }, response) => {
      seen.push(asked);
      const type = types[url];
      if (!type) return void response.writeHead(404).end();
      const accepted = (asked["accept-encoding"] ?? "").split(/,\s*/);
      const encoding = encodings.find((name) => accepted.includes(name)) ?? "identity";
      const body = Buffer.from(text?.(asked, encoding) ?? page);
      const all = { "content-type": type, "x-frame-options": "DENY", "content-encoding": encoding, ...headers };
      const bytes = encoding === garbled ? body : (packed[encoding]?.(body) ?? body);
      response.writeHead(status?.(asked) ?? 200, all).end(bytes);
    });
    const wanted = await wantedOfBuild(files, { baseUrl: "/", trailingSlash: false });
    return { ...(await compareSite(wanted, at(base))), seen };
  };
  const all = ["zstd", "br", "gzip", "deflate"];
  const paths = ["a.css", "a.json", "index.html"];

  test("is not one if it answers all in the same way, in every encoding", async () => {
    const { seen, ...result } = await found({ encodings: all });
    expect(result).toEqual({ equal: 3, ...same, headers: [] });
    const offered = seen.map((asked) => asked["accept-encoding"]);
    expect(new Set(offered)).toEqual(
      new Set(["gzip, deflate, br, zstd", "gzip, deflate, br", "gzip, deflate", "deflate", "identity"]),
    );
  });

  test("sees requests of browsers: two names, no third, and what goes with them", async () => {
    const { seen } = await found({});
    expect(seen.filter(({ "user-agent": agent }) => !/ Chrome\/|Firefox\//.test(agent ?? ""))).toEqual([]);
    expect(JSON.stringify(seen)).not.toMatch(/cipgen|node|undici/i);
    const [opened, reloaded] = [/ Chrome\//, /Firefox\//].map((name) =>
      seen.filter(({ "user-agent": agent }) => name.test(agent ?? "")),
    );
    expect(opened).toHaveLength(3);
    expect(reloaded).toHaveLength(3);
    for (const asked of seen) {
      expect(asked.accept).toMatch(
        { document: /^text\/html,/, style: /^text\/css,/, empty: /^\*\/\*$/ }[
          String(asked["sec-fetch-dest"])
        ] as RegExp,
      );
      expect(asked["accept-language"]).toMatch(/^en-US/);
    }
  });

  test.each<[string, Liar]>([
    [
      "to a program by its name",
      { text: ({ "user-agent": agent }) => (/cipgen|node/i.test(agent ?? "") ? page : "lie") },
    ],
    ["to Chromium", { text: ({ "user-agent": agent }) => (/Chrome/.test(agent ?? "") ? "lie" : undefined) }],
    ["to Firefox", { text: ({ "user-agent": agent }) => (/Firefox/.test(agent ?? "") ? "lie" : undefined) }],
    ["to who says what browsers accept", { text: ({ accept }) => (accept === "*/*" ? undefined : "lie") }],
    ["to who loads a page again", { text: (asked) => (asked["cache-control"] ? "lie" : undefined) }],
    ["to who has not been here", { text: (asked) => (asked["cache-control"] ? undefined : "lie") }],
    ...all.map((name): [string, Liar] => [
      `in ${name}`,
      { encodings: all, text: (_, encoding) => (encoding === name ? "lie" : undefined) },
    ]),
    ...all.map((name): [string, Liar] => [
      `in ${name} alone`,
      { encodings: [name], text: (_, encoding) => (encoding === name ? "lie" : undefined) },
    ]),
    ["in plain bytes", { encodings: all, text: (_, encoding) => (encoding === "identity" ? "lie" : undefined) }],
    ...["zstd", "br", "gzip"].map((name): [string, Liar] => [
      `with bytes that are no ${name}`,
      { encodings: all, garbled: name },
    ]),
    ["with an encoding that nobody knows", { headers: { "content-encoding": "x-lie" } }],
  ])("is found: it lies %s", async (_, liar) => {
    const { different } = await found(liar);
    expect(different.map(({ path }) => path)).toContain("index.html");
  });

  test("is found: it has nothing for one browser, and is named with it", async () => {
    const { different, missing } = await found({
      status: ({ "user-agent": agent }) => (/Firefox/.test(agent ?? "") ? 404 : 200),
    });
    expect(missing).toEqual([]);
    expect(different).toEqual(paths.map((path) => ({ path, asked: "Firefox" })));
  });

  test.each<[string, Record<string, string>, object]>([
    [
      "another type",
      { "content-type": "text/plain" },
      { name: "content-type", found: "text/plain", severity: "error" },
    ],
    [
      "another character set",
      { "content-type": "text/html; charset=utf-16" },
      { name: "content-type", severity: "error" },
    ],
    ["another page soon", { refresh: "0; url=https://evil.example/" }, { name: "refresh", severity: "error", paths }],
    ["a download", { "content-disposition": "attachment" }, { name: "content-disposition", severity: "error", paths }],
    ["styles of its own", { link: "</evil.css>; rel=stylesheet" }, { name: "link", severity: "error", paths }],
    [
      "a header that was asked for, with another value",
      { "x-frame-options": "ALLOWALL" },
      { name: "x-frame-options", expected: "DENY", found: "ALLOWALL", severity: "warning", paths },
    ],
  ])("is found by its headers: %s", async (_, headers, difference) => {
    const result = await found({ headers });
    expect(result).toMatchObject({ equal: 3, different: [] });
    expect(result.headers).toContainEqual(expect.objectContaining(difference));
  });

  test("is found: it sends a type that runs where the build has one that does not", async () => {
    const base = await serve((_, response) => response.writeHead(200, { "content-type": "text/html" }).end("x"));
    const wanted = await wantedOfBuild(filesOf({ "a.txt": "x", "a.bin": "x", "a.svg": "x" }), {
      baseUrl: "/",
      trailingSlash: false,
    });
    const { headers } = await compareSite(wanted, at(base));
    expect(headers.flatMap(({ severity, paths }) => (severity === "error" ? paths : [])).sort()).toEqual([
      "a.bin",
      "a.svg",
      "a.txt",
    ]);
  });

  test("is none where hosts only name the same type differently", async () => {
    const named: Record<string, string> = {
      "a.js": "application/javascript",
      "a.xml": "text/xml",
      "a.md": "text/plain;charset=UTF-8",
      "a.ico": "image/vnd.microsoft.icon",
      "a.bin": "application/x-binary",
    };
    const base = await serve(({ url = "" }, response) =>
      response.writeHead(200, { "content-type": named[url.slice(1)] }).end("x"),
    );
    const files = filesOf(Object.fromEntries(Object.keys(named).map((path) => [path, "x"])));
    const { headers } = await compareSite(await wantedOfBuild(files, { baseUrl: "/", trailingSlash: false }), at(base));
    expect(headers).toEqual([]);
  });

  test("is none, and one difference for all files, where a host sends no headers of its own", async () => {
    const base = await serve((_, response) => response.end("x"));
    const files = filesOf({ "a.html": "x", "b.html": "x", _headers: "/*\n  X-A: 1\n" });
    const { headers } = await compareSite(await wantedOfBuild(files, { baseUrl: "/", trailingSlash: false }), at(base));
    expect(headers).toEqual([
      { name: "content-type", expected: "text/html; charset=utf-8", severity: "warning", paths: ["a.html", "b.html"] },
      { name: "x-a", expected: "1", severity: "warning", paths: ["a.html", "b.html"] },
    ]);
  });
});

/** A frame of Zstandard (RFC 8878) with one block of bytes as they are. */
function zstdFrame(bytes: Uint8Array): Uint8Array {
  const head = Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0x80 | 0x20, 0, 0, 0, 0]);
  head.writeUInt32LE(bytes.byteLength, 5);
  const block = Buffer.alloc(3);
  block.writeUIntLE((bytes.byteLength << 3) | 1, 0, 3);
  return Buffer.concat([head, block, bytes]);
}
