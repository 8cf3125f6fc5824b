/** What a site adds to Markdown works in every text, in threads and without, and its failure leaves the output as it was. */
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { buildJson, cipgenProcess } from "../support/cli.js";
import { build, makeSite, proposalText, repositoryRoot } from "../support/site.js";

const rule = `
export function transactions(md, { explorer }) {
  md.inline.ruler.before("text", "tx", (state, silent) => {
    const match = /^\\[tx:(0x[0-9a-f]+)\\]/.exec(state.src.slice(state.pos));
    if (!match) return false;
    if (match[1] === "0xbad") throw new Error("no such transaction");
    if (!silent) Object.assign(state.push("tx", "", 0), { content: match[1] });
    state.pos += match[0].length;
    return true;
  });
  md.renderer.rules.tx = (tokens, index) => '<a class="tx" href="' + explorer(tokens[index].content) + '" onclick="x">' + tokens[index].content + '</a>';
}
`;

const config = `
import { defineConfig } from "cipgen";
import container from "markdown-it-container";
import deflist from "markdown-it-deflist";
import { transactions } from "./rules.mjs";
export default defineConfig({
  title: "Register",
  url: "https://register.example",
  search: { provider: "none" },
  docs: { mainDocId: "intro" },
  series: [{ profile: "cip" }],
  markdown: {
    containers: ["note"],
    extras: ["emoji"],
    math: { macros: { "\\\\RR": "\\\\mathbb{R}" } },
    rules: [deflist, [container, "legal"], [container, "rude"], [transactions, { explorer: (hash) => "https://scan.example/tx/" + hash }]],
    allow: { div: [".legal", ".rude"], a: [".tx"] },
  },
});
`;

const body = `:::note
A [tx:0x12] of Ada :tada: in $\\RR$.
:::

Term
: What it is.

::: rude
Text.
:::

::: legal
Text.
:::
`;

const shown = [
  '<div class="alert alert-note" role="note">',
  '<a class="tx external" rel="noopener" href="https://scan.example/tx/0x12">0x12</a>',
  "Ada 🎉 in <math",
  "<dt>Term</dt>",
  '<div class="legal">',
  '<div class="rude">',
  "ℝ",
];

function makeOwn(files: Record<string, string>, configured = config): string {
  const root = makeSite({ ...files, "cipgen.config.ts": configured, "rules.mjs": rule });
  mkdirSync(join(root, "node_modules"));
  for (const name of ["markdown-it-container", "markdown-it-deflist"])
    symlinkSync(join(repositoryRoot, "node_modules", name), join(root, "node_modules", name));
  return root;
}

const texts = (text = body) => ({
  "content/cip/cbc/cip-20.md": proposalText(20, {}, text),
  "content/docs/intro.md": `# Intro\n\n${body}`,
  "content/home.md": body,
});

test("proposals, docs and other pages have it", async () => {
  const { text, diagnostics } = await build(makeOwn(texts()));
  expect(diagnostics).toEqual([]);
  for (const path of ["cip/cbc/cip-20/index.html", "docs/intro/index.html", "index.html"])
    for (const part of shown) expect(text(path), path).toContain(part);
});

describe("a rule that fails", () => {
  test("names itself, the text and the place, and nothing is written", async () => {
    const root = makeOwn(texts());
    const { report } = await buildJson(["--root", root]);
    const page = join(report.out, "cip/cbc/cip-20/index.html");
    const before = readFileSync(page, "utf8");
    writeFileSync(join(root, "content/cip/cbc/cip-20.md"), proposalText(20, {}, "Text.\n\nA [tx:0xbad].\n"));
    const failed = await buildJson(["--root", root]);
    expect(failed.report.diagnostics).toMatchObject([
      {
        code: "site-code-failed",
        severity: "error",
        file: "content/cip/cbc/cip-20.md",
        line: 7,
        column: 3,
        message: "the rule transactions (markdown.rules[3]) failed: no such transaction",
        help: "It was thrown at rules.mjs:6:37.",
      },
    ]);
    expect(readFileSync(page, "utf8")).toBe(before);
  });
});

test("lint reads containers as the site does", async () => {
  const root = makeOwn({
    "content/cip/cbc/cip-20.md": proposalText(20, {}, '!!! note "Title"\n\n    See CIP 21.\n'),
  });
  const { stdout } = await cipgenProcess(["lint", "--root", root, "--format", "json"]);
  expect(JSON.parse(stdout).diagnostics.map(({ code }: { code: string }) => code)).toContain("mention-form");
});

test("a rule may have an option that contains itself", async () => {
  const option = "new (class { self = this; explorer = () => '/' })()";
  const configured = config.replace(/\{ explorer: .* \}\]\]/, `${option}]]`);
  const { diagnostics } = await build(makeOwn(texts(), configured));
  expect(diagnostics).toEqual([]);
});
