/** Reports of builds of which one begins before the pages of the last are made. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { BuildReports } from "../../../src/serve/reports.js";
import type { Rebuild } from "../../../src/shared/api.js";

const build = (name: string): Rebuild => ({ changes: [name], diagnostics: [], hasSite: true, isWhole: false, ms: 1 });

test("each build is reported once and in order, whenever its pages are made", () => {
  const events = fc.array(fc.constantFrom("good", "bad", "made"), { maxLength: 20 });
  fc.assert(
    fc.property(events, fc.infiniteStream(fc.nat()), (all, choices) => {
      const reported: Rebuild[] = [];
      const reports = new BuildReports({ rebuilt: (one) => reported.push(one) }, () => 0);
      const begun: Rebuild[] = [];
      const making: Rebuild[] = [];
      const finish = () => {
        const [first] = making.splice((choices.next().value ?? 0) % Math.max(1, making.length), 1);
        if (first) reports.complete(first, { isWhole: true, pages: 3 });
      };
      for (const event of all) {
        if (event === "made") {
          finish();
          continue;
        }
        const one = build(String(begun.length));
        begun.push(one);
        if (event === "bad") reports.add(one);
        else {
          reports.begin(one);
          making.push(one);
        }
      }
      while (making.length > 0) finish();
      expect(reported.map(({ changes }) => changes)).toEqual(begun.map(({ changes }) => changes));
    }),
  );
});

test("a build that ended early does not count as whole, and none is reported after the end", () => {
  const reported: Rebuild[] = [];
  const reports = new BuildReports({ rebuilt: (one) => reported.push(one) }, () => 7);
  const first = build("first");
  reports.begin(first);
  reports.endEarly();
  expect(reports.complete(first, { isWhole: true, pages: 9 })).toBe(false);
  expect(reported).toEqual([{ ...first, pages: 7 }]);
  reports.begin(build("second"));
  reports.close();
  reports.add(build("third"));
  expect(reported).toHaveLength(1);
});
