/** Addresses in pages, in canonical tags and on disk, for every way of hosting. */
import { describe, expect, test } from "vitest";
import type { ConfigInput } from "../../src/index.js";
import { Urls } from "../../src/site/model/urls.js";
import { configOf } from "../support/parse.js";
import { attributes, buildSite, proposalText } from "../support/site.js";

const urls = (input: Partial<ConfigInput> = {}, locale = "en-US") =>
  new Urls(configOf({ locales: { "en-US": {}, "de-DE": {} }, ...input }), locale);

describe("links to pages", () => {
  test.each([
    [{}, "en-US", "/", "/cip"],
    [{}, "de-DE", "/de-DE", "/de-DE/cip"],
    [{ trailingSlash: true }, "en-US", "/", "/cip/"],
    [{ trailingSlash: true }, "de-DE", "/de-DE/", "/de-DE/cip/"],
    [{ baseUrl: "/a/b/" }, "en-US", "/a/b/", "/a/b/cip"],
    [{ baseUrl: "/é/a%20b%2Fc/" }, "en-US", "/%C3%A9/a%20b%2Fc/", "/%C3%A9/a%20b%2Fc/cip"],
    [{ baseUrl: "/%c3%a9/%61/" }, "en-US", "/%C3%A9/a/", "/%C3%A9/a/cip"],
    [{ baseUrl: "/a/b/", trailingSlash: true }, "de-DE", "/a/b/de-DE/", "/a/b/de-DE/cip/"],
    [{ defaultLocale: "de-DE" }, "de-DE", "/", "/cip"],
    [{ defaultLocale: "de-DE" }, "en-US", "/en-US", "/en-US/cip"],
    [{ locales: { "en-US": {}, "de-DE": { path: "deutsch" } } }, "de-DE", "/deutsch", "/deutsch/cip"],
  ] as [
    Partial<ConfigInput>,
    string,
    string,
    string,
  ][])("%j in %s: home %s, register %s", (input, locale, home, list) => {
    expect(urls(input, locale).page("/")).toBe(home);
    expect(urls(input, locale).page("/cip")).toBe(list);
  });
});

describe("files on disk", () => {
  test.each([
    [{}, "en-US", ["index.html", "cip/index.html", "404.html"]],
    [{}, "de-DE", ["de-DE/index.html", "de-DE/cip/index.html", "de-DE/404.html"]],
    [{ output: { format: "file" } }, "en-US", ["index.html", "cip.html", "404.html"]],
    [{ output: { format: "file" } }, "de-DE", ["de-DE/index.html", "de-DE/cip.html", "de-DE/404.html"]],
    [{ baseUrl: "/a/" }, "de-DE", ["de-DE/index.html", "de-DE/cip/index.html", "de-DE/404.html"]],
  ] as [Partial<ConfigInput>, string, string[]][])("%j in %s", (input, locale, expected) => {
    expect(["/", "/cip", "/404"].map((route) => urls(input, locale).outputPath(route))).toEqual(expected);
  });
});

describe("configured links", () => {
  const isRoute = (route: string) => route === "/cip";
  test.each([
    ["/cip", "/de-DE/cip"],
    ["/cip?q=1#a", "/de-DE/cip?q=1#a"],
    ["/cip#a", "/de-DE/cip#a"],
    ["/cip/index.html#a", "/de-DE/cip#a"],
    ["/cip/", "/de-DE/cip"],
    ["/de-DE/cip/", "/de-DE/cip"],
    ["/sk-SK/cip/#a", "/sk-SK/cip#a"],
    ["/logo.svg", "/logo.svg"],
    ["https://x.example/a", "https://x.example/a"],
    ["//x.example/a", "//x.example/a"],
    ["mailto:a@b.c", "mailto:a@b.c"],
  ])("%s leads to %s", (to, expected) => {
    const locales = { "en-US": {}, "de-DE": {}, "sk-SK": {} };
    expect(urls({ locales }, "de-DE").configured(to, isRoute)).toBe(expected);
  });

  test("to a page in a language of the site is no broken link", async () => {
    const links = [{ label: "x", to: "/de-DE/cip" }];
    const config = { locales: { "en-US": {}, "de-DE": {} }, footer: { columns: [{ title: "x", links }] } };
    expect((await buildSite({ "content/cip/cbc/cip-1.md": proposalText(1) }, config)).diagnostics).toEqual([]);
  });
});

describe("a site below a path", () => {
  test.each([
    ["directory", {}],
    ["directory with slashes", { trailingSlash: true }],
    ["file", { output: { format: "file" as const } }],
  ])("as %s: every internal link has the base path and finds its file", async (_, input) => {
    const site = await buildSite(
      {
        "content/cip/cbc/cip-20.md": proposalText(
          20,
          { tags: "größe", "discussions-to": '"https://x.example/a[1]"', author: "Ada <https://x.example/[ä]>" },
          "[a](./cip-165.md#x) ![p](./bild%20ä.png) CIP-165\n",
        ),
        "content/cip/cbc/cip-165.md": proposalText(165, { requires: 20 }, "## X\n"),
        "content/cip/cbc/bild ä.png": "x",
      },
      { baseUrl: "/reg/", locales: { "en-US": {}, "de-DE": {} }, ...input },
    );
    expect(site.diagnostics).toEqual([]);
    const path = site.has("cip/cbc/cip-20.html") ? "/cip/cbc/cip-20.html" : "/cip/cbc/cip-20";
    const written = attributes(site.page(path), "a", "href").filter((href) => href.includes("x.example"));
    expect(new Set(written)).toEqual(new Set(["https://x.example/a%5B1%5D", "https://x.example/%5B%C3%A4%5D"]));
    const missing: string[] = [];
    for (const [path] of site.files) {
      if (!path.endsWith(".html")) continue;
      const page = site.page(`/${path}`);
      const found = [...attributes(page, "a[href], link[href]", "href"), ...attributes(page, "[src]", "src")];
      for (const href of found.filter((url) => url.startsWith("/"))) {
        const file = decodeURIComponent(href.replace(/[?#].*/, ""));
        const bare = file.replace(/^\/reg\//, "").replace(/\/$/, "");
        const answers = [bare, `${bare}.html`, bare ? `${bare}/index.html` : "index.html"];
        if (!file.startsWith("/reg/") || !answers.some((answer) => site.has(answer))) missing.push(`${path}: ${href}`);
      }
    }
    expect(missing).toEqual([]);
  });
});
