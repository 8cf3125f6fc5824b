/** From the statuses that versions have to when they changed. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { profiles } from "../../src/config/profiles/index.js";
import { seriesSchema } from "../../src/config/schema.js";
import { believableTimes, dayOf } from "../../src/content/read/commit-dates.js";
import { countWords, stepsBack, textChanges } from "../../src/content/read/line-changes.js";
import type { Version } from "../../src/shared/history.js";
import { versionAt } from "../../src/shared/version-data.js";
import { statusChanges, statusOf } from "../../src/site/history/statuses.js";

const { isLenient: _, lint: __, ...eip } = profiles.eip;
const { statuses } = seriesSchema.parse({ ...eip, source: "x" });

function changes(...written: (string | undefined)[]): string[] {
  const versions = written.map((status, index): Version => {
    const date = dayOf(index * 86_400);
    return {
      commit: String(index),
      order: index,
      date,
      day: date,
      author: "",
      subject: "",
      path: "",
      blob: "",
      status,
      number: 1,
    };
  });
  return statusChanges(versions.reverse(), { statuses }).map(({ status, commit }) => `${commit} ${status}`);
}

describe("statuses", () => {
  test("each change once, with the commit that made it", () => {
    expect(changes("Draft", "Draft", "Review", "Review", "Last Call", "Final")).toEqual([
      "0 draft",
      "2 review",
      "4 last-call",
      "5 final",
    ]);
  });

  test("a status that is one letter away from a single other one is that one misspelt", () => {
    expect(changes("Final", "Finall", "Finl", "Final")).toEqual(["0 final"]);
    expect(changes("Draft", "Reviw", "Review")).toEqual(["0 draft", "1 review"]);
  });

  test("what follows a status and cannot be part of one is no part of it: remarks of a template, a broken line below", () => {
    expect(
      changes("Draft  #| Last Call | Final>", "Draft last-call-end-date (*optional:", "Last Call <!-- until May -->"),
    ).toEqual(["0 draft", "2 last-call"]);
    expect(statusOf("Draft Standard", statuses)).toBe("Draft Standard");
  });
});

describe("days", () => {
  const times = fc.array(fc.integer({ min: 0, max: 1000 }), { maxLength: 40 });

  test("never go back, and times that do not go back are believed as they are", () => {
    fc.assert(
      fc.property(times, (list) => {
        const believed = believableTimes(list);
        expect(believed).toHaveLength(list.length);
        expect(believed).toEqual(believed.toSorted((a, b) => a - b));
        const sorted = list.toSorted((a, b) => a - b);
        expect(believableTimes(sorted)).toEqual(sorted);
      }),
    );
  });
});

test("words that came and went account for the difference in length, whatever the texts, and steps lead back", () => {
  const text = fc
    .array(fc.constantFrom("a b\n", "c\n", "d e f\n", "a", "\n", "f f \ud83d\ude00\n"), { maxLength: 12 })
    .map((parts) => parts.join(""));
  const count = (of: string) => of.split(/\s+/).filter(Boolean).length;
  fc.assert(
    fc.property(text, text, (old, now) => {
      const { added, removed } = countWords(textChanges(old, now));
      expect(added - removed).toBe(count(now) - count(old));
      expect(Math.min(added, removed)).toBeGreaterThanOrEqual(0);
      expect(countWords(textChanges(old, old))).toEqual({ added: 0, removed: 0 });
      expect(versionAt(now, [{ steps: stepsBack(textChanges(old, now)) }], 0)).toBe(old);
      expect(stepsBack(textChanges(old, old))).toEqual([]);
    }),
  );
});

test("a step has of a line in which a word changed that word alone", () => {
  expect(stepsBack(textChanges("One.\nTwo three four.\n", "One.\nTwo 3 four.\n"))).toEqual([[9, 1, "three"]]);
});
