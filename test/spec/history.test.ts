/** Decisions, section 10: what a register's repository says of its proposals, as data, dates and addresses. */
import { execFileSync } from "node:child_process";
import { cpSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { ConfigInput } from "../../src/index.js";
import type { OutputFile } from "../../src/shared/output.js";
import { Repository } from "../support/git.js";
import { runs, suiteSeed } from "../support/runs.js";
import { attributes, build, bytesOf, makeFolder, makeSite, proposalText, type TestBuild } from "../support/site.js";
import { parseXml } from "../support/xml.js";

const history = (config: Partial<ConfigInput> = {}) => {
  const text = "Words that stay as they are.\n".repeat(8);
  const repository = new Repository(makeSite({}, config));
  repository.commit("2021-01-31T23:30:00-05:00", {
    "content/cip/core/cip-1.md": proposalText(1, { status: "draft" }, text),
    "content/cip/core/cip-2.md": proposalText(2, { status: "final" }, text),
  });
  repository.commit("2022-01-01T00:00:00Z", {
    "content/cip/core/cip-1.md": proposalText(1, { status: "last call" }, text),
  });
  repository.commit(
    "2023-01-01T00:00:00Z",
    { "content/cip/cbc/cip-1.md": proposalText(1, { status: "final" }, `${text}More.`) },
    ["content/cip/core/cip-1.md"],
  );
  return repository.commit("2024-06-01T00:00:00Z", { "README.md": "The register." });
};

interface HistoryFile {
  until: string;
  proposals: {
    number: number;
    label: string;
    created: string;
    updated: string;
    versions: number;
    statuses: object[];
  }[];
}

describe("a register with a history", async () => {
  const repository = history();
  const site = await build(repository.root);
  const commits = repository.git(["log", "--format=%H"]).trim().split("\n").reverse();

  test("history.json has each proposal's days, number of versions and statuses with their commits", () => {
    expect(site.json("cip/history.json")).toEqual({
      until: "2024-06-01",
      proposals: [
        {
          number: 1,
          label: "CIP-1",
          created: "2021-02-01",
          updated: "2023-01-01",
          versions: 3,
          statuses: [
            { status: "draft", date: "2021-02-01", commit: commits[0] },
            { status: "last-call", date: "2022-01-01", commit: commits[1] },
            { status: "final", date: "2023-01-01", commit: commits[2] },
          ],
        },
        {
          number: 2,
          label: "CIP-2",
          created: "2021-02-01",
          updated: "2021-02-01",
          versions: 1,
          statuses: [{ status: "final", date: "2021-02-01", commit: commits[0] }],
        },
      ],
    });
  });

  test("register.json says since when each has its status, and when it changed last", () => {
    const { items } = site.json<{ items: object[] }>("cip/register.json");
    expect(items[0]).toMatchObject({ updated: "2023-01-01", statusSince: "2023-01-01" });
    expect(items[1]).toMatchObject({ updated: "2021-02-01", statusSince: "2021-02-01" });
  });

  test("an entry of a feed was updated when its proposal changed last", async () => {
    const changed = new Repository(makeSite({}));
    const text = (number: number, date: string) => proposalText(number, { date });
    changed.commit("2021-02-01T00:00:00Z", {
      "content/cip/core/cip-1.md": text(1, "2021-01-01"),
      "content/cip/core/cip-2.md": text(2, "2021-01-02"),
    });
    changed.commit("2023-01-01T00:00:00Z", { "content/cip/core/cip-1.md": `${text(1, "2021-01-01")}More.\n` });
    const own = await build(changed.root);
    for (const feed of ["atom", "feeds/category/core"]) {
      const atom = parseXml(own.text(`cip/${feed}.xml`));
      const days = (name: string) => atom.all(name).map(({ text: time }) => time.slice(0, 10));
      expect(days("published")).toEqual(["2021-01-02", "2021-01-01"]);
      expect(days("updated")).toEqual(["2023-01-01", "2021-02-01", "2023-01-01"]);
    }
  });

  test("the feed of a status begins with what got it last, not with what was written last", async () => {
    const late = new Repository(makeSite({}));
    const text = (number: number, status: string) => proposalText(number, { date: `2021-01-0${number}`, status });
    late.commit("2021-02-01T00:00:00Z", {
      "content/cip/core/cip-1.md": text(1, "draft"),
      "content/cip/core/cip-2.md": text(2, "final"),
    });
    late.commit("2023-01-01T00:00:00Z", { "content/cip/core/cip-1.md": text(1, "final") });
    const atom = (await build(late.root)).text("cip/feeds/status/final.xml");
    expect(atom.indexOf("cip-1<")).toBeLessThan(atom.indexOf("cip-2<"));
  });

  test("the sitemap says when a page changed last", () => {
    const entry = site
      .text("sitemap.xml")
      .split("</url>")
      .find((url) => url.includes("<loc>https://register.example/cip/cbc/cip-1<"));
    expect(entry).toContain("<lastmod>2023-01-01");
  });

  test("the address that a proposal had before it was moved leads to its present one", () => {
    const canonical = attributes(site.page("/cip/core/cip-1"), "link[rel=canonical]", "href");
    expect(canonical).toEqual(["https://register.example/cip/cbc/cip-1"]);
  });

  test("the feed of changes has what is new and what moved, newest first", () => {
    const feed = site.text("cip/feeds/changes.xml");
    const entries = feed.split("<entry>").slice(1);
    const titles = entries.map((entry) => /<title[^>]*><!\[CDATA\[(.*?)\]\]>/.exec(entry)?.[1]);
    expect(titles).toEqual([
      "CIP-1 moved from Last call to Final",
      "CIP-1 moved from Draft to Last call",
      "CIP-1 is new: Proposal 1",
      "CIP-2 is new: Proposal 2",
    ]);
    const links = parseXml(feed)
      .all("entry")
      .map((entry) => entry.all("link")[0]?.attributes.href);
    const pair = (from: number, to: number) => `&from=${commits[from]?.slice(0, 10)}&to=${commits[to]?.slice(0, 10)}`;
    expect(links).toEqual([
      `https://register.example/cip/compare?of=1${pair(1, 2)}`,
      `https://register.example/cip/compare?of=1${pair(0, 1)}`,
      "https://register.example/cip/cbc/cip-1",
      "https://register.example/cip/core/cip-2",
    ]);
    expect(feed).toContain("<updated>2024-06-01T00:00:00.000Z</updated>");
  });

  test("the same commits give the same bytes", async () => {
    const again = await build(repository.root);
    expect([...again.files.keys()]).toEqual([...site.files.keys()]);
    const differs = ([path, content]: [string, OutputFile["content"]]) =>
      !bytesOf(content).equals(bytesOf(again.files.get(path) ?? ""));
    expect([...site.files].filter(differs)).toEqual([]);
  });
});

test.each([
  [1, 5],
  [5, 1],
])("an address that %i had, and then %i, leads to the one that had it last", async (first, last) => {
  const repository = new Repository(makeSite({}));
  const file = (number: number) => `content/cip/core/cip-${number}.md`;
  const text = (number: number, id: number) => proposalText(number, {}, `Words of ${id}.\n`.repeat(8));
  for (const [index, id] of [first, last].entries()) {
    repository
      .commit(`${2020 + 2 * index}-01-01T00:00:00Z`, { [file(9)]: text(9, id) })
      .commit(`${2021 + 2 * index}-01-01T00:00:00Z`, { [file(id)]: text(id, id) }, [file(9)]);
  }
  const site = await build(repository.root);
  const canonical = attributes(site.page("/cip/core/cip-9"), "link[rel=canonical]", "href");
  expect(canonical).toEqual([`https://register.example/cip/core/cip-${last}`]);
});

describe("turned off, or without a history", async () => {
  const off = await build(history({ history: false }).root);
  const without = await build(withoutGit(history().root));

  test.each([
    ["history: false", off],
    ["no repository", without],
  ])("%s: there is no file and no address of it", (_, site: TestBuild) => {
    expect(site.diagnostics).toEqual([]);
    expect(
      [...site.files.keys()].filter(
        (path) =>
          !/^(?:assets|api\/v1\/schema)\//.test(path) && /history|insights|graph|changes|cip\/core\/cip-1/.test(path),
      ),
    ).toEqual([]);
    expect(site.text("cip/register.json")).not.toContain("statusSince");
  });
});

test("a shallow clone builds as without a history, and says so once", async () => {
  const { root } = history();
  const clone = join(makeFolder(), "clone");
  execFileSync("git", ["clone", "--quiet", "--depth=1", `file://${root}`, clone]);
  cpSync(join(root, "cipgen.config.json"), join(clone, "cipgen.config.json"));
  const site = await build(clone);
  expect(site.diagnostics.map(({ code }) => code)).toEqual(["history-shallow"]);
  expect(site.has("cip/history.json")).toBe(false);
});

/** What happens to a proposal in a commit. */
const event = fc.record({
  number: fc.integer({ min: 1, max: 6 }),
  what: fc.constantFrom("status", "status", "text", "rename"),
  status: fc.constantFrom("draft", "accepted", "deferred", "final", "withdrawn"),
});

test("whatever is committed, a proposal has every change of its status, on its day, and no other", async () => {
  const sequences = fc.array(event, { minLength: 25, maxLength: 25, size: "max" });
  for (const events of fc.sample(sequences, { seed: suiteSeed, numRuns: runs(1) })) {
    const repository = new Repository(makeSite({}));
    const proposals = new Map<number, { status: string; path: string; edits: number; statuses: string[] }>();
    for (const [index, { number, what, status }] of events.entries()) {
      const day = new Date(Date.UTC(2020, 0, 1 + 9 * index)).toISOString().slice(0, 10);
      const known = proposals.get(number);
      const next = known ?? { status, path: `content/cip/cbc/cip-${number}.md`, edits: 0, statuses: [] };
      const before = next.path;
      if (known && what === "rename")
        next.path = before.includes("/cbc/") ? before.replace("cbc", "core") : before.replace("core", "cbc");
      else if (what === "status") next.status = status;
      else next.edits++;
      if (!next.statuses.at(-1)?.endsWith(` ${next.status}`)) next.statuses.push(`${day} ${next.status}`);
      proposals.set(number, next);
      const text = `${"A line that stays.\n".repeat(20)}${"A line that came.\n".repeat(next.edits)}`;
      const files = { [next.path]: proposalText(number, { status: next.status }, text) };
      repository.commit(`${day}T12:00:00Z`, files, before === next.path ? [] : [before]);
    }
    const found = (await build(repository.root)).json<HistoryFile>("cip/history.json").proposals;
    const days = found.map(({ number, statuses }): [number, string[]] => [
      number,
      (statuses as { status: string; date: string }[]).map(({ status, date }) => `${date} ${status}`),
    ]);
    const wanted = [...proposals].map(([number, { statuses }]): [number, string[]] => [number, statuses]);
    expect(days.sort()).toEqual(wanted.sort());
  }
});

/** The same files where git finds nothing. */
function withoutGit(root: string): string {
  const copy = makeFolder();
  cpSync(root, copy, { recursive: true, filter: (path) => !path.endsWith(".git") });
  return copy;
}
