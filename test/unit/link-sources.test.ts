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
  test("is reported where the repository has none", async () => {
    const urls = [
      `${own}/blob/main/tools/no.py`,
      `${own}/blob/main/tools/no.py#L10-L20`,
      `${own}/tree/master/no`,
      `${own}/raw/main/no.png?raw=true`,
      "https://raw.githubusercontent.com/owner/register/main/no.png",
      `${own}/blob/main/content/cip/core/cip-9.md#part`,
    ];
    expect(await said(urls.map((url) => `[x](${url})\n`).join(""))).toEqual(
      urls.map((url, index) => {
        const path = /(?:main|master)\/([^#?]*)/.exec(url)?.[1];
        return `warning broken-repository-link ${index + 5}:5: this repository has no file ${path}`;
      }),
    );
  });

  test("is right where it has one, in a version that had it, and where it leads to no file", async () => {
    const urls = [
      `${own}/blob/main/tools/check.py#L3`,
      `${own}/tree/main/tools/`,
      `${own}/tree/main`,
      `${own}/blob/main/content/cip/core/cip-2.md#part`,
      `${own}/blob/0123456789abcdef0123456789abcdef01234567/no.py`,
      `${own}/blob/v1.0/no.py`,
      `${own}/issues/1`,
      `${own}-other/blob/main/no.py`,
      "https://github.com/owner/former/blob/main/no.py",
    ];
    const repository = [own, "https://github.com/owner/former"];
    expect(await said(urls.map((url) => `[x](${url})\n`).join(""), { repository })).toEqual([]);
  });

  test("is as serious as the configuration says", async () => {
    const broken = `[x](${own}/blob/main/no.py)\n`;
    expect(await said(broken, { checks: { brokenMarkdownLinks: "ignore" } })).toEqual([]);
    expect((await said(broken, { checks: { brokenMarkdownLinks: "error" } }))[0]).toMatch(/^error /);
  });
});

test("a translation's links are read from where it is, or else from where its original is", async () => {
  const links = [
    ["../../../../cip/core/pic.png", "/cip/core/pic.png"],
    ["pic.png", "/cip/core/pic.png"],
    ["../../../../cip/core/cip-2.md#part", "/de-DE/cip/core/cip-2#part"],
    ["./cip-2.md#part", "/de-DE/cip/core/cip-2#part"],
    ["../../../../static/logo.png", "/logo.png"],
    ["../../docs/start.md", "/de-DE/docs/start"],
  ];
  const site = await buildSite(
    {
      ...files,
      "content/static/logo.png": "x",
      "content/docs/start.md": "# Start\n",
      "content/i18n/de-DE/docs/start.md": "# Anfang\n",
      "content/cip/core/cip-1.md": proposalText(1),
      "content/i18n/de-DE/cip/core/cip-1.md": proposalText(1, {}, links.map(([url]) => `[x](${url})\n`).join("")),
    },
    { locales: { "en-US": {}, "de-DE": {} }, docs: { mainDocId: "start" } },
  );
  expect(site.diagnostics).toEqual([]);
  const hrefs = attributes(site.page("/de-DE/cip/core/cip-1"), ".prose p a", "href");
  expect(hrefs).toEqual(links.map(([, href]) => href));
  for (const path of ["cip/core/pic.png", "logo.png"]) expect(site.has(path)).toBe(true);
});

test("a field with a URL without its scheme is told the whole one", async () => {
  const one = (value: string) =>
    buildSite({ "content/cip/core/cip-1.md": proposalText(1, { "discussions-to": value }) });
  expect((await one("forum.example.org/t/1")).diagnostics).toMatchObject([
    { code: "url-scheme", severity: "warning", line: 4, help: "Write https://forum.example.org/t/1." },
  ]);
  expect((await one("the forum")).diagnostics).toMatchObject([{ code: "url-missing" }]);
});
