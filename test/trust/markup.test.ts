/** 20,000 random documents of hostile markup: no element and no attribute that the sanitizer does not allow. `npm run test:trust` */
import { expect, test } from "vitest";
import { fuzzMarkup } from "../support/markup-fuzz.js";

test("no document of 20,000 gets an element or an attribute past the sanitizer", () => {
  const runs = Array.from({ length: 20 }, (_, run) => fuzzMarkup(1_000, 4_000 + run));
  const sum = (count: (run: (typeof runs)[number]) => number) => runs.reduce((total, run) => total + count(run), 0);
  console.table([
    {
      tried: "documents of the vectors' parts, in Node",
      times: sum(({ documents }) => documents),
      "with elements": sum(({ withMarkup }) => withMarkup),
      lost: sum(({ lost }) => lost.length),
    },
  ]);
  expect(runs.flatMap(({ lost }) => lost)).toEqual([]);
});
