/** Includes: a text with parts of other files is read, checked, cached and published as one text, and nothing else of the machine is ever read. */
import { readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { build as buildToDisk } from "../../src/api/build.js";
import { lint } from "../../src/api/lint.js";
import { review } from "../../src/api/review.js";
import { buildJson, cipgenProcess } from "../support/cli.js";
import { Repository } from "../support/git.js";
import { build, makeFolder, makeSite, proposalText } from "../support/site.js";
import { treeOf } from "../support/tree.js";
import { untilClean, watchSite } from "../support/watch.js";

const on = { markdown: { include: true }, docs: { mainDocId: "start" } };

/** The page of a text in the docs, and the problems of its site. */
async function shown(text: string, files: Record<string, string | Uint8Array> = {}) {
  const root = makeSite({ "content/docs/start.md": text, ...files }, on);
  const built = await build(root);
  const said = built.diagnostics.map(({ code, file, line, column, message }) => ({
    code,
    at: `${file}:${line}:${column}`,
    message,
  }));
  return { built, said, page: () => built.page("/docs/start").querySelector(".prose") as Element };
}

describe("the forms", () => {
  test("directives of reStructuredText, in every site, but not in an example", async () => {
    const text =
      "Start\n=====\n\n.. include:: part.rst\n\n- a list\n\n  .. literalinclude:: ../code/a.json\n     :lines: 2-3\n     :caption: No\n\n" +
      ".. csv-table:: Values\n   :file: ../code/a.csv\n   :header-rows: 1\n\nAn example::\n\n  .. include:: lost.rst\n";
    const files = {
      "content/docs/start.rst": text,
      "content/docs/part.rst": "Part\n----\n\nsee lost_\n",
      "content/code/a.json": '{\n  "a": 1,\n  "b": 2\n}\n',
      "content/code/a.csv": "A,B\n1,2\n",
    };
    const built = await build(makeSite(files, { docs: { mainDocId: "start" } }));
    expect(built.diagnostics.map(({ code, file, line, column }) => `${code} ${file}:${line}:${column}`)).toEqual([
      "rst-reference content/docs/part.rst:4:5",
    ]);
    const page = built.page("/docs/start").querySelector(".prose") as Element;
    expect(page.querySelector("h2")?.id).toBe("part");
    expect(page.querySelector("li figure[data-language=json] code")?.textContent).toBe('"a": 1,\n"b": 2\n');
    expect([...page.querySelectorAll("th, td")].map((cell) => cell.textContent)).toEqual(["A", "B", "1", "2"]);
    expect(page.querySelector(":scope > figure:last-child code")?.textContent).toBe(".. include:: lost.rst\n");
  });

  test.each([
    "../../../secret.rst",
    "/.git/config",
    "https://x.example/a.rst",
    "lost.rst",
  ])("a directive reads no %s", async (target) => {
    const built = await build(
      makeSite({ "content/docs/start.rst": `.. include:: ${target}\n` }, { docs: { mainDocId: "start" } }),
    );
    expect(built.diagnostics[0]).toMatchObject({ code: "include-failed", file: "content/docs/start.rst", line: 1 });
  });

  test("a file of Markdown, its lines, and one of its regions, also in a list", async () => {
    const { page, said } = await shown(
      "# Start\n\n<!--@include: ./part.md-->\n\n<!-- @include: ./part.md{3,3} -->\n\n1. First\n\n   <!--@include: ../notes/all.md#second-->\n",
      {
        "content/docs/part.md": "---\ntitle: Of its own\n---\n## A part\n\nOne\n",
        "content/notes/all.md":
          "<!-- #region first -->\nNo\n<!-- #endregion -->\n<!-- #region second -->\nYes\n\n> also\n<!-- #endregion second -->\n",
      },
    );
    expect(said).toEqual([]);
    expect([...page().querySelectorAll("h2")].map(({ id }) => id)).toEqual(["a-part"]);
    expect(page().querySelector("ol > li")?.textContent).toContain("Yes");
    expect(page().querySelector("li blockquote")?.textContent).toContain("also");
    expect(page().textContent).not.toContain("No\n");
    expect(page().textContent).not.toContain("Of its own");
  });

  test("code with the language of its file, and a region without its margin", async () => {
    const { page, said } = await shown("<<< ../code/a.ts\n\n<<< @/content/code/a.ts#inner{2 js} [A title]\n", {
      "content/code/a.ts": "```;\nif (a) {\n  // #region inner\n  run();\n  // #endregion inner\n}\n",
    });
    expect(said).toEqual([]);
    const codes = [...page().querySelectorAll("figure.code")];
    expect(codes.map((code) => code.getAttribute("data-language"))).toEqual(["ts", "js"]);
    expect(codes[0]?.querySelector("code")?.textContent).toContain("```;\nif (a) {");
    expect(codes[1]?.querySelector("code")?.textContent).toBe("run();\n");
  });

  test("the snippets of MkDocs, in code too", async () => {
    const { page, said } = await shown(
      '--8<-- "content/code/a.md"\n\n```py\n--8<-- "content/code/a.py:body"\n--8<-- \'content/code/a.py:1:1\'\n```\n',
      {
        "content/code/a.md": "Hello *you*\n",
        "content/code/a.py": "import os\n# --8<-- [start:body]\nrun()\n# --8<-- [end:body]\n",
      },
    );
    expect(said).toEqual([]);
    expect(page().querySelector("em")?.textContent).toBe("you");
    expect(page().querySelector("code")?.textContent).toBe("run()\nimport os\n");
  });

  test("in code, and without the key, they are what is written", async () => {
    const text = "```md\n<!--@include: ./part.md-->\n<<< ./part.md\n```\n";
    const { page, said } = await shown(text);
    expect(said).toEqual([]);
    expect(page().textContent).toContain("<!--@include: ./part.md-->\n<<< ./part.md");
    const off = await build(makeSite({ "content/docs/start.md": "<<< ./x.ts\n" }, { docs: on.docs }));
    expect(off.diagnostics).toEqual([]);
    expect(off.text("docs/start/index.html")).toContain("&lt;&lt;&lt; ./x.ts");
  });

  test("in proposals and translations; parts have parts", async () => {
    const root = makeSite(
      {
        "content/cip/cbc/cip-20.md": proposalText(20, {}, "## One\n\n<!--@include: ../../parts/a.md-->\n"),
        "content/i18n/de-DE/cip/cbc/cip-20.md": proposalText(20, {}, '--8<-- "content/parts/b.md"\n'),
        "content/parts/a.md": "Outer\n\n<!--@include: ./b.md-->\n",
        "content/parts/b.md": "Inner <script>alert(1)</script> [x](javascript:alert(1))\n",
      },
      { ...on, docs: undefined, locales: { "en-US": {}, "de-DE": {} } },
    );
    const built = await build(root);
    expect(built.text("cip/cbc/cip-20/index.html")).toContain("Outer");
    expect(built.text("cip/cbc/cip-20/index.html")).toContain("Inner");
    expect(built.text("de-DE/cip/cbc/cip-20/index.html")).toContain("Inner");
    expect(built.text("cip/cbc/cip-20/index.html")).not.toContain("alert(1)</script>");
  });
});

describe("what is never read", () => {
  const secret = "SECRET-OF-THE-MACHINE";

  test.each([
    ["outside of the repository", "../../../outside.md"],
    ["by an absolute path", "/etc/passwd"],
    ["of git", "../../.git/config"],
    ["of git, in capitals", "../../.GIT/config"],
    ["of git, by a short name", "../../GIT~1/config"],
    ["hidden", "../../.env"],
    ["in a hidden folder", "@/.ssh/key.md"],
    ["of a package", "../../node_modules/a/a.md"],
    ["from an address", "https://x.example/a.md"],
    ["a symbolic link", "./link.md"],
    ["in a folder that is a symbolic link", "./folder/a.md"],
    ["a folder", "../docs"],
    ["with a stream's name", "./a.md::$DATA"],
  ])("a file %s", async (_, path) => {
    const outer = makeFolder({ "outside.md": secret });
    const root = join(outer, "site");
    makeFolder(
      {
        "cipgen.config.json": JSON.stringify({
          title: "Register",
          url: "https://register.example",
          series: [{ profile: "cip" }],
          ...on,
        }),
        "content/docs/start.md": `Text\n\n<!--@include: ${path}-->\n`,
        "content/docs/more.md": `<<< ${path}\n`,
        "content/docs/third.md": `--8<-- "${path}"\n`,
        ".env": secret,
        ".ssh/key.md": secret,
        "node_modules/a/a.md": secret,
        "notes/a.md": secret,
        "content/cip/readme.txt": "",
      },
      root,
    );
    new Repository(root);
    symlinkSync("../../notes/a.md", join(root, "content/docs/link.md"));
    symlinkSync("../../notes", join(root, "content/docs/folder"));
    const built = await build(root);
    const own = built.diagnostics.filter(({ code }) => code === "include-failed");
    expect(own.map(({ file }) => file)).toEqual([
      "content/docs/more.md",
      "content/docs/start.md",
      "content/docs/third.md",
    ]);
    for (const [, content] of built.files) expect(String(content)).not.toContain(secret);
  });

  test("a loop, a part that is not there, and parts without end are errors at their lines, in the file that has them", async () => {
    const { said } = await shown(
      "<!--@include: ./a.md-->\n\n<!--@include: ./gone.md-->\n\n  <!--@include: ./c.md#none-->\n\n<!--@include: ./c.md{3,}-->\n",
      {
        "content/docs/a.md": "A\n\n<!--@include: ./b.md-->\n",
        "content/docs/b.md": "<!--@include: ./a.md-->\n",
        "content/docs/c.md": "C\n",
      },
    );
    const of = (file: string) =>
      said
        .filter(({ at, code }) => code === "include-failed" && at.startsWith(`content/docs/${file}`))
        .map(({ at, message }) => `${at} ${message}`);
    expect(of("b.md")).toContain(
      'content/docs/b.md:1:1 "./a.md" is not included: it includes itself: content/docs/start.md → content/docs/a.md → content/docs/b.md → content/docs/a.md',
    );
    expect(of("start.md")).toEqual([
      'content/docs/start.md:3:1 "./gone.md" is not included: there is no file content/docs/gone.md',
      'content/docs/start.md:5:3 "./c.md#none" is not included: it has no region "none"',
      'content/docs/start.md:7:1 "./c.md{3,}" is not included: it has no lines 3–, but 1 lines',
    ]);
  });

  test("a text that doubles with each part ends soon, with an error", async () => {
    const bomb = Object.fromEntries(
      [...Array(9).keys()].map((level) => [
        `content/docs/p${level}.md`,
        `${`<!--@include: ./p${level + 1}.md-->\n`.repeat(20)}`,
      ]),
    );
    const { said } = await shown("<!--@include: ./p0.md-->\n", {
      ...bomb,
      "content/docs/p9.md": `${"x".repeat(1000)}\n`,
    });
    expect(said.some(({ code }) => code === "include-failed")).toBe(true);
  });

  test("bytes that are no text, and a file that is too large", async () => {
    const { said } = await shown("<<< ../code/a.bin\n\n<<< ../code/b.txt\n", {
      "content/code/a.bin": Uint8Array.of(0xff, 0xfe, 0),
      "content/code/b.txt": "x".repeat(2_000_001),
    });
    expect(said.map(({ code, at }) => `${code} ${at}`)).toEqual([
      "file-encoding content/code/a.bin:1:1",
      "include-failed content/docs/start.md:3:1",
    ]);
  });
});

test("problems in a part are said of the part, once for several texts, and behind it of the text", async () => {
  const { said } = await shown("One\n\n- <!-- -->\n\n  <!--@include: ../parts/a.md-->\n\n[y](./nowhere-y.md)\n", {
    "content/docs/more.md": "<!--@include: ../parts/a.md-->\n",
    "content/parts/a.md": "First\n\nSee [x](/nowhere).\n",
  });
  expect(said.map(({ code, at }) => `${code} ${at}`)).toEqual([
    "broken-link content/parts/a.md:3:9",
    "broken-markdown-link content/docs/start.md:7:5",
  ]);
});

test("lint reads the whole text, names the part, and fixes only the text itself", async () => {
  const root = makeSite(
    {
      "content/docs/start.md": "# Start\n\n<!--@include: ../parts/a.md-->\n\nTrailing  \t\n",
      "content/parts/a.md": "### Skipped\n",
    },
    { ...on, lint: { rules: { "heading-levels": "error" } } },
  );
  const { diagnostics } = await lint({ root });
  expect(diagnostics.filter(({ code }) => code === "heading-levels")).toMatchObject([
    { file: "content/parts/a.md", line: 1 },
  ]);
});

/** Any text: parts with parts, ranges, lists, code, all of it with problems. */
test("every line of a text is one of the file that its place names", async () => {
  const line = fc.constantFrom(
    "[a](/nowhere-1)",
    "  [b](/nowhere-2)",
    "- item",
    "",
    "```",
    "<!--@include: ./p1.md-->",
    "  <!--@include: ./p2.md{2,}-->",
    '--8<-- "content/docs/p2.md"',
    "<<< ./p2.md",
  );
  const text = fc.array(line, { minLength: 1, maxLength: 12 }).map((lines) => `${lines.join("\n")}\n`);
  await fc.assert(
    fc.asyncProperty(text, text, text, async (start, p1, p2) => {
      const files: Record<string, string> = {
        "content/docs/start.md": start,
        "content/docs/p1.md": p1,
        "content/docs/p2.md": p2,
      };
      const built = await build(makeSite(files, { ...on, checks: { brokenLinks: "warn" } }));
      for (const { code, file = "", line: at = 0, column = 0, about = "" } of built.diagnostics)
        if (code === "broken-link")
          expect(files[file]?.split("\n")[at - 1]?.slice(column - 1, column - 1 + about.length)).toBe(about);
    }),
    { numRuns: 40 },
  );
});

test("a build has the same bytes with threads, without, and from what it knows; a part that changes makes its pages again", async () => {
  const long = `${"Words of a long text, one after the other. ".repeat(30_000)}\n`;
  const root = makeSite(
    {
      "content/docs/start.md": "<!--@include: ../parts/a.md-->\n",
      "content/docs/long.md": long,
      "content/cip/cbc/cip-20.md": proposalText(20, {}, '--8<-- "content/parts/a.md"\n'),
      "content/parts/a.md": "One\n",
    },
    on,
  );
  const cacheDir = makeFolder();
  const made = async (out: string, cache = cacheDir) => {
    const { ok, diagnostics } = await buildToDisk({ root, out, cacheDir: cache });
    expect({ ok, diagnostics }).toEqual({ ok: true, diagnostics: [] });
    return treeOf(out);
  };
  const out = join(makeFolder(), "site");
  const first = await made(out);
  expect(await made(out)).toEqual(first);
  // The bundle has threads.
  const threads = await buildJson(["--root", root, "--no-cache"], {}, cipgenProcess);
  expect(threads.report.diagnostics).toEqual([]);
  const pageOf = (folder: string) => readFileSync(join(folder, "docs/start/index.html"), "utf8");
  expect(pageOf(threads.report.out)).toBe(pageOf(out));
  writeFileSync(join(root, "content/parts/a.md"), "Two\n");
  const second = await made(out);
  expect(second["docs/start/index.html"]).toContain("Two");
  expect(second["cip/cbc/cip-20/index.html"]).toContain("Two");
  expect(second).toEqual(await made(join(makeFolder(), "site"), makeFolder()));
});

test("a watched site has a part as soon as it is there", async () => {
  const root = makeSite({ "content/docs/start.md": "# Start\n" }, on);
  const watched = await watchSite(root);
  const failed = watched.rebuilt(({ diagnostics }) => diagnostics.some(({ code }) => code === "include-failed"));
  writeFileSync(join(root, "content/docs/start.md"), "# Start\n\n<!--@include: ../../later/part.md-->\n");
  await failed;
  makeFolder({ "later/part.md": "Here\n" }, root);
  expect(await untilClean(watched)).toEqual([]);
  writeFileSync(join(root, "later/part.md"), "There\n");
  expect(await untilClean(watched)).toEqual([]);
  await watched.close();
});

describe("a change is judged with the files of its commit", () => {
  const config = JSON.stringify({
    title: "Register",
    url: "https://register.example",
    series: [{ profile: "cip" }],
    markdown: { include: true },
  });

  function repository(): Repository {
    return new Repository().commit("2020-01-01T00:00:00Z", {
      "cipgen.config.json": config,
      "content/cip/cbc/cip-20.md": proposalText(
        20,
        { status: "Draft" },
        "## Abstract\n\n<!--@include: ../../parts/a.md-->\n",
      ),
      "content/parts/a.md": "Old\n",
    });
  }

  test("review", async () => {
    const { root } = repository().commit("2020-01-02T00:00:00Z", { "content/parts/a.md": "Old\n\n[x](/nowhere)\n" });
    // What is in the folder is no part of the change.
    writeFileSync(join(root, "content/parts/a.md"), "Other\n\n[y](/nobody)\n");
    const { diagnostics, proposals } = await review({ root, base: "HEAD~1", cacheDir: makeFolder() });
    expect(proposals.map(({ label }) => label)).toEqual(["CIP-20"]);
    expect(diagnostics.filter(({ code }) => code === "broken-link")).toMatchObject([
      { file: "content/parts/a.md", line: 3, column: 5 },
    ]);
  });

  test("review never follows a link to a secret", async () => {
    const repo = repository();
    symlinkSync("../../.git/config", join(repo.root, "content/parts/b.md"));
    repo.commit("2020-01-02T00:00:00Z", {
      "content/cip/cbc/cip-20.md": proposalText(20, { status: "Draft" }, "<!--@include: ../../parts/b.md-->\n"),
    });
    const { diagnostics } = await review({ root: repo.root, base: "HEAD~1", cacheDir: makeFolder() });
    expect(diagnostics.filter(({ code }) => code === "include-failed")).toMatchObject([
      { file: "content/cip/cbc/cip-20.md", line: 6 },
    ]);
  });

  test("lint --changed-since looks at the texts that include what has changed", async () => {
    const { root } = repository();
    writeFileSync(join(root, "content/parts/a.md"), "New\n\n[x](/nowhere)\n");
    const { diagnostics } = await lint({ root, changedSince: "HEAD", cacheDir: makeFolder() });
    expect(diagnostics.filter(({ code }) => code === "broken-link")).toMatchObject([
      { file: "content/parts/a.md", line: 3 },
    ]);
  });
});
