/**
 * Replaces the directives of reStructuredText that name files (`include`, `literalinclude`, `csv-table` with `:file:`) by
 * these files, before a text is parsed: the whole text is hashed, searched and shown, and `toOrigins` moves its problems
 * to the files. Directives in an included file are not followed.
 */
import { posix } from "node:path";
import { diagnose } from "../../platform/diagnostics/codes.js";
import type { Diagnostic, Result } from "../../shared/diagnostic.js";
import type { IncludedLines, SourceFile } from "../../shared/document.js";
import { linesOf } from "../../shared/lines.js";
import { textFormat } from "../../shared/text-format.js";
import { Budget, limitHelp } from "../formats/budget.js";
import { toWholeText } from "./origins.js";
import type { SourceReader } from "./reader.js";
import { type AdmissionOptions, admitTexts, isInside } from "./repository-files.js";
import { type KnownSources, readSources, sourceFile } from "./sources.js";

/** A directive that stands for a file, or for some lines of it. */
interface Include {
  /** The first line of the directive, from 0, and how many it has. */
  index: number;
  count: number;
  indent: string;
  /** The path as it is written. */
  target: string;
  /** The path relative to the root. */
  path: string;
  /** The first and the last line of the file that are included, from 1. */
  from: number;
  to?: number | undefined;
  /** Lines of a directive that the included lines are the content of. */
  head: string[];
}

/** Matches the first line of a directive that may name a file. */
const directive = /^( *)\.\. (include|literalinclude|csv-table):: *(.*)$/;
/** Matches an option below a directive: `:lines: 1-9`. */
const option = /^ +:([\w-]+):(?: +(.*))?$/;
/** Matches a line below which a more deeply indented text is an example, with directives that are not followed. */
const opensLiteral = /^ *\.\. (?:code|code-block|sourcecode|parsed-literal)::|^(?! *\.\. [\w:+.-]+::).*::\s*$/;

/** Reads texts with the files that they include. @returns also the paths of these files, including missing ones. See `readSources`. */
export async function readIncluding(
  reader: SourceReader,
  paths: readonly string[],
  options: AdmissionOptions & { maxFileSize: number },
  sources: KnownSources,
): Promise<Result<SourceFile[]> & { included: string[] }> {
  const { maxFileSize } = options;
  const read = await readSources(reader, paths, maxFileSize, sources);
  const includes = new Map(read.value.filter(mayInclude).map((source) => [source.path, findIncludes(source)]));
  const named = new Set([...includes.values()].flat().map(({ path }) => path));
  if (named.size === 0) return { ...read, included: [] };
  const { refusals, warnings } = await admitTexts(reader, named, options);
  const readable = [...named].filter((path) => !refusals.has(path));
  const parts = await readSources(reader, readable, maxFileSize, sources);
  const byPath = new Map(parts.value.map((source) => [source.path, source]));
  const find = (path: string) => byPath.get(path) ?? refusals.get(path) ?? "";
  const joined = read.value.map((source) => joinIncludes(source, includes.get(source.path) ?? [], find, maxFileSize));
  const wholes = new Map(joined.map(({ value }) => [value.path, value]));
  const ofTexts = read.diagnostics.map((problem) => toWholeText(problem, wholes.get(problem.file ?? "")));
  const ofParts = parts.diagnostics.filter(({ file = "" }) => !wholes.has(file));
  return {
    value: [...wholes.values()],
    diagnostics: [...ofTexts, ...ofParts, ...warnings, ...joined.flatMap(({ diagnostics }) => diagnostics)],
    included: [...named].filter((path) => isInside(path, reader)),
  };
}

function mayInclude(source: SourceFile): boolean {
  const has = (mark: string) => source.text.includes(mark);
  return textFormat(source.path) === "rst" && (has("include::") || has(":file:"));
}

/** Finds the directives of a text that name files. */
export function findIncludes({ path, text }: Pick<SourceFile, "path" | "text">): Include[] {
  const lines = linesOf(text);
  let literal = Number.POSITIVE_INFINITY;
  return lines.flatMap((line, index) => {
    const margin = line.search(/\S/);
    if (margin === -1 || margin > literal) return [];
    literal = opensLiteral.test(line) ? margin : Number.POSITIVE_INFINITY;
    const [, indent = "", name, argument] = directive.exec(line) ?? [];
    if (name === undefined) return [];
    const options = new Map<string, string>();
    let end = index + 1;
    for (let match = option.exec(lines[end] ?? ""); match; match = option.exec(lines[++end] ?? ""))
      options.set(match[1] ?? "", match[2] ?? "");
    const isTable = name === "csv-table";
    const target = (isTable ? options.get("file") : argument)?.trim();
    if (!target) return [];
    const isCode = name === "literalinclude" || options.has("literal") || options.has("code");
    const language = options.get("language") ?? options.get("code") ?? posix.extname(target).slice(1);
    const table = [...lines.slice(index, end).filter((tableLine) => !/^ +:file:/.test(tableLine)), ""];
    const [, from, dash, to] = /^(\d+)(-?)(\d*)$/.exec(options.get("lines") ?? "") ?? [];
    return {
      index,
      count: end - index,
      indent,
      target,
      path: target.startsWith("/") ? posix.join(target.slice(1)) : posix.join(posix.dirname(path), target),
      from: Math.max(1, Number(from ?? Number(options.get("start-line") ?? 0) + 1) || 1),
      to: Number(dash === "" ? from : (to ?? options.get("end-line"))) || undefined,
      head: isTable ? table : isCode ? [`${indent}.. code-block:: ${language}`, ""] : [],
    };
  });
}

/** @param find a file that may be included, or the reason why a path must not be. */
function joinIncludes(
  source: SourceFile,
  includes: readonly Include[],
  find: (path: string) => SourceFile | string,
  maxFileSize: number,
): Result<SourceFile> {
  if (includes.length === 0) return { value: source, diagnostics: [] };
  const written = linesOf(source.text);
  const [lines, origins, diagnostics]: [string[], IncludedLines[], Diagnostic[]] = [[], [], []];
  const files = new Map<string, string>();
  const budget = new Budget(source.text.length);
  const linesByPath = new Map<string, string[]>();
  const linesIn = ({ path, text }: SourceFile) => {
    const fileLines = linesByPath.get(path) ?? linesOf(text.replace(/(?:\r\n?|\n)$/, ""));
    if (!linesByPath.has(path)) budget.grow(text.length);
    linesByPath.set(path, fileLines);
    return fileLines;
  };
  let size = source.text.length;
  const add = (texts: readonly string[], file: string, line: number, indent = "") => {
    if (texts.length > 0) origins.push({ from: lines.length + 1, file, line, shift: indent.length });
    for (const text of texts) lines.push(text === "" ? text : indent + text);
  };
  let next = 0;
  for (const { index, count, indent, target, path, from, to, head } of includes) {
    if (budget.isReported) break;
    add(written.slice(next, index), source.path, next + 1);
    next = index;
    const part = find(path);
    const margin = head.length > 0 ? `${indent}   ` : indent;
    const linesOrReason = typeof part === "string" ? part : shownLines(part, linesIn(part), from, to);
    const length =
      typeof linesOrReason === "string"
        ? 0
        : linesOrReason.reduce((sum, text) => sum + margin.length + text.length + 1, 0);
    if (!budget.spend("expansions", length)) {
      budget.isReported = true;
      const location = { file: source.path, line: lines.length + 1, column: indent.length + 1, help: limitHelp };
      diagnostics.push(diagnose("text-limit", budget.message("expansions", `"${target}"`), location));
      continue;
    }
    const outcome = size + length > maxFileSize ? `the text would have more than ${maxFileSize} bytes` : linesOrReason;
    if (typeof part === "string" || typeof outcome === "string") {
      // The directive stays in the text.
      const directiveLength = written[index]?.trim().length ?? 0;
      const position = { line: lines.length + 1, column: indent.length + 1, length: directiveLength };
      const location = { file: source.path, ...position };
      const help = "Name a file that git tracks by its path from this one.";
      diagnostics.push(diagnose("include-failed", `"${target}" is not included: ${outcome}`, { ...location, help }));
      continue;
    }
    files.set(path, part.text);
    add(head, source.path, index + 1);
    add(outcome, path, from, margin);
    size += length;
    next = index + count;
  }
  add(written.slice(next), source.path, next + 1);
  const joined = sourceFile(source.path, lines.join("\n"));
  return { value: { ...joined, included: { written: source.text, files, origins } }, diagnostics };
}

/** @returns the lines of a range, or the reason why there are none. */
function shownLines(
  { tooLarge }: SourceFile,
  lines: readonly string[],
  from: number,
  to: number | undefined,
): string[] | string {
  const range = lines.slice(from - 1, to);
  if (tooLarge !== undefined) return `it has ${tooLarge} bytes, more than maxFileSize`;
  return range.length > 0 ? range : `it has no lines ${from}–${to ?? ""}, but ${lines.length} lines`;
}
