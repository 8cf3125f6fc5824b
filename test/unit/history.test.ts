/** Dates of files from the repository's log: right, or none at all. */
import { renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readHistory } from "../../src/read/history.js";
import { Repository } from "../support/git.js";
import { makeFolder } from "../support/site.js";

const entries = (history: Awaited<ReturnType<typeof readHistory>>) => Object.fromEntries([...history].sort());

describe("dates", () => {
  test("first and last change of each file, in UTC, whatever zone a commit was made in", async () => {
    const repository = new Repository()
      .commit("2021-01-01T23:30:00-05:00", { "content/a.md": "1", "content/b.md": "1" })
      .commit("2022-06-01T12:00:00Z", { "content/a.md": "2" })
      .commit("2023-01-01T00:30:00+02:00", { "content/a.md": "3", "other/c.md": "1" });
    expect(entries(await readHistory(repository.root, ["content"]))).toEqual({
      "content/a.md": { created: "2021-01-02", updated: "2022-12-31" },
      "content/b.md": { created: "2021-01-02", updated: "2021-01-02" },
    });
  });

  test("changes that are not committed do not count, files that are not committed have no date", async () => {
    const repository = new Repository().commit("2021-01-01T00:00:00Z", { "content/a.md": "1" });
    writeFileSync(join(repository.root, "content/a.md"), "2");
    writeFileSync(join(repository.root, "content/new.md"), "1");
    expect(entries(await readHistory(repository.root, ["content"]))).toEqual({
      "content/a.md": { created: "2021-01-01", updated: "2021-01-01" },
    });
  });

  test("a renamed file begins with its renaming; one that came back with its first commit", async () => {
    const repository = new Repository().commit("2021-01-01T00:00:00Z", {
      "content/a.md": "text\n",
      "content/b.md": "b",
    });
    renameSync(join(repository.root, "content/a.md"), join(repository.root, "content/new.md"));
    rmSync(join(repository.root, "content/b.md"));
    repository.commit("2022-01-01T00:00:00Z", {}).commit("2023-01-01T00:00:00Z", { "content/b.md": "again" });
    const history = await readHistory(repository.root, ["content"]);
    expect(history.get("content/new.md")).toEqual({ created: "2022-01-01", updated: "2022-01-01" });
    expect(history.get("content/b.md")).toEqual({ created: "2021-01-01", updated: "2023-01-01" });
  });

  test("commits of a merged branch count, the merge itself does not", async () => {
    const repository = new Repository().commit("2021-01-01T00:00:00Z", { "content/a.md": "1" });
    repository.git(["checkout", "--quiet", "-b", "branch"]);
    repository.commit("2022-01-01T00:00:00Z", { "content/b.md": "1" });
    repository.git(["checkout", "--quiet", "main"]);
    repository.commit("2022-02-01T00:00:00Z", { "content/a.md": "2" });
    repository.git(["merge", "--quiet", "--no-ff", "--message", "merge", "branch"], "2023-01-01T00:00:00Z");
    expect(entries(await readHistory(repository.root, ["content"]))).toEqual({
      "content/a.md": { created: "2021-01-01", updated: "2022-02-01" },
      "content/b.md": { created: "2022-01-01", updated: "2022-01-01" },
    });
  });

  test("clocks that went wrong do not turn first and last around", async () => {
    const repository = new Repository()
      .commit("2022-01-01T00:00:00Z", { "content/a.md": "1" })
      .commit("2021-01-01T00:00:00Z", { "content/a.md": "2" });
    const { created = "", updated = "" } = (await readHistory(repository.root, ["content"])).get("content/a.md") ?? {};
    expect(created <= updated).toBe(true);
  });
});

describe("places", () => {
  test("names with spaces, umlauts, quotes and line ends", async () => {
    const names = ["content/a b.md", "content/größe.md", 'content/"q".md', "content/日本.md", "content/new\nline.md"];
    const repository = new Repository().commit(
      "2021-01-01T00:00:00Z",
      Object.fromEntries(names.map((name) => [name, "x"])),
    );
    expect([...(await readHistory(repository.root, ["content"])).keys()].sort()).toEqual(names.sort());
  });

  test("a site in a folder of a repository has paths from its own root", async () => {
    const repository = new Repository().commit("2021-01-01T00:00:00Z", {
      "sites/cip/content/a.md": "x",
      "content/b.md": "x",
    });
    const history = await readHistory(join(repository.root, "sites/cip"), ["content"]);
    expect([...history.keys()]).toEqual(["content/a.md"]);
  });

  test("a folder of proposals outside of the site's root", async () => {
    const repository = new Repository().commit("2021-01-01T00:00:00Z", { "site/x.md": "x", "eips/a.md": "x" });
    expect([...(await readHistory(join(repository.root, "site"), ["../eips"])).keys()]).toEqual(["../eips/a.md"]);
  });
});

describe("no history", () => {
  test("no repository", async () => {
    expect((await readHistory(makeFolder({ "content/a.md": "x" }), ["content"])).size).toBe(0);
  });

  test("a repository without commits", async () => {
    expect((await readHistory(new Repository().root, ["content"])).size).toBe(0);
  });

  test("a shallow clone: every file would have the same, wrong date", async () => {
    const repository = new Repository()
      .commit("2021-01-01T00:00:00Z", { "content/a.md": "1" })
      .commit("2022-01-01T00:00:00Z", { "content/b.md": "1" });
    const clone = join(makeFolder(), "clone");
    repository.git(["clone", "--quiet", "--depth=1", `file://${repository.root}`, clone]);
    expect((await readHistory(clone, ["content"])).size).toBe(0);
  });

  test("no git at all", async () => {
    const repository = new Repository().commit("2021-01-01T00:00:00Z", { "content/a.md": "1" });
    const path = process.env.PATH;
    try {
      process.env.PATH = makeFolder();
      expect((await readHistory(repository.root, ["content"])).size).toBe(0);
    } finally {
      process.env.PATH = path;
    }
  });
});
