/** Problems of JSON are found where a parser fails, and explained in plain words. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { findJsonProblem, findRepeatedKeys } from "../../src/platform/diagnostics/json-problems.js";

test.each([
  ["", 0, "the file is empty"],
  ['{"a": }', 6, "a value is missing here"],
  ['{"a": 1,}', 8, "a key is missing here"],
  ["[1 2]", 3, "a comma is missing here"],
  ['{"a" 1}', 5, "a colon is missing here"],
  ["[1}", 2, "a comma is missing here"],
  ["{'a': 1}", 1, "this has no meaning in JSON"],
  ["{a: 1}", 1, "this has no meaning in JSON"],
  ['{"a": "b\n"}', 6, "this text is not closed on its line"],
  ['{"a": 1} // b', 9, "JSON has no comments"],
  ["{}}", 2, "there is more text after the end"],
  ['{"a": [1', 8, "] is missing here"],
])("%j is wrong from offset %i on: %s", (text, offset, message) => {
  expect(findJsonProblem(text)).toEqual({ offset, message, help: expect.any(String) });
});

test("each key that an object has twice is at its second place", () => {
  expect(findRepeatedKeys('[{"a": 1, "b": {"a": 1, "a": 2}, "a": 3}]').map(({ offset }) => offset)).toEqual([24, 33]);
});

test("exactly the texts that a parser rejects have a problem", () => {
  const edit = fc.record({
    at: fc.nat(40),
    remove: fc.nat(2),
    insert: fc.constantFrom(..."{}[],:\"'0-.eEtrue\\/ \n\t\u00a0ü"),
  });
  fc.assert(
    fc.property(fc.jsonValue(), fc.nat(3), fc.array(edit, { maxLength: 3 }), (value, indent, edits) => {
      let text = JSON.stringify(value, null, indent);
      for (const { at, remove, insert } of edits) text = text.slice(0, at) + insert + text.slice(at + remove);
      let isValid = true;
      try {
        JSON.parse(text);
      } catch {
        isValid = false;
      }
      expect(findJsonProblem(text) === undefined).toBe(isValid);
    }),
    { numRuns: 2000 },
  );
});

test("thousands of nested brackets do not exhaust the stack", () => {
  const depth = 100_000;
  expect(findJsonProblem("[".repeat(depth) + "]".repeat(depth))).toBeUndefined();
  expect(findJsonProblem("[".repeat(depth))).toBeDefined();
  expect(findRepeatedKeys("[".repeat(depth) + "]".repeat(depth))).toEqual([]);
});
