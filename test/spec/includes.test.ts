/** Includes in reStructuredText: a text with parts of other files is read, checked and published as one text. What may be read is in publishable.test.ts. */
import { symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { review } from "../../src/cli/api/review.js";
import { Repository } from "../support/git.js";
import { runs } from "../support/runs.js";
import { build, makeFolder, makeSite } from "../support/site.js";
import { untilClean, watchSite } from "../support/watch.js";

const docs = { docs: { mainDocId: "start" } };

/** The page of a text in the docs, and the problems of its site. */
async function show(text: string, files: Record<string, string | Uint8Array> = {}) {
  const { root } = new Repository(makeSite({ "content/docs/start.rst": text, ...files }, docs)).stage();
  const built = await build(root);
  const problems = built.diagnostics.map(({ code, file, line, column }) => `${code} ${file}:${line}:${column}`);
  return { built, problems, page: () => built.page("/docs/start").querySelector(".prose") as Element };
}

test("texts, lines of code and tables of other files, but not in an example", async () => {
  const text =
    "Start\n=====\n\n.. include:: part.rst\n\n- a list\n\n  .. literalinclude:: ../code/a.json\n     :lines: 2-3\n     :caption: No\n\n" +
    ".. csv-table:: Values\n   :file: ../code/a.csv\n   :header-rows: 1\n\n.. note::\n\n   .. include:: ../code/a.csv\n      :start-line: 1\n\n" +
    "An example::\n\n  .. include:: lost.rst\n";
  const { page, problems } = await show(text, {
    "content/docs/part.rst": "Part\n----\n\nsee lost_\n\n.. include:: other.rst\n",
    "content/docs/other.rst": "Other\n",
    "content/code/a.json": '{\n  "a": 1,\n  "b": 2\n}\n',
    "content/code/a.csv": "A,B\n1,2\n",
  });
  expect(problems).toEqual(["rst-reference content/docs/part.rst:4:5", "rst-unknown content/docs/part.rst:6:1"]);
  expect(page().querySelector("h2")?.id).toBe("part");
  expect(page().querySelector("li figure[data-language=json] code")?.textContent).toBe('"a": 1,\n"b": 2\n');
  expect([...page().querySelectorAll("th, td")].map((cell) => cell.textContent)).toEqual(["A", "B", "1", "2"]);
  expect(page().querySelector(".alert-note, .alert")?.textContent).toContain("1,2");
  expect(page().querySelector(":scope > figure:last-child code")?.textContent).toBe(".. include:: lost.rst\n");
});

test("what cannot be included is an error at its line: no text, too large, too many, itself", async () => {
  const lines = [
    "a.bin",
    "b.txt",
    "lost.rst",
    "start.rst",
    "a.csv\n   :start-line: 9",
    ...Array(9).fill("c.txt"),
    "d.txt",
  ];
  const { problems } = await show(lines.map((target) => `.. include:: ${target}\n\n`).join(""), {
    "content/docs/a.bin": Uint8Array.of(0xff, 0xfe, 0),
    "content/docs/a.csv": "1\n",
    "content/docs/b.txt": "x".repeat(2_000_001),
    "content/docs/c.txt": `${"x".repeat(400_000)}\n`,
    "content/docs/d.txt": "This has room.\n",
  });
  expect(problems.filter((problem) => /^(include-failed|file-encoding)/.test(problem))).toEqual([
    "file-encoding content/docs/a.bin:1:1",
    ...[3, 5, 9, 20, 22, 24, 26, 28].map((line) => `include-failed content/docs/start.rst:${line}:1`),
  ]);
});

test("problems in a part are said of the part, once for several texts, and after it of the text", async () => {
  const { problems } = await show("One\n\n- two\n\n  .. include:: ../parts/a.rst\n\n`y <./nowhere-y.md>`_\n", {
    "content/docs/more.rst": ".. include:: ../parts/a.rst\n",
    "content/parts/a.rst": "First\n\nSee `x </nowhere>`_.\n",
  });
  expect(problems).toEqual(["broken-link content/parts/a.rst:3:9", "broken-markdown-link content/docs/start.rst:7:5"]);
});

test("every line of a text is one of the file that its place names", async () => {
  const line = fc.constantFrom(
    "`a </nowhere-1>`_",
    "  `b </nowhere-2>`_",
    "",
    "::",
    ".. include:: ./p1.rst",
    "  .. include:: ./p1.rst\n     :start-line: 1",
    ".. literalinclude:: ./p1.rst",
  );
  const text = fc.array(line, { minLength: 1, maxLength: 12 }).map((lines) => `${lines.join("\n")}\n`);
  await fc.assert(
    fc.asyncProperty(text, text, async (start, p1) => {
      const files: Record<string, string> = { "content/docs/start.rst": start, "content/docs/p1.rst": p1 };
      const built = await build(makeSite(files, { ...docs, checks: { brokenLinks: "warn" } }));
      for (const { code, file = "", line: at = 0, about = "" } of built.diagnostics)
        if (code === "broken-link") expect(files[file]?.split("\n")[at - 1]).toContain(about);
    }),
    { numRuns: runs(6) },
  );
});

test("a watched site has a part as soon as it is there", async () => {
  const root = makeSite({ "content/docs/start.rst": "Start\n=====\n" }, docs);
  const watched = await watchSite(root);
  const failed = watched.rebuilt(({ diagnostics }) => diagnostics.some(({ code }) => code === "include-failed"));
  writeFileSync(join(root, "content/docs/start.rst"), "Start\n=====\n\n.. include:: part.inc\n");
  await failed;
  makeFolder({ "content/docs/part.inc": "Here\n" }, root);
  expect(await untilClean(watched)).toEqual([]);
  writeFileSync(join(root, "content/docs/part.inc"), "There\n");
  expect(await untilClean(watched)).toEqual([]);
  await watched.close();
});

describe("review reads the files of the commit", () => {
  const config = {
    title: "Register",
    url: "https://register.example",
    series: [{ id: "pep", label: "PEP", title: "PEPs", source: "peps", files: "pep-{number}.rst", route: "/pep" }],
  };
  const pep = (file: string) => `PEP: 1\nTitle: One\nStatus: Draft\n\n.. include:: ${file}\n`;
  const start = {
    "cipgen.config.json": JSON.stringify(config),
    "peps/pep-0001.rst": pep("a.inc"),
    "peps/a.inc": "Old\n",
  };
  const repository = () => new Repository().commit("2020-01-01T00:00:00Z", start);

  test("a part that changed", async () => {
    const { root } = repository().commit("2020-01-02T00:00:00Z", { "peps/a.inc": "Old\n\n`x </nowhere>`_\n" });
    // What is in the folder is no part of the change.
    writeFileSync(join(root, "peps/a.inc"), "Other\n\n`y </nobody>`_\n");
    const { diagnostics, proposals } = await review({ root, base: "HEAD~1" });
    expect(proposals.map(({ label }) => label)).toEqual(["PEP-1"]);
    expect(diagnostics.filter(({ code }) => code === "broken-link")).toMatchObject([{ file: "peps/a.inc", line: 3 }]);
  });

  test("never a link to a secret", async () => {
    const repo = repository();
    symlinkSync("../.git/config", join(repo.root, "peps/b.inc"));
    repo.commit("2020-01-02T00:00:00Z", { "peps/pep-0001.rst": pep("b.inc") });
    const { diagnostics } = await review({ root: repo.root, base: "HEAD~1" });
    expect(diagnostics.filter(({ code }) => code === "include-failed")).toMatchObject([
      { file: "peps/pep-0001.rst", line: 5 },
    ]);
  });
});
