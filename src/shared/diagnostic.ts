/** What a stage has to say about its input: shared by all folders, so that all problems are reported in one form. */

export type Severity = "error" | "warning";

/** A problem in content or configuration, shown to a person and printed by `--json`. */
export interface Diagnostic {
  /** Stable, from the list in src/diagnostics/codes.ts. */
  code: string;
  severity: Severity;
  message: string;
  /** Relative to the root. */
  file?: string;
  /** From 1. */
  line?: number;
  /** From 1, in UTF-16 units. */
  column?: number;
  /** How many characters are wrong, for the code frame. */
  length?: number;
  /** What to do about it. */
  help?: string;
}

/** What every stage returns. */
export interface Result<T> {
  value: T;
  diagnostics: Diagnostic[];
}
