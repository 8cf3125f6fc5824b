/** Who wrote and who edited the texts of a register in its last year. */
import { expect, test } from "vitest";
import { people } from "../../src/history/insights.js";
import type { Version } from "../../src/shared/history.js";

const version = (day: string, author: string, others: { authors?: string[]; editor?: string } = {}) =>
  ({ day, author, ...others }) as unknown as Version;
const counted = (...versions: Version[]) => ({
  category: "core",
  history: { created: "2020-01-01", updated: "2024-06-30", versions, statuses: [] },
});

test("who is named in a text, or whose change an editor applied, is an author; others are editors; programs are neither", () => {
  const { authors, editors } = people(
    [
      counted(
        version("2024-06-30", "ada", { authors: ["Ada Lovelace"] }),
        version("2024-05-01", "Eve", { authors: ["Ada Lovelace"] }),
        version("2024-04-01", "Bob", { authors: ["Ada Lovelace"], editor: "Kim" }),
        version("2024-03-01", "merge[bot]"),
      ),
      counted(version("2024-02-01", "Eve"), version("2024-01-01", "")),
    ],
    "2024-06-30",
  );
  expect(authors).toEqual([
    { name: "Bob", changes: 1, proposals: 1 },
    { name: "ada", changes: 1, proposals: 1 },
  ]);
  expect(editors).toEqual([
    { name: "Eve", changes: 2, proposals: 2 },
    { name: "Kim", changes: 1, proposals: 1 },
  ]);
});

test("the year ends with the last day and has none before it", () => {
  const { editors } = people([counted(version("2023-07-01", "In"), version("2023-06-30", "Out"))], "2024-06-30");
  expect(editors.map(({ name }) => name)).toEqual(["In"]);
});
