/**
 * Separates new findings from those of an accepted baseline, or of the base of a change. Lines move, so a finding is
 * identified by its rule, its file, its message and the text of its line; equal findings are counted.
 */
import { createHash } from "node:crypto";
import * as z from "zod";
import { diagnose } from "../../platform/diagnostics/codes.js";
import { findJsonProblem } from "../../platform/diagnostics/json-problems.js";
import type { Diagnostic, Result } from "../../shared/diagnostic.js";
import { getOrAdd } from "../../shared/lazy.js";
import { linesOf, positionAt } from "../../shared/lines.js";
import { compareText } from "../../shared/text.js";

/** @returns the text of a file's line, counted from 1; undefined if there is none. */
export type LineOf = (file: string, line: number) => string | undefined;

/** The numbers of equal findings, by their fingerprint. */
type FindingCounts = Map<string, number>;

/**
 * An id that stays the same as long as the message and the text of the line do; in the row of a table, the text of the cell. White space around that
 * text does not count.
 */
function fingerprint({ code, file = "", line, column = 1, message }: Diagnostic, lineOf: LineOf): string {
  const text = line === undefined ? "" : cellAt(lineOf(file, line) ?? "", column).trim();
  return createHash("sha256")
    .update(JSON.stringify([code, file, message, text]))
    .digest("hex")
    .slice(0, 24);
}

/** The cell of a table's row, which may have all metadata of a proposal (Polygon): an edit of one cell leaves the findings in the others as they are. */
function cellAt(line: string, column: number): string {
  if (!line.trimStart().startsWith("|")) return line;
  const bars = [...line.matchAll(/(?<!\\)\|/g)].map(({ index }) => index);
  const start = bars.findLast((bar) => bar < column) ?? 0;
  return line.slice(
    start + 1,
    bars.find((bar) => bar > start),
  );
}

/** Counts equal findings, so that `subtractFindings` can take them from others. */
export function countFindings(findings: readonly Diagnostic[], lineOf: LineOf): FindingCounts {
  const counts: FindingCounts = new Map();
  for (const finding of findings) {
    const key = fingerprint(finding, lineOf);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}

/** @returns the findings that are not among the accepted ones, in their order. */
export function subtractFindings(
  findings: readonly Diagnostic[],
  accepted: FindingCounts,
  lineOf: LineOf,
): Diagnostic[] {
  // Fingerprints read whole lines, which may have thousands of findings.
  if (accepted.size === 0) return [...findings];
  const unmatched = new Map(accepted);
  return findings.filter((finding) => {
    // A check that failed says nothing about the accepted findings, so its failure cannot be one of them.
    if (finding.code === "site-code-failed") return true;
    const key = fingerprint(finding, lineOf);
    const count = unmatched.get(key) ?? 0;
    if (count > 0) unmatched.set(key, count - 1);
    return count === 0;
  });
}

/** Looks up lines of texts; each text is split once. @param textOf returns the text of a path. */
export function lineLookup(textOf: (file: string) => string | undefined): LineOf {
  const files = new Map<string, string[]>();
  return (file, line) => {
    const lines = getOrAdd(files, file, () => linesOf(textOf(file) ?? ""));
    return lines[line - 1];
  };
}

const entriesSchema = z
  .array(
    z.strictObject({
      file: z.string(),
      code: z.string(),
      message: z.string(),
      /** See `fingerprint`. */
      fingerprint: z.string(),
      /** Number of equal findings. */
      count: z.int().min(1),
    }),
  )
  .optional();

/** Findings that a register has accepted: a file that people can read and git can compare. */
const baselineSchema = z.strictObject({
  /** Version of the format. */
  version: z.literal(2).optional(),
  lint: entriesSchema,
  "check-links": entriesSchema,
});

export type Baseline = z.output<typeof baselineSchema>;

/** A command whose findings a baseline has. */
export type BaselineCommand = Exclude<keyof Baseline, "version">;

type Entries = NonNullable<Baseline[BaselineCommand]>;

/** @param file path of the baseline, for messages. @returns an empty baseline and a diagnostic if the text is not valid. */
export function parseBaseline(text: string, file: string): Result<Baseline> {
  const help = "Write it again with --update-baseline.";
  const failed = (message: string, location: { line?: number; column?: number } = {}) => ({
    value: {},
    diagnostics: [diagnose("config-syntax", message, { file, ...location, help })],
  });
  const problem = findJsonProblem(text);
  if (problem) return failed(problem.message, positionAt(text, problem.offset));
  const { success, data: baseline, error } = baselineSchema.safeParse(JSON.parse(text));
  if (!success) return failed(`${error.issues[0]?.path.join(".") || "the file"}: ${error.issues[0]?.message}`);
  return { value: baseline, diagnostics: [] };
}

/** Counts the findings of a baseline, as `countFindings` does those of a run. */
export const countEntries = (entries: Entries): FindingCounts =>
  new Map(entries.map(({ fingerprint: key, count }) => [key, count]));

/** @returns the entries of a baseline that accepts these findings, sorted so that git shows small differences. */
export function toEntries(findings: readonly Diagnostic[], lineOf: LineOf): Entries {
  const entries = new Map<string, Entries[number]>();
  for (const finding of findings) {
    const { file = "", code, message } = finding;
    const key = fingerprint(finding, lineOf);
    const count = (entries.get(key)?.count ?? 0) + 1;
    entries.set(key, { file, code, message, fingerprint: key, count });
  }
  return [...entries.values()].sort(
    (a, b) => compareText(a.file, b.file) || compareText(a.code, b.code) || compareText(a.fingerprint, b.fingerprint),
  );
}

export function formatBaseline(baseline: Baseline): string {
  return `${JSON.stringify({ ...baseline, version: 2 }, ["version", "lint", "check-links", "file", "code", "message", "fingerprint", "count"], 2)}\n`;
}
