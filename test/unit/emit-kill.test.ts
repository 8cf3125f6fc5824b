/** Builds that are killed: some moments of them here, every single one in test/trust. */
import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openOutput } from "../../src/emit/emit.js";
import { emit } from "../support/emit.js";
import { mortalEmission } from "../support/killed.js";
import { failedBuild, fresh, killFirst, killInFolder, old } from "../support/kills.js";
import { makeFolder } from "../support/site.js";
import { treeOf } from "../support/tree.js";

test("a folder is whole whenever a build is killed, and the next build completes it", async () => {
  const { before, within } = await killInFolder(6);
  expect(before).toBeGreaterThan(2);
  expect(within).toBeGreaterThan(2);
});

test("a first build that is killed leaves a folder that the next one takes", async () => {
  expect(await killFirst(10)).toBeGreaterThan(3);
});

test("a file that replaces one while a change is incomplete is kept, and the next build says so", async () => {
  const out = join(makeFolder(), "build");
  await emit(old, out);
  const kill = await mortalEmission(fresh, out);
  for (let act = 31; !existsSync(join(out, ".cipgen/journal.json")); act += 2) await kill(act);
  mkdirSync(join(out, "new/deep"), { recursive: true });
  writeFileSync(join(out, "new/deep/index.html"), "mine");
  const { diagnostics } = await openOutput({ out });
  expect(diagnostics).toMatchObject([
    { code: "output-taken", message: expect.stringContaining("new/deep/index.html") },
  ]);
  expect(treeOf(out)["new/deep/index.html"]).toBe("mine");
  rmSync(join(out, "new"), { recursive: true });
  await failedBuild(out);
  expect(treeOf(out)).toEqual(fresh);
});
