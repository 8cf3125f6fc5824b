/** The line on a terminal that says what is being done. */
import { expect, test } from "vitest";
import { progressLine } from "../../src/cli/commands/build.js";

function written(isWatched: boolean): { talk: string; result: string } {
  const talk: string[] = [];
  const result: string[] = [];
  const progress = progressLine({ talk: (text) => talk.push(text), result: (text) => result.push(text) }, isWatched);
  progress.show("reading");
  progress.show("sending");
  progress.clear();
  return { talk: talk.join(""), result: result.join("") };
}

test("each step takes the place of the one before, and nothing is left at the end", () => {
  expect(written(true)).toEqual({ talk: "\r\u001b[Kreading …\r\u001b[Ksending …\r\u001b[K", result: "" });
});

test("nothing is written without a terminal", () => {
  expect(written(false)).toEqual({ talk: "", result: "" });
});
