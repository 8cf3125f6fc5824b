/** The history of texts from the repository's log: right, or none at all. */
import { existsSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { TextHistory } from "../../src/content/read/file-versions.js";
import { type HistoryRequest, readHistory, readVersions } from "../../src/content/read/history.js";
import { historyKey } from "../../src/content/read/repositories.js";
import { noCache } from "../../src/platform/cache.js";
import type { Version } from "../../src/shared/history.js";
import { memoryCache, Repository } from "../support/git.js";
import { isWindows } from "../support/machine.js";
import { runs } from "../support/runs.js";
import { makeFolder } from "../support/site.js";

const maxFileSize = 2_000_000;
const roleOf = () => "";

const plain: HistoryRequest["describe"] = (_path, { text }, before) => ({ title: text, number: before?.length });

const request = (root: string, files: string[]): HistoryRequest => ({
  ...{ root, files, describe: plain, roleOf, maxFileSize, stamp: "", cache: noCache },
});

async function read(root: string, files: string[], rest: Partial<HistoryRequest> = {}): Promise<TextHistory> {
  return (await readHistory({ ...request(root, files), ...rest })).value;
}

test("of a folder that becomes a link, the texts are other files: what was known of their history is not used", async () => {
  const { root } = new Repository().commit("2021-01-01T00:00:00Z", { "content/a.md": "1" });
  const key = () => historyKey(root, ["content/a.md"]);
  const before = await key();
  expect(await key()).toBe(before);
  renameSync(join(root, "content"), join(root, "texts"));
  symlinkSync("texts", join(root, "content"));
  expect(await key()).not.toBe(before);
});

/** First and last day of each file. */
async function days(root: string, files: string[]): Promise<Record<string, string[]>> {
  const { versions } = await read(root, files);
  return Object.fromEntries(
    [...versions].map(([path, list]) => [path, [list.at(-1)?.date ?? "", list[0]?.date ?? ""]]),
  );
}

const titles = (versions: readonly Version[] | undefined) => versions?.map(({ title }) => title);

describe("dates", () => {
  test("first and last change of each file, in UTC, whatever zone a commit was made in", async () => {
    const repository = new Repository()
      .commit("2021-01-01T23:30:00-05:00", { "content/a.md": "1", "content/b.md": "1" })
      .commit("2022-06-01T12:00:00Z", { "content/a.md": "2" })
      .commit("2023-01-01T00:30:00+02:00", { "content/a.md": "3", "other/c.md": "1" });
    expect(await days(repository.root, ["content/a.md", "content/b.md"])).toEqual({
      "content/a.md": ["2021-01-02", "2022-12-31"],
      "content/b.md": ["2021-01-02", "2021-01-02"],
    });
  });

  test("changes that are not committed do not count, files that are not committed have no history", async () => {
    const repository = new Repository().commit("2021-01-01T00:00:00Z", { "content/a.md": "1" });
    writeFileSync(join(repository.root, "content/a.md"), "2");
    writeFileSync(join(repository.root, "content/new.md"), "1");
    expect(await days(repository.root, ["content/a.md", "content/new.md"])).toEqual({
      "content/a.md": ["2021-01-01", "2021-01-01"],
    });
  });

  test("a branch's own steps count when they are merged, regardless of their authors", async () => {
    const repository = new Repository().commit("2021-01-01T00:00:00Z", { "content/a.md": "1" });
    repository.git(["checkout", "--quiet", "-b", "branch"]);
    repository.author = "Bob";
    repository.commit("2022-01-01T00:00:00Z", { "content/b.md": "1" });
    repository.commit("2022-01-02T00:00:00Z", { "content/b.md": "2" });
    repository.author = "Ada";
    repository.git(["checkout", "--quiet", "main"]);
    repository.commit("2022-02-01T00:00:00Z", { "content/a.md": "2" });
    repository.git(["merge", "--quiet", "--no-ff", "--message", "merge", "branch"], "2023-01-01T00:00:00Z");
    const { versions } = await read(repository.root, ["content/b.md"]);
    expect(versions.get("content/b.md")).toMatchObject([
      { date: "2023-01-01", title: "2", author: "Bob", editor: "Ada", subject: "merge" },
    ]);
  });
});

test("what a commit says can be part of any output: it has no controls", async () => {
  const repository = new Repository();
  repository.author = "A\u0008da";
  repository.write({ "a.md": "1" });
  repository.git(["add", "--all"]);
  repository.git(["commit", "--quiet", "--message", "o\u001bne"]);
  const { versions } = await read(repository.root, ["a.md"]);
  expect(versions.get("a.md")).toMatchObject([{ author: "A\uFFFDda", subject: "o\uFFFDne" }]);
});

describe("renames", () => {
  const text = (word: string) => Array.from({ length: 20 }, (_, line) => `${word} ${line}`).join("\n");

  test("a file that was renamed, moved or given a folder of its own keeps its versions", async () => {
    const repository = new Repository().commit("2021-01-01T00:00:00Z", { "cip-1.md": text("one") });
    for (const [index, path] of ["proposals/cip-1.md", "proposals/cip-1/README.md"].entries()) {
      const from = index === 0 ? "cip-1.md" : "proposals/cip-1.md";
      repository.commit(`202${index + 2}-01-01T00:00:00Z`, { [path]: `${text("one")}\n${index}` }, [from]);
    }
    const { versions } = await read(repository.root, ["proposals/cip-1/README.md"]);
    expect(versions.get("proposals/cip-1/README.md")?.map(({ path }) => path)).toEqual([
      "proposals/cip-1/README.md",
      "proposals/cip-1.md",
      "cip-1.md",
    ]);
  });

  test("whichever texts of a commit take the names of others, each keeps its own history, and a new one has none", async () => {
    const names = ["1.md", "2.md", "3.md", "4.md", "5.md"];
    const body = ({ id, edits }: { id: number; edits: number }) =>
      Array.from({ length: 15 }, (_, line) => `${line < edits ? "new" : "old"} ${line % 4 ? id : ""} ${line}\n`).join(
        "",
      );
    const round = fc.record({
      /** The next name of each text. */
      next: fc.shuffledSubarray(names, { minLength: names.length }),
      edits: fc.integer({ min: 0, max: 3 }),
      /** Whether new texts get the names that are left. */
      isFilled: fc.boolean(),
      isRead: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(round, { minLength: 1, maxLength: 3 }), async (rounds) => {
        const repository = new Repository();
        const cache = memoryCache();
        let texts = [0, 1, 2].map((id) => ({ id, edits: 0, paths: [names[id] ?? ""] }));
        const files = () => texts.map(({ paths }) => paths[0] ?? "");
        const commit = (year: number) => {
          const removed = names.filter((name) => existsSync(join(repository.root, name)) && !files().includes(name));
          const written = texts.map((text) => [text.paths[0], body(text)]);
          repository.commit(`20${year}-01-01T00:00:00Z`, Object.fromEntries(written), removed);
        };
        commit(10);
        for (const [index, { next, edits, isFilled, isRead }] of rounds.entries()) {
          if (isRead) await read(repository.root, files(), { cache });
          texts = texts.map((text, place) => {
            const isSame = next[place] === text.paths[0] && edits === text.edits;
            return isSame ? text : { ...text, edits, paths: [next[place] ?? "", ...text.paths] };
          });
          const free = isFilled ? next.slice(texts.length) : [];
          texts.push(...free.map((name, place) => ({ id: 10 * (index + 1) + place, edits: 0, paths: [name] })));
          commit(11 + index);
        }
        const found = await read(repository.root, files());
        const paths = [...found.versions].map(([file, list]) => [file, list.map(({ path }) => path)]);
        expect(paths).toEqual(texts.map(({ paths: own }) => [own[0], own]));
        expect(await read(repository.root, files(), { cache })).toEqual(found);
      }),
      { numRuns: runs(2) },
    );
  });

  test("a text that was rewritten in its place, or copied to another one, keeps its history", async () => {
    const repository = new Repository()
      .commit("2021-01-01T00:00:00Z", { "1.md": text("one"), "2.md": text("two") })
      .commit("2022-01-01T00:00:00Z", { "1.md": text("other"), "2.md": `${text("two")}\nMore.` })
      .commit("2023-01-01T00:00:00Z", { "2.md": `${text("two")}\nMost.`, "3.md": `${text("two")}\nMore.` });
    const { versions } = await read(repository.root, ["1.md", "2.md", "3.md"]);
    expect([...versions.values()].map((list) => list.length)).toEqual([2, 3, 1]);
  });

  test("a text that a link to its new place replaced keeps its history, and so does one that replaced a link", async () => {
    const repository = new Repository().commit("2021-01-01T00:00:00Z", { "a.md": text("a") });
    rmSync(join(repository.root, "a.md"));
    symlinkSync("texts/first.md", join(repository.root, "a.md"));
    repository.commit("2022-01-01T00:00:00Z", { "texts/first.md": text("a") });
    expect((await read(repository.root, ["a.md"])).versions.get("a.md")).toHaveLength(2);
    rmSync(join(repository.root, "a.md"));
    repository.commit("2023-01-01T00:00:00Z", { "a.md": text("a") }, ["texts/first.md"]);
    expect((await read(repository.root, ["a.md"])).versions.get("a.md")).toHaveLength(3);
  });

  test("a proposal that was moved and rewritten at once is known by its number", async () => {
    const repository = new Repository().commit("2021-01-01T00:00:00Z", { "0020-old.md": text("old") });
    repository.commit("2022-01-01T00:00:00Z", { "cip-20/README.md": text("new"), "cip-21.md": text("other") }, [
      "0020-old.md",
    ]);
    const { versions } = await read(repository.root, ["cip-20/README.md", "cip-21.md"]);
    expect(titles(versions.get("cip-20/README.md"))).toEqual([text("new"), text("old")]);
    expect(versions.get("cip-21.md")).toHaveLength(1);
  });
});

describe("what is cached", () => {
  /** Something that is done to three files: written, renamed, removed. */
  const action = fc.record({
    kind: fc.constantFrom("write", "write", "rename", "remove", "nothing"),
    file: fc.constantFrom("1.md", "2.md", "x/3.md"),
    to: fc.constantFrom("1.md", "2.md", "x/3.md"),
    text: fc.integer({ min: 0, max: 9 }),
    isCommitted: fc.constantFrom(true, true, false),
    read: fc.boolean(),
  });

  /** In the folder x is another series. */
  const ofSeries: Partial<HistoryRequest> = {
    roleOf: (path) => dirname(path),
    describe: (path, { text }, before) => ({ title: `${dirname(path)} ${text}`, number: before?.length }),
  };

  test("reading after each change, committed or not, gives what reading at once gives, whatever series a text moves to", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(action, { minLength: 3, maxLength: 9 }), async (actions) => {
        const repository = new Repository();
        const cache = memoryCache();
        const present = new Map<string, string>();
        for (const [index, { kind, file, to, text, isCommitted, read: isRead }] of actions.entries()) {
          const known = present.get(file);
          const body = Array.from({ length: 12 }, (_, line) => `${file} ${line} ${line < text ? text : ""}`).join("\n");
          const removed: string[] = [];
          if (kind === "write") present.set(file, body);
          else if (known !== undefined && kind !== "nothing") {
            present.delete(file);
            removed.push(file);
            if (kind === "rename" && to !== file) present.set(to, known);
          }
          for (const path of removed) rmSync(join(repository.root, path));
          repository.write(Object.fromEntries(present));
          if (isCommitted) repository.commit(`20${10 + index}-01-01T00:00:00Z`);
          if (isRead) await read(repository.root, [...present.keys()], { ...ofSeries, cache });
        }
        const files = [...present.keys()];
        const kept = await read(repository.root, files, { ...ofSeries, cache });
        expect(kept).toEqual(await read(repository.root, files, ofSeries));
      }),
      { numRuns: runs(2) },
    );
  });

  test("only the texts of new commits are read", async () => {
    const repository = new Repository().commit("2021-01-01T00:00:00Z", { "a.md": "1", "b.md": "1" });
    const cache = memoryCache();
    await read(repository.root, ["a.md", "b.md"], { cache });
    repository.commit("2022-01-01T00:00:00Z", { "b.md": "22" });
    const described: string[] = [];
    const describe: HistoryRequest["describe"] = (path, { text }, before) => {
      described.push(`${path} ${before} ${text}`);
      return {};
    };
    await read(repository.root, ["a.md", "b.md"], { cache, describe });
    expect(described).toEqual(["b.md 1 22"]);
  });
});

describe("places", () => {
  test("a site in a folder of a repository, and a folder of proposals outside of the site's root", async () => {
    const repository = new Repository().commit("2021-01-01T00:00:00Z", { "sites/cip/a.md": "x", "eips/b.md": "x" });
    const files = ["a.md", "../../eips/b.md"];
    expect([...(await read(join(repository.root, "sites/cip"), files)).versions.keys()]).toEqual(files);
  });

  test("a symbolic link has the history of the file that it leads to, from the cache too, whatever it led to before", async () => {
    const repository = new Repository().commit("2021-01-01T00:00:00Z", { "drafts/a.md": "1", "drafts/b.md": "b" });
    mkdirSync(join(repository.root, "content"));
    const link = join(repository.root, "content/c.md");
    symlinkSync("../drafts/b.md", link);
    repository.commit("2022-01-01T00:00:00Z");
    rmSync(link);
    symlinkSync("../drafts/a.md", link);
    repository.commit("2023-01-01T00:00:00Z").commit("2024-01-01T00:00:00Z", { "drafts/a.md": "2" });
    const cache = memoryCache();
    for (const own of [cache, cache, noCache]) {
      const { versions, ends } = await read(repository.root, ["content/c.md", "drafts/a.md"], { cache: own });
      for (const list of versions.values()) {
        expect(list).toMatchObject([
          { date: "2024-01-01", title: "2", path: "drafts/a.md" },
          { date: "2021-01-01", title: "1" },
        ]);
      }
      expect([...ends.keys()]).toEqual(["content/c.md", "drafts/a.md"]);
    }
    const blob = repository.git(["rev-parse", "HEAD~1:drafts/a.md"]).trim();
    expect(await readVersions(repository.root, new Map([["content/c.md", [blob]]]), maxFileSize)).toEqual(
      new Map([[blob, "1"]]),
    );
  });

  test("a linked work tree", async () => {
    const repository = new Repository().commit("2021-01-01T00:00:00Z", { "a.md": "1" });
    const other = join(makeFolder(), "other");
    repository.git(["worktree", "add", "--quiet", other]);
    expect(await days(other, ["a.md"])).toEqual({ "a.md": ["2021-01-01", "2021-01-01"] });
  });
});

test("neither settings nor the environment of a hook change anything", async () => {
  const repository = new Repository()
    .commit("2021-01-01T00:00:00Z", { "site/a.md": "1", "site/b.md": "1", names: "Other <ada@x.example>\n" })
    .commit("2022-01-01T00:00:00Z", { "site/a.md": "2" });
  const files = () => read(join(repository.root, "site"), ["a.md", "b.md"]);
  const before = await files();
  const settings = {
    "log.showRoot": "false",
    "mailmap.blob": "HEAD:names",
    "mailmap.file": "names",
    "log.follow": "true",
    "core.quotePath": "true",
    "diff.renames": "false",
    "diff.orderFile": "nowhere",
  };
  for (const [name, value] of Object.entries(settings)) repository.git(["config", name, value]);
  expect(await files()).toEqual(before);
  const folder = join(repository.root, ".git");
  const names = ["DIR", "WORK_TREE", "INDEX_FILE", "COMMON_DIR", "OBJECT_DIRECTORY", "INTERNAL_SUPER_PREFIX"];
  await withEnvironment(Object.fromEntries(names.map((name) => [`GIT_${name}`, folder])), async () =>
    expect(await files()).toEqual(before),
  );
});

test("commits have their own parents, whatever grafts, replacements or the end of a shallow clone elsewhere say", async () => {
  const repository = new Repository()
    .commit("2021-01-01T00:00:00Z", { "a.md": "1" })
    .commit("2022-01-01T00:00:00Z", { "a.md": "2" });
  const before = await read(repository.root, ["a.md"]);
  const grafts = join(repository.root, ".git/info/grafts");
  writeFileSync(grafts, repository.git(["rev-parse", "HEAD"]));
  expect(await read(repository.root, ["a.md"])).toEqual(before);
  const elsewhere = join(makeFolder(), "grafts");
  renameSync(grafts, elsewhere);
  for (const name of ["GIT_GRAFT_FILE", "GIT_SHALLOW_FILE"])
    await withEnvironment({ [name]: elsewhere }, async () =>
      expect(await read(repository.root, ["a.md"])).toEqual(before),
    );
  repository.git(["replace", "--graft", "HEAD"]);
  expect(await read(repository.root, ["a.md"])).toEqual(before);
});

describe("no history", () => {
  test("no repository, and one without commits", async () => {
    expect((await read(makeFolder({ "a.md": "x" }), ["a.md"])).versions.size).toBe(0);
    expect((await read(new Repository(makeFolder({ "a.md": "x" })).root, ["a.md"])).versions.size).toBe(0);
  });

  test("a shallow clone: every file would have the same, wrong date; it is said once, with what to do", async () => {
    const repository = new Repository()
      .commit("2021-01-01T00:00:00Z", { "content/a.md": "1" })
      .commit("2022-01-01T00:00:00Z", { "content/b.md": "1" });
    const clone = join(makeFolder(), "clone");
    repository.git(["clone", "--quiet", "--depth=1", `file://${repository.root}`, clone]);
    const { value, diagnostics } = await readHistory(request(clone, ["content/a.md", "content/b.md"]));
    expect(value.versions.size).toBe(0);
    expect(diagnostics).toMatchObject([{ code: "history-shallow", severity: "warning" }]);
    expect(diagnostics[0]?.help).toContain("fetch-depth: 0");
  });

  // It is started from the folder of Node.js there, if it is not in PATH.
  test.skipIf(isWindows)("no git at all", async () => {
    const repository = new Repository().commit("2021-01-01T00:00:00Z", { "a.md": "1" });
    await withoutGit(() => expectUnread(repository.root, "there is no git"));
  });

  test("a clone without its texts", async () => {
    const repository = new Repository().commit("2021-01-01T00:00:00Z", { "a.md": "1" });
    rmSync(join(repository.root, ".git/objects"), { recursive: true });
    await expectUnread(repository.root, "fatal: ");
  });

  test("a clone without its texts does not fetch them: that would run what its configuration names", async () => {
    const repository = new Repository()
      .commit("2021-01-01T00:00:00Z", { "a.md": "1" })
      .commit("2022-01-01T00:00:00Z", { "a.md": "2" });
    repository.git(["config", "uploadpack.allowFilter", "true"]);
    const clone = join(makeFolder(), "clone");
    repository.git(["clone", "--quiet", "--filter=blob:none", `file://${repository.root}`, clone]);
    expect(titles((await read(clone, ["a.md"])).versions.get("a.md"))).toEqual(["2", undefined]);
    expect(repository.git(["-C", clone, "rev-list", "--objects", "--all", "--missing=print"])).toMatch(/^\?/m);
  });

  test("nor does it run a remote helper of any name where git does not know the variable that forbids to fetch", async () => {
    const repository = new Repository()
      .commit("2021-01-01T00:00:00Z", { "a.md": "1" })
      .commit("2022-01-01T00:00:00Z", { "a.md": "2" });
    repository.git(["config", "uploadpack.allowFilter", "true"]);
    const clone = join(makeFolder(), "clone");
    repository.git(["clone", "--quiet", "--filter=blob:none", `file://${repository.root}`, clone]);
    const helpers = makeFolder();
    const ran = join(makeFolder(), "ran");
    // Git before 2.45 does not know the variable.
    writeFileSync(
      join(helpers, "git"),
      `#!/bin/sh\nunset GIT_NO_LAZY_FETCH\nexec ${repository.git(["--exec-path"]).trim()}/git "$@"\n`,
      { mode: 0o755 },
    );
    for (const name of ["", "any", "cip"]) {
      writeFileSync(join(helpers, `git-remote-${name}`), `#!/bin/sh\necho ${name} >> '${ran}'\n`, { mode: 0o755 });
      repository.git(["-C", clone, "config", "remote.origin.url", `${name}::address`]);
      await withEnvironment({ PATH: `${helpers}:${process.env.PATH}` }, async () => {
        expect(titles((await read(clone, ["a.md"])).versions.get("a.md"))).toEqual(["2", undefined]);
      });
    }
    expect(existsSync(ran)).toBe(false);
  });

  test("a copied work tree whose repository is elsewhere has none, and is named", async () => {
    const root = makeFolder({ "site/.git": "gitdir: ../.git/modules/site\n", "site/a.md": "a" });
    await expectUnread(join(root, "site"), ".git leads to ../.git/modules/site, where there is no repository");
  });
});

async function expectUnread(root: string, why: string): Promise<void> {
  const { value, diagnostics } = await readHistory(request(root, ["a.md"]));
  expect(value.versions.size).toBe(0);
  expect(diagnostics).toMatchObject([{ code: "history-unread", severity: "warning" }]);
  expect(diagnostics[0]?.message).toContain(why);
}

const withoutGit = (action: () => Promise<void>) => withEnvironment({ PATH: makeFolder() }, action);

async function withEnvironment(variables: Record<string, string>, action: () => Promise<void>): Promise<void> {
  const before = Object.keys(variables).map((name) => [name, process.env[name]] as const);
  Object.assign(process.env, variables);
  try {
    await action();
  } finally {
    for (const [name, value] of before) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  }
}
