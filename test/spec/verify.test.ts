/** Decisions, section 10: anyone can check out a commit and prove that a published site is what its sources make. */
import { appendFileSync, existsSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildCommand } from "../../src/commands/build.js";
import type { CommandOutput } from "../../src/commands/output.js";
import { verifyCommand } from "../../src/commands/verify.js";
import { folderSource } from "../../src/serve/respond.js";
import { answeringFiles } from "../../src/shared/page-path.js";
import { Repository } from "../support/git.js";
import { makeFolder, makeSite, proposalText } from "../support/site.js";

function recorder(): CommandOutput & { stdout: string; stderr: string } {
  const record = {
    stdout: "",
    stderr: "",
    result(text: string) {
      record.stdout += text;
    },
    talk(text: string) {
      record.stderr += text;
    },
  };
  return record;
}

async function verify(place: string, root: string, json = false) {
  const output = recorder();
  const code = await verifyCommand(place, { root, json }, output);
  return { code, ...output };
}

const build = (root: string, out: string) => buildCommand({ root, out, cache: false }, recorder());
const proposal = "content/cip/cbc/cip-1.md";

describe("a published site", () => {
  let root: string;
  let out: string;
  beforeAll(async () => {
    root = makeSite({ [proposal]: proposalText(1), "content/static/robots.txt": "User-agent: *\n" });
    new Repository(root).commit("2024-01-01T00:00:00Z");
    out = join(makeFolder(), "site");
    expect(await build(root, out)).toBe(0);
  });

  test("that is what its sources make: exit 0", async () => {
    const { code, stdout, stderr } = await verify(out, root);
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout).toMatch(/^Compared with .*: \d+ equal, 0 different, 0 missing, 0 extra\n$/);
  });

  test("in which a byte was changed, a file removed and one added: exit 2, and each of them by name", async () => {
    const other = join(makeFolder(), "site");
    await build(root, other);
    appendFileSync(join(other, "cip/cbc/cip-1/index.html"), "<script>");
    rmSync(join(other, "sitemap.xml"));
    writeFileSync(join(other, "cip/extra.html"), "x");
    const { code, stdout } = await verify(other, root);
    expect(code).toBe(2);
    expect(stdout).toMatch(
      /^different cip\/cbc\/cip-1\/index\.html:\d+:\d+\nmissing {3}sitemap\.xml\nextra {5}cip\/extra\.html\nCompared/,
    );
    const report = JSON.parse((await verify(other, root, true)).stdout);
    expect(Object.keys(report)).toEqual(["ok", "equal", "different", "missing", "extra"]);
    expect(report).toMatchObject({
      ok: false,
      missing: ["sitemap.xml"],
      extra: ["cip/extra.html"],
      different: [{ path: "cip/cbc/cip-1/index.html" }],
    });
  });

  test("that was built from another commit says so", async () => {
    const newer = new Repository(
      makeSite({ [proposal]: proposalText(1), "content/static/robots.txt": "User-agent: *\n" }),
    );
    newer
      .commit("2024-01-01T00:00:00Z")
      .commit("2024-02-01T00:00:00Z", { [proposal]: proposalText(1, { title: "Other" }) });
    const { code, stderr } = await verify(out, newer.root);
    expect([code, stderr]).toEqual([
      2,
      expect.stringMatching(/^Published: cipgen \S+, commit \w{40}; here: cipgen \S+, commit \w{40}\.\n$/),
    ]);
  });

  describe("at an address", () => {
    const find = () => folderSource(out);
    const server = createServer(async ({ url = "/" }, response) => {
      for (const path of answeringFiles(decodeURIComponent(url.slice(1)))) {
        const file = /(^|\/)(\.|_headers)/.test(path) ? undefined : await find()(path);
        if (file) return void response.end(readFileSync(join(out, path)));
      }
      response.writeHead(404).end();
    });
    beforeAll(() => new Promise<void>((done) => server.listen(0, "127.0.0.1", done)));
    afterAll(() => void server.close());
    const address = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

    test("is compared as readers get it: exit 0", async () => {
      const { code, stdout } = await verify(address(), root, true);
      expect(code).toBe(0);
      expect(JSON.parse(stdout)).toMatchObject({ ok: true, different: [], missing: [], extra: [] });
    });

    test("that is not the site's: exit 1", async () => {
      expect(await verify(`${address()}/nowhere/`, root)).toMatchObject({
        code: 1,
        stderr: expect.stringContaining("no home page"),
      });
    });
  });

  test("that is nowhere: exit 1 for an address that does not answer, 3 for a folder that is not there", async () => {
    expect(await verify("http://127.0.0.1:1/", root)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("cannot be read"),
    });
    expect(await verify(join(root, "nowhere"), root)).toMatchObject({ code: 3 });
    expect(await verify("ftp://a.example/", root)).toMatchObject({ code: 3 });
    expect(JSON.parse((await verify(join(root, "nowhere"), root, true)).stdout)).toMatchObject({
      ok: false,
      equal: 0,
      diagnostics: [{ code: "config-reference" }],
    });
  });

  test("whose sources are wrong: exit 2, and what is wrong with them", async () => {
    const bad = makeSite({ [proposal]: "no front matter" });
    expect(await verify(out, bad)).toMatchObject({ code: 2, stderr: expect.stringContaining("front-matter") });
  });
});

describe("build.json", () => {
  const config = { series: [{ profile: "cip" as const }] };
  const record = (out: string) => JSON.parse(readFileSync(join(out, "build.json"), "utf8"));

  async function recordOf(root: string): Promise<{ program: string; version: string; commit: string | null }> {
    const out = join(makeFolder(), "site");
    expect(await build(root, out)).toBe(0);
    return record(out);
  }

  test("names the program and the commit that the sources are at, also of a site below the repository's top", async () => {
    const repository = new Repository(makeSite({ [proposal]: proposalText(1) }, config));
    const head = repository.commit("2024-01-01T00:00:00Z").git(["rev-parse", "HEAD"]).trim();
    expect(await recordOf(repository.root)).toEqual({
      program: "cipgen",
      version: expect.stringMatching(/^\d+\.\d+/),
      commit: head,
    });
    const top = new Repository();
    const site = join(top.root, "sites/[a]");
    const texts = {
      "sites/[a]/cipgen.config.json": readFileSync(join(repository.root, "cipgen.config.json"), "utf8"),
      [`sites/[a]/${proposal}`]: proposalText(1),
    };
    const other = top.commit("2024-01-01T00:00:00Z", texts).git(["rev-parse", "HEAD"]).trim();
    expect((await recordOf(site)).commit).toBe(other);
  });

  test.each<[string, (root: string) => void]>([
    ["changed", (root) => appendFileSync(join(root, proposal), "More.\n")],
    ["new", (root) => writeFileSync(join(root, "content/cip/cbc/cip-2.md"), proposalText(2))],
    ["configured otherwise", (root) => appendFileSync(join(root, "cipgen.config.json"), "\n")],
    [
      "new and ignored",
      (root) => {
        writeFileSync(join(root, "content/cip/cbc/cip-2.md"), proposalText(2));
        writeFileSync(join(root, ".git/info/exclude"), "cip-2.md\n");
      },
    ],
    [
      "changed and to be taken for unchanged",
      (root) => {
        new Repository(root).git(["update-index", "--assume-unchanged", proposal]);
        appendFileSync(join(root, proposal), "More.\n");
      },
    ],
    ["a name of an author", (root) => writeFileSync(join(root, ".mailmap"), "Ada <a@x.example>\n")],
  ])("names no commit where a source is %s and not committed: the site could not be reproduced", async (_, change) => {
    const { root } = new Repository(makeSite({ [proposal]: proposalText(1) }, config)).commit("2024-01-01T00:00:00Z");
    change(root);
    expect((await recordOf(root)).commit).toBeNull();
  });

  const behind: [string, link: string, target: string, changed: string][] = [
    ["a text", proposal, "../../../drafts/cip-1.md", "drafts/cip-1.md"],
    ["a folder of texts", "content/cip/cbc", "../../drafts", "drafts/cip-1.md"],
    ["a file to copy", "content/static/a.txt", "../../drafts/a.txt", "drafts/a.txt"],
    ["strings", "locales/en-US/own.json", "../../drafts/own.json", "drafts/own.json"],
    ["a template", "templates/Footer.tsx", "../drafts/Footer.tsx", "drafts/Footer.tsx"],
  ];

  test.each(
    behind,
  )("names no commit where what a link to %s leads to is not as committed", async (_, link, target, changed) => {
    const drafts = {
      "drafts/cip-1.md": proposalText(1),
      "drafts/a.txt": "a",
      "drafts/own.json": "{}",
      "drafts/Footer.tsx": "export default () => <footer>One</footer>;\n",
    };
    const root = makeSite({ ...drafts, "content/cip/core/cip-2.md": proposalText(2) }, config);
    makeFolder({}, dirname(join(root, link)));
    symlinkSync(target, join(root, link));
    const repository = new Repository(root).commit("2024-01-01T00:00:00Z");
    expect((await recordOf(root)).commit).toMatch(/^\w{40}$/);
    appendFileSync(join(root, changed), "\n");
    expect((await recordOf(root)).commit).toBeNull();
    repository.git(["update-index", "--assume-unchanged", changed]);
    expect((await recordOf(root)).commit).toBeNull();
    repository.git(["update-index", "--no-assume-unchanged", changed]);
    // Out of the commits, and ignored from then on.
    repository.git(["rm", "--quiet", "--cached", changed]);
    writeFileSync(join(root, ".git/info/exclude"), changed);
    repository.commit("2024-02-01T00:00:00Z");
    expect((await recordOf(root)).commit).toBeNull();
  });

  test("names a commit also where links lead to what is as committed, however the site is reached", async () => {
    const root = makeSite({ "drafts/cip-1.md": proposalText(1) }, config);
    symlinkSync("../../drafts", join(root, "content/cip/cbc"));
    const head = new Repository(root).commit("2024-01-01T00:00:00Z").git(["rev-parse", "HEAD"]).trim();
    const link = join(makeFolder(), "link");
    symlinkSync(root, link);
    for (const place of [root, link]) expect((await recordOf(place)).commit).toBe(head);
  });

  test("names no commit where a source inside a submodule is not as committed", async () => {
    const inner = new Repository().commit("2024-01-01T00:00:00Z", { "texts/cbc/cip-1.md": proposalText(1) });
    const series = [{ profile: "cip" as const, source: "register/texts" }];
    const repository = new Repository(makeSite({}, { series }));
    const { root } = repository;
    repository.git(["-c", "protocol.file.allow=always", "submodule", "--quiet", "add", inner.root, "register"]);
    const head = repository.commit("2024-01-01T00:00:00Z").git(["rev-parse", "HEAD"]).trim();
    expect((await recordOf(root)).commit).toBe(head);
    appendFileSync(join(root, "register/texts/cbc/cip-1.md"), "More.\n");
    expect((await recordOf(root)).commit).toBeNull();
  });

  test("does not care for what is no source", async () => {
    const { root } = new Repository(makeSite({ [proposal]: proposalText(1) }, config)).commit("2024-01-01T00:00:00Z");
    writeFileSync(join(root, "notes.txt"), "x");
    writeFileSync(join(root, "content/cip/cbc/cip-1.md~"), "ignored");
    writeFileSync(join(root, ".git/info/exclude"), "*~\n");
    await build(root, join(root, "build"));
    await build(root, join(root, "build"));
    expect(record(join(root, "build")).commit).toMatch(/^\w{40}$/);
  });

  test("names none, and runs nothing that is configured there, if the repository is another user's", async () => {
    const repository = new Repository(makeSite({ [proposal]: proposalText(1) }, config)).commit("2024-01-01T00:00:00Z");
    const { root } = repository;
    repository.git(["config", "filter.x.clean", `touch ${join(root, "ran")}; cat`]);
    writeFileSync(join(root, ".git/info/attributes"), "* filter=x\n");
    appendFileSync(join(root, proposal), "More.\n");
    process.env.GIT_TEST_ASSUME_DIFFERENT_OWNER = "1";
    try {
      expect((await recordOf(root)).commit).toBeNull();
    } finally {
      delete process.env.GIT_TEST_ASSUME_DIFFERENT_OWNER;
    }
    expect(existsSync(join(root, "ran"))).toBe(false);
  });

  test("names none without a repository", async () => {
    expect((await recordOf(makeSite({ [proposal]: proposalText(1) }, config))).commit).toBeNull();
  });
});
