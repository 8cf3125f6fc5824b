/** What a text puts onto the site is a file of the repository: nothing that a job, a tool or another clone left in the workspace. */
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import type { ConfigInput } from "../../src/index.js";
import { Repository } from "../support/git.js";
import { build, makeSite, proposalText, textOf } from "../support/site.js";
import { watchSite } from "../support/watch.js";

const secret = "SECRET-OF-THE-JOB";
const kep = {
  id: "kep",
  label: "KEP",
  title: "KEPs",
  source: "keps",
  files: "{number}-{slug}/README.md",
  route: "/kep",
  permalink: "{route}/{number}",
  metadata: { file: "kep.yaml" },
};
const config: Partial<ConfigInput> = {
  series: [{ profile: "cip", assets: "../files", rewrites: { "./harmless.txt": "./secret.txt" } }, kep],
  docs: { mainDocId: "start" },
  checks: { brokenLinks: "warn", brokenMarkdownLinks: "warn" },
};
const start = {
  ".gitignore": "secret.*\nprivate/\n",
  "content/docs/start.md": "# Start\n",
  "content/docs/.gitignore": "*.key\n",
  "content/files/a.txt": "",
  "keps/9-z/README.md": "# Z\n",
  "keps/9-z/kep.yaml": "title: Z\n",
};
const proposal = "content/cip/cbc/cip-1.md";

function commit(files: Record<string, string>, links: Record<string, string> = {}): Repository {
  const repository = new Repository(makeSite({ ...start, ...files }, config));
  for (const [path, target] of Object.entries(links)) {
    mkdirSync(dirname(join(repository.root, path)), { recursive: true });
    symlinkSync(target, join(repository.root, path));
  }
  return repository.commit("2020-01-01T00:00:00Z");
}

/** A build, the files of it that have the secret, and what is said at each place. */
async function buildFiles(root: string) {
  const built = await build(root);
  const leaks = [...built.files].flatMap(([path, content]) => (textOf(content).includes(secret) ? [path] : []));
  const problems = built.diagnostics.map(({ code, file, line }) => `${code} ${file}${line ? `:${line}` : ""}`);
  return { built, leaks, problems };
}

test("an include publishes nothing but what git has", async () => {
  const texts = {
    "an ignored file": ".. include:: /secret.txt",
    "an ignored file, as code": ".. literalinclude:: /secret.txt",
    "an ignored table": ".. csv-table::\n   :file: /secret.txt",
    "a file that a nested .gitignore names": ".. include:: a.key",
    "a new file": ".. include:: new.inc",
    "a file of a clone that git ignores": ".. include:: /private/a.inc",
    "a file of a clone that is no submodule": ".. include:: /clone/a.inc",
    "a file outside of the repository": ".. include:: ../../../secret.txt",
    "a hidden file": ".. include:: /.env",
    "git's configuration": ".. include:: /.GIT/config",
    "a symbolic link": ".. include:: link.inc",
    "a tracked file that is gone": ".. include:: gone.inc",
  };
  const paths = Object.keys(texts).map((name) => `content/docs/${name.replace(/\W+/g, "-")}.rst`);
  const files = Object.fromEntries(Object.values(texts).map((text, index) => [paths[index] ?? "", `${text}\n`]));
  const gone = { "content/docs/gone.inc": secret };
  const repository = commit({ ...files, ...gone }, { "content/docs/link.inc": "../../secret.txt" });
  rmSync(join(repository.root, "content/docs/gone.inc"));
  const left = ["secret.txt", ".env", "private/a.inc", "clone/a.inc", "content/docs/new.inc", "content/docs/a.key"];
  repository.write(Object.fromEntries(left.map((path) => [path, `${secret}\n`])));
  for (const clone of ["private", "clone"]) new Repository(join(repository.root, clone)).commit("2020-01-01T00:00:00Z");
  const { leaks, problems } = await buildFiles(repository.root);
  expect(leaks).toEqual([]);
  expect(problems).toEqual(expect.arrayContaining(paths.map((path) => `include-failed ${path}:1`)));
});

test("metadata beside a text is not read from a file that git ignores or does not track", async () => {
  const repository = commit({ "keps/1-secret/README.md": "# A\n", "keps/2-new/README.md": "# B\n" });
  repository.write({ "keps/1-secret/kep.yaml": `title: ${secret}\n`, "keps/2-new/kep.yaml": `title: ${secret}\n` });
  writeFileSync(join(repository.root, ".git/info/exclude"), "1-secret/kep.yaml\n");
  const { leaks, problems } = await buildFiles(repository.root);
  expect(leaks).toEqual([]);
  expect(problems).toEqual(["metadata-file keps/1-secret/kep.yaml:1", "metadata-file keps/2-new/kep.yaml:1"]);
});

test("a link publishes no file that git ignores: beside proposals, docs and pages, by a rewrite, whoever names it", async () => {
  const links = ["secret.txt", "cip-1/secret.md", "harmless.txt", "exclude.txt", "user.txt", "../../../secret.txt"];
  const repository = commit({
    [proposal]: proposalText(1, {}, links.map((link) => `[a](./${link})\n`).join("\n")),
    "content/docs/a.md": "[a](./secret.txt) ![](./a.key)\n",
    "pages/about.md": "[a](./secret.txt)\n",
  });
  const left = ["cip-1/secret.md", "secret.txt", "exclude.txt", "user.txt"].map((name) => `content/cip/cbc/${name}`);
  const beside = ["content/docs/secret.txt", "content/docs/a.key", "pages/secret.txt", "secret.txt", ...left];
  repository.write(Object.fromEntries(beside.map((path) => [path, `${secret}\n`])));
  repository.write({ ".git/info/exclude": "exclude.txt\n", ".git/user": "user.txt\n" });
  repository.git(["config", "core.excludesFile", ".git/user"]);
  const { leaks, problems } = await buildFiles(repository.root);
  expect(leaks).toEqual([]);
  for (const line of [5, 7, 9, 11, 13]) expect(problems).toContain(`file-refused ${proposal}:${line}`);
  for (const file of ["content/docs/a.md", "pages/about.md"]) expect(problems).toContain(`file-refused ${file}:1`);
});

test("a symbolic link publishes neither a file that git ignores nor git's own; a text needs one that git tracks", async () => {
  const links = {
    "content/cip/cbc/cip-2.md": "../../../secret.md",
    "content/docs/new.md": "../../new.txt",
    "content/static/a.txt": "../../.git/config",
    "content/static/b": "../../private",
    "content/files/c.txt": "../../secret.md",
  };
  const repository = commit({ [proposal]: proposalText(1, {}, "[c](../../files/c.txt)\n") }, links);
  repository.write({ "secret.md": proposalText(2, {}, secret), "new.txt": secret, "private/a.txt": secret });
  repository.git(["config", "http.extraheader", secret]);
  const { leaks, problems } = await buildFiles(repository.root);
  expect(leaks).toEqual([]);
  const [text, doc, copied] = Object.keys(links).map((path) => `file-link ${path}`);
  expect(problems.toSorted()).toEqual(
    [text, doc, copied, "file-link content/static/b/a.txt", `file-refused ${proposal}:5`].toSorted(),
  );
});

test("what is in a folder of static files that became a link is not published", async () => {
  const repository = commit({}, { "content/static": "../private" });
  repository.write({ "private/a.txt": secret });
  const { leaks, problems } = await buildFiles(repository.root);
  expect([leaks, problems]).toEqual([[], ["file-link content/static/a.txt"]]);
});

test("what git has is published: staged, ignored and tracked, not looked at, of a submodule; and what the configuration names", async () => {
  const parts = ["staged.inc", "ignored.key", "skipped.inc", "../sub/part.inc"];
  const repository = new Repository(
    makeSite(
      {
        ...start,
        "content/docs/a.rst": parts.map((part) => `.. include:: ${part}\n\n`).join(""),
        "content/docs/ignored.key": "IGNORED\n",
        "content/docs/skipped.inc": "",
        "content/sub/part.inc": "SUBMODULE\n",
        "keps/1-a/README.md": "# A\n",
        "keps/1-a/kep.yaml": "title: METADATA\n",
        "shared/two.md": proposalText(2, {}, "LINKED\n"),
        [proposal]: proposalText(1, {}, "[a](./new.txt) [b](../../files/secret.txt)\n"),
      },
      config,
    ),
  );
  symlinkSync("../../../shared/two.md", join(repository.root, "content/cip/cbc/cip-2.md"));
  new Repository(join(repository.root, "content/sub")).commit("2020-01-01T00:00:00Z");
  repository.git(["add", "--force", "content/docs/ignored.key"]);
  repository.commit("2020-01-01T00:00:00Z");
  repository.write({
    "content/docs/staged.inc": "STAGED\n",
    "content/docs/skipped.inc": "SKIPPED\n",
    "content/cip/cbc/new.txt": "NEW",
    "content/files/secret.txt": "NAMED",
    "content/static/secret.txt": "STATIC",
  });
  repository.git(["update-index", "--skip-worktree", "content/docs/skipped.inc"]);
  repository.git(["add", "content/docs/staged.inc"]);
  const { built, problems } = await buildFiles(repository.root);
  expect(problems).toEqual([]);
  for (const word of ["STAGED", "IGNORED", "SKIPPED", "SUBMODULE"])
    expect(built.text("docs/a/index.html")).toContain(word);
  expect(built.text("kep/1/index.html")).toContain("METADATA");
  expect(built.text("cip/cbc/cip-2/index.html")).toContain("LINKED");
  const copies = [...built.files.keys()].filter((path) => path.endsWith(".txt"));
  expect(copies).toEqual(expect.arrayContaining(["cip/cbc/new.txt", "cip/assets/secret.txt", "secret.txt"]));
});

test.each([
  ["in a folder of the configuration", "part.inc", []],
  ["elsewhere", "../../notes/part.inc", ["include-failed content/docs/a.rst:1"]],
  ["in a hidden folder", ".notes/part.inc", ["include-failed content/docs/a.rst:1"]],
])("without git, a file %s", async (_, path, expected) => {
  const files = { ...start, "content/docs/a.rst": `.. include:: ${path}\n`, [join("content/docs", path)]: secret };
  const { leaks, problems } = await buildFiles(makeSite(files, config));
  expect(problems.filter((problem) => problem.startsWith("include-failed"))).toEqual(expected);
  expect(leaks.length > 0).toBe(expected.length === 0);
});

test("serve shows an author's new file, with a warning", async () => {
  const { root } = commit({ "content/docs/a.rst": "A\n=\n" });
  const watched = await watchSite(root);
  writeFileSync(join(root, "content/docs/new.inc"), "Fresh words\n");
  const next = watched.rebuilt(({ diagnostics }) => diagnostics.some(({ code }) => code === "file-untracked"));
  writeFileSync(join(root, "content/docs/a.rst"), "A\n=\n\n.. include:: new.inc\n");
  expect((await next).diagnostics).toMatchObject([{ severity: "warning", file: "content/docs/new.inc" }]);
  const page = await (await fetch(`http://127.0.0.1:${watched.server.port}/docs/a`)).text();
  await watched.close();
  expect(page).toContain("Fresh words");
});
