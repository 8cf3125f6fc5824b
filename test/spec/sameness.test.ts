/** A build that remembers and a build that does not are one function. */
import { expect, test } from "vitest";
import { compareBuilds } from "../support/sameness.js";

test("after any edits, what is built over the last output is what a clean build makes, byte by byte", async () => {
  expect(await compareBuilds(1, 3)).toBe(4);
}, 240_000);
