/** What the name of a file says of its proposal. */
import { posix } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Series } from "../../src/config/index.js";
import { expectedFileName, formerFileName, readFileName } from "../../src/content/parse/file-name.js";

test.each([
  ["{number}-{slug}.md", "2023-06-13-x.md", undefined],
  ["{number}-{slug}.md", "2023-06.md", undefined],
  ["{category}/{number}-{slug}.md", "core/2023-06-x.md", undefined],
  ["{number}-{slug}.md", "2023-2fa-for-all.md", 2023],
  ["{number}-{slug}.md", "0006-06-13-x.md", 6],
  ["eip-{number}-{slug}.md", "eip-2015-2-factors.md", 2015],
])("a day or a month is no number, but a number after a label is: %s, %s", (files, path, number) => {
  expect(readFileName(path, { id: "x", files, firstNumber: 1, numbers: "decimal", numberWidth: 1 }).number).toBe(
    number,
  );
});

test.each([
  ["a/sig-cloud/azure/586-zones/README.md", "sig-cloud"],
  ["a/b/sig-node/17-swap/README.md", "b"],
  ["old/sig-node/17-swap/README.md", "sig-node"],
])("the category of a former name is the first folder of the source, or the one before its number: %s", (path, category) => {
  const files = "{category}/{number}-{slug}/README.md";
  const series = { id: "x", source: "a", files, firstNumber: 1, numbers: "decimal" as const, numberWidth: 1 };
  expect(formerFileName(path, series).category).toBe(category);
});

test("a former name may have another extension", () => {
  const series = { id: "pep", source: "peps", files: "pep-{number}.rst", firstNumber: 1, numbers: "decimal" as const };
  expect(formerFileName("pep-0225.txt", { ...series, numberWidth: 4 }).number).toBe(225);
});

test("the name that a file should have is below the source and has the pattern, whatever its text says", () => {
  const text = fc.oneof(fc.constantFrom("../x", "accepted/2020", "..", "", "/", "C:\\x", "a\nb"), fc.string());
  const files = fc.constantFrom("{status}/{slug}.md", "{category}/{slug}-{number}/{status}.md", "{status}/{number}.md");
  fc.assert(
    fc.property(files, text, text, text, (pattern, status, slug, category) => {
      const series = { id: "x", files: pattern, firstNumber: 1, numbers: "decimal", numberWidth: 1 } as Series;
      const name = expectedFileName(series, { number: 7, status, slug, category });
      expect(posix.relative("/source", posix.join("/source", name))).toBe(name);
      if (status && category) expect(readFileName(name, series).matches).toBe(true);
    }),
  );
});
