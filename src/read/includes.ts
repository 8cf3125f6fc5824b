/**
 * Puts the files that texts include in the place of the lines that name them (`include-lines.ts`), before a text is parsed: so the text with its
 * parts is what is hashed, cached, searched and shown, and `toOrigins` leads problems back to the files.
 */
import { posix } from "node:path";
import { diagnose } from "../diagnostics/codes.js";
import type { Diagnostic, Result } from "../shared/diagnostic.js";
import type { IncludedLines, SourceFile } from "../shared/document.js";
import { linesOf } from "../shared/lines.js";
import { addAll, largestOf } from "../shared/lists.js";
import { codeFences } from "../shared/syntax-problems.js";
import { textFormat } from "../shared/text-format.js";
import { type Include, includesIn, mayInclude, readInclude, readRstInclude } from "./include-lines.js";
import type { SourceReader } from "./reader.js";
import { type KnownSources, readSources, sourceFile } from "./sources.js";

/** How deep a part may have parts, and how many lines of one text may be includes in all. */
const deepest = 10;
const mostIncludes = 1_000;

export interface ReadTexts extends Result<SourceFile[]> {
  /** Paths of the files that the texts include, those that are missing too. */
  included: string[];
}

export interface IncludeOptions {
  maxFileSize: number;
  markdown: { include: boolean };
}

/** Reads texts, with what they include where the site has that on. See `readSources`. */
export async function readIncluding(
  reader: SourceReader,
  paths: readonly string[],
  { maxFileSize, markdown }: IncludeOptions,
  known: KnownSources,
): Promise<ReadTexts> {
  const read = await readSources(reader, paths, maxFileSize, known);
  const may = (source: SourceFile) => mayInclude(source, markdown.include);
  if (!read.value.some(may)) return { ...read, included: [] };
  const parts = new Parts(reader, maxFileSize, known);
  let { diagnostics } = read;
  const value: SourceFile[] = [];
  for (const source of read.value) {
    if (!may(source)) {
      value.push(source);
      continue;
    }
    await parts.load(source);
    const text = new IncludingText(source, parts, maxFileSize);
    value.push(text.source());
    diagnostics = [...diagnostics.map((problem) => text.withPlace(problem)), ...text.diagnostics];
  }
  const own = new Set(paths);
  const ofParts = parts.diagnostics.filter(({ file = "" }) => !own.has(file));
  return { value, diagnostics: [...diagnostics, ...ofParts], included: [...parts.paths] };
}

/** The files that texts include. */
class Parts {
  readonly paths = new Set<string>();
  private readonly sources = new Map<string, SourceFile>();
  readonly diagnostics: Diagnostic[] = [];

  constructor(
    private readonly reader: SourceReader,
    private readonly maxFileSize: number,
    private readonly known: KnownSources,
  ) {}

  /** Reads what a text includes, and what that includes. */
  async load(text: SourceFile): Promise<void> {
    for (let next = [text]; next.length > 0; ) {
      const named = next.flatMap(({ path, text: own }) => includesIn(own, path).map((include) => include.path));
      const fresh = [...new Set(named)].filter((path) => !this.paths.has(path));
      const isRead = (path: string) => refusalOf(path, this.reader) === undefined;
      for (const path of fresh) if (isInside(path, this.reader)) this.paths.add(path);
      const read = await readSources(this.reader, fresh.filter(isRead), this.maxFileSize, this.known);
      for (const source of read.value) this.sources.set(source.path, source);
      addAll(this.diagnostics, read.diagnostics);
      next = read.value.filter(({ path }) => ["markdown", "rst"].includes(textFormat(path) ?? ""));
    }
  }

  /** @returns the file, or why there is none. */
  find(path: string): SourceFile | string {
    const source = this.sources.get(path);
    if (!source) return refusalOf(path, this.reader) ?? `there is no file ${path}`;
    return source.tooLarge === undefined
      ? source
      : `${path} has ${source.tooLarge} bytes, more than ${this.maxFileSize}`;
  }
}

const isInside = (path: string, { prefix }: SourceReader) => !posix.join(prefix, path).startsWith("..");

/** Why a file is never read: it may be a secret of the machine, or of the job that builds the site. */
function refusalOf(path: string, reader: SourceReader): string | undefined {
  if (!isInside(path, reader)) return `${path} is outside of the repository`;
  const names = path.split("/").filter((name) => name !== "..");
  if (names.some((name) => name.startsWith(".") || /[:\\\0]|^git~\d/i.test(name)) || names.includes("node_modules"))
    return `${path} is hidden, or has a name that is not read`;
  if (!reader.has(path)) return `there is no file ${path}`;
  return reader.isPlain(path) ? undefined : `${path} is not a file, or is behind a symbolic link`;
}

/** Makes one text with all that it includes. */
class IncludingText {
  readonly diagnostics: Diagnostic[] = [];
  private readonly lines: string[] = [];
  private readonly origins: IncludedLines[] = [];
  private readonly files = new Map<string, string>();
  private size = 0;
  private includes = 0;

  constructor(
    private readonly original: SourceFile,
    private readonly parts: Parts,
    private readonly maxFileSize: number,
  ) {}

  source(): SourceFile {
    const { path, text: written } = this.original;
    this.add(path, linesOf(written), 0, "", [path]);
    if (this.includes === 0) return this.original;
    const source = sourceFile(path, this.lines.join("\n"));
    return { ...source, included: { written, files: this.files, origins: this.origins } };
  }

  /** A problem of the text as it is in its file, with its place in the whole text: `toOrigins` leads all of them back. */
  withPlace(problem: Diagnostic): Diagnostic {
    const { file, line } = problem;
    if (file !== this.original.path || line === undefined) return problem;
    const origin = this.origins.findLast((one) => one.file === file && one.line <= line);
    return origin ? { ...problem, line: origin.from + line - origin.line } : problem;
  }

  /** @param first number of the first line in its file, from 0. @param trail the files that lead to this one. */
  private add(file: string, lines: readonly string[], first: number, indent: string, trail: readonly string[]): void {
    const isCode = codeFences();
    const isRst = textFormat(file) === "rst";
    for (let index = 0; index < lines.length; index++) {
      const line = lines[index] ?? "";
      const include = isRst ? readRstInclude(lines, index, file) : readInclude(line, file, isCode(line));
      const at = { file, line: first + index + 1 };
      if (!include || !this.include(include, at, indent, trail)) this.push(line, at, indent);
      else if (include.directive) index += include.directive.count - 1;
    }
  }

  private push(line: string, { file, line: number }: { file: string; line: number }, indent: string): void {
    const last = this.origins.at(-1);
    const from = this.lines.length + 1;
    if (!last || last.file !== file || last.shift !== indent.length || number - last.line !== from - last.from)
      this.origins.push({ from, file, line: number, shift: indent.length });
    const text = line === "" ? line : indent + line;
    this.lines.push(text);
    this.size += text.length + 1;
  }

  /** @returns whether the line was replaced. */
  private include(
    include: Include,
    at: { file: string; line: number },
    before: string,
    trail: readonly string[],
  ): boolean {
    const { column, length, target, path, language } = include;
    const fail = (message: string, help?: string) => {
      // The line stays in the text.
      const place = { file: this.original.path, line: this.lines.length + 1, column: column + before.length, length };
      this.diagnostics.push(diagnose("include-failed", `"${target}" is not included: ${message}`, { ...place, help }));
      return false;
    };
    this.includes++;
    if (/^[a-z][a-z0-9+.-]*:\/\//i.test(target)) return fail("files come from this repository, never from an address");
    if (this.includes > mostIncludes) return fail(`this text has more than ${mostIncludes} includes`);
    if (trail.includes(path)) return fail(`it includes itself: ${[...trail, path].join(" → ")}`);
    if (trail.length > deepest) return fail(`parts are included ${deepest} deep`);
    if (this.size > this.maxFileSize) return fail(`the text has more than ${this.maxFileSize} bytes already`);
    const source = this.parts.find(path);
    if (typeof source === "string") return fail(source, "Name a file of the repository by its path from this one.");
    const part = partOf(source.text, include);
    if (typeof part === "string") return fail(part);
    this.files.set(path, source.text);
    const indent = before + include.indent;
    if (include.directive) {
      this.directive(include.directive.head, part, { ...at, path }, before, indent, trail);
      return true;
    }
    if (language === undefined) {
      // What includes further is Markdown; of other files, a line that looks like an include is their own.
      if (textFormat(path) === "markdown") this.add(path, part.lines, part.first, indent, [...trail, path]);
      else
        for (const [index, line] of part.lines.entries())
          this.push(line, { file: path, line: part.first + index + 1 }, indent);
      return true;
    }
    const ticks = "`".repeat(
      largestOf(
        part.lines.map((line) => /`{3,}/.exec(line)?.[0].length ?? 0),
        2,
      ) + 1,
    );
    const margin = marginOf(part.lines);
    this.push(ticks + language, at, indent);
    for (const [index, line] of part.lines.entries())
      this.push(line.slice(margin), { file: path, line: part.first + index + 1 }, indent);
    this.push(ticks, at, indent);
    return true;
  }

  /** A part of reStructuredText, or the content of the directive that begins with `head`. */
  private directive(
    head: readonly string[],
    part: { lines: string[]; first: number },
    { file, line, path }: { file: string; line: number; path: string },
    before: string,
    indent: string,
    trail: readonly string[],
  ): void {
    if (head.length === 0 && textFormat(path) === "rst") {
      this.add(path, part.lines, part.first, indent, [...trail, path]);
      return;
    }
    for (const text of head.length > 0 ? [...head, ""] : []) this.push(text, { file, line }, before);
    const margin = head.length > 0 ? `${indent}   ` : indent;
    for (const [index, text] of part.lines.entries())
      this.push(text, { file: path, line: part.first + index + 1 }, margin);
  }
}

/** Columns that all lines are indented by. */
function marginOf(lines: readonly string[]): number {
  const margins = lines.flatMap((line) => (line.trim() === "" ? [] : [/^\s*/.exec(line)?.[0].length ?? 0]));
  return margins.reduce((least, margin) => Math.min(least, margin), margins[0] ?? 0);
}

/** @returns the lines of a part and the number of the first one, from 0; or why there is none. */
function partOf(text: string, { region, from, to }: Include): { lines: string[]; first: number } | string {
  const all = linesOf(text.replace(/(?:\r\n?|\n)$/, ""));
  if (region !== undefined) return regionOf(all, region);
  if (from === undefined && to === undefined) {
    // Front matter is about the other file.
    const end = all[0] === "---" ? all.indexOf("---", 1) : -1;
    return { lines: all.slice(end + 1), first: end + 1 };
  }
  const [first, last] = [Math.max(from ?? 1, 1), to ?? all.length];
  if (first > all.length || last < first) return `it has no lines ${from ?? ""}–${to ?? ""}, but ${all.length} lines`;
  return { lines: all.slice(first - 1, last), first: first - 1 };
}

/** In comments of any language: `// #region name`, `<!-- #region name -->`, `# --8<-- [start:name]`. */
const begins =
  /^[^\p{L}\p{N}]*(?:REM\s+)?[^\p{L}\p{N}]*(?:pragma\s+)?region\s+["']?([\w-]+)|--8<--\s+\[start:\s*([\w-]+)\s*\]/iu;
const ends = /^[^\p{L}\p{N}]*(?:REM\s+)?[^\p{L}\p{N}]*(?:pragma\s+)?end\s?region\b|--8<--\s+\[end:/iu;

function regionOf(lines: readonly string[], region: string): { lines: string[]; first: number } | string {
  const start = lines.findIndex((line) => [begins.exec(line)?.[1], begins.exec(line)?.[2]].includes(region));
  if (start === -1) return `it has no region "${region}"`;
  let depth = 1;
  for (let at = start + 1; at < lines.length; at++) {
    const line = lines[at] ?? "";
    if (begins.test(line)) depth++;
    else if (ends.test(line)) depth--;
    if (depth === 0) return { lines: lines.slice(start + 1, at), first: start + 1 };
  }
  return `its region "${region}" has no end`;
}

type Placed = Pick<Diagnostic, "file" | "line" | "column">;

/** Problems with places in texts as they were parsed, led to the files that they are in. The same problem of a part in several texts is one. */
export function toOrigins<T extends Placed>(problems: readonly T[], sources: readonly SourceFile[]): T[] {
  const including = new Map(sources.flatMap((source) => (source.included ? [[source.path, source.included]] : [])));
  if (including.size === 0) return [...problems];
  const seen = new Set<string>();
  return problems.flatMap((problem) => {
    const { file, line, column } = problem;
    const origins = including.get(file ?? "")?.origins;
    if (!origins || line === undefined) return [problem];
    const origin = origins.findLast(({ from }) => from <= line);
    if (!origin) return [problem];
    const moved = { ...problem, file: origin.file, line: origin.line + line - origin.from };
    if (column !== undefined) moved.column = Math.max(1, column - origin.shift);
    if (origin.file === file) return [moved];
    const key = JSON.stringify(moved);
    if (seen.has(key)) return [];
    seen.add(key);
    return [moved];
  });
}

/** The texts of files as they are written, by path: also of those that are included. */
export function writtenTexts(sources: readonly SourceFile[]): Map<string, string> {
  const parts = sources.flatMap(({ included }) => [...(included?.files ?? [])]);
  return new Map([
    ...parts,
    ...sources.map(({ path, text, included }): [string, string] => [path, included?.written ?? text]),
  ]);
}

/** @returns whether a text is one of some, or includes one of them. */
export function orIncludes(
  isOne: (path: string) => boolean,
  sources: readonly SourceFile[],
): (path: string) => boolean {
  const parts = new Map(
    sources.flatMap(({ path, included }) => (included ? [[path, [...included.files.keys()]]] : [])),
  );
  return (path) => isOne(path) || (parts.get(path)?.some(isOne) ?? false);
}
