/** Names of files and folders come from strangers: what a command prints of them does not control a terminal. */
import { expect, test } from "vitest";
import { cipgen } from "../support/cli.js";
import { isWindows } from "../support/machine.js";
import { makeFolder, makeSite, proposalText } from "../support/site.js";

/** No name of Windows has the control characters of the first. */
const hostile = isWindows ? "\u202e" : "\u001b[31m\u009b\u202e";
/** Colours are ours, and tests have none. */
const control = /[\p{Cc}\u202e]/u;
const withoutLineEnds = (text: string) => text.replaceAll("\n", "");

test.each([
  ["lint --fix", ["lint", "--fix"], "fixed content"],
  ["build", ["build"], "content/docs"],
  ["check-links", ["check-links"], "content"],
])("%s", async (_, args, shown) => {
  const root = makeSite(
    {
      "content/cip/cbc/cip-1.md": proposalText(1).replace("title: ", "title:  "),
      [`content/docs/a${hostile}.md`]: "# Title \nText [x](./none.md)",
    },
    { docs: { mainDocId: `a${hostile}` }, checks: { brokenMarkdownLinks: "error" } },
  );
  const { stdout, stderr } = await cipgen([...args, "--root", root]);
  expect(stdout + stderr).toContain(shown);
  expect(withoutLineEnds(stdout + stderr)).not.toMatch(control);
});

test("init --from", async () => {
  const text = (number: number) =>
    `---\neip: ${number}\ntitle: T\nstatus: Draft\nauthor: Ada\n---\n\n## Abstract\n\nText.\n`;
  const folder = makeFolder({
    ...Object.fromEntries([1, 2, 3, 4].map((n) => [`texts${hostile}/eip-${n}.md`, text(n)])),
    [`texts${hostile}/other${hostile}.md`]: "# Other\n",
  });
  const { code, stderr } = await cipgen(["init", "--from", folder]);
  expect(code).toBe(2);
  expect(stderr).toContain("there is no texts");
  expect(withoutLineEnds(stderr)).not.toMatch(control);
});
