/** Who may publish at which address: nothing takes the place of something else without a word. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Claim, checkClaims } from "../../src/build/claims.js";
import { isWindows } from "../support/machine.js";
import { buildSite, proposalText } from "../support/site.js";

const one = { "content/cip/cbc/cip-20.md": proposalText(20) };
const found = async (files: Record<string, string>, config = {}) => {
  const built = await buildSite({ ...one, ...files }, { search: { provider: "local" }, ...config });
  return {
    ...built,
    said: built.diagnostics.map(({ code, severity, file, message }) => `${severity} ${code} ${file}: ${message}`),
  };
};

describe("a file of the site at an address that the program makes", () => {
  const made = (path: string) => [path, `/${path} is the address of a file that cipgen makes`];
  const both = (path: string, other: string, what: string) => [
    path,
    `/${path} and /${other} (${what}) cannot both be published`,
  ];
  test.each([
    [
      [
        ...["404.html", "cip/cbc/cip-20/index.html", "cip/cbc/cip-20/index.md"].map((path, index) => [
          path,
          `/${path} is the address of ${["the page /404", "the page of content/cip/cbc/cip-20.md", "the copy of content/cip/cbc/cip-20.md beside its page"][index]}`,
        ]),
        ...["cip/feeds/last-call.xml", "cip/index.json", "cip/register.json", "cip/rss.xml"].map(made),
        made("cip/tags/cbc/index.json"),
        both("cip.html", "cip/index.html", "the page /cip"),
        ["index.html", "/index.html is the address of the page /"],
        ...["llms.txt", "search/en-US/ui.json", "sitemap.xml"].map(made),
      ],
    ],
    [
      [
        both("cip", "cip/index.html", "the page /cip"),
        both("search/en-US/root.json", "search/en-US/", "a file that cipgen makes"),
        both("sitemap.xml/a.txt", "sitemap.xml", "a file that cipgen makes"),
      ],
    ],
    [
      [
        [
          "CIP/Register.JSON",
          "/CIP/Register.JSON and /cip/register.json (a file that cipgen makes) differ only in upper and lower case, and on many file systems one would replace the other",
        ],
      ],
    ],
  ])("is an error that names both, and nothing is written (%#)", async (expected) => {
    const { said, files } = await found(
      Object.fromEntries(expected.map(([path]) => [`content/static/${path}`, "mine"])),
    );
    expect(said.sort()).toEqual(
      expected.map(([path, message]) => `error route-conflict content/static/${path}: ${message}`).sort(),
    );
    expect(files.size).toBe(0);
  });

  test("the browser's scripts and styles are such addresses", async () => {
    const { files } = await found({});
    const script = [...files.keys()].find((path) => /^assets\/.*\.js$/.test(path)) ?? "";
    const { said } = await found({ [`content/static/${script}`]: "mine" });
    expect(said).toEqual([expect.stringContaining(`error route-conflict content/static/${script}: /${script} is`)]);
  });

  test("a file that a proposal links is held to it as well", async () => {
    const { said } = await found({
      "content/cip/cbc/cip-20.md": proposalText(20, {}, "[a](../register.json)\n"),
      "content/cip/register.json": "{}",
    });
    expect(said).toEqual([
      "error route-conflict content/cip/register.json: /cip/register.json is the address of a file that cipgen makes",
    ]);
  });

  test.each([
    // Windows has one file for both.
    ...(isWindows ? [] : [["Annex.md", "annex.md", "in upper and lower case"]]),
    ["caf\u00e9.md", "cafe\u0301.md", "in the encoding of their accents (NFC and NFD)"],
  ])("two texts beside a proposal, %s and %s, are named, and how their names differ", async (first, second, how) => {
    const { said } = await found({
      [`content/cip/cbc/cip-20/${first}`]: "# A\n",
      [`content/cip/cbc/cip-20/${second}`]: "# B\n",
    });
    const [message = ""] = said.filter((one) => one.includes("route-conflict"));
    expect(message).toMatch(/^error route-conflict content\/cip\/cbc\/cip-20\//);
    expect(message).toContain(`the page of content/cip/cbc/cip-20/${first}`);
    expect(message).toContain(`the page of content/cip/cbc/cip-20/${second}`);
    expect(message).toContain(`differ only ${how}`);
  });

  test("what hosts read is the site's own, and the build says so once, in all languages together", async () => {
    const own = ["robots.txt", "manifest.json", "_headers", "opensearch.xml", "de-DE/opensearch.xml"];
    const others = ["CNAME", "_redirects", ".nojekyll", "humans.txt", "favicon.ico", ".well-known/security.txt"];
    const statics = Object.fromEntries([...own, ...others].map((path) => [`content/static/${path}`, "ours"]));
    const { said, text } = await found(statics, { locales: { "en-US": {}, "de-DE": {} } });
    expect(said).toEqual([
      "warning file-replaces content/static/_headers: the site's own _headers, de-DE/opensearch.xml, manifest.json, opensearch.xml, robots.txt are published, in place of those that the build makes",
    ]);
    for (const path of [...own, ...others]) expect(text(path)).toBe("ours");
  });

  test("an address that the program does not use is free, also beside its own files", async () => {
    const { said, has } = await found(
      {
        "content/static/docs/index.json": "{}",
        "content/static/assets/cards/a.png": "",
        "content/static/search/a.txt": "",
      },
      { search: { provider: "none" } },
    );
    expect(said).toEqual([]);
    expect(has("docs/index.json")).toBe(true);
  });
});

test("no two claims end in one place of a disk that takes A for a, unless it was said", () => {
  const names = fc.array(fc.constantFrom("a", "A", "b", "é", "e\u0301", "index.html", "a.html", "robots.txt"), {
    minLength: 1,
    maxLength: 3,
  });
  const claims = fc.array(
    fc.record({ names, isOwn: fc.boolean() }).map(({ names, isOwn }): Claim => {
      const path = names.join("/");
      return isOwn ? { path, file: path } : { path };
    }),
    { maxLength: 6 },
  );
  const fold = (path: string) => path.normalize("NFC").toLowerCase();
  fc.assert(
    fc.property(claims, (all) => {
      const made = all.filter(({ file }) => file === undefined);
      const own = all.filter(({ file }) => file !== undefined);
      const clash = all.some((one, index) =>
        all.some(
          (other, at) =>
            at < index &&
            (fold(one.path) === fold(other.path) ||
              fold(`${one.path}`).startsWith(`${fold(other.path)}/`) ||
              fold(other.path).startsWith(`${fold(one.path)}/`)),
        ),
      );
      if (clash) expect(checkClaims(made, own, "cipgen.config.ts")).not.toEqual([]);
    }),
    { numRuns: 3000 },
  );
});

describe("an address that cannot be a file on Windows", () => {
  const severity = isWindows ? "error" : "warning";
  const windows = async (files: Record<string, string>, config = {}) => {
    const { diagnostics } = await found(files, config);
    return diagnostics.filter(({ code }) => code === "windows-name");
  };

  test("from a tag: one warning, with what to rename", async () => {
    const files = { "content/cip/cbc/cip-21.md": proposalText(21, { tags: "[Con]" }) };
    expect(await windows(files)).toEqual([
      expect.objectContaining({
        severity,
        message: '/cip/tags/con/index.html cannot be a file on Windows: "con" is the name of a device',
        help: "Rename what the address is made from: a tag, a category, or a route of the configuration.",
      }),
    ]);
  });

  test.skipIf(isWindows)("from a file, which is named", async () => {
    const names = [
      "a./b.txt",
      "a\\b.txt",
      "aux.txt",
      "c:d.txt",
      "Com1",
      "end ",
      "lpt9 .txt",
      "nul.tar.gz",
      "what?.txt",
    ];
    const files = names.map((name) => `content/static/${name}`);
    const found = await windows(Object.fromEntries(files.map((file) => [file, "x"])));
    expect(found.map(({ file, help }) => `${file}: ${help}`).sort()).toEqual(
      files.map((file) => `${file}: Give the file another name.`).sort(),
    );
  });

  test.skipIf(isWindows)("from a text, which is named once for all its files", async () => {
    const docs = { "content/docs/main.md": "# Main\n", "content/docs/aux.md": "# Spare parts\n" };
    expect(await windows(docs, { docs: { mainDocId: "main" } })).toMatchObject([
      { file: "content/docs/aux.md", help: "Give the file another name, or its page another address." },
    ]);
  });

  test("from the route of a series", async () => {
    const [found] = await windows({}, { series: [{ profile: "cip", route: "/prn" }] });
    expect(found?.message).toMatch(/^\/prn\/.* cannot be a file on Windows: "prn" is the name of a device$/);
  });
});
