/** Tells which line of a text is from which file: texts may include files, or have their metadata in a file beside them. */
import type { Diagnostic } from "../../shared/diagnostic.js";
import type { SourceFile } from "../../shared/document.js";

type Located = Pick<Diagnostic, "file" | "line" | "column">;

/** Moves the locations of problems from the joined texts to the files that the lines are from. A problem in a file that several texts include is reported once. */
export function toOrigins<T extends Located>(problems: readonly T[], sources: readonly SourceFile[]): T[] {
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

/** Moves the location of a problem from a file to the joined text: the opposite of `toOrigins`. */
export function toWholeText(problem: Diagnostic, source: SourceFile | undefined): Diagnostic {
  const { file, line = 0 } = problem;
  const origin = source?.included?.origins.findLast(
    (includedLines) => includedLines.file === file && includedLines.line <= line,
  );
  return origin ? { ...problem, line: origin.from + line - origin.line } : problem;
}

/** The texts of all files as they are written, by path, including the files that texts include. */
export function writtenTexts(sources: readonly SourceFile[]): Map<string, string> {
  const parts = sources.flatMap(({ included }) => [...(included?.files ?? [])]);
  return new Map([
    ...parts,
    ...sources.map(({ path, text, included }): [string, string] => [path, included?.written ?? text]),
  ]);
}

/** @returns a function that tells whether a text matches, or includes a file that matches. */
export function matchesOrIncludes(
  matches: (path: string) => boolean,
  sources: readonly SourceFile[],
): (path: string) => boolean {
  const parts = new Map(
    sources.flatMap(({ path, included }) => (included ? [[path, [...included.files.keys()]]] : [])),
  );
  return (path) => matches(path) || (parts.get(path)?.some(matches) ?? false);
}
