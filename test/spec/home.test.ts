/** The home page: what a reader who comes for the first time is shown of a register. */
import { expect, test } from "vitest";
import { Repository } from "../support/git.js";
import { attributes, build, makeSite, proposalText, texts } from "../support/site.js";

const lastCall = { status: "last call", "last-call-deadline": "2022-03-20" };
const path = "content/cip/core/cip-1.md";

function register(): string {
  const config = { defaultLocale: "en-US", locales: { "en-US": {}, "de-DE": {} } };
  return new Repository(makeSite({}, config))
    .commit("2021-01-01T00:00:00Z", {
      [path]: proposalText(1, { status: "draft" }),
      "content/cip/core/cip-2.md": proposalText(2, { status: "last call" }),
      "content/cip/core/cip-3.md": proposalText(3, { status: "final" }),
    })
    .commit("2022-03-01T00:00:00Z", { [path]: proposalText(1, lastCall) }).root;
}

const site = await build(register(), (config) => ({
  ...config,
  search: { provider: "local", synonyms: [], maxResultsPerGroup: 5 },
}));

test("shows open last calls, the next deadline first, with the day for the script to compare", () => {
  const home = site.page("/");
  const rows = texts(home, ".news > div section:first-child li");
  expect(rows.map((row) => row.replace(/\s+/g, " "))).toEqual([
    expect.stringMatching(/^CIP-1 Proposal 1 until Mar 20, 2022/),
    expect.stringMatching(/^CIP-2 /),
  ]);
  expect(attributes(home, ".news [data-until]", "data-until")).toEqual(["2022-03-20"]);
});

test("has a short tagline as its headline; a sentence is the line below the title of the site", async () => {
  const sentence = "Improvement proposals describe standards for the platform, such as core protocol specifications.";
  const shown = async (tagline: string) => {
    const { page } = await build(makeSite({ [path]: proposalText(1) }, { title: "The Register", tagline }));
    return texts(page("/"), ".hero :is(h1, .lead)");
  };
  expect(await shown(sentence)).toEqual(["The Register", sentence]);
  expect(await shown("Proposals, and more.")).toEqual(["The Register", "Proposals, and more."]);
  expect(await shown("Core Proposals")).toEqual(["Core Proposals", expect.stringContaining("of Core Proposals: read")]);
});

test("says how many proposals have each status, in the order of the register, and leads to them", () => {
  const home = site.page("/");
  expect(texts(home, ".standing h2")).toEqual(["3 proposals"]);
  expect(texts(home, ".standing li").map((row) => row.replace(/\s+/g, " "))).toEqual([
    "Last call 2",
    "Final 1",
    "Core protocol 3",
  ]);
  expect(attributes(home, ".standing a", "href")).toEqual([
    "/search?status=last-call",
    "/search?status=final",
    "/cip/tags/core",
  ]);
  expect(attributes(home, ".standing rect", "width")).toEqual(["2", "1"]);
});

test("lists no last call that ended a year before the newest proposal, where nothing else is known of today", async () => {
  const { page } = await build(
    makeSite({
      [path]: proposalText(1, lastCall),
      "content/cip/core/cip-2.md": proposalText(2, { date: "2023-06-01" }),
    }),
  );
  expect(page("/").querySelector("[data-until]")).toBeNull();
});

test("says what happened lately in every language; new proposals are in their own list", () => {
  const rows = (route: string) => texts(site.page(route), ".news > div section:last-of-type li");
  expect(rows("/")).toEqual([expect.stringContaining("CIP-1 moved from Draft to Last call")]);
  expect(rows("/de-DE")).toEqual([expect.stringContaining("CIP-1")]);
  const [href = ""] = attributes(site.page("/"), ".news > div section:last-of-type a", "href");
  expect(href).toMatch(/^\/cip\/compare\?of=1&from=/);
});

test("has a form that asks the search page of its language; a site without search has none", async () => {
  expect(attributes(site.page("/de-DE"), "main form", "action")).toEqual(["/de-DE/search"]);
  expect(attributes(site.page("/"), "main form input", "name")).toEqual(["q"]);
  const silent = await build(register());
  expect(silent.page("/").querySelector("main form")).toBeNull();
});

test("without a history it has its lists, and nothing that is empty", async () => {
  const root = makeSite({ [path]: proposalText(1, { status: "final" }) });
  const home = (await build(root)).page("/");
  expect(texts(home, ".news h2")).toEqual(["Latest proposals"]);
  expect(home.querySelectorAll(".news > *").length).toBe(1);
});

test("a favicon of the site takes the place of the program's mark, on pages and in the manifest", async () => {
  const made = await build(
    makeSite({ [path]: proposalText(1), "content/static/favicon.svg": '<svg xmlns="http://www.w3.org/2000/svg"/>' }),
  );
  expect(attributes(made.page("/cip"), "link[rel~=icon]", "href")).toEqual(["/favicon.svg"]);
  expect(made.page("/cip").querySelector("link[rel=apple-touch-icon]")).toBeNull();
  const { icons } = JSON.parse(made.text("manifest.json"));
  expect(icons).toEqual([{ src: "/favicon.svg", type: "image/svg+xml", sizes: "any" }]);
});
