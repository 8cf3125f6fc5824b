/** Decisions, section 10: what pages show of a register's history. */
import { describe, expect, test } from "vitest";
import { type VersionsData, versionAt } from "../../src/shared/version-data.js";
import { cipgen } from "../support/cli.js";
import { Repository } from "../support/git.js";
import { attributes, build, makeFolder, makeSite, proposalText, textOf, texts } from "../support/site.js";

const body = (word: string, more = "") =>
  `Summary.\n\n## Motivation\n\nBecause it is ${word}.\n\n## Rationale\n\nReasons that stay.\n${more}`;

function register() {
  const config = {
    editUrl: "https://github.com/x/y/edit/main",
    defaultLocale: "en-US",
    locales: { "en-US": {}, "de-DE": {} },
  };
  const path = "content/cip/core/cip-1.md";
  return new Repository(makeSite({}, config))
    .commit("2021-01-01T00:00:00Z", {
      [path]: proposalText(1, { status: "draft" }, body("good")),
      "content/cip/core/cip-2.md": proposalText(2, { status: "final" }, body("fine")),
      "content/i18n/de-DE/cip/core/cip-1.md": proposalText(1, {}, "Zusammenfassung.\n"),
      "pages/about.md": "# About\n\nUs.\n",
      "content/i18n/de-DE/pages/about.md": "# Wir\n",
    })
    .commit("2021-03-01T00:00:00Z", {
      [path]: proposalText(1, { status: "last call" }, body("good")),
      "pages/about.md": "# About\n\nUs, and others.\n",
    })
    .commit("2022-03-01T00:00:00Z", {
      [path]: proposalText(1, { status: "final" }, body("better", "\n## Copyright\n\nNone.\n")),
    });
}

const repository = register();
const site = await build(repository.root);
const commits = repository.git(["log", "--format=%H"]).trim().split("\n").reverse();
const page = site.page("/cip/core/cip-1");
const id = (index: number) => commits[index]?.slice(0, 10);

describe("a proposal", () => {
  test("shows each status with its day, how long it lasted, and where the commit is", () => {
    expect(texts(page, ".periods .chip")).toEqual(["Draft", "Last call", "Final"]);
    expect(attributes(page, ".periods time", "datetime")).toEqual(["2021-01-01", "2021-03-01", "2022-03-01"]);
    expect(texts(page, ".periods .lasted")).toEqual(["(59 days)", "(12 months)"]);
    expect(attributes(page, ".periods a.external", "href")).toEqual(
      commits.map((commit) => `https://github.com/x/y/commit/${commit}`),
    );
  });

  test("has no timeline when there was one status", () => {
    expect(site.page("/cip/core/cip-2").querySelector(".timeline")).toBeNull();
  });

  test("lists its versions, newest first, with the number of words that changed", () => {
    expect(page.querySelector(".versions")?.hasAttribute("open")).toBe(false);
    expect(attributes(page, ".versions time", "datetime")).toEqual(["2022-03-01", "2021-03-01", "2021-01-01"]);
    expect(texts(page, ".versions :is(ins, del)")).toEqual(["+4", "−1"]);
    expect(texts(page, ".versions li:last-child p").join()).toContain("First version");
  });

  test("shows code in subjects as code, and their other signs as they are", async () => {
    const path = "content/cip/core/cip-1.md";
    const two = new Repository(makeSite({ [path]: proposalText(1, {}, "Text.\n") })).commit("2021-01-01T00:00:00Z", {});
    two.write({ [path]: proposalText(1, {}, "Other words.\n") });
    two.git(["commit", "--quiet", "--all", "--message", "Use `<b>` and ``peps/`` *now*"], "2021-02-01T00:00:00Z");
    const built = await build(two.root);
    const own = built.page("/cip/core/cip-1");
    expect(texts(own, ".versions li:first-child > p:first-child")).toEqual(["Use <b> and peps/ *now*"]);
    expect(texts(own, ".versions code")).toEqual(["<b>", "peps/"]);
  });

  test("a translation that is older than its original says so, and what changed", () => {
    const german = site.page("/de-DE/cip/core/cip-1");
    expect(attributes(german, ".banner-outdated a", "href")).toEqual([
      "/cip/core/cip-1",
      `/cip/compare?of=1&from=${id(0)}&to=${id(2)}`,
    ]);
    expect(page.querySelector(".banner-outdated")).toBeNull();
  });
});

describe("the texts of all versions", () => {
  const data = (path: string): VersionsData => JSON.parse(textOf(site.files.get(path) ?? "{}"));

  test("are beside the page, each as its difference to the next", () => {
    const { versions, source, label } = data("cip/core/cip-1/versions.json");
    expect([label, source]).toEqual(["CIP-1", "/cip/core/cip-1/index.md"]);
    const today = textOf(site.files.get("cip/core/cip-1/index.md") ?? "");
    const former = commits
      .toReversed()
      .map((commit) => repository.git(["show", `${commit}:content/cip/core/cip-1.md`]));
    expect(versions.map((_, index) => versionAt(today, versions, index))).toEqual(former);
    expect(() => versionAt("Other\n", versions, 2)).toThrow("not the one");
  });

  test("are compared on one page of the register, which the page of a proposal with several versions leads to", () => {
    const links = (built: Document, part: string) => attributes(built, `${part} a[href*=compare]`, "href");
    const pair = (from: number, to: number) => `/cip/compare?of=1&from=${id(from)}&to=${id(to)}`;
    const versions = ["/cip/compare?of=1", pair(1, 2), pair(0, 1)];
    expect(links(page, ".versions")).toEqual(versions);
    expect(links(site.page("/de-DE/cip/core/cip-1"), ".versions")).toEqual(versions);
    // The text at the start of each status and today's, and what the last change was.
    expect(links(page, ".periods")).toEqual([pair(0, 2), pair(1, 2), pair(1, 2)]);
    expect(site.page("/cip/core/cip-2").querySelector("a[href*=compare]")).toBeNull();
    expect(site.files.has("cip/core/cip-2/versions.json")).toBe(false);
    const compare = site.page("/cip/compare");
    expect(compare.querySelector("meta[name=robots]")?.getAttribute("content")).toBe("noindex");
    expect(compare.querySelector("noscript")?.innerHTML).toContain('<a href="/cip">');
  });
});

describe("lists", () => {
  test("the archive's rows say when they changed, and can be asked for by that", () => {
    const archive = site.page("/cip/archive");
    expect(attributes(archive, "tr[data-updated]", "data-updated")).toEqual(["2022-03-01", "2021-01-01"]);
    expect(attributes(archive, "select[name=changed] option", "value")).toEqual(["", "30"]);
  });

  test("the register leads to what changed lately", () => {
    expect(attributes(site.page("/cip"), ".more a", "href")).toContain("/cip/archive?changed=30");
  });
});

describe("the navbar", () => {
  const navbar = (built: typeof site, route: string) => texts(built.page(route), ".navbar-links a");

  test("leads to the insights, in the page's language, current there and nowhere else", () => {
    expect(navbar(site, "/cip")).toEqual(["CIP Register", "Tags", "Archive", "Insights"]);
    expect(navbar(site, "/de-DE/cip").at(-1)).toBe("Einblicke");
    const current = (route: string) => texts(site.page(route), ".navbar-links [aria-current]");
    expect(["/cip", "/cip/insights", "/cip/graph"].map(current)).toEqual([
      ["CIP Register"],
      ["Insights"],
      ["CIP Register"],
    ]);
  });
});

test("beyond the newest 50 versions the code host shows what changed, and without one the date does", async () => {
  const path = "content/cip/core/cip-1.md";
  const editUrl = "https://github.com/x/y/edit/main";
  const many = new Repository(makeSite({}));
  const versions = Array.from({ length: 52 }, (_, index) => `${index} `.repeat(60));
  many.commit("2021-01-01T00:00:00Z", { [path]: proposalText(1, { status: "draft" }) });
  many.branch(
    versions.map((words) => ({ [path]: proposalText(1, { status: "final" }, words) })),
    "main",
    "many",
  );
  many.git(["checkout", "--quiet", "many"]);
  for (const [config, href] of [
    [{ editUrl }, `https://github.com/x/y/commit/${many.git(["rev-list", "HEAD"]).trim().split("\n").at(-1)}`],
    [{}, undefined],
  ] as const) {
    const built = await build(many.root, (own) => ({ ...own, ...config }));
    const own = built.page("/cip/core/cip-1");
    expect(own.querySelectorAll(".versions a[href*='&from=']")).toHaveLength(49);
    expect(attributes(own, ".periods li:first-child a", "href")).toEqual(href === undefined ? [] : [href]);
    expect(built.json<VersionsData>("cip/core/cip-1/versions.json").versions).toHaveLength(50);
  }
});

test("build --verbose lists translations that their original has left behind, also when nothing is to be done", async () => {
  const out = makeFolder();
  for (const options of [["--verbose"], ["--verbose"], []]) {
    const { stderr } = await cipgen(["build", "--root", repository.root, "--out", out, ...options]);
    const lines = stderr.split("\n").filter((line) => line.includes("the original has changed"));
    const expected = ["cip/core/cip-1", "pages/about"].map(
      (path) => `  content/i18n/de-DE/${path}.md: the original has changed since 2021-01-01`,
    );
    expect(lines).toEqual(options.length > 0 ? expected : []);
  }
});

test("without a history none of it is there", async () => {
  const { root } = register();
  const plain = await build(root, (config) => ({ ...config, history: false }));
  for (const route of ["/cip", "/cip/archive", "/cip/core/cip-1", "/de-DE/cip/core/cip-1"]) {
    const selector = ".timeline, .versions, .more, [data-updated], [name=changed], .banner-outdated";
    expect(plain.page(route).querySelector(selector)?.outerHTML, route).toBeUndefined();
    expect(attributes(plain.page(route), ".navbar a", "href")).not.toContain("/cip/insights");
  }
});
