/** Specification, section 9: constants and limits that can be seen in a build. */
import { describe, expect, test } from "vitest";
import { listedNumbers } from "../support/register.js";
import { attributes, buildSite, proposalText, registerSite, textOf, texts } from "../support/site.js";

const site = await registerSite();
const routes = [...site.files.keys()].flatMap((path) => /^(.*)\/index\.html$/.exec(path)?.[1] ?? []);

describe("the register", () => {
  test('its page base path is "page", and the main list has pages 1 to 4', () => {
    expect(routes.filter((route) => /^cip\/page\//.test(route))).toEqual(["cip/page/2", "cip/page/3", "cip/page/4"]);
    expect(texts(site.page("/cip"), ".pager ol li")).toEqual(["1", "2", "3", "4"]);
  });

  test("the tag cbc has pages 1 to 3", () => {
    expect(routes.filter((route) => /^cip\/tags\/cbc\/page\//.test(route))).toEqual([
      "cip/tags/cbc/page/2",
      "cip/tags/cbc/page/3",
    ]);
    expect(texts(site.page("/cip/tags/cbc"), ".pager ol li")).toEqual(["1", "2", "3"]);
  });

  test("another page size is a matter of configuration", async () => {
    const files = Object.fromEntries([1, 2, 3].map((n) => [`content/cip/cbc/cip-${n}.md`, proposalText(n)]));
    const built = await buildSite(files, { pageSize: 2 });
    expect(listedNumbers(built.page("/cip"))).toEqual([1, 2]);
    expect(listedNumbers(built.page("/cip/page/2"))).toEqual([3]);
    expect(built.has("cip/page/3/index.html")).toBe(false);
  });

  test("ten proposals are one page, eleven are two", async () => {
    const files = (count: number) =>
      Object.fromEntries(
        Array.from({ length: count }, (_, n) => [`content/cip/cbc/cip-${n + 1}.md`, proposalText(n + 1)]),
      );
    const ten = await buildSite(files(10));
    const eleven = await buildSite(files(11));
    expect(ten.has("cip/page/2/index.html")).toBe(false);
    expect(ten.page("/cip").querySelector(".pager")).toBeNull();
    expect(listedNumbers(eleven.page("/cip/page/2"))).toEqual([11]);
  });
});

test("styles change between mobile and desktop at 996px, if text has its usual size", () => {
  const [href = ""] = attributes(site.page("/"), "link[rel=stylesheet]", "href");
  expect(textOf(site.files.get(href.slice(1)) ?? "")).toContain(`@media(width<${996 / 16}rem)`);
});

test("colour mode light, separator | and theme colour #3b9a3e are what a config gets that says nothing", async () => {
  const files = { "content/cip/cbc/cip-20.md": proposalText(20) };
  const page = (await buildSite(files, { colorMode: { respectSystem: false } })).page("/cip");
  expect(page.documentElement.getAttribute("data-theme")).toBe("light");
  expect(page.title).toBe("CIP Register | Register");
  expect(attributes(page, "meta[name=theme-color]", "content")).toEqual(["#3b9a3e"]);
});
