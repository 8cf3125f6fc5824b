/** Problems as every stage reports them. */

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
  /** Number of characters that reports underline. */
  length?: number;
  /** The text with the problem, such as a URL, which distinguishes problems at the same place. */
  about?: string;
  /** What to do about it. */
  help?: string;
  /** Set on an error that was lowered to a warning: see `lowerSeverity`. */
  isLowered?: true;
}

/** The result of every stage. */
export interface Result<T> {
  value: T;
  diagnostics: Diagnostic[];
}

/** The message of a thrown value, or its name if the message is empty. */
export const reasonOf = (error: unknown): string =>
  error instanceof Error ? error.message || error.name : String(error);
