/**
 * The lines of a text in whose place a file is read, in the forms of VitePress (`<!--@include: ./part.md-->`, `<<< ./code.ts#region`) and MkDocs
 * (`--8<-- "part.md"`), and the directives of reStructuredText: what each says of the file and of the part of it.
 */
import { posix } from "node:path";
import type { SourceFile } from "../shared/document.js";
import { linesOf } from "../shared/lines.js";
import { codeFences } from "../shared/syntax-problems.js";
import { textFormat } from "../shared/text-format.js";
import { bytesOf } from "./sources.js";

/** A line that stands for a part of a file. */
export interface Include {
  /** Spaces before it, which its lines get too. */
  indent: string;
  /** Where it is written, from 1. */
  column: number;
  length: number;
  /** As it is written. */
  target: string;
  /** Relative to the root. */
  path: string;
  region?: string | undefined;
  /** The lines, from 1, the last one with them. */
  from?: number | undefined;
  to?: number | undefined;
  /** The language of a block of code; undefined for a part that is Markdown. */
  language?: string | undefined;
  /** Of a directive of reStructuredText: its lines without those that name the file, and the number of all. */
  directive?: { head: string[]; count: number };
}

/** What a text with an include has in it: looked for in its bytes, so that texts without need not be decoded. */
const includeMarks = { markdown: ["@include:", "<<<", "--8<--"], rst: ["include::", ":file:"] };
const marked = /@include:|^[ \t]*<<<[ \t]|--8<--/m;
const markedRst = /^[ ]*\.\. (?:include|literalinclude)::|^[ ]+:file:/m;
const forms = {
  markdown: /^([ \t]*)<!--[ \t]*@include:[ \t]*(\S.*?)[ \t]*-->[ \t]*$/,
  code: /^([ \t]*)<<<[ \t]+(\S.*?)[ \t]*$/,
  snippet: /^([ \t]*)--8<--[ \t]+(?:"([^"]+)"|'([^']+)')[ \t]*$/,
};

/** Whether a text may have includes. @param inMarkdown whether the site has them on. */
export function mayInclude(source: SourceFile, inMarkdown: boolean): boolean {
  const format = textFormat(source.path);
  // Directives are a part of the format; the forms of other programs are not of Markdown.
  if (format !== "rst" && !(format === "markdown" && inMarkdown)) return false;
  const bytes = bytesOf(source);
  if (bytes && !includeMarks[format].some((mark) => bytes.includes(mark))) return false;
  return (format === "rst" ? markedRst : marked).test(source.text);
}

const numberOf = (digits: string | undefined) => (digits ? Number(digits) : undefined);

/** @param isCode whether the line is in a block of code, where only MkDocs has includes: so a text can show the others. */
export function readInclude(line: string, file: string, isCode: boolean): Include | undefined {
  const make = (indent: string, target: string, path: string, part: Partial<Include>): Include => {
    const isFromRoot = path.startsWith("@/");
    const resolved = isFromRoot ? posix.join(path.slice(2)) : posix.join(posix.dirname(file), path);
    return { ...part, indent, target, path: resolved, column: indent.length + 1, length: line.trim().length };
  };
  const [, before = "", double, single] = forms.snippet.exec(line) ?? [];
  const quoted = double ?? single;
  if (quoted !== undefined) {
    const [, path = "", from, to, region] = /^(.*?)(?::(\d*)(?::(\d*))?|:([\w-]+))?$/.exec(quoted) ?? [];
    // MkDocs has the names of snippets from the root of the site.
    const isBeside = /^\.\.?\//.test(path);
    return make(before, quoted, isBeside ? path : `@/${path}`, { region, from: numberOf(from), to: numberOf(to) });
  }
  if (isCode) return undefined;
  const [, indent = "", target] = forms.markdown.exec(line) ?? [];
  if (target !== undefined) {
    const [, path = "", region, from, to] = /^(.*?)(?:#([\w-]+))?(?: ?\{(\d*),(\d*)\})?$/.exec(target) ?? [];
    return make(indent, target, path, { region, from: numberOf(from), to: numberOf(to) });
  }
  const [, space = "", code] = forms.code.exec(line) ?? [];
  if (code === undefined) return undefined;
  // In the braces are lines to mark, which our blocks do not have, and a language; a title in brackets follows.
  const [, path = "", region, braces = ""] = /^(.*?)(?:#([\w-]+))?(?: ?\{([^{}]*)\})?(?: ?\[.*\])?$/.exec(code) ?? [];
  const language = /(?:^|\s)([a-z][\w+#-]*)/i.exec(braces)?.[1] ?? posix.extname(path).slice(1);
  return make(space, code, path, { region, language });
}

const rstDirective = /^( *)\.\. (include|literalinclude|csv-table|raw):: *(.*)$/;
const rstOption = /^ +:([\w-]+):(?: +(.*))?$/;

/**
 * `.. include:: part.rst`, `.. literalinclude:: code.py`, and `:file:` of a table or of raw text. What they name is read in their place: a text, or the
 * content of a directive.
 */
export function readRstInclude(lines: readonly string[], index: number, file: string): Include | undefined {
  const line = lines[index] ?? "";
  const [, indent = "", name = "", argument = ""] = rstDirective.exec(line) ?? [];
  if (name === "" || isInLiteral(lines, index, indent.length)) return undefined;
  const options = new Map<string, string>();
  let end = index + 1;
  for (let option = rstOption.exec(lines[end] ?? ""); option; option = rstOption.exec(lines[++end] ?? ""))
    options.set(option[1] ?? "", option[2] ?? "");
  const isFile = name === "csv-table" || name === "raw";
  const target = (isFile ? options.get("file") : argument)?.trim();
  if (!target) return undefined;
  const isCode = name === "literalinclude" || options.has("literal") || options.has("code");
  const language = options.get("language") ?? options.get("code") ?? posix.extname(target).slice(1);
  const kept = lines.slice(index + 1, end).filter((one) => !/^ +:file:/.test(one));
  const head = isFile ? [line, ...kept] : isCode ? [`${indent}.. code-block:: ${language}`] : [];
  const [from, to] = /^(\d+)(?:-(\d*))?$/.exec(options.get("lines") ?? "")?.slice(1) ?? [];
  const start = options.get("start-line");
  return {
    indent,
    column: indent.length + 1,
    length: line.trim().length,
    target,
    path: target.startsWith("/") ? posix.join(target.slice(1)) : posix.join(posix.dirname(file), target),
    from: numberOf(from) ?? (Number(start) || 0) + 1,
    to: numberOf(to ?? (options.has("lines") ? from : options.get("end-line"))),
    directive: { head, count: end - index },
  };
}

/** Whether a line is an example: the block that it is in follows `::`. */
function isInLiteral(lines: readonly string[], index: number, indent: number): boolean {
  let margin = indent;
  for (let at = index - 1; at >= 0 && margin > 0; at--) {
    const line = lines[at] ?? "";
    const own = line.search(/\S/);
    if (own === -1 || own >= margin) continue;
    margin = own;
    if (/::\s*$|^ *\.\. (?:code|code-block|sourcecode|parsed-literal)::/.test(line)) return true;
  }
  return false;
}

/** What a text includes. @param file its path. */
export function includesIn(text: string, file: string): Include[] {
  if (textFormat(file) === "rst") {
    const lines = markedRst.test(text) ? linesOf(text) : [];
    return lines.flatMap((_, index) => readRstInclude(lines, index, file) ?? []);
  }
  if (!marked.test(text)) return [];
  const isCode = codeFences();
  return linesOf(text).flatMap((line) => readInclude(line, file, isCode(line)) ?? []);
}
