/**
 * Splits a file into front matter and body, safely. gray-matter by itself runs code for `---js`, caches failures, and
 * converts dates and numbers. Here only a bare `---` opens YAML, every scalar remains the text that the author wrote,
 * anchors and aliases are refused, size and depth are limited, and every key and value has its place in the file.
 */
import matter from "gray-matter";
import { isAlias, isMap, isNode, isPair, isScalar, isSeq, LineCounter, type Node, parseDocument, visit } from "yaml";
import { diagnose } from "../diagnostics/codes.js";
import { cleanText } from "../shared/clean-text.js";
import type { Diagnostic } from "../shared/diagnostic.js";
import type { Position, SourceFile } from "../shared/document.js";
import type { FieldEntry, FieldValue } from "./metadata/entries.js";
import { explain, findLostWords, isQuoted } from "./yaml-problems.js";

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
const longLine = 1000;
const tooDeep = `front matter is nested deeper than ${maxDepth} levels`;

const closing = /\n---[ \t]*(?:\n|$)/;

/** What front matter begins with, behind remarks. Where it does not end and begins otherwise, its first line is a rule across the page. */
const keysFirst = /^(?:[ \t]*(?:#.*)?\n)*["']?[\p{L}_][\p{L}\w -]{0,60}["']?[ \t]*:(?:\s|$)/u;

/**
 * The front matter of a text, with its `---` lines; undefined if there is none, or if it has line ends other than `
 * `.
 */
export function frontMatterOf(text: string): string | undefined {
  const end = text.startsWith("---\n") ? closing.exec(text) : undefined;
  const front = end ? text.slice(0, end.index + end[0].length) : undefined;
  return front?.includes("\r") ? undefined : front;
}

/** The line on which front matter begins that is not read because of spaces or empty lines before it. */
export function lateFrontMatter(text: string): number | undefined {
  const before = /^\s+---[ \t]*\r?\n/.exec(text)?.[0];
  if (before === undefined || !keysFirst.test(text.slice(before.length))) return undefined;
  return countLines(before, before.length - 1);
}

export function splitFrontMatter(source: SourceFile): FrontMatter {
  const whole = source.text.startsWith("\uFEFF") ? source.text.slice(1) : source.text;
  const text = whole.includes("\r") ? whole.replace(/\r\n?/g, "\n") : whole;
  const firstEnd = text.indexOf("\n");
  const firstLine = text.slice(0, firstEnd === -1 ? undefined : firstEnd).trimEnd();
  const none = (diagnostics: Diagnostic[], body = text, bodyLine = 1): FrontMatter => ({
    entries: undefined,
    body,
    bodyLine,
    diagnostics,
  });
  const at = (line: number, column: number, length = 1) => ({ file: source.path, line, column, length });
  if (!firstLine.startsWith("---") || firstLine.startsWith("----")) return none([]);
  if (firstLine !== "---") {
    return none([
      diagnose("front-matter-language", `front matter in "${firstLine.slice(3).trim()}" is not supported`, {
        ...at(1, 4, firstLine.length - 3),
        help: "Front matter is YAML between two lines of exactly ---.",
      }),
    ]);
  }
  const end = closing.exec(text);
  if (!end && !keysFirst.test(text.slice(firstEnd + 1))) return none([]);
  if (!end) {
    return none([
      diagnose("front-matter-unclosed", "front matter has no closing line", {
        ...at(1, 1, 3),
        help: "Close it with a line of exactly ---.",
      }),
    ]);
  }
  const bodyLine = countLines(text, end.index + end[0].length);
  const afterFrontMatter = text.slice(end.index + end[0].length);
  if (end.index > maxLength) {
    return none(
      [diagnose("front-matter-limit", `front matter is longer than ${maxLength / 1024} kB`, at(1, 1, 3))],
      afterFrontMatter,
      bodyLine,
    );
  }
  const written = text.slice(firstEnd + 1, end.index);
  const plain = readPlainLines(written, 2);
  if (plain) return { entries: plain, body: afterFrontMatter, bodyLine, diagnostics: [] };
  let read: ReturnType<typeof readYaml> = { entries: [], diagnostics: [] };
  const yaml = {
    parse(block: string) {
      read = readYaml(block, source.path);
      return {};
    },
    stringify: (): string => "",
  };
  // Because it gets options, gray-matter does not use its cache. The engine replaces its YAML, and the file cannot
  // choose another one.
  matter(`---\n${written}\n---\n`, { language: "yaml", engines: { yaml } });
  return { entries: read.entries, body: afterFrontMatter, bodyLine, diagnostics: read.diagnostics };
}

/** gray-matter passes on the text after the first `---`, so offset 0 of `block` is the end of the file's first line. */
function readYaml(block: string, path: string): { entries: FieldEntry[] | undefined; diagnostics: Diagnostic[] } {
  const leading = block.startsWith("\n") ? 0 : 1;
  const lines = new LineCounter();
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
    return {
      entries: undefined,
      diagnostics: [diagnose("front-matter-limit", tooDeep, { file: path, line: 2, column: 1 })],
    };
  }
  const position = (offset: number): Position => {
    const { line, col } = lines.linePos(offset);
    return { line: line + leading, column: col };
  };
  const failed = (
    code: "front-matter-yaml" | "front-matter-alias" | "front-matter-limit",
    message: string,
    offset: number,
    help: string,
  ) => ({
    entries: undefined,
    diagnostics: [diagnose(code, message, { file: path, ...position(offset), help })],
  });
  const problem = document.errors[0];
  if (problem?.code === "RESOURCE_EXHAUSTION") return failed("front-matter-limit", tooDeep, 1, "Use fewer levels.");
  if (problem) {
    const { message, offset, help } = explain(problem, document.contents, block);
    return failed("front-matter-yaml", message, offset, help);
  }
  const [tag] = document.warnings.filter(({ code }) => code === "TAG_RESOLVE_FAILED");
  if (tag)
    return failed(
      "front-matter-yaml",
      "YAML tags are not read",
      tag.pos[0],
      "Put quotes around a value that begins with !.",
    );
  const shared = findSharedNode(document.contents);
  if (shared) {
    return failed(
      "front-matter-alias",
      "YAML anchors and aliases are not read",
      shared.range?.[0] ?? 0,
      "Write the value out where it is used.",
    );
  }
  if (document.contents === null) return { entries: [], diagnostics: [] };
  if (!isMap(document.contents)) {
    return failed(
      "front-matter-yaml",
      "front matter is not a list of `key: value` lines",
      1,
      "Write one `key: value` on each line.",
    );
  }
  const value = convert(document.contents, position, 0);
  if (value === "too deep" || value.kind !== "map") {
    return failed("front-matter-limit", tooDeep, 1, "Use fewer levels.");
  }
  const lost = findLostWords(document.contents, block);
  if (!lost) return { entries: value.entries, diagnostics: [] };
  const comment = diagnose("front-matter-comment", "these words are a comment, and not part of the value", {
    file: path,
    ...position(lost.offset),
    length: lost.length,
    help: "Put quotes around the whole value, or a space behind the # of a comment.",
  });
  return { entries: value.entries, diagnostics: [comment] };
}

/** A key and a plain scalar that needs no YAML parser: no `: `, no ` #`, no colon at its end. */
const plainLine =
  /^(([A-Za-z][\w-]*): +)((?:[A-Za-z0-9(/<]|[\u00a1-\ud7ff])(?:[ -"$-9;-~]|[\u00a1-\ud7ff]|:(?=[^ ])|(?<! )#)*)$/;

/**
 * Reads front matter that consists of `key: text` lines, as most does: thirty times as fast as the library, which has
 * to expect everything else.
 * @returns undefined if there is anything else; then the library reads it.
 */
function readPlainLines(block: string, firstLine: number): FieldEntry[] | undefined {
  const entries = new Map<string, FieldEntry>();
  let line = firstLine - 1;
  for (const text of block.split("\n")) {
    line++;
    if (text === "") continue;
    const match = text.length <= longLine ? plainLine.exec(text) : null;
    const [, before = "", key = "", value = ""] = match ?? [];
    if (!match || entries.has(key)) return undefined;
    const written = value.endsWith(" ") ? value.replace(/ +$/, "") : value;
    const position = { line, column: before.length + 1 };
    const found: FieldValue = { kind: "text", text: written, position, length: written.length };
    entries.set(key, { key, keyPosition: { line, column: 1 }, value: found });
  }
  return [...entries.values()];
}

function findSharedNode(contents: Node | null): Node | undefined {
  let found: Node | undefined;
  visit(contents, (_, node) => {
    if (isAlias(node) || (isNode(node) && "anchor" in node && node.anchor)) {
      found = node as Node;
      return visit.BREAK;
    }
    return undefined;
  });
  return found;
}

function convert(node: unknown, position: (offset: number) => Position, depth: number): FieldValue | "too deep" {
  if (depth > maxDepth) return "too deep";
  const [start, end] = (isNode(node) && node.range) || [0, 0];
  const place = { position: position(start), length: Math.max(1, end - start) };
  if (isSeq(node)) {
    const items = node.items.map((item) => convert(item, position, depth + 1));
    return items.includes("too deep") ? "too deep" : { kind: "list", items: items as FieldValue[], ...place };
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
    return { kind: "map", entries, ...place };
  }
  if (!isScalar(node)) return { kind: "text", text: "", ...place };
  const text = cleanText(String(node.value ?? ""));
  return { kind: "text", text, ...(isQuoted(node) && { isQuoted: true }), ...place };
}

function countLines(text: string, end: number): number {
  let lines = 1;
  for (let at = text.indexOf("\n"); at !== -1 && at < end; at = text.indexOf("\n", at + 1)) lines++;
  return lines;
}
