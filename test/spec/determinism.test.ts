/** One site is one sequence of bytes, no matter who builds it, where and when. */
import { cpSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { buildJson, cipgen, cipgenProcess } from "../support/cli.js";
import { Repository } from "../support/git.js";
import { build as buildHere, makeFolder, makeSite, proposalText, textOf } from "../support/site.js";
import { digestsOf } from "../support/tree.js";

const body = `Text with $x^2$, CIP-165 and ünïcödé[^1].

<!--truncate-->

## Code

\`\`\`solidity
contract A { uint b = 1; }
\`\`\`

| a | b |
|:-:|--:|
| 1 | 2 |

![picture](./bild.png) <details><summary>More</summary>x</details>

[^1]: Note
`;

const picture = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

/** A site with a history whose commits are close to midnight, where time zones disagree about the day. */
function makeRegister(): string {
  const root = makeSite(
    {
      "content/cip/cbc/cip-20.md": proposalText(20, { date: "2021-12-31", requires: 165, tags: "[ä, Z, a]" }, body),
      "content/cip/cbc/cip-165.md": proposalText(165, { date: "2022-01-01", updated: "2022-03-01" }, body),
      "content/cip/core/cip-98.md": proposalText(98, { author: "Ada (@ada), Zoë" }),
      "content/cip/cbc/bild.png": picture,
      "content/docs/start.md": "# Start\n\nText\n",
      "content/docs/äh.md": "# Äh\n\nText\n",
      "content/static/a.txt": "static",
    },
    { docs: { mainDocId: "start" }, search: { provider: "local" }, locales: { "en-US": {}, "de-DE": {}, "ja-JP": {} } },
  );
  new Repository(root).commit("2023-06-30T23:59:00-02:00").commit("2023-12-31T23:30:00Z");
  return root;
}

/** Digests of the output, so that a difference is named by its file. */
async function build(root: string, args: string[], options = {}, run = cipgen) {
  const out = join(makeFolder(), "site");
  const { code, report } = await buildJson(["--root", root, "--out", out, ...args], options, run);
  expect([code, report.diagnostics]).toEqual([0, []]);
  return { digests: digestsOf(out), report };
}

test("two builds under other time zones, languages and working directories are byte-identical", async () => {
  const root = makeRegister();
  const here = { cwd: root, env: { TZ: "Pacific/Kiritimati", LANG: "C", LC_ALL: "C" } };
  const one = await build(root, ["--no-cache"], here, cipgenProcess);
  const env = { TZ: "Pacific/Niue", LANG: "sv_SE.UTF-8", LC_ALL: "tr_TR.UTF-8", NODE_ENV: "development" };
  const other = await build(root, ["--no-cache"], { cwd: makeFolder(), env }, cipgenProcess);
  expect(other.digests).toEqual(one.digests);
  expect(Object.keys(one.digests).length).toBeGreaterThan(30);
});

test("a copy of the site in another folder is built to the same bytes, whatever the folder's name is", async () => {
  const root = makeRegister();
  const config = readFileSync(join(root, "cipgen.config.json"), "utf8");
  writeFileSync(join(root, "cipgen.config.ts"), `export default ${config}`);
  rmSync(join(root, "cipgen.config.json"));
  const copy = join(makeFolder(), String.raw`copy of \it\ *{a,b} [c] #%41? !(d)`);
  cpSync(root, copy, { recursive: true, preserveTimestamps: false });
  expect((await build(copy, ["--no-cache"])).digests).toEqual((await build(root, ["--no-cache"])).digests);
});

test("line ends of texts make no difference: git writes those that the machine wants", async () => {
  const body =
    "Some *words* that\ncontinue.\n\n<!--truncate-->\n\n```js\nlet a;\n\nlet b;\n```\n\n- one\n- two\n\n| a |\n|---|\n| b |\n";
  const files: Record<string, string> = {
    "content/cip/cbc/cip-20.md": proposalText(20, { author: "Ada", requires: 21 }, body),
    "content/cip/cbc/cip-20/annex.md": body,
    "content/cip/cbc/cip-21.md": proposalText(21, { description: "A\u0007 control" }, body),
    "content/docs/cip.md": `---\ntitle: Start\n---\n${body}`,
    "content/home.md": body,
  };
  const other = Object.entries(files).map(([path, text]) => [path, text.replaceAll("\n", "\r\n")]);
  const config = { docs: { mainDocId: "cip" } };
  const [one, two] = [
    await buildHere(makeSite(files, config)),
    await buildHere(makeSite(Object.fromEntries(other), config)),
  ];
  expect(one.text("cip/cbc/cip-20/index.md")).toContain("words");
  expect([...two.files.keys()]).toEqual([...one.files.keys()]);
  for (const path of one.files.keys()) expect([path, two.text(path)]).toEqual([path, one.text(path)]);
});

test("code that a thread has highlighted while texts were parsed has the colours that it has without one", async () => {
  const languages = ["js", "solidity", "json", "diff", "nonsense"];
  const code = (n: number) => `\`\`\`${languages[n % 5]}\nlet a${n} = "<${n}>"; // + ${"x".repeat(n)}\n\`\`\`\n`;
  const long = "Some words that go on for a while. ".repeat(100);
  const files = Object.fromEntries(
    Array.from({ length: 40 }, (_, n) => [
      `content/cip/cbc/cip-${n + 1}.md`,
      proposalText(n + 1, {}, `${body}\n${code(n)}\n${long}\n\n- item\n\n  ${code(n + 1).replaceAll("\n", "\n  ")}\n`),
    ]),
  );
  const root = makeSite({ ...files, "content/cip/cbc/bild.png": picture });
  const threads = await buildJson(["--root", root, "--no-cache"], {}, cipgenProcess);
  const { files: made } = await buildHere(root);
  const pages = [...made.keys()].filter((path) => path.endsWith(".html"));
  const different = pages.filter(
    (path) => readFileSync(join(threads.report.out, path), "utf8") !== textOf(made.get(path) ?? ""),
  );
  expect(different).toEqual([]);
  expect(textOf(made.get("cip/cbc/cip-1/index.html") ?? "")).toContain('<span class="hljs-keyword">let</span>');
});
