/** A review reads nothing behind a symbolic link: a change of what one leads to is an error, so the process of a proposal has no way around it. */
import { mkdirSync, rmSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { review } from "../../src/cli/api/review.js";
import { Repository } from "../support/git.js";
import { reviewConfig, text } from "../support/review.js";
import { makeSite } from "../support/site.js";

test.each([
  ["a proposal", "content/cip/cbc/cip-1.md", "../../../drafts/cip-1.md"],
  ["a folder of proposals", "content/cip/cbc", "../../drafts"],
  ["a folder, through another link", "content/cip/cbc", "../../drafts/../again"],
])("behind a link to %s", async (_, link, target) => {
  const root = makeSite({ "drafts/cip-1.md": text(1, { author: "Ada (@ada)", status: "draft" }) }, reviewConfig);
  mkdirSync(dirname(join(root, link)), { recursive: true });
  rmSync(join(root, link), { force: true });
  symlinkSync(target, join(root, link));
  symlinkSync("drafts", join(root, "again"));
  const repository = new Repository(root).commit("2024-01-01T00:00:00Z");
  repository.commit("2024-02-01T00:00:00Z", {
    "drafts/cip-1.md": text(1, { author: "Ada (@ada)", status: "final" }),
  });
  repository.commit("2024-03-01T00:00:00Z", { "README.md": "Another change.\n" });
  const findings = async (base: string, head: string) =>
    (await review({ root, base, head })).diagnostics.map(({ severity, code, file }) => [severity, code, file]);
  expect(await findings("HEAD~2", "HEAD~1")).toEqual([["error", "review-symlink", link]]);
  expect(await findings("HEAD~1", "HEAD")).toEqual([]);
});
