/** Baselines of `lint` and `check-links`: the findings that a register has accepted. */
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname, join, relative, resolve } from "node:path";
import { isFolder } from "../config/index.js";
import { diagnose, unreadable } from "../diagnostics/codes.js";
import { hasErrors } from "../diagnostics/report.js";
import { writeWhole } from "../emit/whole.js";
import { formatBaseline, type LineOf, parseBaseline, withoutKnown } from "../lint/known.js";
import type { Diagnostic, Result } from "../shared/diagnostic.js";

/** As the command line has it. */
interface BaselineRequest {
  /** Relative to the working directory. */
  baseline?: string | undefined;
  /** Writes it: accepts all current findings; `on-errors` only where there are errors. */
  updateBaseline?: boolean | "on-errors" | undefined;
}

/** The request with the baseline that counts without being named, if the site has it, or if it is to be written. @param name in the root. */
export function withUsualBaseline<R extends BaselineRequest>(request: R, root: string, name: string): R {
  const path = join(root, name);
  if (request.baseline !== undefined || !(request.updateBaseline || existsSync(path))) return request;
  return { ...request, baseline: relative(process.cwd(), path) };
}

/** Problems of the machine, the configuration and its code are never accepted by a baseline. */
const canBeAccepted = ({ code }: Diagnostic) =>
  !code.startsWith("config-") && code !== "machine-failure" && code !== "site-code-failed";

/** @returns the text of the baseline; empty if there is none to compare with. */
export async function readBaseline({ baseline, updateBaseline }: BaselineRequest): Promise<Result<string>> {
  if (baseline === undefined) return { value: "", diagnostics: [] };
  const refused = (problem: Diagnostic) => ({ value: "", diagnostics: [problem] });
  const wrong = (message: string, help: string) =>
    refused(diagnose("config-reference", `--baseline: ${message}`, { help }));
  if (isFolder(baseline)) return wrong(`${baseline} is a folder`, "Name a file.");
  if (updateBaseline)
    return isFolder(dirname(baseline))
      ? { value: "", diagnostics: [] }
      : wrong(`there is no folder ${dirname(baseline)}`, "Create it, or name another file.");
  try {
    return { value: await readFile(resolve(baseline), "utf8"), diagnostics: [] };
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException;
    return ["ENOENT", "ENOTDIR"].includes(code)
      ? wrong(`there is no file ${baseline}`, "Write it with --update-baseline.")
      : refused(unreadable(baseline, code));
  }
}

const findings = (number: number) => `${number} ${number === 1 ? "finding" : "findings"}`;

/**
 * @param text of the baseline.
 * @param isWhole whether everything was looked at.
 * @returns what is left of the findings, and sentences about the others.
 */
export function compareWithBaseline(
  { baseline = "", updateBaseline }: BaselineRequest,
  text: string,
  found: readonly Diagnostic[],
  lineOf: LineOf,
  isWhole: boolean,
): { diagnostics: Diagnostic[]; notes: string[] } {
  const acceptable = found.filter(canBeAccepted);
  const others = found.filter((finding) => !canBeAccepted(finding));
  if (updateBaseline === "on-errors" && !hasErrors(acceptable)) return { diagnostics: [...found], notes: [] };
  if (updateBaseline) {
    writeWhole(resolve(baseline), formatBaseline(acceptable, lineOf));
    return { diagnostics: others, notes: [`${baseline}: ${findings(acceptable.length)} accepted`] };
  }
  const known = parseBaseline(text, baseline);
  const fresh = withoutKnown(acceptable, known.value, lineOf);
  const total = [...known.value.values()].reduce((sum, count) => sum + count, 0);
  const accepted = acceptable.length - fresh.length;
  const gone = total - accepted;
  const are = (number: number) => `${findings(number)} ${number === 1 ? "is" : "are"}`;
  const notes = accepted === 0 ? [] : [`${are(accepted)} accepted by ${baseline}`];
  if (gone > 0 && isWhole)
    notes.push(`${are(gone)} in ${baseline} but not here: --update-baseline removes ${gone === 1 ? "it" : "them"}`);
  return { diagnostics: [...known.diagnostics, ...others, ...fresh], notes };
}
