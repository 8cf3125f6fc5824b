/** Links that name a file by where it is in the repository: on its code host, or from the folder of a translation. */
import { describe, expect, test } from "vitest";
import type { ConfigInput } from "../../src/index.js";
import { placed } from "../support/parse.js";
import { attributes, buildSite, proposalText } from "../support/site.js";

const own = "https://github.com/owner/register";
const files = {
  "tools/check.py": "x",
  "content/cip/core/pic.png": "x",
  "content/cip/core/cip-2.md": proposalText(2, {}, "## Part\n"),
};

/** What is said of a proposal with this text. */
async function said(body: string, config: Partial<ConfigInput> = {}): Promise<string[]> {
  const site = { ...files, "content/cip/core/cip-1.md": proposalText(1, {}, body) };
  const { diagnostics } = await buildSite(site, { repository: own, ...config });
  return diagnostics.map((diagnostic) => `${diagnostic.severity} ${placed(diagnostic)}: ${diagnostic.message}`);
}

describe("a link to a file of the register's repository", () => {
  test.each([
    `${own}/blob/main/tools/no.py`,
    `${own}/blob/main/tools/no.py#L10-L20`,
    `${own}/tree/master/no`,
    `${own}/raw/main/no.png?raw=true`,
    "https://raw.githubusercontent.com/owner/register/main/no.png",
    `${own}/blob/main/content/cip/core/cip-9.md#part`,
  ])("is reported where the repository has none: %s", async (url) => {
    const path = /(?:main|master)\/([^#?]*)/.exec(url)?.[1];
    expect(await said(`[x](${url})\n`)).toEqual([
      `warning broken-repository-link 5:5: this repository has no file ${path}`,
    ]);
  });

  test.each([
    `${own}/blob/main/tools/check.py`,
    `${own}/blob/main/tools/check.py#L3`,
    `${own}/tree/main/tools/`,
    `${own}/tree/main`,
    `${own}/blob/main/content/cip/core/cip-2.md#part`,
    // A version that had the file, and what is no file.
    `${own}/blob/0123456789abcdef0123456789abcdef01234567/no.py`,
    `${own}/blob/v1.0/no.py`,
    `${own}/issues/1`,
    `${own}-other/blob/main/no.py`,
    "https://github.com/owner/former/blob/main/no.py",
  ])("is right: %s", async (url) => {
    expect(await said(`[x](${url})\n`, { repository: [own, "https://github.com/owner/former"] })).toEqual([]);
  });

  test("is as serious as the configuration says", async () => {
    const broken = `[x](${own}/blob/main/no.py)\n`;
    expect(await said(broken, { checks: { brokenMarkdownLinks: "ignore" } })).toEqual([]);
    expect((await said(broken, { checks: { brokenMarkdownLinks: "error" } }))[0]).toMatch(/^error /);
  });
});

describe("a translation", () => {
  const config = { locales: { "en-US": {}, "de-DE": {} }, docs: { mainDocId: "start" } };
  const translated = (body: string) => ({
    ...files,
    "content/static/logo.png": "x",
    "content/docs/start.md": "# Start\n",
    "content/i18n/de-DE/docs/start.md": "# Anfang\n",
    "content/cip/core/cip-1.md": proposalText(1),
    "content/i18n/de-DE/cip/core/cip-1.md": proposalText(1, {}, body),
  });

  test.each([
    ["a picture", "../../../../cip/core/pic.png", "/cip/core/pic.png"],
    ["the same from the original", "pic.png", "/cip/core/pic.png"],
    ["a proposal", "../../../../cip/core/cip-2.md#part", "/de-DE/cip/core/cip-2#part"],
    ["the same from the original", "./cip-2.md#part", "/de-DE/cip/core/cip-2#part"],
    ["a static file", "../../../../static/logo.png", "/logo.png"],
    ["another translation", "../../docs/start.md", "/de-DE/docs/start"],
  ])("links to %s from where it is: %s", async (_, url, href) => {
    const site = await buildSite(translated(`[x](${url})\n`), config);
    expect(site.diagnostics).toEqual([]);
    expect(attributes(site.page("/de-DE/cip/core/cip-1"), ".prose p a", "href")).toEqual([href]);
    expect(site.has(href.startsWith("/de-DE") ? "index.html" : href.slice(1))).toBe(true);
  });
});

test("a field with a URL without its scheme is told the whole one", async () => {
  const one = (value: string) =>
    buildSite({ "content/cip/core/cip-1.md": proposalText(1, { "discussions-to": value }) });
  expect((await one("forum.example.org/t/1")).diagnostics).toMatchObject([
    { code: "url-scheme", severity: "warning", line: 4, help: "Write https://forum.example.org/t/1." },
  ]);
  expect((await one("the forum")).diagnostics).toMatchObject([{ code: "url-missing" }]);
});
