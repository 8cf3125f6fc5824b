/** Builds that are killed: some moments of them here, every single one in test/trust. */
import { expect, test } from "vitest";
import { killFirst, killInFolder } from "../support/kills.js";

test("a folder is whole whenever a build is killed, and the next build makes it right", async () => {
  const { before, within } = await killInFolder(6);
  expect(before).toBeGreaterThan(2);
  expect(within).toBeGreaterThan(2);
});

test("a first build that is killed leaves a folder that the next one takes", async () => {
  expect(await killFirst(10)).toBeGreaterThan(3);
});
