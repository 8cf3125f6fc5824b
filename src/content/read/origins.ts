/** Texts that are made of several files, with what they include or with metadata beside them: which line is from which file. */
import type { Diagnostic } from "../../shared/diagnostic.js";
import type { SourceFile } from "../../shared/document.js";

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

/** A problem of a text as it is in its file, with its place in the whole text. */
export function inWhole(problem: Diagnostic, source: SourceFile | undefined): Diagnostic {
  const { file, line = 0 } = problem;
  const origin = source?.included?.origins.findLast(
    (includedLines) => includedLines.file === file && includedLines.line <= line,
  );
  return origin ? { ...problem, line: origin.from + line - origin.line } : problem;
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
