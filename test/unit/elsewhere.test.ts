/** Links and relations that leave their series: to another series, to the register's own repository, to registers on other sites. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { ConfigInput } from "../../src/index.js";
import { repositoryPath } from "../../src/site/written-links.js";
import { configProblems } from "../support/parse.js";
import { attributes, buildSite, texts } from "../support/site.js";

const series = (id: string, more: object = {}) => ({
  id,
  label: id.toUpperCase(),
  title: id,
  source: `content/${id}`,
  files: `${id}-{number}.md`,
  route: `/${id}`,
  statuses: ["Draft"],
  mentions: ["EIP", "ERC"],
  ...more,
});
const text = (title: string, body: string, fields = "") => `---\ntitle: ${title}\n${fields}---\n\n${body}\n`;
const both = { series: [series("eip"), series("erc")] };
const hrefs = (site: Awaited<ReturnType<typeof buildSite>>, page: string) =>
  attributes(site.page(page), ".prose a", "href");

describe("two series of one site", () => {
  test("relative links, requirements and mentions work both ways, though a register was split", async () => {
    const site = await buildSite(
      {
        "content/eip/eip-1.md": text("One", "[a](./eip-20.md) [b](../ERCS/erc-20.md#part) EIP-20\n", "requires: 20\n"),
        "content/erc/erc-20.md": text("Token", "[a](./eip-1.md) ERC-1\n\n## Part\n", "requires: 1\n"),
      },
      both,
    );
    expect(site.diagnostics).toEqual([]);
    expect(hrefs(site, "/eip/eip-1")).toEqual(["/erc/erc-20", "/erc/erc-20#part", "/erc/erc-20"]);
    expect(hrefs(site, "/erc/erc-20").slice(0, 2)).toEqual(["/eip/eip-1", "/eip/eip-1"]);
    expect(texts(site.page("/eip/eip-1"), ".facts .proposal-links .number")).toEqual(["ERC-20", "ERC-20"]);
  });
});

describe("registers on other sites", () => {
  const elsewhere = [{ label: "EIP", url: "https://eips.example/EIPS/eip-{number}" }];
  const config: Partial<ConfigInput> = { series: [series("rip", { mentions: ["RIP"] })], elsewhere };

  test("mentions, requirements and relative links lead there", async () => {
    const site = await buildSite(
      { "content/rip/rip-1.md": text("One", "EIP-7 and [a](../EIPS/eip-0007.md#x)\n", "requires: EIP-7, EIP-8\n") },
      config,
    );
    expect(site.diagnostics).toEqual([]);
    expect(hrefs(site, "/rip/rip-1")).toEqual(["https://eips.example/EIPS/eip-7", "https://eips.example/EIPS/eip-7#x"]);
    expect(attributes(site.page("/rip/rip-1"), ".facts .proposal-links a", "href")).toEqual([
      "https://eips.example/EIPS/eip-7",
      "https://eips.example/EIPS/eip-8",
    ]);
  });

  test("a required proposal that no register has is shown by its label, and reported", async () => {
    const site = await buildSite(
      { "content/rip/rip-1.md": text("One", "x", "requires: 99, ABC-5\nsuperseded-by: 98\n") },
      config,
    );
    expect(texts(site.page("/rip/rip-1"), ".facts .proposal-links")).toEqual(["RIP-99ABC-5", "RIP-98"]);
    expect(site.diagnostics.map(({ code }) => code)).toEqual([
      "reference-unknown",
      "reference-unknown",
      "reference-unknown",
    ]);
    const register = site.json<{ items: { requires: string[] }[] }>("rip/register.json");
    expect(register.items[0]?.requires).toEqual(["RIP-99", "ABC-5"]);
  });
});

describe("the register's own repository", () => {
  const repository = "https://github.com/owner/register";

  test("links to its files are links of this site, anchors and all; others stay", async () => {
    const at = `${repository}/blob/main`;
    const site = await buildSite(
      {
        "content/eip/eip-1.md": text(
          "One",
          `[a](${at}/content/eip/eip-2.md#part) [b](${repository}/tree/master/content/eip/x.json) [c](${repository}/pull/3) [d](${at}/content/eip/eip-2.md#L10) [e](${repository}/blob/0a1b2c3d4e5f60718293a4b5c6d7e8f901234567/content/eip/eip-2.md) [f](${at}/src/x.ts)\n`,
        ),
        "content/eip/eip-2.md": text("Two", "## Part\n"),
        "content/eip/x.json": "{}",
        "src/x.ts": "",
      },
      { series: [series("eip")], repository },
    );
    expect(site.diagnostics).toEqual([]);
    const [a, b, ...rest] = hrefs(site, "/eip/eip-1");
    expect([a, b]).toEqual(["/eip/eip-2#part", "/eip/x.json"]);
    expect(rest.every((href) => href?.startsWith(repository))).toBe(true);
  });

  test.each(["-/blob/main/a.md", "src/branch/main/a.md", "blob/main/a.md"])("%s is a file with http, too", (path) => {
    expect(repositoryPath(`http://code.example/o/r/${path}`, ["https://code.example/o/r"])).toBe("a.md");
  });

  test("an escaped sign in the name of a file is part of the name", async () => {
    const link = `[a](${repository}/blob/main/docs/C%23.txt)\n`;
    const files = { "content/eip/eip-1.md": text("One", link), "docs/C#.txt": "x" };
    const site = await buildSite(files, { series: [series("eip")], repository });
    expect(site.diagnostics).toEqual([]);
  });

  test("no URL whatever throws", () => {
    fc.assert(
      fc.property(fc.webUrl({ withFragments: true }), (url) => void repositoryPath(url, ["https://github.com/o/r"])),
    );
  });
});

describe("rewrites", () => {
  const files = (body: string) => ({
    "content/eip/eip-1.md": text("One", body),
    "content/eip/eip-2.md": text("Two", "## Part\n"),
    "content/LICENSE.txt": "free",
  });
  const build = (body: string, rewrites: Record<string, string>) =>
    buildSite(files(body), {
      series: [series("eip", { rewrites, assets: ".." })],
      checks: { brokenLinks: "warn" },
    });

  test("patterns with groups, exact names first; a fragment is kept", async () => {
    const site = await build("[a](../OLD/two-2.md#part) [b](../OLD/x.md) [c](lib.md?x#y)\n", {
      "^\\.\\./OLD/\\w+-(\\d+)\\.md$": "./eip-$1.md",
      "../OLD/x.md": "https://x.example/x",
      "lib.md": "https://x.example/lib#own",
    });
    expect(site.diagnostics).toEqual([]);
    expect(hrefs(site, "/eip/eip-1")).toEqual(["/eip/eip-2#part", "https://x.example/x", "https://x.example/lib#own"]);
  });

  test("a pattern that cannot be read is an error of the configuration", () => {
    expect(configProblems({ series: [series("eip", { rewrites: { "^(": "/x" } })] }).join()).toContain("rewrites");
  });
});

describe("fields of the register's own", () => {
  test("are shown among the facts, in data files, and known to lint", async () => {
    const fields = [{ key: "License", show: "Licence" }, { key: "Implementation", show: true }, { key: "secret" }];
    const site = await buildSite(
      { "content/eip/eip-1.md": text("One", "x", "license: CC0\nimplementation: https://x.example/i\nsecret: y\n") },
      { series: [series("eip", { fields })] },
    );
    const facts = texts(site.page("/eip/eip-1"), ".facts dt");
    expect(facts).toEqual(expect.arrayContaining(["Licence", "Implementation"]));
    expect(facts).not.toContain("secret");
    expect(attributes(site.page("/eip/eip-1"), ".facts a.external", "href")).toEqual(["https://x.example/i"]);
    const register = site.json<{ items: { fields: object }[] }>("eip/register.json");
    expect(register.items[0]?.fields).toEqual({ License: "CC0", Implementation: "https://x.example/i" });
  });
});
