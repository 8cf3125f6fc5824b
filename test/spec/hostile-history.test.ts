/**
 * What git remembers cannot be repaired: no commit stops a build. Each history here is one that somebody could push, and
 * every build of it ends with a site and with warnings of what is left out. `npm run test:trust` makes them ten times as large.
 */
import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Format } from "../../src/config/read-text.js";
import { type VersionsData, versionAt } from "../../src/shared/version-data.js";
import { Repository } from "../support/git.js";
import { runs } from "../support/runs.js";
import { build, makeFolder, makeSite, proposalText, type TestBuild, textOf } from "../support/site.js";

const path = "content/cip/core/cip-1.md";
const [first, second] = ["2021-01-01T00:00:00Z", "2022-01-01T00:00:00Z"];

const register = () => new Repository(makeSite({}));

/** Commits a text that is repaired in the next commit. */
const repaired = (body: string, fields: Record<string, string> = {}) =>
  register()
    .commit(first, { [path]: proposalText(1, fields, body) })
    .commit(second, { [path]: proposalText(1, {}, "Short.\n") });

const codesOf = ({ diagnostics }: TestBuild) => diagnostics.map(({ code }) => code);

/** The texts of all versions, newest first, as the page of comparisons makes them. */
function versionsIn(site: TestBuild): string[] {
  const { versions } = site.json<VersionsData>("cip/core/cip-1/versions.json");
  const today = site.text("cip/core/cip-1/index.md");
  return versions.map((_, index) => versionAt(today, versions, index));
}

/** The last line of each of them. */
const lastLines = (site: TestBuild) => versionsIn(site).map((text) => text.trim().split("\n").at(-1));

describe("a former text with", () => {
  test.each([
    ["a long paragraph", () => "a b ".repeat(runs(40_000))],
    ["many short paragraphs", () => "a\n\n".repeat(runs(3_000))],
    ["many links", () => "[a](https://x.example) CIP-1 ".repeat(runs(4_000))],
    ["deep lists", () => Array.from({ length: runs(100) }, (_, depth) => `${"  ".repeat(depth)}- a`).join("\n")],
    ["deep elements", () => `${"<div>".repeat(runs(3_000))}a\n`],
  ])("%s stops no build, and can be compared if it is not too long", async (_, body) => {
    const text = body();
    const site = await build(repaired(text).root);
    expect(codesOf(site)).toEqual([]);
    expect(site.json("cip/history.json")).toMatchObject({ proposals: [{ versions: 2 }] });
    const isShort = JSON.stringify(text).length < 200_000;
    expect(site.has("cip/core/cip-1/versions.json")).toBe(isShort);
    if (isShort) expect(versionsIn(site)[1]).toContain(text.trim());
  });
});

const leftOut = ({ diagnostics }: TestBuild) => diagnostics.filter(({ code }) => code === "history-left-out");

test("former texts beyond maxFileSize are left out, with commit, file and size; the others are shown", async () => {
  const repository = register().commit(first, { [path]: proposalText(1, { status: "draft" }, "Short.\n") });
  for (const word of ["a", "b", "c"])
    repository.commit(second, { [path]: proposalText(1, { status: "final" }, `${word}\n`.repeat(runs(1_500_000))) });
  const commit = repository.git(["rev-parse", "HEAD"]).trim();
  repository.commit(second, { [path]: proposalText(1, { status: "draft" }, "Short again.\n") });
  for (const site of [await build(repository.root), await build(repository.root)]) {
    expect(codesOf(site)).toEqual(["history-left-out"]);
    const [{ message, file } = { message: "", file: "" }] = leftOut(site);
    expect(file).toBe(path);
    expect(message).toContain(`commit ${commit} is left out of the history, and 2 more: it has `);
    expect(message).toContain("bytes, more than maxFileSize (2000000)");
    expect(lastLines(site)).toEqual(["Short again.", "Short."]);
    expect(site.json<{ proposals: object[] }>("cip/history.json").proposals).toMatchObject([{ versions: 2 }]);
  }
});

describe("a former text that cannot be read", () => {
  /** Fails as the code of a site may: when the body is asked for. */
  const parse: Format["parse"] = ({ text }) => {
    if (!text.includes("poison")) return { body: text };
    let asked = 0;
    return {
      fields: { title: "One" },
      get body() {
        if (asked++ > 0) throw new Error("poisoned");
        return "Body.";
      },
    };
  };
  const formats = [{ name: "own", extensions: ["md"], parse }];
  const withHook = (repository: Repository) =>
    build(repository.root, (config) => ({
      ...config,
      series: config.series.map((series) => ({ ...series, formats })),
    }));

  test("is left out of the history alone", async () => {
    const repository = register()
      .commit(first, { [path]: proposalText(1, {}, "First.\n") })
      .commit(first, { [path]: proposalText(1, {}, "poison\n") });
    const commit = repository.git(["rev-parse", "HEAD"]).trim();
    const site = await withHook(repository.commit(second, { [path]: proposalText(1, {}, "Last.\n") }));
    expect(leftOut(site).map(({ message, file }) => [message, file])).toEqual([
      [`the text of commit ${commit} is left out of the history: poisoned`, path],
    ]);
    expect(lastLines(site)).toEqual(["Last.", "First."]);
  });
});

describe("texts of all kinds", () => {
  const utf16 = Buffer.from("\ufeff---\ncip: 1\n---\nWords.\n", "utf16le");
  const bytes = Uint8Array.from({ length: 5_000 }, (_, index) => (index * 31) % 256);
  const anchors = Array.from(
    { length: 20 },
    (_, index) => `a${index}: &a${index} [${`*a${index - 1},`.repeat(index ? 9 : 0)}]`,
  );
  test.each<[string, string | Uint8Array]>([
    ["UTF-16", utf16],
    ["bytes", bytes],
    ["aliases of aliases", `---\n${anchors.join("\n")}\n---\n`],
    ["deep metadata", `---\na: ${"[".repeat(runs(5_000))}\n---\n`],
    ["many fields", `---\n${Array.from({ length: runs(5_000) }, (_, index) => `a${index}: b`).join("\n")}\n---\n`],
    ["a long number", `---\ncip: ${"9".repeat(runs(10_000))}\nstatus: ${"x".repeat(runs(10_000))}\n---\n`],
  ])("%s", async (_, content) => {
    const repository = register().commit(first, { [path]: proposalText(1) });
    writeFileSync(join(repository.root, path), content);
    repository.commit(second).commit(second, { [path]: proposalText(1, {}, "Repaired.\n") });
    const site = await build(repository.root);
    expect(codesOf(site)).toEqual([]);
    expect(site.page("/cip/core/cip-1").body.textContent).toContain("Repaired.");
    expect(site.json<{ proposals: object[] }>("cip/history.json").proposals).toMatchObject([{ versions: 3 }]);
  });

  test("a link, a folder and a submodule in its place", async () => {
    const repository = register().commit(first, {
      [path]: proposalText(1),
      "content/cip/core/cip-2.md": proposalText(2),
    });
    const file = join(repository.root, path);
    rmSync(file);
    symlinkSync("cip-2.md", file);
    repository.commit(second);
    rmSync(file);
    mkdirSync(file);
    writeFileSync(join(file, "a.md"), "a");
    repository.commit(second);
    rmSync(file, { recursive: true });
    const head = repository.git(["rev-parse", "HEAD"]).trim();
    repository.git(["rm", "-r", "--cached", "--quiet", path]);
    repository.git(["update-index", "--add", "--cacheinfo", `160000,${head},${path}`]);
    repository.git(["commit", "--quiet", "--message=submodule"], second);
    repository.git(["rm", "--cached", "--quiet", path]);
    const site = await build(repository.commit(second, { [path]: proposalText(1, {}, "Again.\n") }).root);
    expect(codesOf(site)).toEqual([]);
    expect(site.page("/cip/core/cip-1").body.textContent).toContain("Again.");
  });

  test("paths that no other program would write", async () => {
    const repository = register().commit(first, {
      [path]: proposalText(1),
      'content/cip/core/cip-2-"quoted\\".md': proposalText(2),
      "content/cip/core/cip-3-\ttab.md": proposalText(3),
      "content/cip/core/cip-4\nline.md": proposalText(4),
    });
    const raw = Buffer.concat([
      Buffer.from(`${repository.root}/content/cip/core/cip-5-`),
      Buffer.from([0xff, 0xfe]),
      Buffer.from(".md"),
    ]);
    writeFileSync(raw, proposalText(5));
    repository.commit(second);
    rmSync(raw);
    rmSync(join(repository.root, "content/cip/core/cip-4\nline.md"));
    const site = await build(repository.commit(second, { [path]: proposalText(1, {}, "More.\n") }).root);
    expect(codesOf(site).filter((code) => code.startsWith("history"))).toEqual([]);
    expect(lastLines(site)[0]).toBe("More.");
  });
});

describe("commits of all kinds", () => {
  /** Adds a commit that git itself would not write, with the files of the last one or of `tree`. */
  function craft(repository: Repository, headers: string, message = "crafted\n"): void {
    const tree = repository.git(["write-tree"]).trim();
    const parent = repository.git(["rev-parse", "HEAD"]).trim();
    const file = join(makeFolder(), "commit");
    writeFileSync(file, `tree ${tree}\nparent ${parent}\n${headers}\n\n${message}`);
    const id = repository.git(["hash-object", "-t", "commit", "-w", "--literally", file]).trim();
    repository.git(["update-ref", "refs/heads/main", id]);
  }
  const crafted = (headers: string, message?: string) => {
    const repository = register().commit(first, { [path]: proposalText(1, { status: "draft" }) });
    repository.write({ [path]: proposalText(1, { status: "final" }, "Changed.\n") });
    repository.git(["add", "--all"]);
    craft(repository, headers, message);
    return repository.commit(second, { [path]: proposalText(1, { status: "final" }, "Last.\n") });
  };
  const person = (name: string, time: string) =>
    `author ${name} <a@x.example> ${time}\ncommitter ${name} <a@x.example> ${time}`;

  test.each([
    ["of the first second of 1970", person("Ada", "0 +0000")],
    ["of the far future", person("Ada", "9999999999999 +0000")],
    ["of a time beyond all numbers", person("Ada", `${"9".repeat(400)} +9999`)],
    ["without a time", "author Ada <a@x.example>\ncommitter Ada <a@x.example>"],
    ["without a person", "x y"],
    ["of a name with control characters", person("\u0001\u001b[31m\u0007<script>", "1600000000 +0000")],
    ["of a long name", person("x".repeat(runs(100_000)), "1600000000 +0000")],
    ["in an unknown encoding", `${person("Ada", "1600000000 +0000")}\nencoding none`],
  ])("%s", async (_, headers) => {
    const repository = crafted(headers);
    const site = await build(repository.root);
    expect(codesOf(site)).toEqual([]);
    expect(lastLines(site).slice(0, 2)).toEqual(["Last.", "Changed."]);
    const written = [...site.files].filter(([name]) => /\.(html|xml|json)$/.test(name));
    for (const [, content] of written)
      for (const sign of ["\u0001", "\u0007", "\u001b"]) expect(textOf(content)).not.toContain(sign);
  });

  test("a message of megabytes takes a line on a page", async () => {
    const repository = crafted(person("Ada", "1600000000 +0000"), "word ".repeat(runs(200_000)));
    const site = await build(repository.root);
    expect(codesOf(site)).toEqual([]);
    expect(site.text("cip/core/cip-1/index.html").length).toBeLessThan(100_000);
  });

  test("a merge of many branches, and names that git uses itself", async () => {
    const repository = register().commit(first, { [path]: proposalText(1) });
    for (let branch = 0; branch < 12; branch++) {
      repository.git(["checkout", "--quiet", "-b", `b${branch}`, "main"]);
      repository.commit(second, { [`content/cip/core/cip-${branch + 2}.md`]: proposalText(branch + 2) });
    }
    repository.git(["checkout", "--quiet", "main"]);
    repository.git(
      ["merge", "--quiet", "--message=all", ...Array.from({ length: 12 }, (_, branch) => `b${branch}`)],
      second,
    );
    const id = repository.git(["rev-parse", "HEAD"]).trim();
    for (const name of ["refs/heads/HEAD", "refs/tags/HEAD", "refs/tags/main", `refs/tags/${id}`])
      repository.git(["update-ref", name, `${id}~1`]);
    const site = await build(repository.root);
    expect(codesOf(site)).toEqual([]);
    expect(site.json<{ proposals: object[] }>("cip/history.json").proposals).toHaveLength(13);
  });

  test("thousands of versions of one text that return to a status", async () => {
    const repository = register().commit(first, { [path]: proposalText(1) });
    const text = (index: number) => proposalText(1, { status: index % 2 ? "draft" : "final" }, `Version ${index}.\n`);
    const count = runs(300);
    const lines = Array.from({ length: count }, (_, index) => {
      const data = text(index);
      return `commit refs/heads/main\ncommitter Ada <a@x.example> ${1_600_000_000 + index * 1000} +0000\ndata 1\nx\n${index ? "" : "from refs/heads/main^0\n"}M 100644 inline ${path}\ndata ${data.length}\n${data}\n`;
    });
    execFileSync("git", ["fast-import", "--quiet"], { cwd: repository.root, input: lines.join("") });
    repository.git(["reset", "--quiet", "--hard"]);
    const site = await build(repository.root);
    expect(codesOf(site)).toEqual([]);
    expect(site.json<{ proposals: object[] }>("cip/history.json").proposals).toMatchObject([{ versions: count + 1 }]);
  });
});

describe("a repository that is", () => {
  const two = () =>
    register()
      .commit(first, { [path]: proposalText(1) })
      .commit(second, { [path]: proposalText(1, {}, "Second.\n") });
  const git = (repository: Repository, name: string) => join(repository.root, ".git", name);
  const said = async (repository: Repository) => {
    const site = await build(repository.root);
    expect(site.page("/cip/core/cip-1").body.textContent).toContain("Second.");
    expect(site.json<{ commit: string | null }>("build.json").commit).toBe(null);
    return site.diagnostics.map(({ code, message, help }) => `${code} ${message} ${help}`);
  };
  const unread = (why: RegExp) => [expect.stringMatching(new RegExp(`^history-unread .*${why.source}`, "s"))];

  function without(repository: Repository, name: string): void {
    const blob = repository.git(["rev-parse", name]).trim();
    rmSync(git(repository, `objects/${blob.slice(0, 2)}/${blob.slice(2)}`));
  }

  test("without an object leaves out that version alone", async () => {
    const other = "content/cip/core/cip-2.md";
    const repository = two()
      .commit(second, { [other]: proposalText(2) })
      .commit(second, { [path]: proposalText(1, {}, "Third.\n"), [other]: proposalText(2, {}, "More.\n") });
    const commit = repository.git(["rev-parse", "HEAD~2"]).trim();
    without(repository, `HEAD~2:${path}`);
    const site = await build(repository.root);
    expect(site.diagnostics).toMatchObject([
      {
        code: "history-left-out",
        file: path,
        message: expect.stringContaining(`commit ${commit} is left out of the history: the clone has no object `),
        help: expect.stringContaining("git fetch --refetch"),
      },
    ]);
    expect(site.json<object>("cip/history.json")).toMatchObject({ proposals: [{ versions: 2 }, { versions: 2 }] });
    expect(lastLines(site)[0]).toBe("Third.");
  });

  test("without most of its objects has no history: one warning says so", async () => {
    const repository = two();
    for (let index = 0; index < 12; index++)
      repository.commit(second, { [path]: proposalText(1, {}, `Version ${index}.\n`) });
    repository.commit(second, { [path]: proposalText(1, {}, "Second.\n") });
    for (let index = 1; index < 12; index++) without(repository, `HEAD~${index}:${path}`);
    expect(codesOf(await build(repository.root))).toEqual(["history-unread"]);
  });

  test("with a damaged object", async () => {
    const repository = two();
    const blob = repository.git(["rev-parse", `HEAD~1:${path}`]).trim();
    const file = git(repository, `objects/${blob.slice(0, 2)}/${blob.slice(2)}`);
    chmodSync(file, 0o644);
    writeFileSync(file, "damaged");
    const site = await build(repository.root);
    expect(codesOf(site)).toEqual(["history-left-out"]);
  });

  test.each<[string, (repository: Repository) => void, RegExp]>([
    ["without HEAD", (repository) => rmSync(git(repository, "HEAD")), /\.git has no HEAD/],
    [
      "with an empty HEAD",
      (repository) => writeFileSync(git(repository, "HEAD"), ""),
      /names neither a branch nor a commit.*symbolic-ref/,
    ],
    [
      "with a HEAD that cannot be read",
      (repository) => {
        rmSync(git(repository, "HEAD"));
        symlinkSync("HEAD", git(repository, "HEAD"));
      },
      /\.git\/HEAD cannot be read: ELOOP.*chown/,
    ],
    [
      "elsewhere",
      (repository) => {
        rmSync(join(repository.root, ".git"), { recursive: true });
        writeFileSync(join(repository.root, ".git"), "gitdir: ../nowhere\n");
      },
      /\.git leads to \.\.\/nowhere, where there is no repository/,
    ],
  ])("%s", async (_, damage, why) => {
    const repository = two();
    damage(repository);
    expect(await said(repository)).toEqual(unread(why));
  });

  test("empty: there is nothing to say", async () => {
    const repository = register();
    repository.write({ [path]: proposalText(1, {}, "Second.\n") });
    expect(await said(repository)).toEqual([]);
  });
});
