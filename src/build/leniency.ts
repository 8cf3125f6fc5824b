/**
 * Judges the problems of a build: those of new texts strictly, whatever the series. A text is new if the complete history
 * does not have it, or if it is beyond `legacy.until`. With `legacy`, old texts of every series are judged leniently. Of
 * several problems with one cause, only the cause is reported.
 */
import type { SiteConfig } from "../config/index.js";
import { hasNumbersInNames, readFileName } from "../content/parse/file-name.js";
import { lowerSeverity, raiseSeverity } from "../platform/diagnostics/codes.js";
import type { Diagnostic } from "../shared/diagnostic.js";
import type { Document } from "../shared/document.js";
import { lazy } from "../shared/lazy.js";
import type { Seniority } from "../site/model/site.js";
import type { Inputs } from "./inputs.js";

/** The code of the error that causes a problem, by the code of the problem: a correction of the cause corrects both. */
const causes: ReadonlyMap<string, string> = new Map([
  // If two texts have one number, the one whose name has another number is wrong.
  ["number-duplicate", "number-mismatch"],
  // In UTF-16, no line is three hyphens.
  ["front-matter-missing", "file-encoding"],
]);

/** Leaves out problems whose cause is reported in the same text, or in the text that they are about. */
export function withoutFollowing(diagnostics: Diagnostic[]): Diagnostic[] {
  const causingCodes = new Set(causes.values());
  const causingFindings = new Set(
    diagnostics.flatMap(({ code, severity, file }) =>
      causingCodes.has(code) && severity === "error" ? `${code} ${file}` : [],
    ),
  );
  if (causingFindings.size === 0) return diagnostics;
  const follows = ({ code, file, about }: Diagnostic) =>
    [file, about].some((path) => causingFindings.has(`${causes.get(code)} ${path}`));
  return diagnostics.filter((diagnostic) => !follows(diagnostic));
}

/** The codes of problems with links, which `legacy` lowers in every series. */
const linkCodes = new Set(["broken-link", "broken-markdown-link", "broken-anchor", "file-refused"]);

/** Restores errors in new texts, and with `legacy` lowers those of links in old ones. */
export function judgeByAge(
  diagnostics: Diagnostic[],
  { legacy }: SiteConfig,
  seniority: Seniority,
  { roles }: Pick<Inputs, "roles">,
  documents: readonly Document[],
): Diagnostic[] {
  if (!diagnostics.some(({ isLowered, code }) => isLowered || (legacy && linkCodes.has(code)))) return diagnostics;
  const byPath = new Map(documents.map((document) => [document.path, document]));
  const pending = new Set(diagnostics.flatMap(({ code, file }) => (code === "number-pending" ? (file ?? []) : [])));
  const dayOf = (path: string) => {
    const document = byPath.get(path);
    return seniority.day?.(path) ?? (document?.kind === "proposal" ? document.meta.date : undefined);
  };
  // A text whose name lacks its number is old if it is not newer than the newest proposal with a number up to `until`.
  const lastOldDay = lazy(() => {
    const { until } = legacy ?? {};
    const old = documents.filter(
      ({ kind, meta }) => kind === "proposal" && typeof until === "number" && meta.number <= until,
    );
    return old.reduce((last, { path }) => ((dayOf(path) ?? "") > last ? (dayOf(path) ?? "") : last), "");
  });
  const isWithinLegacy = (path: string): boolean => {
    if (!legacy) return true;
    const { until } = legacy;
    if (typeof until !== "number") return (dayOf(path) ?? "9") <= until;
    const role = roles.get(path);
    // Only the history tells the age of texts that are not proposals, and of proposals in a series without numbers.
    if (role?.kind !== "proposal" || role.series.numbers === "none") return true;
    const document = byPath.get(path);
    const meta = document?.kind === "proposal" ? document.meta : undefined;
    const number = meta?.number ?? readFileName(role.relativePath, role.series).number;
    if (number !== undefined) return number <= until;
    // A proposal that waits for its number, or that would have it only in its metadata, is judged by the history alone.
    const lacksNumber = hasNumbersInNames(role.series) && !pending.has(path);
    return !lacksNumber || (dayOf(path) ?? "9") <= lastOldDay();
  };
  const isOld = (path: string) => seniority.isOld(path) !== false && isWithinLegacy(path);
  const strict = raiseSeverity(diagnostics, (path) => !isOld(path));
  if (!legacy) return strict;
  return strict.map((diagnostic) => {
    const { code, file } = diagnostic;
    return linkCodes.has(code) && file !== undefined && roles.has(file) && isOld(file)
      ? lowerSeverity(diagnostic)
      : diagnostic;
  });
}
