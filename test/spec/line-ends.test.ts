/** Places and code frames are those that an author sees, whatever ends the lines of a text: LF, CR LF, CR or a mixture. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import fc from "fast-check";
import { expect, test } from "vitest";
import { checkLinks } from "../../src/cli/api/check-links.js";
import { lint } from "../../src/cli/api/lint.js";
import { formatText } from "../../src/platform/diagnostics/report.js";
import { linesOf, positionAt } from "../../src/shared/lines.js";
import { runs } from "../support/runs.js";
import { makeSite, proposalText, usualConfig } from "../support/site.js";

const conflict = "<<<<<<< HEAD\none\n=======\ntwo\n>>>>>>> branch\n";

/** Each has a problem whose place is not at its beginning. */
const problems: Record<string, string> = {
  "cipgen.config.json": JSON.stringify(
    {
      ...usualConfig,
      docs: { mainDocId: "a" },
      locales: { "en-US": {}, "xx-YY": {} },
      series: [{ profile: "cip" }, { profile: "bip", source: "bips" }],
      navbar: { items: [{ type: "link", label: "x", to: "/gone" }] },
    },
    null,
    1,
  ),
  "locales/en-US/own.json": '{\n  "home.latest": "A",\n  "home.latest": "B"\n}\n',
  "content/home.md": "# Home\n\nText\n\n[gone](/nowhere) and <video src=x>\n",
  "content/docs/a.md": "---\ntitle: A\n---\n\nText\n\n- one\n- [gone](./gone.md)\n",
  "content/static/own.css": `body {}\n\n${conflict}`,
  "content/cip/cbc/cip-1.md": proposalText(1, { status: "nonsense", description: ">\n  a\n\n  b" }),
  "content/cip/cbc/cip-2.md": "---\ncip: 2\n\ntitle: One: two\n---\nText\n",
  "content/cip/cbc/cip-3.md": proposalText(3, {}, `\n${conflict}\nText [a](./gone.md)\n`),
  "content/cip/cbc/cip-4.md": proposalText(
    4,
    { requires: "[1,\n  999]" },
    "Text $\\frac{$ and\n<a href='/gone'>x</a>\n\n| a |\n|---|\n| [b](#none) |\n\n[r]: /gone2\n[r]  \n",
  ),
  "bips/bip-0001.mediawiki":
    "<pre>\n  BIP: 1\n  Title: One\n  Author: A <a@x.example>\n  Status: Nonsense\n  Created: 2020-13-01\n</pre>\n\n==A==\n\n[[gone.mediawiki|gone]] {{template}}\n",
};

/** The text with these line ends, in turn. After CR, the LF of an empty line would be one end with it. */
function withEnds(text: string, ends: readonly string[]): string {
  return text.split("\n").reduce((written, line, index) => {
    const end = ends[index % ends.length] as string;
    return written + (written.endsWith("\r") && end === "\n" ? "\r\n" : end) + line;
  });
}

/** What the commands print of a site. */
async function said(files: Record<string, string>): Promise<string> {
  const root = makeSite(files);
  const runs = [await checkLinks({ root }), await lint({ root })];
  return runs
    .map(({ diagnostics }) =>
      stripVTControlCharacters(
        formatText(diagnostics, (file) => (files[file] ? readFileSync(join(root, file), "utf8") : "")),
      ),
    )
    .join("\n");
}

const anyEnds = fc.array(fc.constantFrom("\n", "\r", "\r\n"), { minLength: 1, maxLength: 4 });

test("what is said of every file is the same for all line ends", async () => {
  const usual = await said(problems);
  for (const path of Object.keys(problems)) expect(usual).toContain(`  ${path}:`);
  const written = (ends: readonly string[]) =>
    Object.fromEntries(Object.entries(problems).map(([path, text]) => [path, withEnds(text, ends)]));
  await fc.assert(
    fc.asyncProperty(anyEnds, async (ends) => {
      expect(await said(written(ends))).toBe(usual);
    }),
    { numRuns: runs(5), examples: [[["\r"]], [["\r\n"]]] },
  );
});

test("the position of an offset is its line and column among the lines", () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom("a", "bc", "\n", "\r", "\r\n")), fc.nat(100), (parts, at) => {
      const text = parts.join("");
      const offset = Math.min(at, text.length);
      const { line, column } = positionAt(text, offset);
      const lines = linesOf(text);
      const ends = text.match(/\r\n?|\n/g) ?? [];
      const start = lines
        .slice(0, line - 1)
        .reduce((sum, one, index) => sum + one.length + (ends[index]?.length ?? 0), 0);
      expect(start + column - 1).toBe(offset);
    }),
    { numRuns: runs(300) },
  );
});
