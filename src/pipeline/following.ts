/** Problems that follow from another one of the same text: who corrects that one has corrected both, so only it is reported. */
import type { Diagnostic } from "../shared/diagnostic.js";

/** The codes of what follows, and of the error that it follows from. */
const causes: ReadonlyMap<string, string> = new Map([
  // Of two texts with one number, the one whose name has another number is wrong.
  ["number-duplicate", "number-mismatch"],
  // In an encoding of two bytes for a letter no line is three hyphens.
  ["front-matter-missing", "file-encoding"],
]);

export function withoutFollowing(diagnostics: Diagnostic[]): Diagnostic[] {
  const known = new Set(causes.values());
  const found = new Set(
    diagnostics.flatMap(({ code, severity, file }) =>
      known.has(code) && severity === "error" ? `${code} ${file}` : [],
    ),
  );
  if (found.size === 0) return diagnostics;
  const follows = ({ code, file, about }: Diagnostic) =>
    [file, about].some((path) => found.has(`${causes.get(code)} ${path}`));
  return diagnostics.filter((diagnostic) => !follows(diagnostic));
}
