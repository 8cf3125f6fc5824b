/** The baseline of a site, beside its configuration: the findings of `lint` and `check-links` that the register has accepted. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { unreadableFile } from "../../platform/diagnostics/codes.js";
import { hasErrors } from "../../platform/diagnostics/report.js";
import type { Diagnostic, Result } from "../../shared/diagnostic.js";
import {
  type Baseline,
  type BaselineCommand,
  countEntries,
  formatBaseline,
  type LineOf,
  parseBaseline,
  subtractFindings,
  toEntries,
} from "../../tools/lint/baseline.js";
import { writeSiteFile } from "./site-root.js";

export const baselineName = "cipgen-baseline.json";

/** Whether a baseline may accept a finding: never problems of the machine, the configuration or its code. */
const canBeAccepted = ({ code }: Diagnostic) =>
  !code.startsWith("config-") && code !== "machine-failure" && code !== "site-code-failed";

/** @returns the accepted findings of a site; empty without a baseline. @param isReplaced whether the baseline will be replaced, so that its own problems do not matter. */
export function readBaseline(root: string, isReplaced = false): Result<Baseline> {
  try {
    const { value, diagnostics } = parseBaseline(readFileSync(join(root, baselineName), "utf8"), baselineName);
    return { value, diagnostics: isReplaced ? [] : diagnostics };
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException;
    return {
      value: {},
      diagnostics: code === "ENOENT" || code === "ENOTDIR" ? [] : [unreadableFile(baselineName, code)],
    };
  }
}

const findings = (number: number) => `${number} ${number === 1 ? "finding" : "findings"}`;

interface Comparison {
  command: BaselineCommand;
  findings: readonly Diagnostic[];
  lineOf: LineOf;
  /** Whether the whole site was checked. */
  isWhole: boolean;
  /** Writes the baseline, which then accepts all current findings; with `on-errors` only if one of them is an error. */
  updateBaseline?: boolean | "on-errors" | undefined;
}

/** @returns the findings that the baseline does not accept, and sentences about the accepted ones. @throws if the baseline cannot be written. */
export function compareWithBaseline(
  root: string,
  baseline: Baseline,
  { command, findings: diagnostics, lineOf, isWhole, updateBaseline }: Comparison,
): { diagnostics: Diagnostic[]; notes: string[] } {
  const acceptable = diagnostics.filter(canBeAccepted);
  const failures = diagnostics.filter((finding) => !canBeAccepted(finding));
  if (updateBaseline === "on-errors" && !hasErrors(acceptable)) return { diagnostics: [...diagnostics], notes: [] };
  if (updateBaseline) {
    // The findings that the other command accepted stay.
    const written = { ...baseline, [command]: toEntries(acceptable, lineOf) };
    writeSiteFile(root, baselineName, formatBaseline(written));
    return { diagnostics: failures, notes: [`${baselineName}: ${findings(acceptable.length)} accepted`] };
  }
  const knownFindings = countEntries(baseline[command] ?? []);
  const newFindings = subtractFindings(acceptable, knownFindings, lineOf);
  const total = [...knownFindings.values()].reduce((sum, count) => sum + count, 0);
  const acceptedCount = acceptable.length - newFindings.length;
  const gone = total - acceptedCount;
  const are = (number: number) => `${findings(number)} ${number === 1 ? "is" : "are"}`;
  const notes = acceptedCount === 0 ? [] : [`${are(acceptedCount)} accepted by ${baselineName}`];
  if (gone > 0 && isWhole)
    notes.push(`${are(gone)} in ${baselineName} but not here: --update-baseline removes ${gone === 1 ? "it" : "them"}`);
  return { diagnostics: [...failures, ...newFindings], notes };
}
