/**
 * Splits a file into front matter and body. Without options, gray-matter runs code for `---js`, caches failures, and converts dates and numbers. Here
 * only a bare `---` opens YAML, every scalar remains the text that the author wrote, anchors and aliases are refused, size and depth are limited, and
 * every key and value has its position in the file.
 */
import matter from "gray-matter";
import {
  type ErrorCode,
  isAlias,
  isCollection,
  isMap,
  isNode,
  isPair,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  parseDocument,
  type Scalar,
  visit,
  type YAMLError,
} from "yaml";
import { type Code, diagnose } from "../../platform/diagnostics/codes.js";
import { cleanText } from "../../shared/clean-text.js";
import type { Diagnostic } from "../../shared/diagnostic.js";
import type { Position, SourceFile } from "../../shared/document.js";
import { countLineFeeds, withLineFeeds } from "../../shared/lines.js";
import { entryAt, type FieldEntry, type FieldValue, textValue } from "./entries.js";

export interface FrontMatter {
  /** Undefined if the file has no front matter, or if it is broken (see the diagnostics). */
  entries: FieldEntry[] | undefined;
  body: string;
  /** Line of the file on which the body begins, from 1. */
  bodyLine: number;
  diagnostics: Diagnostic[];
}

const maxLength = 64 * 1024;
const maxDepth = 16;
/** Longer lines are left to the library, so that the pattern for plain lines does not take long. */
const maxPlainLine = 1000;
/** gray-matter searches for comments from each line to the next one with words: 64 kB of blank lines took it 15 seconds. */
const maxBlankLines = 200;
const manyBlankLines = new RegExp(`\\n(?:[^\\S\\n]*\\n){${maxBlankLines + 1}}`);

const closingLine = /\n---[ \t]*(?:\n|$)/;

/** A first line `key:`, after comments. Without it, `---` that nothing closes is a rule across the page, not front matter. */
const startsWithKey = /^(?:[ \t]*(?:#.*)?\n)*["']?[\p{L}_][\p{L}\w -]{0,60}["']?[ \t]*:(?:\s|$)/u;

/** @returns the front matter of a text, with its `---` lines; undefined if there is none, or if a line of it ends with CR LF or with CR. */
export function frontMatterText(text: string): string | undefined {
  const end = text.startsWith("---\n") ? closingLine.exec(text) : undefined;
  const front = end ? text.slice(0, end.index + end[0].length) : undefined;
  return front?.includes("\r") ? undefined : front;
}

/** @returns the line of front matter that is not read because of spaces, empty lines or comments before it, if there is such front matter. */
export function lateFrontMatter(text: string): number | undefined {
  const before = /^(?:\s|<!--(?:(?!-->).)*-->)+---[ \t]*\r?\n/s.exec(text)?.[0];
  if (before === undefined || !startsWithKey.test(text.slice(before.length))) return undefined;
  return countLineFeeds(before, before.length - 1) + 1;
}

export function splitFrontMatter(source: SourceFile): FrontMatter {
  const text = withLineFeeds(source.text.replace(/^\uFEFF/, ""));
  const [opening = ""] = text.split("\n", 1);
  const firstLine = opening.trimEnd();
  const withoutFields = (problem?: Diagnostic, body = text, bodyLine = 1): FrontMatter => {
    return { entries: undefined, body, bodyLine, diagnostics: problem ? [problem] : [] };
  };
  const locate = (column: number, length: number) => ({ file: source.path, line: 1, column, length });
  if (!firstLine.startsWith("---") || firstLine.startsWith("----")) return withoutFields();
  if (firstLine !== "---") {
    const message = `front matter in "${firstLine.slice(3).trim()}" is not supported`;
    const help = "Front matter is YAML between two lines of exactly ---.";
    return withoutFields(diagnose("front-matter-language", message, { ...locate(4, firstLine.length - 3), help }));
  }
  // gray-matter ends front matter here, whatever follows the dashes.
  const end = text.indexOf("\n---", opening.length);
  const closing = end === -1 ? undefined : /^---[ \t]*(?:\n|$)/.exec(text.slice(end + 1))?.[0];
  if (closing === undefined) {
    if (!startsWithKey.test(text.slice(opening.length + 1))) return withoutFields();
    const help = "Close it with a line of exactly ---.";
    return withoutFields(
      diagnose("front-matter-unclosed", "front matter has no closing line", { ...locate(1, 3), help }),
    );
  }
  const bodyLine = countLineFeeds(text, end + 1 + closing.length) + 1;
  const isTooLong = end > maxLength;
  if (isTooLong || manyBlankLines.test(text.slice(0, end))) {
    const excess = isTooLong
      ? `is longer than ${maxLength / 1024} kB`
      : `has more than ${maxBlankLines} blank lines in a row`;
    const problem = diagnose("front-matter-limit", `front matter ${excess}`, locate(1, 3));
    return withoutFields(problem, text.slice(end + 1 + closing.length), bodyLine);
  }
  let read: YamlResult = { entries: [], diagnostics: [] };
  const yaml = {
    parse(block: string) {
      read = readPlainLines(block) ?? readYaml(block, source.path);
      return {};
    },
    stringify: (): string => "",
  };
  // With options, gray-matter does not use its cache. The engine replaces its YAML, and a file cannot choose another engine.
  const { content } = matter(text, { language: "yaml", engines: { yaml } });
  // gray-matter leaves the spaces after the last dashes in the text.
  const body = closing.trimEnd() === closing.replace("\n", "") ? content : content.slice(closing.length - 3);
  return { ...read, body, bodyLine };
}

type YamlResult = Pick<FrontMatter, "entries" | "diagnostics">;

/** @param block begins after the first `---`, on its line. */
function readYaml(block: string, path: string): YamlResult {
  const lines = new LineCounter();
  const position = (offset: number): Position => {
    const { line, col } = lines.linePos(offset);
    return { line, column: col };
  };
  const failed = (code: Code, message: string, offset: number, help: string): YamlResult => ({
    entries: undefined,
    diagnostics: [diagnose(code, message, { file: path, ...position(offset), help })],
  });
  const tooDeep = () =>
    failed("front-matter-limit", `front matter is nested deeper than ${maxDepth} levels`, 1, "Use fewer levels.");
  let document: ReturnType<typeof parseDocument>;
  try {
    document = parseDocument(block, {
      schema: "failsafe",
      resolveKnownTags: false,
      lineCounter: lines,
      uniqueKeys: true,
      prettyErrors: false,
    });
  } catch {
    // The parser recurses, so thousands of nested brackets exhaust its stack.
    return tooDeep();
  }
  const { contents, errors, warnings } = document;
  const [problem] = errors;
  if (problem?.code === "RESOURCE_EXHAUSTION") return tooDeep();
  if (problem) {
    const { message, offset, help } = explain(problem, contents, block);
    return failed("front-matter-yaml", message, offset, help);
  }
  const tag = warnings.find(({ code }) => code === "TAG_RESOLVE_FAILED");
  if (tag) {
    const help = "Put quotes around a value that begins with !.";
    return failed("front-matter-yaml", "YAML tags are not read", tag.pos[0], help);
  }
  const sharedNode = findSharedNode(contents);
  if (sharedNode) {
    const help = "Write the value out where it is used.";
    return failed("front-matter-alias", "YAML anchors and aliases are not read", sharedNode.range?.[0] ?? 0, help);
  }
  if (contents === null) return { entries: [], diagnostics: [] };
  if (!isMap(contents)) {
    const message = "front matter is not a list of `key: value` lines";
    return failed("front-matter-yaml", message, 1, "Write one `key: value` on each line.");
  }
  const value = convert(contents, position, 0);
  if (value === "too deep" || value.kind !== "map") return tooDeep();
  const lost = findLostWords(contents, block);
  if (!lost) return { entries: value.entries, diagnostics: [] };
  const help = "Put quotes around the whole value, or a space after the # of a comment.";
  const details = { file: path, ...position(lost.offset), length: lost.length, help };
  const message = "these words are a comment, and not part of the value";
  return { entries: value.entries, diagnostics: [diagnose("front-matter-comment", message, details)] };
}

/** A key and a plain scalar that YAML reads as it is written: no `: `, no ` #`, no colon at its end. */
const plainLine =
  /^(([A-Za-z][\w-]*): +)((?:[A-Za-z0-9(/<]|[\u00a1-\ud7ff])(?:[ -"$-9;-~]|[\u00a1-\ud7ff]|:(?=[^ ])|(?<! )#)*)$/;

/**
 * Reads front matter of `key: text` lines, which most front matter is, thirty times as fast as the library.
 * @returns undefined if there is any other line, so that the library must read it.
 */
function readPlainLines(block: string): YamlResult | undefined {
  const entries = new Map<string, FieldEntry>();
  for (const [index, text] of block.split("\n").entries()) {
    if (text === "") continue;
    const match = text.length <= maxPlainLine ? plainLine.exec(text) : null;
    const [, before = "", key = "", value = ""] = match ?? [];
    if (!match || entries.has(key)) return undefined;
    entries.set(key, entryAt(key, index, 0, textValue(value.replace(/ +$/, ""), index, before.length)));
  }
  return { entries: [...entries.values()], diagnostics: [] };
}

function findSharedNode(contents: Node | null): Node | undefined {
  let sharedNode: Node | undefined;
  visit(contents, (_, node) => {
    if (isAlias(node) || (isNode(node) && "anchor" in node && node.anchor)) {
      sharedNode = node as Node;
      return visit.BREAK;
    }
    return undefined;
  });
  return sharedNode;
}

function convert(node: unknown, position: (offset: number) => Position, depth: number): FieldValue | "too deep" {
  if (depth > maxDepth) return "too deep";
  const [start, end] = (isNode(node) && node.range) || [0, 0];
  const span = { position: position(start), length: Math.max(1, end - start) };
  if (isSeq(node)) {
    const items = node.items.map((item) => convert(item, position, depth + 1));
    return items.includes("too deep") ? "too deep" : { kind: "list", items: items as FieldValue[], ...span };
  }
  if (isMap(node)) {
    const entries: FieldEntry[] = [];
    for (const item of node.items) {
      const value = isPair(item) ? convert(item.value, position, depth + 1) : "too deep";
      if (value === "too deep") return "too deep";
      const keyOffset = isNode(item.key) ? (item.key.range?.[0] ?? 0) : 0;
      entries.push({
        key: isScalar(item.key) ? cleanText(String(item.key.value)) : "",
        keyPosition: position(keyOffset),
        value,
      });
    }
    return { kind: "map", entries, ...span };
  }
  if (!isScalar(node)) return { kind: "text", text: "", ...span };
  const text = cleanText(String(node.value ?? ""));
  return { kind: "text", text, ...(isQuoted(node) && { isQuoted: true }), ...span };
}

const maxKeyLine = 200;

/** A key, its colon, and a space other than the plain one: a Mac writes it for Option and the space bar. */
const specialSpace = /^[^\n:]+:[\u00a0\u2000-\u200a\u202f\u3000]/;

/** Messages that replace those of the library. */
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

/** Explains a problem of the parser. @param contents the nodes that the parser has read in spite of it. */
function explain(
  problem: YAMLError,
  contents: Node | null,
  block: string,
): { message: string; offset: number; help: string } {
  const [offset] = problem.pos;
  // If the last line has no key, the library gives this problem the code for unclosed quotes.
  const code = problem.message.startsWith("Implicit map keys") ? "MULTILINE_IMPLICIT_KEY" : problem.code;
  // With this code the brackets are closed, and a text follows them, as in a link of Markdown.
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
  const space = code === "MULTILINE_IMPLICIT_KEY" ? specialSpace.exec(block.slice(offset, offset + maxKeyLine)) : null;
  if (space) {
    const message = "the space after this colon is a special one, so the line has no key";
    return { message, offset: offset + space[0].length - 1, help: "Write a plain space in its place." };
  }
  const [message, help = 'Put quotes around a value with ": " or " #" in it.'] = yamlProblems[code] ?? [
    "this is not YAML",
  ];
  return { message, offset, help };
}

/**
 * Finds the innermost quotes or brackets that are open at the offset of a problem, because the parser only reports where it expected their end. Brackets
 * that end further down are not open, but indented wrongly.
 */
function findOpen(contents: Node | null, block: string, end: number): Node | undefined {
  let openNode: Node | undefined;
  const isOpen = (node: unknown) =>
    isScalar(node) ? isQuoted(node) : isCollection(node) && node.flow && !block.includes(isSeq(node) ? "]" : "}", end);
  visit(contents, (_, node) => {
    if (isNode(node) && node.range?.[1] === end && isOpen(node)) openNode = node as Node;
  });
  return openNode;
}

/** Finds words that YAML reads as a comment, although the author probably meant a value: `title: Token #2`. A real comment has a space after `#`. */
function findLostWords(contents: Node | null, block: string): { offset: number; length: number } | undefined {
  if (!/[ \t]#\S/.test(block)) return undefined;
  let lostWords: { offset: number; length: number } | undefined;
  visit(contents, {
    Scalar(_, { comment, type, range }) {
      if (type !== "PLAIN" || !range || !/^\S/.test(comment ?? "")) return undefined;
      const [words = ""] = (comment ?? "").split("\n");
      lostWords = { offset: block.indexOf("#", range[1]), length: words.length + 1 };
      return visit.BREAK;
    },
  });
  return lostWords;
}

/** Finds an indented line with a key below a value, which YAML reads as one value. */
function findIndentedKey(block: string, valueStart: number): number | undefined {
  const firstEnd = block.indexOf("\n", valueStart);
  if (firstEnd === -1 || /:(?:\s|$)/.test(block.slice(valueStart, firstEnd))) return undefined;
  for (
    let index = firstEnd + 1;
    block[index] === " " || block[index] === "\n";
    index = block.indexOf("\n", index) + 1
  ) {
    if (/^ +["']?[\p{L}_][\p{L}\w-]*["']?:(?:\s|$)/u.test(block.slice(index, index + maxKeyLine))) return index;
    if (!block.includes("\n", index)) break;
  }
  return undefined;
}

function isQuoted({ type }: Scalar): boolean {
  return type === "QUOTE_DOUBLE" || type === "QUOTE_SINGLE";
}
