/** Findings that a register has accepted: a file that people can read and git can compare, so that only new findings fail. */
import * as z from "zod";
import { diagnose } from "../diagnostics/codes.js";
import type { Diagnostic, Result } from "../shared/diagnostic.js";
import { positionAt } from "../shared/lines.js";
import { findJsonProblem } from "../shared/syntax-problems.js";
import { compareText } from "../shared/text.js";
import { fingerprint, type KnownFindings, type LineOf } from "./known.js";

const schema = z.strictObject({
  /** Version of the format. */
  version: z.literal(1),
  findings: z.array(
    z.strictObject({
      file: z.string(),
      code: z.string(),
      message: z.string(),
      /** See known.ts. */
      fingerprint: z.string(),
      /** Number of equal findings. */
      count: z.int().min(1),
    }),
  ),
});

/** @param file its path, for messages. */
export function parseBaseline(text: string, file: string): Result<KnownFindings> {
  const help = "Write it again with --update-baseline.";
  const failed = (message: string, place: { line?: number; column?: number } = {}) => ({
    value: new Map(),
    diagnostics: [diagnose("config-syntax", `--baseline: ${message}`, { file, ...place, help })],
  });
  const problem = findJsonProblem(text);
  if (problem) return failed(problem.message, positionAt(text, problem.offset));
  const { success, data: baseline, error } = schema.safeParse(JSON.parse(text));
  if (!success) return failed(`${error.issues[0]?.path.join(".") || "the file"}: ${error.issues[0]?.message}`);
  return { value: new Map(baseline.findings.map((entry) => [entry.fingerprint, entry.count])), diagnostics: [] };
}

/** @returns the text of a baseline that accepts exactly these findings. */
export function formatBaseline(findings: readonly Diagnostic[], lineOf: LineOf): string {
  const entries = new Map<string, z.output<typeof schema>["findings"][number]>();
  for (const finding of findings) {
    const { file = "", code, message } = finding;
    const key = fingerprint(finding, lineOf);
    const count = (entries.get(key)?.count ?? 0) + 1;
    entries.set(key, { file, code, message, fingerprint: key, count });
  }
  const sorted = [...entries.values()].sort(
    (a, b) => compareText(a.file, b.file) || compareText(a.code, b.code) || compareText(a.fingerprint, b.fingerprint),
  );
  return `${JSON.stringify({ version: 1, findings: sorted }, null, 2)}\n`;
}
