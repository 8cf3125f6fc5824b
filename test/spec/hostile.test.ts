/** The issue's scenario: everything that can be wrong with proposals, at once, in a site that is already published. */
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { type BuildReport, buildJson, type CliRun } from "../support/cli.js";
import { makeSite, proposalText } from "../support/site.js";
import { digestsOf } from "../support/tree.js";

const bomb = [
  "a: &a [lol]",
  ...Array.from({ length: 12 }, (_, n) => {
    const [name, before] = ["abcdefghijklmn"[n + 1], "abcdefghijklmn"[n]];
    return `${name}: &${name} [${Array(9).fill(`*${before}`).join(",")}]`;
  }),
].join("\n");

const root = makeSite({
  "content/cip/cbc/cip-20.md": proposalText(20, { date: "2021-01-01" }),
  "content/cip/core/cip-98.md": proposalText(98, { requires: 20 }),
});
/** What code in a proposal would leave, if anything ran it. */
const witness = join(root, "witness.txt");
const code = `require("fs").writeFileSync(${JSON.stringify(witness)}, "ran")`;

/** Each bad file with its code and the place that the report must name. */
const broken: Record<string, { text: string; code: string; place: string }> = {
  "cbc/cip-31.md": { text: '---\ncip: 31\ntitle: "Open\n---\nText\n', code: "front-matter-yaml", place: "\\d+:\\d+" },
  "cbc/cip-32.md": { text: "---\ncip: abc\ntitle: T\n---\n", code: "number-invalid", place: "2:6" },
  "core/cip-20.md": { text: proposalText(20), code: "number-duplicate", place: "1:1" },
  "wallets/cip-33.md": { text: proposalText(33), code: "category-unknown", place: "1:1" },
  "cbc/cip-34.md": { text: "---\ncip: 34\n---\nText\n", code: "field-missing", place: "2:1" },
  "cbc/cip-35.md": { text: proposalText(35, { date: "2021-02-30" }), code: "date-invalid", place: "4:7" },
  "cbc/cip-36.md": {
    text: `---js\n{ cip: 36, title: ${code} }\n---\nText\n`,
    code: "front-matter-language",
    place: "1:4",
  },
  "cbc/cip-37.md": {
    text: `---\ncip: 37\ntitle: T\n${bomb}\n---\nText\n`,
    code: "front-matter-alias",
    place: "4:\\d+",
  },
};

let before: Record<string, string>;
let run: CliRun & { report: BuildReport };

beforeAll(async () => {
  expect((await buildJson(["--root", root])).code).toBe(0);
  before = digestsOf(join(root, "build"));
  for (const [path, { text }] of Object.entries(broken)) {
    const file = join(root, "content/cip", path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  run = await buildJson(["--root", root]);
});

test("the build ends with exit 2 and one JSON document", () => {
  expect([run.code, run.stderr, run.report.ok]).toEqual([2, "", false]);
});

test.each(Object.entries(broken))("%s is reported with file, line and column", (path, expected) => {
  const own = run.report.diagnostics.filter(({ file }) => file === `content/cip/${path}`);
  expect(own.map(({ code }) => code)).toEqual([expected.code]);
  expect(own[0]).toMatchObject({
    severity: "error",
    message: expect.stringMatching(/\S/),
    help: expect.stringMatching(/\S/),
  });
  expect(`${own[0]?.line}:${own[0]?.column}`).toMatch(new RegExp(`^${expected.place}$`));
});

test("all of them are in one report, sorted, and nothing else does", () => {
  const files = run.report.diagnostics.map(({ file }) => file);
  expect(files).toEqual([...files].sort());
  // Nothing says which of two texts had a number first.
  const wrong = [...Object.keys(broken), "cbc/cip-20.md"];
  expect(new Set(files)).toEqual(new Set(wrong.map((path) => `content/cip/${path}`)));
});

test("each of the two with one number names the other file", () => {
  const duplicates = run.report.diagnostics.filter(({ code }) => code === "number-duplicate");
  const said = duplicates.map(({ file, message }) => `${file} ${message}`).sort();
  expect(said).toEqual([
    expect.stringMatching(/cbc\/cip-20\.md .*core\/cip-20\.md/),
    expect.stringMatching(/core\/cip-20\.md .*cbc\/cip-20\.md/),
  ]);
});

test("the published site is byte for byte what it was", () => {
  expect(digestsOf(join(root, "build"))).toEqual(before);
});

test("nothing in a proposal was executed", () => {
  expect(existsSync(witness)).toBe(false);
});
