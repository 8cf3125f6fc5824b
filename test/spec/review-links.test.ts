/** A change of what a symbolic link leads to is a change of the proposal: its process has no way around it. */
import { mkdirSync, rmSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { review } from "../../src/api/review.js";
import { Repository } from "../support/git.js";
import { reviewConfig, text } from "../support/review.js";
import { makeSite } from "../support/site.js";

test.each([
  ["a proposal", "content/cip/cbc/cip-1.md", "../../../drafts/cip-1.md"],
  ["a folder of proposals", "content/cip/cbc", "../../drafts"],
])("behind a link to %s", async (_, link, target) => {
  const root = makeSite({ "drafts/cip-1.md": text(1, { author: "Ada (@ada)", status: "draft" }) }, reviewConfig);
  mkdirSync(dirname(join(root, link)), { recursive: true });
  rmSync(join(root, link), { force: true });
  symlinkSync(target, join(root, link));
  const repository = new Repository(root).commit("2024-01-01T00:00:00Z");
  repository.commit("2024-02-01T00:00:00Z", {
    "drafts/cip-1.md": text(1, { author: "Ada (@ada)", status: "final" }),
  });
  const { proposals, diagnostics } = await review({ root, base: "HEAD~1", head: "HEAD" });
  expect(proposals).toMatchObject([
    { number: 1, path: "content/cip/cbc/cip-1.md", change: "changed", status: { from: "draft", to: "final" } },
  ]);
  expect(diagnostics.map(({ code }) => code)).toContain("review-transition");
});
