/** Says what is wrong with a JSON text, in words for people: the messages of JavaScript engines differ, and are for programmers. */
import { type Node, type ParseError, type ParseErrorCode, parseTree } from "jsonc-parser";

interface JsonProblem {
  /** Index in the text, in UTF-16 code units. */
  offset: number;
  message: string;
  help: string;
}

/** @returns the first problem of a text; undefined if it is valid JSON. */
export function findJsonProblem(text: string): JsonProblem | undefined {
  try {
    JSON.parse(text);
    return undefined;
  } catch {
    const [error] = treeOf(text).errors;
    const [message, help] = text.trim() === "" ? empty : ((error && explanations[error.error]) ?? invalid);
    return { offset: error?.offset ?? 0, message, help };
  }
}

/** @param text valid JSON. @returns a problem at each repeated key of an object: parsers silently use the last value. */
export function findRepeatedKeys(text: string): JsonProblem[] {
  const { root } = treeOf(text);
  return root ? repeatedKeysOf(root) : [];
}

function repeatedKeysOf({ type, children = [] }: Node): JsonProblem[] {
  const keys = new Set<string>();
  return children.flatMap((child) => {
    const [key] = type === "object" ? (child.children ?? []) : [];
    const isRepeated = key !== undefined && keys.has(key.value);
    if (key) keys.add(key.value);
    const problem = {
      offset: key?.offset ?? 0,
      message: `"${key?.value}" occurs twice`,
      help: "Keep one of the two lines.",
    };
    return [...(isRepeated ? [problem] : []), ...repeatedKeysOf(child)];
  });
}

function treeOf(text: string): { root?: Node; errors: readonly ParseError[] } {
  const errors: ParseError[] = [];
  try {
    return { root: parseTree(text, errors, { disallowComments: true, allowTrailingComma: false }), errors };
  } catch {
    // The parser calls itself for each bracket: thousands of nested ones exhaust the stack.
    return { errors };
  }
}

type Explanation = readonly [message: string, help: string];

const quotes: Explanation = ["this has no meaning in JSON", "Put keys and texts into double quotes."];
const key: Explanation = ["a key is missing here", 'Write "key": value, and no comma after the last entry.'];
const value: Explanation = ["a value is missing here", "Write a value, and no comma after the last entry."];
const number: Explanation = ["this is not a number in JSON", "Write it as 12, -0.5 or 1e9."];
const badEscape: Explanation = [
  "this text has a backslash or a control character that JSON does not allow",
  String.raw`Write \\ for a backslash and \t for a tab.`,
];
const invalid: Explanation = ["this is not valid JSON", "Correct it, or write the file again."];
const empty: Explanation = ["the file is empty", "Write { } at least."];

/** By the numbers of `ParseErrorCode`, which its package declares as a `const enum`, so that only types can name them. */
const explanations: Record<ParseErrorCode, Explanation> = {
  1: quotes,
  2: number,
  3: key,
  4: value,
  5: ["a colon is missing here", 'Write "key": value.'],
  6: ["a comma is missing here", "Put a comma between two entries."],
  7: ["} is missing here", "Close the { before it."],
  8: ["] is missing here", "Close the [ before it."],
  9: ["there is more text after the end", "Remove it."],
  10: ["JSON has no comments", "Remove the comment."],
  11: ["this comment is not closed", "JSON has no comments: remove it."],
  12: ["this text is not closed on its line", String.raw`Close it with ". A line break in a text is written \n.`],
  13: number,
  14: badEscape,
  15: badEscape,
  16: badEscape,
};
