/** The texts that `lint --changed-since` checks are those that readers see changed, wherever git has their bytes. */
import { appendFileSync, mkdirSync, renameSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { readSelection } from "../../src/api/lint-selection.js";
import { Repository } from "../support/git.js";
import { isWindows } from "../support/machine.js";
import { runs } from "../support/runs.js";
import { makeFolder, makeSite, proposalText } from "../support/site.js";

const textOf = (number: number) => `content/cip/cbc/cip-${number}.md`;
const numbers = [1, 2, 3];

/** Moves a file or folder of the site to another place, and leaves a link to it. */
function linkTo(root: string, path: string): void {
  const target = `drafts/${path.replaceAll("/", "-")}`;
  mkdirSync(join(root, "drafts"), { recursive: true });
  renameSync(join(root, path), join(root, target));
  symlinkSync(`${"../".repeat(path.split("/").length - 1)}${target}`, join(root, path));
}

test.skipIf(isWindows)(
  "they are those that changed, whichever of them and of their folders are links, and however the site is reached",
  async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.subarray(numbers),
        fc.subarray(numbers),
        fc.subarray(["content/cip/cbc", "content/cip", "content"], { maxLength: 1 }),
        fc.boolean(),
        async (changed, linked, folders, isLinked) => {
          const root = makeSite(Object.fromEntries(numbers.map((number) => [textOf(number), proposalText(number)])));
          // Links of a folder that has moved would lead from its new place.
          for (const path of folders.length > 0 ? folders : linked.map(textOf)) linkTo(root, path);
          new Repository(root).commit("2024-01-01T00:00:00Z");
          for (const number of changed) appendFileSync(join(root, textOf(number)), "More.\n");
          const place = isLinked ? join(makeFolder(), "link") : root;
          if (isLinked) symlinkSync(root, place);
          const { value, diagnostics } = await readSelection(place, { files: [], changedSince: "HEAD" });
          expect(diagnostics).toEqual([]);
          expect(numbers.filter((number) => value.includes(textOf(number)))).toEqual(changed);
        },
      ),
      { numRuns: runs(8) },
    );
  },
  60_000,
);

test("all of a submodule is checked where something of it changed", async () => {
  const inner = new Repository().commit("2024-01-01T00:00:00Z", { "cbc/cip-1.md": proposalText(1) });
  const site = new Repository(
    makeSite({ [textOf(2)]: proposalText(2) }, { series: [{ profile: "cip", source: "in" }] }),
  );
  site.git(["-c", "protocol.file.allow=always", "submodule", "--quiet", "add", inner.root, "in"]);
  site.commit("2024-01-01T00:00:00Z");
  const includes = async (path: string) =>
    (await readSelection(site.root, { files: [], changedSince: "HEAD" })).value.includes(path);
  expect(await includes("in/cbc/cip-1.md")).toBe(false);
  appendFileSync(join(site.root, "in/cbc/cip-1.md"), "More.\n");
  expect(await includes("in/cbc/cip-1.md")).toBe(true);
  expect(await includes(textOf(2))).toBe(false);
});
