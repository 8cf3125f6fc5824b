/** What git says of commits: names of branches are never options, and changes are found whatever the names of files are. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { dayOfPastCommit, mergeBase, readChanges, resolveCommit } from "../../src/content/read/commits.js";
import { Repository } from "../support/git.js";
import { isWindows } from "../support/machine.js";
import { runs } from "../support/runs.js";
import { makeFolder } from "../support/site.js";

const day = "2020-01-01T00:00:00Z";
const head = (repository: Repository) => repository.git(["rev-parse", "HEAD"]).trim();

describe("names of commits", () => {
  test("whatever is written is a commit or nothing: git never takes it for an option, nothing is written", async () => {
    const repository = new Repository().commit(day, { "a.md": "a" });
    const id = head(repository);
    for (const name of ["$(id)", "a;b", "ä", "feature/--output=x", "end&of"]) {
      repository.git(["update-ref", `refs/heads/${name}`, "HEAD"]);
      expect(await resolveCommit(repository.place, name)).toBe(id);
    }
    const hostile = [
      "--output=x",
      "--help",
      "-h",
      "--",
      "-",
      "",
      "--exec-path",
      "HEAD\nHEAD",
      "HEAD..HEAD",
      "^HEAD",
      "nothing",
      "HEAD:a.md",
    ];
    for (const name of hostile) expect([name, await resolveCommit(repository.place, name)]).toEqual([name, undefined]);
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: fc.constantFrom("-", "a", "=", "/", " ", ":", "^", "~", "@", "{", "}", ".", "\0") }),
        async (name) => {
          const found = await resolveCommit(repository.place, name);
          expect(found === undefined || found === id).toBe(true);
        },
      ),
      { numRuns: runs(3) },
    );
    expect(repository.git(["status", "--porcelain"])).toBe("");
  });

  test("the day of a past commit is its day in UTC, wherever its author was", async () => {
    const repository = new Repository().commit("2020-01-01T20:00:00-08:00", { "a.md": "a" });
    const id = head(repository);
    repository.commit("2020-01-03T00:00:00Z", { "a.md": "b" });
    expect(await dayOfPastCommit(repository.place, id)).toBe("2020-01-02");
  });

  // It is started from the folder of Node.js there, if it is not in PATH.
  test.skipIf(isWindows)("where there is no git, none is called missing", async () => {
    const { place } = new Repository().commit(day, { "a.md": "a" });
    const { PATH } = process.env;
    process.env.PATH = makeFolder();
    try {
      await expect(resolveCommit(place, "HEAD")).rejects.toThrow(/^git could not be started: install it/);
    } finally {
      process.env.PATH = PATH;
    }
  });

  test("the merge base of two branches; none of two that have nothing in common", async () => {
    const repository = new Repository().commit(day, { "a.md": "a" });
    const start = head(repository);
    repository.git(["switch", "--quiet", "--create", "side"]);
    repository.commit(day, { "b.md": "b" });
    const side = head(repository);
    repository.git(["switch", "--quiet", "main"]);
    repository.commit(day, { "c.md": "c" });
    expect(await mergeBase(repository.place, head(repository), side)).toBe(start);
    repository.git(["switch", "--quiet", "--orphan", "other"]);
    repository.commit(day, { "d.md": "d" });
    expect(await mergeBase(repository.place, head(repository), side)).toBeUndefined();
  });
});

test.skipIf(isWindows)("what changed: added, changed, removed, renamed, of any names", async () => {
  const long = "The same text in many words, that is long enough to be known again.\n".repeat(5);
  const repository = new Repository().commit(day, { "a b.md": long, "-c.md": "c", "ü.md": "u", "same.md": "s" });
  const older = head(repository);
  repository.git(["mv", "a b.md", "tab\there.md"]);
  repository.git(["rm", "--quiet", "--", "-c.md"]);
  repository.commit(day, { "ü.md": "U", "new\nline.md": "n" });
  const changes = await readChanges(repository.place, older, head(repository));
  expect(changes.toSorted((a, b) => (a.path < b.path ? -1 : 1))).toEqual([
    { kind: "removed", path: "-c.md" },
    { kind: "added", path: "new\nline.md" },
    { kind: "renamed", from: "a b.md", path: "tab\there.md" },
    { kind: "changed", path: "ü.md" },
  ]);
});

test("what was renamed and edited does not depend on a limit of the settings", async () => {
  const names = ["1.md", "2.md", "3.md"];
  const text = (name: string) => `${name} is what this line says.\n`.repeat(9);
  const repository = new Repository().commit(day, Object.fromEntries(names.map((name) => [`a/${name}`, text(name)])));
  const older = head(repository);
  for (const name of names) repository.git(["mv", `a/${name}`, `a/new-${name}`]);
  repository.commit(day, Object.fromEntries(names.map((name) => [`a/new-${name}`, `${text(name)}One more.\n`])));
  repository.git(["config", "diff.renameLimit", "1"]);
  const changes = await readChanges(repository.place, older, head(repository));
  expect(changes).toEqual(names.map((name) => ({ kind: "renamed", from: `a/${name}`, path: `a/new-${name}` })));
});
