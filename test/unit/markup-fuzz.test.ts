/** The quick part of test/trust/markup.test.ts. */
import { expect, test } from "vitest";
import { fuzzMarkup } from "../support/markup-fuzz.js";

test("no document of 500 gets an element or an attribute past the sanitizer", () => {
  const { lost, documents, withMarkup } = fuzzMarkup(500, 1);
  expect(lost).toEqual([]);
  expect(documents).toBe(500);
  expect(withMarkup).toBeGreaterThan(250);
});
