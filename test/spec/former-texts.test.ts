/** The texts of all versions are those that were committed, whatever the text in the folder is now. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { cleanText } from "../../src/shared/clean-text.js";
import { type VersionsData, versionAt } from "../../src/shared/version-data.js";
import { Repository } from "../support/git.js";
import { runs } from "../support/runs.js";
import { build, makeSite, proposalText, textOf } from "../support/site.js";

const path = "content/cip/core/cip-1.md";
const pathOf = (name: string) => `cip/core/cip-1/${name}`;

/** The texts of all versions as a browser makes them, newest first. */
function madeOf(files: Map<string, Parameters<typeof textOf>[0]>): string[] {
  const { versions }: VersionsData = JSON.parse(textOf(files.get(pathOf("versions.json")) ?? "{}"));
  const today = textOf(files.get(pathOf("index.md")) ?? "");
  return versions.map((_, index) => versionAt(today, versions, index));
}

const line = fc.constantFrom(
  "",
  "## One",
  "## Two",
  "Words that stay.",
  "Words",
  "```",
  "a\u0008b",
  "\u4e2d\u6587",
  "x",
);
const body = fc.array(line, { maxLength: 12 }).map((lines) => `${lines.join("\n")}\n`);

test("whatever was committed, and whatever was not, with either kind of line ends", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(body, { minLength: 3, maxLength: 6 }),
      fc.option(body),
      fc.boolean(),
      async ([now = "", ...former], draft, isCrLf) => {
        const config = { repository: "https://github.com/x/y" };
        const repository = new Repository(makeSite({}, config));
        const committed = [...former.reverse(), now].map((text) => proposalText(1, {}, text));
        for (const [index, text] of committed.entries())
          repository.commit(`20${index + 10}-01-01T00:00:00Z`, { [path]: text });
        const own = proposalText(1, {}, draft ?? now);
        writeFileSync(join(repository.root, path), isCrLf ? own.replaceAll("\n", "\r\n") : own);
        const { files } = await build(repository.root);
        expect(madeOf(files)).toEqual(committed.map(cleanText).reverse());
        const pages = [...files.keys()].filter((name) => name.startsWith(pathOf("changes/")));
        expect(pages.filter((name) => textOf(files.get(name) ?? "").includes('class="lines"'))).toEqual(pages);
      },
    ),
    { numRuns: runs(5) },
  );
});

test("changes that are too long to be kept are made of the texts when a page needs them", async () => {
  const long = (word: string) => `${`${word} words that go on. `.repeat(30)}\n`.repeat(400);
  const repository = new Repository(makeSite({}, { repository: "https://github.com/x/y" }));
  const statuses = ["draft", "review", "final"];
  const committed = statuses.map((status) => proposalText(1, { status }, long(status)));
  for (const [index, text] of committed.entries())
    repository.commit(`20${index + 10}-01-01T00:00:00Z`, { [path]: text });
  const { files, diagnostics } = await build(repository.root);
  expect(diagnostics).toEqual([]);
  expect(madeOf(files)).toEqual(committed.toReversed());
  const pages = [...files].filter(([name]) => name.startsWith(pathOf("changes/")));
  const shown = pages.map(([, content]) => /(\w+) words that go on/.exec(textOf(content))?.[1]);
  expect(shown.sort()).toEqual(["draft", "review", undefined]);
});
