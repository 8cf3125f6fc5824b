/** What holds of every review: what was wrong before is not reported, how a change came about does not matter, and no text takes part in the report. */
import fc from "fast-check";
import MarkdownIt from "markdown-it";
import { beforeAll, describe, expect, test } from "vitest";
import { code, escapeProse } from "../../src/platform/diagnostics/reporters/markdown.js";
import type { Review } from "../../src/shared/review.js";
import { reviewMarkdown } from "../../src/tools/review/markdown.js";
import type { Edits } from "../support/git.js";
import { Register, register, reviewConfig, text } from "../support/review.js";
import { runs } from "../support/runs.js";
import { parseHtml } from "../support/site.js";

let site: Register;
beforeAll(() => {
  site = new Register();
});

const path = "content/cip/cbc/cip-7.md";
const broken = ["A [thing](./gone.md) that is broken.", "To [nowhere](#nowhere) at all."];
const clean = ["One line.", "Another line.", "A [good one](./cip-1.md)."];
const lines = fc.array(fc.constantFrom(...broken, ...clean), { maxLength: 7 });
const proposal = (own: readonly string[]) =>
  text(7, { author: "Ada (@ada)", status: "draft" }, { Motivation: own.join("\n\n") || "None." });
const count = (own: readonly string[], line: string) => own.filter((one) => one === line).length;

test("of any edit exactly the problems are reported that were not there before", async () => {
  await fc.assert(
    fc.asyncProperty(lines, lines, async (before, after) => {
      const base = site.branch({ [path]: proposal(before) });
      const head = site.branch({ [path]: proposal(after) }, undefined, base);
      const { diagnostics } = await site.review(head, { base, actor: "@ada" });
      const wanted = broken.reduce((sum, line) => sum + Math.max(0, count(after, line) - count(before, line)), 0);
      expect(diagnostics).toHaveLength(wanted);
      for (const { line = 0 } of diagnostics) expect(broken).toContain(proposal(after).split("\n")[line - 1]);
    }),
    { numRuns: runs(3) },
  );
});

test("of a file that is renamed, too", async () => {
  const base = site.branch({ [path]: proposal(broken) });
  const head = site.branch({ [path]: undefined, "content/cip/core/cip-7.md": proposal(broken) }, undefined, base);
  const report = await site.review(head, { base, actor: "@ada" });
  expect(report.proposals).toMatchObject([{ change: "renamed", from: path, sections: [], fields: [] }]);
  expect(report.diagnostics.map((finding) => finding.code)).toEqual(["review-address"]);
});

test("neither the order of commits nor merges change what a review says, and what others merged meanwhile is not in it", async () => {
  const edits: Edits[] = [
    { [path]: proposal(broken) },
    { "content/cip/cbc/cip-6.md": undefined },
    { "content/cip/cbc/cip-9.md": text(9, { author: "Zoe (@zoe)", status: "final" }) },
    { "package.json": '{ "name": "x" }\n' },
  ];
  const { repository } = site;
  const meanwhile = site.branch({
    "content/cip/core/cip-2.md": "broken\n",
    "content/docs/new.md": "---\ntitle: New\n---\n\n[x](/gone)\n",
  });
  const wanted = await site.review(site.branch(Object.assign({}, ...edits)));
  expect(wanted.diagnostics.length).toBeGreaterThan(3);
  await fc.assert(
    fc.asyncProperty(
      fc.shuffledSubarray(edits, { minLength: 4 }),
      fc.boolean(),
      fc.boolean(),
      async (order, merged, moved) => {
        let head: string;
        if (merged) {
          const [one, two, ...rest] = order as [Edits, Edits, ...Edits[]];
          const side = site.branch(two);
          head = site.branch([one, ...rest]);
          repository.git(["switch", "--quiet", "--detach", head]);
          repository.git(["merge", "--quiet", "--no-edit", side]);
          repository.git(["update-ref", `refs/heads/${head}`, "HEAD"]);
          repository.git(["switch", "--quiet", "main"]);
        } else head = site.branch(order);
        const { proposals, diagnostics, needs } = await site.review(head, moved ? { base: meanwhile } : {});
        expect({ proposals, diagnostics, needs }).toEqual({
          proposals: wanted.proposals,
          diagnostics: wanted.diagnostics,
          needs: wanted.needs,
        });
      },
    ),
    { numRuns: runs(3) },
  );
});

test("a number that came in meanwhile is taken", async () => {
  const nine = (folder: string) => ({
    [`content/cip/${folder}/cip-9.md`]: text(9, { author: "Zoe (@zoe)", status: "draft" }),
  });
  const base = site.branch(nine("core"));
  const { diagnostics } = await site.review(site.branch(nine("cbc")), { base, actor: "@zoe" });
  expect(diagnostics).toMatchObject([
    {
      code: "review-number",
      message: "CIP-9 is the number of content/cip/core/cip-9.md, which came in meanwhile",
      help: "Take another number; 10 is free.",
    },
  ]);
});

test("branches without a common ancestor are compared with each other, with a warning", async () => {
  const { repository } = site;
  repository.git(["switch", "--quiet", "--orphan", "other"]);
  repository.commit("2020-01-01T00:00:00Z", { ...register, "cipgen.config.json": JSON.stringify(reviewConfig) });
  repository.git(["switch", "--quiet", "main"]);
  const { proposals, diagnostics } = await site.review("other");
  expect(proposals).toEqual([]);
  expect(diagnostics.map((finding) => finding.code)).toEqual(["review-no-ancestor", "review-process-file"]);
});

describe("what cannot be reviewed is refused, with the way out", () => {
  test.each([
    [{ base: "--output=x" }, 'config-reference --base: there is no commit "--output=x"'],
    [{ base: "gone" }, 'config-reference --base: there is no commit "gone"'],
    [{ head: "-x" }, 'config-reference --head: there is no commit "-x"'],
    [{ actor: "a b" }, 'config-invalid --actor: "a b" is not a handle'],
    [
      { previewUrl: "javascript:alert(1)" },
      'config-invalid --preview-url: "javascript:alert(1)" is not an http(s) URL',
    ],
  ])("%j", async (options, wanted) => {
    const { diagnostics } = await site.review("main", options);
    expect(diagnostics.map(({ code: id, message }) => `${id} ${message}`)).toEqual([wanted]);
  });

  test("a base without a configuration: that of the change is not run", async () => {
    const { repository } = new Register({}, reviewConfig);
    const start = repository.git(["rev-parse", "HEAD"]).trim();
    expect(start).toMatch(/^[0-9a-f]{40}$/);
    repository.git(["rm", "--quiet", "cipgen.config.json"]);
    repository.commit("2020-01-01T00:00:00Z");
    repository.git(["branch", "bare"]);
    repository.commit("2020-01-02T00:00:00Z", { "cipgen.config.mjs": 'throw new Error("run");\n' });
    const other = Object.assign(Object.create(Register.prototype), { repository, root: repository.root });
    const { diagnostics } = await (other as Register).review("main", { base: "bare" });
    expect(diagnostics).toMatchObject([
      {
        code: "config-missing",
        message: expect.stringContaining("the base of this review"),
        help: "A review takes its rules from the base: commit the configuration there first.",
      },
    ]);
  });
});

const hostile = [
  ..."](javascript:alert(1)) ![x](https://evil.example/x.png) <script>alert(1)</script> </details>".split(" "),
  ..."@everyone @org/team #1 GH-1 org/repo#1 https://evil.example www.evil.example me@evil.example".split(" "),
  ..."`code` `` \\ \\` &lt;b&gt; ~~gone~~ **bold** $x$ ::error::x %0A::set-output:: --output=x $(id) :tada:".split(" "),
  ..."[^1] http:\\\\evil.example mailto:x@y.example".split(" "),
  ...["<img src=x onerror=alert(1)>", "a | b | c", "a\n\n# Big", "```\nx", "<!-- x -->", "[x]: https://evil.example"],
  ...["> quote", "- item", "\u202Eabc", "\u001b[31mred", "| --- |", "- [x] done"],
];
const texts = fc.oneof(
  fc.constantFrom(...hostile),
  fc.string({ unit: "grapheme", maxLength: 20 }),
  fc.array(fc.constantFrom(...hostile, "`", "|", " ", "\n", "\\"), { maxLength: 4 }).map((parts) => parts.join("")),
);

describe("Markdown for a job page", () => {
  const markdown = new MarkdownIt({ html: true, linkify: true });

  test("any text is shown as it is and read as nothing: no element, no link, no mention, no cell of its own", () => {
    fc.assert(
      fc.property(texts, texts, texts, texts, (title, handle, message, file) => {
        const review: Review = {
          base: "0".repeat(40),
          head: "1".repeat(40),
          proposals: [
            {
              number: 1,
              label: "CIP-1",
              title,
              path: file,
              from: title,
              change: "renamed",
              status: { from: handle, to: title },
              fields: [{ key: title, from: message, to: handle }],
              sections: [{ title: message, change: "added", added: 1, removed: 0 }],
              assets: [{ path: file, change: "added" }],
              needs: [{ who: "author", why: message, min: 1, handles: [handle] }],
              route: `/cip/${file}`,
            },
          ],
          files: [],
          needs: [{ who: "editor", why: message, min: 2, handles: [handle] }],
          diagnostics: [{ code: "x", severity: "error", message, file, line: 1, help: title }],
        };
        const printed = reviewMarkdown(review, { previewUrl: "https://preview.example/1/", trailingSlash: false });
        const page = parseHtml(markdown.render(printed));
        const names = new Set([...page.body.querySelectorAll("*")].map((element) => element.tagName.toLowerCase()));
        const allowed = "h2 table thead tbody tr th td code a br p details summary ul li strong".split(" ");
        expect([...names].filter((name) => !allowed.includes(name))).toEqual([]);
        for (const link of page.querySelectorAll("a"))
          expect(link.getAttribute("href")).toMatch(/^https:\/\/preview\.example\//);
        expect(page.querySelectorAll("a")).toHaveLength(1);
        expect(page.querySelectorAll("tr")).toHaveLength(4);
        for (const row of page.querySelectorAll("tr")) expect(row.children).toHaveLength(4);
        expect(page.querySelectorAll("h2")).toHaveLength(1);
        for (const element of page.querySelectorAll("code")) element.remove();
        expect(page.body.textContent).not.toMatch(/@\w|#\d|\bGH-\d|https?:\/\/|www\./i);
      }),
      { numRuns: runs(100) },
    );
  });

  test("a reader sees what was written", () => {
    fc.assert(
      fc.property(texts, (value) => {
        const shown = (source: string) => parseHtml(markdown.render(`x ${source} x`)).body.textContent?.trim();
        const flat = value
          .toWellFormed()
          .replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, " ")
          .replace(/[\s\u2028\u2029]+/g, " ")
          .trim();
        const seen = shown(escapeProse(value))?.replaceAll("\u200b", "").replace(/\s+/g, " ");
        expect(seen).toBe(`x ${flat} x`.replaceAll("\u200b", "").replace(/\s+/g, " "));
        if (!/[|`]/.test(flat) && flat) expect(shown(code(value))).toBe(`x ${flat} x`);
      }),
    );
  });
});
