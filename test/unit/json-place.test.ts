/** Problems of JSON are found where a parser fails, and explained in plain words. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { findJsonProblem } from "../../src/shared/syntax-problems.js";

test.each([
  ["", 0, "the file is empty"],
  ['{"a": }', 6, "a value is missing here"],
  ['{"a": 1,}', 8, "JSON allows no comma before }", "Remove the comma."],
  ["[1 2]", 3, "a comma is missing here"],
  ['{"a": 1 "b": 2}', 8, "a comma is missing here"],
  ['{"a" 1}', 5, "a colon is missing here", 'Write "key": value.'],
  ["[1}", 2, "] is missing before }"],
  ["{,}", 1, "a key is missing here"],
  ["{'a': 1}", 1, "JSON has no single quotes"],
  ["{a: 1}", 1, "this key has no quotes", 'Write "a".'],
  ['{"a": yes}', 6, "this text has no quotes", 'Write "yes".'],
  ['{"a": 012}', 6, "012 is not a number in JSON"],
  ['{"a": +1}', 6, "+1 is not a number in JSON"],
  ['{"a": "b\n"}', 6, "this text is not closed on its line"],
  ['{"a": "b\\c"}', 6, "this text has a backslash or a control character that JSON does not allow"],
  ['{"a": 1} // b', 9, "JSON has no comments"],
  ['{"a":\u00a01}', 5, '"\u00a0" has no meaning in JSON'],
  ["{}}", 2, "there is more text after the end"],
  ['{"a": [1', 8, "the file ends too early: ] is missing"],
  ['{"a":', 5, "the file ends too early: a value is missing"],
])("%j is wrong from offset %i on: %s", (text, offset, message, help = expect.any(String)) => {
  expect(findJsonProblem(text)).toEqual({ offset, message, ...(message !== "the file is empty" && { help }) });
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
  expect(findJsonProblem("[".repeat(depth))?.offset).toBe(depth);
});
