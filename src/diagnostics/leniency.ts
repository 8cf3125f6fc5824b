/**
 * Leniency (`onInvalid`, `onBadField`, `legacy`) is for old texts. Texts are parsed in the same way whether they are old or new, so that one
 * cached result serves both: an error of a lenient series is lowered to a warning, and raised again for a text that is new.
 */
import type { Diagnostic } from "../shared/diagnostic.js";

/** An error of a lenient series as a warning. */
export function lowered(diagnostic: Diagnostic): Diagnostic {
  return diagnostic.severity === "error" ? { ...diagnostic, severity: "warning", isLowered: true } : diagnostic;
}

/** The diagnostics without leniency. @param isNew whether the text at a path is judged so. */
export function raised(diagnostics: readonly Diagnostic[], isNew: (path: string) => boolean): Diagnostic[] {
  return diagnostics.flatMap((diagnostic): Diagnostic[] => {
    const { code, file, isLowered, ...rest } = diagnostic;
    if (file === undefined || !(isLowered || code === "proposal-skipped") || !isNew(file)) return [diagnostic];
    // Nothing is left out where errors fail the build.
    return isLowered ? [{ ...rest, code, file, severity: "error" }] : [];
  });
}
