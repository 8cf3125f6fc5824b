/** Symbolic links among the sources: followed inside the repository, an error anywhere else, never skipped without a word. */
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { diskReader } from "../../src/content/read/reader.js";
import { cipgen } from "../support/cli.js";
import { Repository } from "../support/git.js";
import { runs } from "../support/runs.js";
import { build, makeFolder, makeSite, proposalText } from "../support/site.js";

const link = (root: string, path: string, target: string) => {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  symlinkSync(target, join(root, path));
};
const said = async (root: string) => {
  const built = await build(root);
  return {
    built,
    said: built.diagnostics.map(({ code, severity, file, message }) => `${severity} ${code} ${file}: ${message}`),
  };
};
const files = { "content/cip/cbc/cip-20.md": proposalText(20), ".git/HEAD": "ref: refs/heads/main\n" };

describe("inside the repository", () => {
  test("a link is what it leads to: a proposal, a folder of docs, a picture, a template, strings", async () => {
    const root = makeSite(
      {
        ...files,
        "drafts/cip-21.md": proposalText(21),
        "guide/start.md": "---\ntitle: Start\n---\nText\n",
        "media/logo.png": "png",
        "ours/en.json": '{"archive.title": "All of them"}',
        "theme/Footer.tsx": "export default function Footer() { return <footer>Ours</footer>; }\n",
      },
      { docs: { mainDocId: "start" } },
    );
    link(root, "content/cip/cbc/cip-21.md", "../../../drafts/cip-21.md");
    link(root, "content/docs", "../guide");
    link(root, "content/static/img", "../../media");
    link(root, "locales/en-US/ours.json", "../../ours/en.json");
    link(root, "templates", "theme");
    new Repository(root).stage();
    const { built, said: diagnostics } = await said(root);
    expect(diagnostics).toEqual([]);
    expect(built.page("/cip/cbc/cip-21").title).toContain("Proposal 21");
    expect(built.page("/docs/start").querySelector("h1")?.textContent).toBe("Start");
    expect(built.has("img/logo.png")).toBe(true);
    expect(built.page("/cip/archive").querySelector("h1")?.textContent).toBe("All of them");
    expect(built.page("/cip").querySelector("footer")?.textContent).toBe("Ours");
  });

  test("a link to the folder of all sources is one, whatever folders there are after it", async () => {
    const root = makeSite({ "texts/cip/cbc/cip-20.md": proposalText(20), ".git/HEAD": "ref: refs/heads/main\n" });
    rmSync(join(root, "content"), { recursive: true, force: true });
    link(root, "content", "texts");
    const { built, said: diagnostics } = await said(root);
    expect(diagnostics).toEqual([]);
    expect(built.page("/cip/cbc/cip-20").title).toContain("Proposal 20");
  });

  test("the lock of an editor is no source", async () => {
    const root = makeSite(files);
    link(root, "content/cip/cbc/.#cip-20.md", "ann@host.4711:1");
    expect((await said(root)).said).toEqual([]);
  });

  test("links in ignored folders may lead anywhere", async () => {
    const root = makeSite(
      { "cip-20.md": proposalText(20), ".git/HEAD": "ref: refs/heads/main\n" },
      { series: [{ profile: "cip", source: ".", files: "cip-{number}.md", category: { from: "none" } }] },
    );
    link(root, "node_modules", "/usr");
    expect((await said(root)).said).toEqual([]);
  });
});

describe("anywhere else", () => {
  const outside = makeFolder({ "secret.md": proposalText(99), "a.json": "{}", "A.tsx": "export default 1" });
  test.each([
    [
      {
        "content/cip/cbc/cip-99.md": join(outside, "secret.md"),
        "content/cip/more": outside,
        "content/docs": outside,
        "content/home.md": join(outside, "secret.md"),
        "content/i18n/en-US": outside,
        "content/static": outside,
        "locales/en-US": outside,
        templates: outside,
      },
    ],
    [
      {
        "content/static/notes": outside,
        "locales/en-US/a.json": join(outside, "a.json"),
        "templates/Footer.tsx": join(outside, "A.tsx"),
      },
    ],
  ])("is an error at the link, and nothing is written: %o", async (links) => {
    const root = makeSite(files, { docs: undefined });
    for (const [path, target] of Object.entries(links)) link(root, path, target);
    const { built, said: diagnostics } = await said(root);
    expect(diagnostics).toEqual(
      Object.entries(links).map(
        ([path, target]) => `error file-link ${path}: this symbolic link leads out of the repository (${target})`,
      ),
    );
    expect(built.files.size).toBe(0);
  });

  test("nowhere, or in a circle, is one too", async () => {
    const root = makeSite(files);
    link(root, "content/cip/cbc/cip-21.md", "gone.md");
    link(root, "content/static/self", "self");
    link(root, "content/static/up", "..");
    link(root, "content/static/a/b", "../c");
    link(root, "content/static/c/d", "../a");
    expect((await said(root)).said).toEqual([
      "error file-link content/cip/cbc/cip-21.md: this symbolic link leads nowhere (gone.md)",
      "error file-link content/static/a/b/d: this symbolic link leads to a folder that contains it",
      "error file-link content/static/c/d/b: this symbolic link leads to a folder that contains it",
      "error file-link content/static/self: this symbolic link leads nowhere (self)",
      "error file-link content/static/up: this symbolic link leads to a folder that contains it",
    ]);
  });

  test.each([
    [["content/cip", "content/docs", "content/i18n", "content/static", "locales", "templates"]],
    [["content/i18n/en-US", "locales/en-US"]],
  ])("also for a folder that leads nowhere: %j", async (paths) => {
    const root = makeSite({ ".git/HEAD": "ref: refs/heads/main\n" }, { docs: undefined });
    rmSync(join(root, "content/cip"), { recursive: true });
    for (const path of paths) link(root, path, "gone");
    const { built, said: diagnostics } = await said(root);
    const expected = paths.map((path) => `error file-link ${path}: this symbolic link leads nowhere (gone)`);
    expect(diagnostics).toEqual(expect.arrayContaining(expected));
    expect(built.files.size).toBe(0);
  });

  test("check-links --site reads nothing outside of the folder, and says so", async () => {
    const root = makeFolder({ "index.html": "<!doctype html><title>A</title><h1>A</h1>" });
    link(root, "notes", outside);
    link(root, "gone.html", "nowhere.html");
    const { code, stdout } = await cipgen(["check-links", "--site", root, "--format", "json"]);
    const codes = (JSON.parse(stdout) as { diagnostics: { code: string; file: string }[] }).diagnostics;
    expect(code).toBe(2);
    expect(codes.filter((found) => found.code === "file-link").map(({ file }) => file)).toEqual(["gone.html", "notes"]);
  });
});

test("however links are laid, the list ends, and every name is a file of the repository or an error", async () => {
  const name = fc.constantFrom("a", "b", "c", "d");
  const path = fc.array(name, { minLength: 1, maxLength: 3 }).map((names) => names.join("/"));
  const target = fc.oneof(
    path,
    path.map((to) => `../${to}`),
    fc.constantFrom(".", "..", "../..", "/", "/etc", "x"),
  );
  const outside = makeFolder({ "secret.txt": "secret" });
  await fc.assert(
    fc.asyncProperty(
      fc.array(path, { maxLength: 3 }),
      fc.array(fc.tuple(path, target), { maxLength: 5 }),
      async (texts, links) => {
        const root = makeFolder({ ".git/HEAD": "ref: refs/heads/main\n", "in/x": "own" });
        for (const text of texts)
          try {
            mkdirSync(join(root, "in", dirname(text)), { recursive: true });
            writeFileSync(join(root, "in", text), "own");
          } catch {}
        let leavesTheRepository = false;
        for (const [from, to] of links)
          try {
            link(root, `in/${from}`, to === "/etc" ? outside : to);
            leavesTheRepository ||= to === "/etc";
          } catch {}
        const reader = diskReader(root);
        const found = await reader.list("in", ["**"]);
        for (const file of found) expect(readFileSync(join(root, "in", file), "utf8")).not.toBe("secret");
        if (leavesTheRepository) expect(reader.linkProblems?.()).not.toEqual([]);
        rmSync(root, { recursive: true });
      },
    ),
    { numRuns: runs(40) },
  );
});
