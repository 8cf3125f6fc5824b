/** A commit as a place to read from: the same as the disk after a checkout of it, for any tree; and names of branches are never options. */
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { commitReader } from "../../src/read/commit-reader.js";
import { mergeBase, readChanges, resolveCommit } from "../../src/read/commits.js";
import { diskReader } from "../../src/read/reader.js";
import type { Diagnostic } from "../../src/shared/diagnostic.js";
import { Repository } from "../support/git.js";
import { isWindows } from "../support/machine.js";
import { runs } from "../support/runs.js";
import { makeFolder } from "../support/site.js";

const day = "2020-01-01T00:00:00Z";
const head = (repository: Repository) => repository.git(["rev-parse", "HEAD"]).trim();

const names = fc.constantFrom(
  "a",
  "B",
  "ä",
  "with space",
  ".hidden",
  "x.md",
  "README.md",
  "[q]",
  "e-1",
  "-f",
  "c.png",
  ...(isWindows ? [] : ["b\\s", "new\nline.md", "\u2028"]),
);
const paths = fc.array(names, { minLength: 1, maxLength: 3 }).map((parts) => parts.join("/"));

const inOrder = (problems: readonly Diagnostic[] = []) => problems.map((problem) => JSON.stringify(problem)).sort();

describe("a commit is read as the disk is", () => {
  test("for any files: the same names, the same bytes, in every folder", async () => {
    const repository = new Repository();
    const patterns = fc.constantFrom<string[]>(["**"], ["**/*.md"], ["*"], ["readme.MD"], ["**/*.{md,png}"]);
    const ignores = fc.constantFrom<string[]>([], ["**/.*/**"], ["**/README.md"], ["a/**"]);
    const trees = fc.uniqueArray(fc.tuple(paths, fc.string()), {
      selector: ([path]) => path.toLowerCase(),
      maxLength: 8,
    });
    await fc.assert(
      fc.asyncProperty(
        trees,
        patterns,
        ignores,
        fc.constantFrom("", "a", "B", "b\\s", "nothing"),
        async (tree, pattern, ignore, folder) => {
          repository.git(["rm", "-r", "-f", "-q", "--ignore-unmatch", "."]);
          fc.pre(!tree.some(([path]) => path === folder));
          const files = tree.filter(([path]) => !tree.some(([other]) => other.startsWith(`${path}/`)));
          for (const [path, text] of files) {
            mkdirSync(dirname(join(repository.root, path)), { recursive: true });
            writeFileSync(join(repository.root, path), text);
          }
          repository.commit(day);
          const disk = diskReader(repository.root);
          const commit = await commitReader(repository.place, "", head(repository));
          const wanted = (await disk.list(folder, pattern, [...ignore, ".git/**", "**/.git/**"])).filter(Boolean);
          expect(await commit.list(folder, pattern, ignore)).toEqual(wanted);
          expect(inOrder(commit.linkProblems?.())).toEqual(inOrder(disk.linkProblems?.()));
          const listed = wanted.map((path) => join(folder, path));
          expect(await commit.read(listed)).toEqual(await disk.read(listed));
          for (const path of listed) expect(commit.has(path)).toBe(true);
        },
      ),
      { numRuns: runs(8) },
    );
  });

  test.skipIf(isWindows)("names that are not UTF-8, or have a line break, are reported as on the disk", async () => {
    const repository = new Repository(makeFolder({ "site/a.md": "a" }));
    const bytes = (...names: string[]) => Buffer.from([repository.root, "site", ...names].join("/"), "latin1");
    for (const folder of ["b\xff", "c\n"]) {
      mkdirSync(bytes(folder));
      for (const name of ["d.md", "\xfe.md", "\n.md"]) writeFileSync(bytes(folder, name), "");
    }
    for (const name of ["\xe4.md", "\n\xff.md"]) writeFileSync(bytes(name), "");
    repository.commit(day);
    const readers = [
      diskReader(join(repository.root, "site")),
      await commitReader(repository.place, "site/", head(repository)),
    ];
    for (const reader of readers) expect(await reader.list("", ["**"])).toEqual(["a.md"]);
    const [onDisk = [], inCommit] = readers.map((reader) => inOrder(reader.linkProblems?.()));
    expect(inCommit).toEqual(onDisk);
    expect(onDisk).toHaveLength(4);
    const ignoring = await commitReader(repository.place, "site/", head(repository));
    await ignoring.list("", ["**"], ["**"]);
    expect(ignoring.linkProblems?.()).toEqual([]);
  });

  test("of a site in a subfolder; what is beside it is reached by .., what is outside of the repository is not", async () => {
    const repository = new Repository().commit(day, { "site/a.md": "a", "beside/b.md": "b" });
    const reader = await commitReader(repository.place, "site/", head(repository));
    expect(await reader.list("", ["**"])).toEqual(["a.md"]);
    expect(await reader.list("../beside", ["**"])).toEqual(["b.md"]);
    expect(String(await reader.read(["../beside/b.md"]))).toBe("b");
    expect(await reader.list("../..", ["**"])).toEqual([]);
    expect(reader.has("../../etc")).toBe(false);
    await expect(reader.read(["../../etc/passwd"])).rejects.toThrow(/no file/);
  });

  test("symbolic links are followed in the commit and never on the disk", async () => {
    const repository = new Repository().commit(day, { "real/a.md": "a" });
    for (const [path, target] of [
      ["file.md", "real/a.md"],
      ["folder", "real"],
      ["twice.md", "file.md"],
      ["out.md", "/etc/passwd"],
      ["above.md", "../above.md"],
      ["circle.md", "circle.md"],
      ["gone.md", "real/gone.md"],
    ] as const)
      symlinkSync(target, join(repository.root, path));
    repository.commit(day);
    const reader = await commitReader(repository.place, "", head(repository));
    expect(await reader.list("", ["**"])).toEqual(["file.md", "folder/a.md", "real/a.md", "twice.md"]);
    expect(String(await reader.read(["twice.md"]))).toBe("a");
    expect([...reader.deadLinks].sort()).toEqual(["above.md", "circle.md", "gone.md", "out.md"]);
  });
});

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
      { numRuns: runs(10) },
    );
    expect(repository.git(["status", "--porcelain"])).toBe("");
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
