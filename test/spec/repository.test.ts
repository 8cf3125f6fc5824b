/** Which repository git is told: the one around the site, that its user owns; never what a change, a hook or another user put there. */
import { chownSync, cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { build } from "../../src/cli/api/build.js";
import { lint } from "../../src/cli/api/lint.js";
import { review } from "../../src/cli/api/review.js";
import { newCommand } from "../../src/cli/commands/new.js";
import { printReports } from "../../src/cli/commands/output.js";
import { findRepository, runGit } from "../../src/content/read/git.js";
import { Repository } from "../support/git.js";
import { isWindows } from "../support/machine.js";
import { makeFolder, makeSite, proposalText, usualConfig } from "../support/site.js";
import { treeOf } from "../support/tree.js";

const day = "2020-01-01T00:00:00Z";
const proposal = "content/cip/core/cip-1.md";

function stubEnvironment(values: Record<string, string>): void {
  for (const [name, value] of Object.entries(values)) vi.stubEnv(name, value);
  onTestFinished(() => {
    vi.unstubAllEnvs();
  });
}

/** A register in the folder `site` of a repository, and the branch `change` that is checked out. */
function registerInFolder() {
  const config = JSON.stringify(usualConfig);
  const repository = new Repository().commit(day, {
    "site/cipgen.config.json": config,
    [`site/${proposal}`]: proposalText(1),
  });
  const base = repository.git(["rev-parse", "HEAD"]).trim();
  repository.git(["switch", "--quiet", "--create", "change"]);
  return { repository, base, root: join(repository.root, "site"), ran: join(repository.root, "ran") };
}

/** A repository of somebody else whose `main` has a configuration that leaves a file where it runs. */
function attackersRepository(folder: string, ran: string): Repository {
  const code = `import { writeFileSync } from "node:fs";\nwriteFileSync(${JSON.stringify(ran)}, "");\nexport default ${JSON.stringify(usualConfig)};\n`;
  return new Repository().commit(day, { [`${folder}cipgen.config.ts`]: code });
}

/** Makes a folder of the work tree look like a bare repository, as a commit can. */
function plantBare({ root }: Repository, folder: string, ran: string): void {
  const { place } = attackersRepository("site/", ran);
  for (const name of ["HEAD", "objects", "refs"])
    cpSync(join(place.folder, name), join(root, folder, name), { recursive: true });
  mkdirSync(join(root, folder, "refs/tags"), { recursive: true });
  writeFileSync(join(root, folder, "refs/tags/keep"), "");
  const program = `touch ${ran}`;
  const worktree = folder.replace(/[^/]+/g, "..");
  writeFileSync(
    join(root, folder, "config"),
    `[core]\n\tbare = false\n\tworktree = ${worktree}\n\tfsmonitor = ${program}\n\thooksPath = hooks\n[user]\n\tname = Mallory\n[filter "x"]\n\tclean = ${program}\n[diff "x"]\n\tcommand = ${program}\n\ttextconv = ${program}\n`,
  );
  writeFileSync(join(root, ".gitattributes"), "* filter=x diff=x\n");
}

describe("no code of a change runs, and the base is that of the register, where", () => {
  test.each<[string, (register: ReturnType<typeof registerInFolder>) => void]>([
    ["the site's folder looks like a repository", ({ repository, ran }) => plantBare(repository, "site", ran)],
    ["a folder of texts does", ({ repository, ran }) => plantBare(repository, "site/content/cip", ran)],
    [
      "the environment of a hook names another one",
      ({ ran }) => {
        const { root, place } = attackersRepository("site/", ran);
        const parameters = `'core.fsmonitor'='touch ${ran}'`;
        stubEnvironment({ GIT_DIR: place.folder, GIT_WORK_TREE: root, GIT_CONFIG_PARAMETERS: parameters });
        stubEnvironment({ GIT_INDEX_FILE: join(place.folder, "index"), GIT_COMMON_DIR: place.folder });
      },
    ],
  ])("%s", async (_, plant) => {
    const register = registerInFolder();
    const { repository, root, base, ran } = register;
    stubEnvironment({ HOME: makeFolder({ ".gitconfig": "[user]\n\tname = Ada\n" }) });
    repository.write({ [`site/${proposal}`]: proposalText(1, {}, "Changed.\n") });
    plant(register);
    repository.commit(day);
    const result = await review({ root, base: "main", head: "HEAD", today: "2020-01-02" });
    expect(result.diagnostics.filter(({ code }) => /^(?:config|machine)/.test(code))).toEqual([]);
    expect([result.base, result.proposals.map(({ number }) => number)]).toEqual([base, [1]]);
    const built = await build({ root, out: join(makeFolder(), "out") });
    expect(built.diagnostics.filter(({ code }) => /^(?:history|commit)/.test(code))).toEqual([]);
    const printed: string[] = [];
    const output = { result: (part: string) => printed.push(part), talk: () => undefined };
    await newCommand("A new proposal with a title", { root }, output, "2020-01-02");
    expect(printed.map((path) => readFileSync(path.trim(), "utf8"))).toEqual([
      expect.stringMatching(/^author: .*Ada/m),
    ]);
    expect(existsSync(ran)).toBe(false);
  });

  test("a submodule is in the place of the site: there is no review", async () => {
    const { repository, root, ran } = registerInFolder();
    const other = attackersRepository("", ran);
    repository.git(["rm", "-r", "--quiet", "site"]);
    repository.git(["-c", "protocol.file.allow=always", "submodule", "--quiet", "add", "--force", other.root, "site"]);
    repository.commit(day);
    const { diagnostics } = await review({ root, base: "main", head: "HEAD", today: "2020-01-02" });
    expect(diagnostics).toEqual([
      expect.objectContaining({ code: "config-reference", message: expect.stringContaining("in a submodule") }),
    ]);
    expect(existsSync(ran)).toBe(false);
  });
});

test("a submodule that the change's .gitmodules tells git to ignore is reported", async () => {
  const { repository, root, base } = registerInFolder();
  const folder = "site/content/cip/core/other";
  repository.write({ ".gitmodules": `[submodule "other"]\n\tpath = ${folder}\n\turl = x\n\tignore = all\n` });
  repository.git(["update-index", "--add", "--cacheinfo", `160000,${base},${folder}`]);
  mkdirSync(join(repository.root, folder));
  repository.commit(day);
  const { diagnostics } = await review({ root, base: "main", head: "HEAD", today: "2020-01-02" });
  expect(diagnostics.map(({ code, file }) => [code, file])).toContainEqual([
    "review-foreign-assets",
    "content/cip/core/other",
  ]);
});

test.skipIf(isWindows)(
  "nothing is written through a symbolic link of the repository that leads out of it",
  async () => {
    const outside = makeFolder({ "mine.txt": "mine" });
    const site = makeSite({ [proposal]: `${proposalText(1)}\n[x](./none.md)\n` });
    symlinkSync(outside, join(site, "build"));
    symlinkSync(join(outside, "mine.txt"), join(site, "cipgen-baseline.json"));
    const { root } = new Repository(site).commit(day);
    const built = await build({ root });
    expect(built.diagnostics).toMatchObject([
      { code: "output-unsafe", message: expect.stringContaining("symbolic link") },
    ]);
    symlinkSync(join(outside, "mine.txt"), join(site, "report.json"));
    const output = { result: () => undefined, talk: () => undefined };
    const report = { format: "text" as const, report: [{ format: "json" as const, file: join(site, "report.json") }] };
    const cwd = vi.spyOn(process, "cwd").mockReturnValue(site);
    expect(() => printReports(report, output, () => "{}")).toThrow("symbolic link that leads out");
    cwd.mockRestore();
    const linted = await lint({ root, updateBaseline: true });
    expect(linted.diagnostics.map(({ message }) => message)).toContainEqual(expect.stringContaining("symbolic link"));
    expect(treeOf(outside)).toEqual({ "mine.txt": "mine" });
  },
);

/** The refusal is our own: git checks no owner of the repository that it is told. */
describe.skipIf(isWindows)("a repository of another user", () => {
  const refusal = {
    message: expect.stringContaining("git refuses this repository, because another user owns it"),
    help: expect.stringContaining("git config --global --add safe.directory /"),
  };

  function another(
    settings = "",
    repository = new Repository(makeSite({ [proposal]: proposalText(1) })).commit(day),
  ): Repository {
    vi.spyOn(process, "geteuid").mockReturnValue(54_321);
    onTestFinished(() => {
      vi.restoreAllMocks();
    });
    stubEnvironment({ HOME: makeFolder({ ".gitconfig": settings.replaceAll("TOP", repository.root) }) });
    return repository;
  }

  test("is not reviewed", async () => {
    const { root } = another();
    const { diagnostics } = await review({ root, base: "main", head: "main" });
    expect(diagnostics).toEqual([expect.objectContaining({ code: "machine-failure", ...refusal })]);
  });

  test("is built with its history and without its commit, and none of its programs runs", async () => {
    const repository = another();
    const { root } = repository;
    const ran = join(root, "ran");
    repository.git(["config", "filter.x.clean", `touch ${ran}; cat`]);
    repository.write({ ".git/info/attributes": "* filter=x\n", [proposal]: proposalText(1, {}, "More.\n") });
    const out = join(makeFolder(), "out");
    const { diagnostics } = await build({ root, out });
    expect(diagnostics).toEqual([expect.objectContaining({ code: "commit-unknown", ...refusal })]);
    expect(readFileSync(join(out, "cip/history.json"), "utf8")).toContain('"versions":1');
    expect(existsSync(ran)).toBe(false);
  });

  test.skipIf(process.geteuid?.() !== 0)("is not trusted behind a work tree of the user's own", async () => {
    const repository = new Repository(makeSite({ [proposal]: proposalText(1) })).commit(day);
    const tree = join(makeFolder(), "tree");
    repository.git(["worktree", "add", "--quiet", tree]);
    chownSync(join(repository.root, ".git"), 54_321, 54_321);
    const run = findRepository(tree).then((found) => found && runGit(found, ["status"]));
    await expect(run).rejects.toMatchObject(refusal);
  });

  let repository: Repository;
  beforeAll(() => {
    repository = new Repository(makeSite({ [proposal]: proposalText(1) })).commit(day);
    repository.git(["config", "safe.directory", "*"]);
  });

  test.each<[string, boolean]>([
    ["TOP", true],
    ["*", true],
    ["TOP/../*", true],
    ["~/../none", false],
    ["TOP/*", false],
    ["TOP/content", false],
    ["relative", false],
    ["TOP\n\tdirectory =", false],
    ["\n\tdirectory = TOP", true],
  ])("is trusted where the user's configuration has safe.directory = %j: %s", async (value, isTrusted) => {
    another(`[safe]\n\tdirectory = ${value}\n`, repository);
    const run = findRepository(repository.root).then((place) => place && runGit(place, ["rev-parse", "HEAD"]));
    if (isTrusted) await expect(run).resolves.toMatchObject({ code: 0 });
    else await expect(run).rejects.toMatchObject(refusal);
  });
});
