/** `lint --stdin-filename`: a text that is not saved, checked as if its file had it. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { lint } from "../../src/cli/api/lint.js";
import { cipgen, cipgenProcess } from "../support/cli.js";
import { makeSite, proposalText } from "../support/site.js";

const sections = ["Abstract", "Motivation", "Specification", "Rationale", "Security Considerations", "Copyright"]
  .map((title) => `## ${title}\n\nText.\n`)
  .join("\n");
const one = "content/cip/cbc/cip-1.md";
const config = { locales: { "en-US": {}, "de-DE": {} }, docs: { mainDocId: "start" } };
const site = () => ({
  [one]: proposalText(1, {}, sections),
  "content/cip/cbc/cip-2.md": proposalText(2, { requires: 1 }, sections),
  "content/docs/start.md": "---\ntitle: Start\n---\n\nText.\n",
});

const drafts: [what: string, path: string, text: string][] = [
  ["a field that does not exist", one, proposalText(1, { staus: "draft" }, sections)],
  ["a number that another file has", "content/cip/core/cip-2.md", proposalText(2, {}, sections)],
  [
    "a link that leads nowhere",
    "content/docs/start.md",
    "---\ntitle: Start\n---\n\n[One](./one.md), ![two](two.png)\n",
  ],
  ["a translation", "content/i18n/de-DE/cip/cbc/cip-1.md", proposalText(1, { staus: "draft" }, sections)],
  ["nothing", one, ""],
];

test.each(drafts)("%s: the findings are those of the saved text", async (_, path, text) => {
  const root = makeSite(site(), config);
  const draft = await lint({ root, draft: { path: join(root, path), text } });
  expect(draft.diagnostics.map(({ code }) => code)).not.toContain("config-reference");
  const saved = makeSite({ ...site(), [path]: text }, config);
  const { diagnostics, files } = await lint({ root: saved, files: [join(saved, path)] });
  expect([draft.diagnostics, draft.files]).toEqual([diagnostics, files]);
});

test("the file stays as it is", async () => {
  const root = makeSite(site(), config);
  await lint({ root, draft: { path: join(root, one), text: "" } });
  expect(readFileSync(join(root, one), "utf8")).toBe(proposalText(1, {}, sections));
});

test("in a register at the top of its repository, a draft is found by the same patterns as its file", async () => {
  const series = { profile: "cip" as const, source: ".", files: "cip-{number}.md" };
  const root = makeSite({ "cip-1.md": proposalText(1, { category: "core" }, sections) }, { series: [series] });
  const text = proposalText(2, { staus: "draft" }, sections);
  const { diagnostics } = await lint({ root, draft: { path: join(root, "cip-2.md"), text } });
  writeFileSync(join(root, "cip-2.md"), text);
  expect(diagnostics).toEqual((await lint({ root, files: [join(root, "cip-2.md")] })).diagnostics);
  expect(diagnostics.map(({ code }) => code)).toContain("unknown-fields");
  const hidden = await lint({ root, draft: { path: join(root, "node_modules/cip-3.md"), text } });
  expect(hidden.diagnostics).toMatchObject([{ code: "config-reference" }]);
});

test("the command reads standard input, shows the draft's lines and ends as lint does", async () => {
  const root = makeSite(site(), config);
  const args = ["lint", "--stdin-filename", "cip-1.md"];
  const wrong = await cipgenProcess(args, {
    cwd: join(root, "content/cip/cbc"),
    input: proposalText(1, { staus: "draft" }, sections),
  });
  expect(wrong).toMatchObject({ code: 2, stdout: expect.stringContaining("4 | staus: draft") });
  const right = await cipgenProcess(args, {
    cwd: join(root, "content/cip/cbc"),
    input: proposalText(1, { title: "Other" }, sections),
  });
  expect(right).toMatchObject({ code: 0, stdout: "1 file, no findings.\n" });
  const latin = await cipgenProcess([...args, "--format", "json"], {
    cwd: join(root, "content/cip/cbc"),
    input: Buffer.from(proposalText(1, {}, "Caf\u00e9\n"), "latin1"),
  });
  expect(JSON.parse(latin.stdout).diagnostics).toMatchObject([{ code: "file-encoding", line: 5 }]);
});

test("what is no text of the site, and options for files, are bad usage", async () => {
  const root = makeSite(site(), config);
  const elsewhere = await lint({ root, draft: { path: join(root, "README.md"), text: "" } });
  expect(elsewhere.diagnostics).toMatchObject([
    { code: "config-reference", message: expect.stringContaining("is not a text of this site") },
  ]);
  const draft = { path: join(root, one), text: "" };
  expect((await lint({ root, draft, fix: true })).diagnostics).toMatchObject([{ code: "config-invalid" }]);
  for (const other of [["--fix"], [one], ["--update-baseline"]]) {
    const { code, stderr } = await cipgen(["lint", "--root", root, "--stdin-filename", "x.md", ...other]);
    expect([other, code, stderr]).toEqual([other, 3, expect.stringContaining("--stdin-filename")]);
  }
});
