/** A commit as files: a review writes what a checkout would have, and nothing that another system reads otherwise, or that leads elsewhere. */
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { type Commit, CommitFolder, readCommit, unreadFindings } from "../../src/tools/review/commit-files.js";
import { Repository } from "../support/git.js";
import { runs } from "../support/runs.js";
import { makeFolder } from "../support/site.js";
import { treeOf } from "../support/tree.js";

let repository: Repository;
let blob: string;
beforeAll(() => {
  repository = new Repository();
  blob = repository.git(["hash-object", "-w", "--stdin"], undefined, "text").trim();
});

type Entry = [name: string, kind: string, id: string];

function writeTree(entries: readonly Entry[]): string {
  const types: Record<string, string> = { "040000": "tree", "160000": "commit" };
  const lines = entries.map(([name, mode, id]) => `${mode} ${types[mode] ?? "blob"} ${id}\t${name}\0`);
  return repository.git(["mktree", "-z", "--missing"], undefined, lines.join("")).trim();
}

/** Any tree, also one that no work tree has. @param modes by path of one or two names. @returns the id of its commit. */
function commitTree(modes: Record<string, string>): string {
  const folders = new Map<string, Entry[]>();
  for (const [path, mode] of Object.entries(modes)) {
    const [name = "", folder = ""] = path.split("/").reverse();
    folders.set(folder, [...(folders.get(folder) ?? []), [name, mode, mode === "160000" ? "1".repeat(40) : blob]]);
  }
  const below = [...folders].filter(([folder]) => folder !== "");
  const top = below.map(([folder, entries]): Entry => [folder, "040000", writeTree(entries)]);
  const tree = writeTree([...(folders.get("") ?? []), ...top]);
  return repository.git(["commit-tree", tree, "-m", "x"]).trim();
}

const file = "100644";

describe("a name is read on every system as it is written, or not at all", () => {
  const there = { "a/x": file, "a/\u00e9": file };
  let base: Commit;
  beforeAll(async () => {
    base = await readCommit(repository.place, commitTree(there));
  });

  test.each<[string, Record<string, string>, Record<string, string>]>([
    ["a symbolic link", { "a/link": "120000" }, { "a/link": "unfollowed" }],
    ["a folder that is one", { a: "120000" }, { a: "unfollowed" }],
    ["a submodule", { "a/sub": "160000" }, { "a/sub": "submodule" }],
    ["a path of Windows", { "a/..\\x": file }, { "a/..\\x": "name" }],
    ["the folder above", { "../x": file }, { "../x": "name" }],
    ["a drive", { "a/c:x": file }, { "a/c:x": "name" }],
    ["a device", { "a/aux.md": file }, { "a/aux.md": "name" }],
    ["a folder of that name", { "aux/x": file, "aux/y": file }, { "aux/x": "name", "aux/y": "name" }],
    ["a name that loses its end", { "a/x.": file, "a/y ": file }, { "a/x.": "name", "a/y ": "name" }],
    [
      "git's folder",
      { ".Git/x": file, "git~1/x": file, ".g\u200cit/x": file },
      { ".Git/x": "name", "git~1/x": "name", ".g\u200cit/x": "name" },
    ],
    ["a line break", { "a/x\u2028y": file }, { "a/x\u2028y": "line-break" }],
    ["capitals", { "a/X": file }, { "a/X": "twin" }],
    ["capitals of the folder", { "A/z": file }, { "A/z": "twin" }],
    ["another form of an accent", { "a/e\u0301": file }, { "a/e\u0301": "twin" }],
  ])("%s", async (_, added, problems) => {
    const kept = "a" in added ? {} : there;
    const head = await readCommit(repository.place, commitTree({ ...kept, ...added }), base);
    expect([...head.files.keys()].sort()).toEqual(Object.keys(kept));
    expect(Object.fromEntries([...head.unread].map(([path, { problem }]) => [path, problem]))).toEqual(problems);
    const findings = (places: string[]) => unreadFindings(base, head, Object.keys(added), places, "");
    const said = findings(["."]).map(({ file: path, severity }) => `${severity} ${path}`);
    expect(said.sort()).toEqual(
      Object.keys(problems)
        .map((path) => `error ${path.replace("\u2028", "\\u2028")}`)
        .sort(),
    );
    expect(findings(["elsewhere"])).toEqual([]);
  });
});

const names = fc.constantFrom("a", "b", "c.md", "d.md", ".e", "[f]", "ä", "-g");
const paths = fc.array(names, { minLength: 1, maxLength: 3 }).map((parts) => parts.join("/"));
const trees = fc
  .dictionary(paths, fc.string(), { maxKeys: 8 })
  .map((files) =>
    Object.entries(files).filter(([path]) => !Object.keys(files).some((other) => other.startsWith(`${path}/`))),
  );

test("of one commit after another, the folder has the files and no others", async () => {
  const repository = new Repository();
  await fc.assert(
    fc.asyncProperty(fc.array(trees, { minLength: 2, maxLength: 3 }), async (commits) => {
      const folder = new CommitFolder(repository.place, makeFolder());
      let former: Commit | undefined;
      for (const files of commits) {
        repository.git(["rm", "-r", "-f", "-q", "--ignore-unmatch", "."]);
        repository.commit("2020-01-01T00:00:00Z", Object.fromEntries(files));
        former = await readCommit(repository.place, repository.git(["rev-parse", "HEAD"]).trim(), former);
        await folder.setFiles(former.files, 1000);
        expect(treeOf(folder.top)).toEqual(Object.fromEntries(files));
      }
      await folder.setFiles(new Map(), 1000);
      expect(readdirSync(folder.top)).toEqual([]);
    }),
    { numRuns: runs(3) },
  );
});

test("what is written has a limit, however small the commit is that names it", async () => {
  const repository = new Repository().commit("2020-01-01T00:00:00Z", { x: "x".repeat(1_000_000) });
  const commit = await readCommit(repository.place, repository.git(["rev-parse", "HEAD"]).trim());
  const folder = new CommitFolder(repository.place, makeFolder());
  const many = Array.from({ length: 1001 }, (_, index): [string, string] => [`${index}`, commit.files.get("x") ?? ""]);
  await expect(folder.setFiles(new Map(many), 2_000_000)).rejects.toThrow(/more than 1000000000 bytes/);
  expect(existsSync(join(folder.top, "0"))).toBe(false);
});

test("trees within each other, which name far more files than the base has, are refused before they are compared", async () => {
  const base = await readCommit(repository.place, commitTree({ x: file }));
  let tree = writeTree([["x", file, blob]]);
  for (let level = 0; level < 3; level++)
    tree = writeTree(Array.from({ length: 30 }, (_, index): Entry => [`${index}`, "040000", tree]));
  const bomb = repository.git(["commit-tree", tree, "-m", "x"]).trim();
  await expect(readCommit(repository.place, bomb, base)).rejects.toThrow("27000 files");
});
