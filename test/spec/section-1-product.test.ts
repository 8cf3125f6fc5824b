/** Specification, section 1: what the product does and for whom. */
import { describe, expect, test } from "vitest";
import { locales, prefixOf } from "../support/register.js";
import { attributes, buildSite, proposalText, registerSite, texts } from "../support/site.js";

const site = await registerSite();
const home = site.page("/");

const htmlFiles = [...site.files].flatMap(([path, content]) =>
  path.endsWith(".html") && typeof content === "string" ? [{ path, html: content }] : [],
);

test("the register builds without a single diagnostic", () => {
  expect(site.diagnostics).toEqual([]);
});

describe("audience", () => {
  test("there are no accounts: no page asks for a password or sends anything but a search", () => {
    for (const { path, html } of htmlFiles) {
      expect(html, path).not.toMatch(/type="password"|method="post"/i);
      const forms = html.match(/<form\b/g)?.length ?? 0;
      expect(forms, path).toBe(/^(\w\w-\w\w\/)?(search\/|cip\/archive\/)?index\.html$/.test(path) ? 1 : 0);
    }
  });

  test.each([
    ["browse a paged register", "/cip"],
    ["browse proposals by tag", "/cip/tags"],
    ["view an archive", "/cip/archive"],
    ["read a tutorial in a docs area", "/docs/cip"],
    ["search the site", "/search"],
  ])("readers can %s, starting from the home page", (_, route) => {
    expect(attributes(home, "a", "href")).toContain(route);
    expect(site.page(route).querySelector("h1")).not.toBeNull();
  });
});

describe("names and colour", () => {
  test("the home page's title is the site's title, the separator and the tagline", () => {
    expect(home.title).toBe("CIP | Core Improvement Proposals");
  });

  test("other pages' titles end in the separator and the site's title", () => {
    expect(site.page("/cip/tags").title).toBe("Tags | CIP");
    expect(site.page("/cip/cbc/cip-20").title).toBe("CIP-20: Token Standard | CIP");
  });

  test('the list is titled "CIP Register"', () => {
    expect(texts(site.page("/cip"), "h1")).toEqual(["CIP Register"]);
    expect(site.page("/cip").title).toBe("CIP Register | CIP");
  });

  test("the theme colour is #3b9a3e, in every page and in the manifest", () => {
    for (const { path, html } of htmlFiles)
      expect(html, path).toContain('<meta name="theme-color" content="#3b9a3e"/>');
    expect(site.json<{ theme_color: string }>("manifest.json").theme_color).toBe("#3b9a3e");
  });
});

describe("locales", () => {
  test("are the seven of the specification, en-US the default", () => {
    expect(attributes(home, ".language-menu a", "hreflang")).toEqual(locales);
    expect(home.documentElement.lang).toBe("en-US");
  });

  test.each(locales)("%s has every page under its own prefix, in its own language", (locale) => {
    const count = (prefix: string) =>
      htmlFiles.filter(({ path }) =>
        prefix ? path.startsWith(`${prefix.slice(1)}/`) : !locales.some((code) => path.startsWith(`${code}/`)),
      ).length;
    expect(count(prefixOf(locale))).toBe(54);
    for (const route of ["/", "/cip", "/docs/cip", "/cip/cbc/cip-20"]) {
      expect(site.page(`${prefixOf(locale)}${route}`).documentElement.lang).toBe(locale);
    }
  });
});

describe("the blockchain address", () => {
  const address = "cb00example";

  test("goes into a meta property of every page once it is configured", async () => {
    const files = { "content/cip/core/cip-1.md": proposalText(1), "content/docs/start.md": "# Start\n" };
    const withAddress = await buildSite(files, { address, docs: { mainDocId: "start" } });
    const pages = [...withAddress.files].filter(([path]) => path.endsWith(".html"));
    expect(pages.length).toBeGreaterThan(8);
    for (const [path, content] of pages)
      expect(String(content), path).toMatch(/<head>.*<meta property="ican:xcb" content="cb00example"\/>.*<\/head>/s);
  });

  test("is nowhere while none is configured", () => {
    for (const { path, html } of htmlFiles) expect(html, path).not.toContain("ican:xcb");
  });
});
