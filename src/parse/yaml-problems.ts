/** What is said of YAML that cannot be read, to people who do not know its grammar: what is wrong, where it begins, and what to do. */
import {
  type ErrorCode,
  isCollection,
  isNode,
  isScalar,
  isSeq,
  type Node,
  type Scalar,
  visit,
  type YAMLError,
} from "yaml";

const longKey = 200;

/** A key, its colon, and a space that looks like another: a Mac writes one for Option and the space bar. */
const specialSpace = /^[^\n:]+:[\u00a0\u2000-\u200a\u202f\u3000]/;

/** In place of the library's messages. */
const yamlProblems: Partial<Record<ErrorCode, readonly [message: string, help?: string]>> = {
  BLOCK_AS_IMPLICIT_KEY: ["this value contains a colon and a space, which YAML reads as another key"],
  DUPLICATE_KEY: ["this key occurs twice", "Keep one of the two lines."],
  TAB_AS_INDENT: ["this line is indented with a tab", "Indent with spaces."],
  MISSING_CHAR: ["quotes or brackets are not closed", "Close the quotes or brackets before this place."],
  BAD_INDENT: [
    "this line is indented wrongly, or brackets before it are not closed",
    "Close the brackets, and indent all lines of a list in the same way.",
  ],
  BAD_DQ_ESCAPE: ["this escape is not valid in double quotes", "Write the backslash twice, or use single quotes."],
  MULTILINE_IMPLICIT_KEY: ["this line has no key", "Write `key: value`, or indent the line to continue a value."],
  BAD_SCALAR_START: ["a value cannot begin with this character", "Put quotes around the value."],
  UNEXPECTED_TOKEN: ["this is not allowed here", "Put quotes around a value with special characters."],
};

/** What a problem of the parser means. @param contents what it made of the text. */
export function explain(
  problem: YAMLError,
  contents: Node | null,
  block: string,
): { message: string; offset: number; help: string } {
  const [offset] = problem.pos;
  // In the last line it has the code of quotes that are not closed.
  const code = problem.message.startsWith("Implicit map keys") ? "MULTILINE_IMPLICIT_KEY" : problem.code;
  // Something behind a bracket that is closed, as in a link of Markdown.
  const open = code === "UNEXPECTED_TOKEN" ? undefined : findOpen(contents, block, offset);
  if (open) {
    const signs = isScalar(open) ? "quotes" : "brackets";
    const message = `the ${signs} that begin here are not closed`;
    return { message, offset: open.range?.[0] ?? 0, help: `Close the ${signs} where the value ends.` };
  }
  const indented = code === "BLOCK_AS_IMPLICIT_KEY" ? findIndentedKey(block, offset) : undefined;
  if (indented !== undefined) {
    const message = "this line is indented, so it continues the value above it";
    return { message, offset: indented, help: "Remove the spaces before the key." };
  }
  const space = code === "MULTILINE_IMPLICIT_KEY" ? specialSpace.exec(block.slice(offset, offset + longKey)) : null;
  if (space) {
    const message = "the space behind this colon is a special one, so the line has no key";
    return { message, offset: offset + space[0].length - 1, help: "Write a plain space in its place." };
  }
  const [message, help = "A value with a colon, # or @ in it needs quotes around it."] = yamlProblems[code] ?? [
    "this is not YAML",
  ];
  return { message, offset, help };
}

/**
 * The innermost quotes or brackets that are still open at the place of a problem: the parser only says where it missed
 * their end. Brackets whose end is further down are not open, but indented wrongly.
 */
function findOpen(contents: Node | null, block: string, end: number): Node | undefined {
  let found: Node | undefined;
  const isOpen = (node: unknown) =>
    isScalar(node) ? isQuoted(node) : isCollection(node) && node.flow && !block.includes(isSeq(node) ? "]" : "}", end);
  visit(contents, (_, node) => {
    if (isNode(node) && node.range?.[1] === end && isOpen(node)) found = node as Node;
  });
  return found;
}

/** Words behind a value that are no part of it: `title: Token #2`. With a space behind its sign, a comment is meant. */
export function findLostWords(contents: Node | null, block: string): { offset: number; length: number } | undefined {
  if (!/[ \t]#\S/.test(block)) return undefined;
  let found: { offset: number; length: number } | undefined;
  visit(contents, {
    Scalar(_, { comment, type, range }) {
      if (type !== "PLAIN" || !range || !/^\S/.test(comment ?? "")) return undefined;
      const [words = ""] = (comment ?? "").split("\n");
      found = { offset: block.indexOf("#", range[1]), length: words.length + 1 };
      return visit.BREAK;
    },
  });
  return found;
}

/** A line with a key that is indented below a value without one, which YAML takes for one value. */
function findIndentedKey(block: string, value: number): number | undefined {
  const firstEnd = block.indexOf("\n", value);
  if (firstEnd === -1 || /:(?:\s|$)/.test(block.slice(value, firstEnd))) return undefined;
  for (let at = firstEnd + 1; block[at] === " " || block[at] === "\n"; at = block.indexOf("\n", at) + 1) {
    if (/^ +["']?[\p{L}_][\p{L}\w-]*["']?:(?:\s|$)/u.test(block.slice(at, at + longKey))) return at;
    if (!block.includes("\n", at)) break;
  }
  return undefined;
}

export function isQuoted({ type }: Scalar): boolean {
  return type === "QUOTE_DOUBLE" || type === "QUOTE_SINGLE";
}
