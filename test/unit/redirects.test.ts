/** `redirects`: what is written for each form of a rule, and what is reported. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addRules } from "../../src/config/redirects.js";
import type { ConfigInput } from "../../src/index.js";
import { answeringFiles } from "../../src/shared/page-path.js";
import { runs } from "../support/runs.js";
import { attributes, buildSite, parseHtml, proposalText, type TestBuild } from "../support/site.js";

const texts = {
  "content/cip/cbc/cip-20-token.md": proposalText(20, {}, "## Text\n\n![](./20/a.png)\n"),
  "content/cip/cbc/cip-21-vault.md": proposalText(21),
  "content/cip/cbc/20/a.png": "picture",
  "content/cip/cbc/20/unlinked.png": "other",
};
const series: ConfigInput["series"] = [
  { profile: "cip", files: "{category}/cip-{number}-{slug}.md", permalink: "/cip/{number}" },
];

const redirected = (
  redirects: ConfigInput["redirects"],
  more: Record<string, string> = {},
  config: Partial<ConfigInput> = {},
) => buildSite({ ...texts, ...more }, { series, redirects, ...config });

/** Where a page leads, as its refresh says. */
const targetOf = (built: TestBuild, path: string) => /content="0; url=([^"]*)"/.exec(built.text(path))?.[1];

const said = ({ diagnostics }: TestBuild) =>
  diagnostics.map(({ code, message, file, line, help }) => [code, message, `${file}:${line}`, help]);
const codes = ({ diagnostics }: TestBuild) => diagnostics.map(({ code, message }) => [code, message]);

describe("an old address", () => {
  test.each([
    ["/old", "/cip/20", "old/index.html", "/cip/20"],
    ["/old/", "/cip/20", "old/index.html", "/cip/20"],
    ["/old.html", "/cip/20#text", "old.html", "/cip/20#text"],
    ["/cip/20.html", "/cip/20", "cip/20.html/index.html", "/cip/20"],
    ["/a%20b", "/cip?page=2", "a b/index.html", "/cip?page=2"],
    ["/old", "https://other.example/a?b=c", "old/index.html", "https://other.example/a?b=c"],
    ["/core.rss", "/cip", "core.rss/index.html", "/cip"],
  ])("%s that leads to %s is the page %s", async (from, to, path, href) => {
    const built = await redirected({ [from]: to });
    expect(said(built)).toEqual([]);
    expect(targetOf(built, path)).toBe(href);
  });

  test("has a page of its own, whatever characters it leads to, and in the template of the site if there is one", async () => {
    const rules = { "/one": "https://other.example/?a=1&b='%22'&c=$&#<i>", "/two": "/cip/20" };
    const built = await redirected(rules);
    const hrefs = (path: string) =>
      ["a", "link[rel=canonical]"].flatMap((selector) => attributes(parseHtml(built.text(path)), selector, "href"));
    expect(hrefs("one/index.html")).toEqual([rules["/one"], new URL(rules["/one"]).href]);
    expect(hrefs("two/index.html")).toEqual(["/cip/20", "https://register.example/cip/20"]);
    const template = "export default ({ view }) => <p>{view.target.split('/').length}</p>;";
    const own = await redirected(rules, { "templates/RedirectPage.tsx": template });
    expect(["one", "two"].map((name) => own.text(`${name}/index.html`))).toEqual(
      [4, 3].map((length) => `<!doctype html>\n<p>${length}</p>\n`),
    );
  });

  test("is written as the site writes its pages", async () => {
    const built = await redirected({ "/old": "/cip/20" }, {}, { output: { format: "file" }, baseUrl: "/base/" });
    expect(targetOf(built, "old.html")).toBe("/base/cip/20");
  });

  test("of a file has the content of the file, for programs that follow no page", async () => {
    const rules = { "/rss/all.xml": "/cip/rss.xml", "/logo.png": "/img/a.png", "/cip-1/a.png": "/cip/cbc/20/a.png" };
    const built = await redirected(rules, { "content/static/img/a.png": "logo" });
    expect(said(built)).toEqual([]);
    expect(built.text("rss/all.xml")).toBe(built.text("cip/rss.xml"));
    expect(built.files.get("logo.png")).toEqual(built.files.get("img/a.png"));
    expect(built.files.get("cip-1/a.png")).toEqual(built.files.get("cip/cbc/20/a.png"));
  });

  test("is there in every language, and a file that they share once", async () => {
    const rules = { "/old": "/cip/20", "/feed.xml": "/cip/rss.xml", "/a.txt": "/b.txt", "/de-DE/alt": "/cip/21" };
    const locales = { "en-US": {}, "de-DE": {} };
    const built = await redirected(rules, { "content/static/b.txt": "b" }, { locales });
    expect(said(built)).toEqual([]);
    expect(targetOf(built, "de-DE/old/index.html")).toBe("/de-DE/cip/20");
    expect(built.text("de-DE/feed.xml")).toBe(built.text("de-DE/cip/rss.xml"));
    expect([built.has("a.txt"), built.has("de-DE/a.txt")]).toEqual([true, false]);
    expect(targetOf(built, "de-DE/alt/index.html")).toBe("/cip/21");
    expect(built.has("alt/index.html")).toBe(false);
  });

  test("that differs from a page in case only is for hosts, and no file", async () => {
    const built = await redirected({ "/CIP/20": "/cip/20", "/OLD": "/cip/21", "/old": "/cip/20" });
    expect(said(built)).toEqual([]);
    expect(
      [...built.files.keys()].filter((path) => /^(?:CIP|old)\b/i.test(path) && !path.startsWith("cip")),
    ).toHaveLength(1);
    expect(built.text("_redirects")).toBe("/CIP/20 /cip/20 301\n/OLD /cip/21 301\n/old /cip/20 301\n");
    expect(built.text("_redirects.nginx")).toBe('"~^/CIP/20$" "/cip/20";\n"/OLD" "/cip/21";\n"~^/old$" "/cip/20";\n');
  });

  test("with the name of a proposal is no pattern for hosts", async () => {
    const names = ["*", ":a"].map(
      (name, index) => [`content/cip/cbc/cip-${22 + index}-${name}.md`, 22 + index] as const,
    );
    const more = Object.fromEntries(names.map(([path, number]) => [path, proposalText(number)]));
    const built = await redirected({ "/old/:slug": "/cip/:number" }, more);
    expect(built.text("_redirects").split("\n")).toEqual(
      expect.arrayContaining(["/old/%2A /cip/22 301", "/old/%3Aa /cip/23 301"]),
    );
  });

  test("can be linked in a text", async () => {
    const more = {
      "content/cip/cbc/cip-22-link.md": proposalText(22, {}, "[a](/old) [b](/p%20q/21.html) [c](/nowhere)\n"),
    };
    const built = await redirected({ "/old": "/cip/20", "/p%20q/:number.html": "/cip/:number" }, more);
    expect(codes(built)).toEqual([["broken-link", "nothing on this site has the address /nowhere"]]);
  });
});

describe("a pattern", () => {
  test("with parameters is for each proposal that has the new address", async () => {
    const built = await redirected({
      "/rfcs/:number-:slug.html": "/cip/:number",
      "/x/:number": "https://x.example/:number",
      "/info/rfc:number4": "/cip/:number",
    });
    expect(said(built)).toEqual([]);
    expect(targetOf(built, "rfcs/20-token.html")).toBe("/cip/20");
    expect(targetOf(built, "rfcs/21-vault.html")).toBe("/cip/21");
    expect(targetOf(built, "x/21/index.html")).toBe("https://x.example/21");
    expect(targetOf(built, "info/rfc0021/index.html")).toBe("/cip/21");
  });

  test("gives way to a line of its own, and to what the site has", async () => {
    const built = await redirected({ "/p/:number": "/cip/:number", "/p/20": "/cip/21", "/x-:slug/": "/cip/:number" });
    expect(targetOf(built, "p/20/index.html")).toBe("/cip/21");
    expect(targetOf(built, "x-vault/index.html")).toBe("/cip/21");
  });
});

test("a pattern with a slash at its end is for addresses with one", async () => {
  const built = await redirected({ "/x/:number/": "https://x.example/:number/" }, {}, { output: { format: "file" } });
  expect(targetOf(built, "x/21/index.html")).toBe("https://x.example/21/");
});

describe("what cannot work is an error at its line", () => {
  test.each<[ConfigInput["redirects"], string, string]>([
    [{ "/old": "/nowhere" }, "broken-link", "nothing on this site has the address /nowhere"],
    [{ "/a": "/b", "/b": "/c", "/c": "/a" }, "redirect-loop", "these redirects lead in a circle: /a, /b, /c, /a"],
    [{ "/a": "/a/" }, "redirect-loop", "these redirects lead in a circle: /a, /a"],
    [{ "/a": "/b", "/b": "/cip/20" }, "redirect-loop", "/b leads on to /cip/20"],
    [{ "/cip/20": "/cip/21" }, "route-conflict", "this site has a page with this address"],
    [{ "/a": "/cip", "/a/": "/" }, "route-conflict", "/a is the same address"],
    [{ "/robots.txt": "/cip" }, "route-conflict", "this site has a file with this address"],
    [{ "/p/:number": "/q/:number" }, "broken-link", "no proposal has the address /q/:number"],
    [{ "/p/:id-:name": "/cip" }, "config-invalid", ":name is unknown"],
    [{ "/o/*": "/cip" }, "config-invalid", "an old address has no *"],
    [{ old: "/cip" }, "config-invalid", "it starts with / and has no query"],
    [{ "/a?b": "/cip" }, "config-invalid", "it starts with / and has no query"],
    [{ "/a": "cip" }, "config-invalid", '"cip" is not an address that a redirect can lead to'],
    [{ "/a": "javascript:alert(1)" }, "config-invalid", "is not an address that a redirect can lead to"],
  ])("%j", async (redirects, code, message) => {
    const config = { title: "R", url: "https://r.example", series, search: { provider: "none" }, redirects };
    const inFile = JSON.stringify(redirects, null, 1);
    const [written, named] = [
      await buildSite({ ...texts, "cipgen.config.json": JSON.stringify(config, null, 1) }),
      await redirected("moved.json", { "moved.json": inFile }),
    ];
    for (const { diagnostics } of [written, named]) {
      const found = diagnostics.find((one) => one.code === code && one.message.includes(message));
      expect(found, JSON.stringify(diagnostics)).toMatchObject({ severity: "error", line: expect.any(Number) });
      expect(found?.help).toBeTruthy();
    }
    expect(named.diagnostics.every(({ file, line }) => file === "moved.json" && (line ?? 0) > 1)).toBe(true);
    expect(written.files.size).toBe(0);
  });

  test.each([
    ["moved.json", '{ "/a": "/cip",\n "/a": "/" }', "config-syntax", "moved.json:2", "occurs twice"],
    ["moved.json", '["/a"]', "config-invalid", "moved.json:1", "a redirect is an old address with the new one"],
    ["moved.json", '{ "/a": { "b": "/c" } }', "config-invalid", "moved.json:1", "a redirect is an old address"],
    ["moved.json", '{ "/a": "/cip",\n "/b" }', "config-syntax", "moved.json:2", "a colon is missing here"],
    ["other.json", "{}", "config-reference", "cipgen.config.json:15", "there is no file moved.json"],
  ])("a file %s with %j", async (path, text, code, place, message) => {
    const redirects = "moved.json";
    const built = await redirected(redirects, { [path]: text });
    const [[found, about, at]] = said(built) as [string[]];
    expect([found, at?.replace(/:\d+$/, "")]).toEqual([code, place.replace(/:\d+$/, "")]);
    expect(about).toContain(message);
  });
});

test.each(["file", "directory"] as const)("an address with and without .html, pages as a %s", async (format) => {
  const rules = {
    "/a": "/cip/20",
    "/a.html": "/cip/20",
    "/b": "/cip/20",
    "/b.html": "/cip/21",
    "/c/": "/cip",
    "/c.html": "/cip",
  };
  const built = await redirected(rules, {}, { output: { format } });
  expect(said(built)).toEqual([]);
  expect(
    ["a.html", "b/index.html", "b.html/index.html", "c/index.html", "c.html/index.html"].map((path) =>
      targetOf(built, path),
    ),
  ).toEqual(["/cip/20", "/cip/20", "/cip/21", "/cip", "/cip"]);
  expect(built.text("_redirects").split("\n")).toHaveLength(7);
});

test("a former address that the history knows is followed to the page of today", async () => {
  const built = await redirected(
    { "/old": "/first/20" },
    {},
    { series: [{ ...(series[0] as object), aliases: ["/first/{number}"] }] as ConfigInput["series"] },
  );
  expect(said(built)).toEqual([]);
  expect(targetOf(built, "old/index.html")).toBe("/cip/20");
});

const name = fc.stringMatching(/^[a-z]{1,3}(?:\/[a-z]{1,3})?(?:\.html|\/)?$/).map((path) => `/old/${path}`);

test("of any rules without circles and chains every old address answers, and all others are found", async () => {
  const rules = fc.dictionary(name, fc.oneof(fc.constantFrom("/cip", "/cip/20", "/cip/21#text"), name), {
    maxKeys: 12,
  });
  await fc.assert(
    fc.asyncProperty(rules, fc.constantFrom("file", "directory"), async (redirects, format) => {
      const built = await redirected(redirects, {}, { output: { format } });
      expect(codes(built).filter(([, message]) => !message?.startsWith("redirects["))).toEqual([]);
      const wrong = new Set(built.diagnostics.map(({ message }) => /^redirects\["([^"]*)"\]/.exec(message)?.[1]));
      const bare = (path: string) => path.replace(/\/$/, "");
      const froms = new Map(Object.keys(redirects).map((from) => [bare(from), from]));
      for (const [from, to] of Object.entries(redirects)) {
        const isTwice =
          froms.get(bare(from)) !== from ||
          Object.keys(redirects).some((one) => one !== from && bare(one) === bare(from));
        if (isTwice) continue;
        if (to.startsWith("/old")) expect(wrong.has(from)).toBe(true);
        else if (wrong.size === 0) {
          const file = answeringFiles(from.slice(1)).find((path) => built.has(path)) ?? "";
          expect(targetOf(built, file)).toBe(to);
        } else expect(wrong.has(from)).toBe(false);
      }
    }),
    { numRuns: runs(5) },
  );
});

test("a rule is added after those of a file", () => {
  expect(addRules('{ "/x": "/y" }', [{ from: "/a", to: "/b" }])).toBe('{\n  "/x": "/y",\n  "/a": "/b"\n}\n');
});
