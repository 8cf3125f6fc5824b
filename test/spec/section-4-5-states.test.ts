/** Specification, sections 4 and 5: what of the states and validation rules is in the pages already, before any script runs. */
import { expect, test } from "vitest";
import type { ConfigInput } from "../../src/index.js";
import { attributes, buildSite, proposalText, registerSite } from "../support/site.js";

const site = await registerSite();
const withColours = (colorMode: ConfigInput["colorMode"]) =>
  buildSite({ "content/cip/cbc/cip-20.md": proposalText(20) }, { colorMode });

test("a page that follows the system's colours sets none itself", () => {
  const page = site.page("/cip");
  expect(page.documentElement.hasAttribute("data-theme")).toBe(false);
  expect(attributes(page, "meta[name=color-scheme]", "content")).toEqual(["light dark"]);
});

test("a site that does not follow the system is light by default", async () => {
  const page = (await withColours({ respectSystem: false })).page("/cip");
  expect(page.documentElement.getAttribute("data-theme")).toBe("light");
  expect(attributes(page, "meta[name=color-scheme]", "content")).toEqual(["light"]);
});

test("a site that does not follow the system can be dark", async () => {
  const page = (await withColours({ respectSystem: false, default: "dark" })).page("/cip");
  expect(page.documentElement.getAttribute("data-theme")).toBe("dark");
});

test("the announcement's id is in the page, so that its dismissal can be remembered for this bar alone", async () => {
  const one = await buildSite({}, { announcement: { id: "may", text: "Hello" } });
  expect(attributes(one.page("/"), ".announcement", "data-announcement")).toEqual(["may"]);
});

test("the search input takes at most 64 characters", () => {
  expect(attributes(site.page("/search"), "input", "maxlength")).toEqual(["64"]);
});

test("the search text goes into the parameter q, and no page but the home page, which has the same one, and the archive, which it filters, has an input", () => {
  expect(attributes(site.page("/search"), "input, select, textarea", "name")).toEqual(["q"]);
  expect(attributes(site.page("/"), "input, select, textarea", "name")).toEqual(["q"]);
  for (const route of ["/cip", "/cip/cbc/cip-20", "/404.html"]) {
    expect(site.page(route).querySelectorAll("form input, select, textarea"), route).toHaveLength(0);
  }
});
