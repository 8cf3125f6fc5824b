/** The diagnostics of a stage about its input: shared by all folders, so that all problems are reported in one form. */

export type Severity = "error" | "warning";

/** A problem in content or configuration, shown to a person and printed by `--json`. */
export interface Diagnostic {
  /** Stable, from the list in src/platform/diagnostics/codes.ts. */
  code: string;
  severity: Severity;
  message: string;
  /** Relative to the root. */
  file?: string;
  /** From 1. */
  line?: number;
  /** From 1, in UTF-16 units. */
  column?: number;
  /** Length of the problem in characters, for the code frame. */
  length?: number;
  /** The text with the problem, such as a URL: it tells problems at one place apart. */
  about?: string;
  /** What to do about it. */
  help?: string;
  /** An error that is a warning because its series is lenient: see src/platform/diagnostics/leniency.ts. */
  isLowered?: true;
}

/** The result of every stage. */
export interface Result<T> {
  value: T;
  diagnostics: Diagnostic[];
}

export const reasonOf = (error: unknown): string =>
  error instanceof Error ? error.message || error.name : String(error);
