/** 20,000 random documents of hostile markup: no element and no attribute that the sanitizer does not allow. `npm run test:trust` */
import { expect, test } from "vitest";
import { fuzzMarkup } from "../support/markup-fuzz.js";
import { note } from "../support/tried.js";

test("no document of 20,000 gets an element or an attribute past the sanitizer", () => {
  const runs = Array.from({ length: 20 }, (_, run) => fuzzMarkup(1_000, 4_000 + run));
  const lost = runs.flatMap((run) => run.lost);
  note(
    "documents of the vectors' parts, in Node",
    runs.reduce((total, { documents }) => total + documents, 0),
    lost.length,
  );
  expect(lost).toEqual([]);
});
