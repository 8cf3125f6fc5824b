/**
 * Judges the problems of a build. By the age of a text: one that the complete history does not have is new, and so is one that is beyond
 * `legacy.until`, and the leniency of its series is not for it. With `legacy`, old texts are judged leniently in every series. And by what
 * follows: of several problems with one cause, the cause is reported.
 */
import type { SiteConfig } from "../config/index.js";
import { hasNumbersInNames, readFileName } from "../content/parse/file-name.js";
import { lowerSeverity, raiseSeverity } from "../platform/diagnostics/codes.js";
import type { Diagnostic } from "../shared/diagnostic.js";
import type { Document } from "../shared/document.js";
import { lazy } from "../shared/lazy.js";
import type { Seniority } from "../site/model/site.js";
import type { Inputs } from "./inputs.js";

// Problems that follow from another one of the same text: who corrects that one has corrected both, so only it is reported.

/** The codes of what follows, and of the error that it follows from. */
const causes: ReadonlyMap<string, string> = new Map([
  // If two texts have one number, the one whose name has another number is wrong.
  ["number-duplicate", "number-mismatch"],
  // In an encoding of two bytes for a letter no line is three hyphens.
  ["front-matter-missing", "file-encoding"],
]);

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

/** What a broken link is reported as. */
const ofLinks = new Set(["broken-link", "broken-markdown-link", "broken-anchor", "file-refused"]);

export function judgedByAge(
  diagnostics: Diagnostic[],
  { legacy }: SiteConfig,
  seniority: Seniority,
  { roles }: Pick<Inputs, "roles">,
  documents: readonly Document[],
): Diagnostic[] {
  if (!diagnostics.some(({ isLowered, code }) => isLowered || (legacy && ofLinks.has(code)))) return diagnostics;
  const byPath = new Map(documents.map((document) => [document.path, document]));
  const pending = new Set(diagnostics.flatMap(({ code, file }) => (code === "number-pending" ? (file ?? []) : [])));
  const dayOf = (path: string) => {
    const document = byPath.get(path);
    return seniority.day?.(path) ?? (document?.kind === "proposal" ? document.meta.date : undefined);
  };
  // A text without a number is as old as the last proposal with a number up to there.
  const lastOldDay = lazy(() => {
    const { until } = legacy ?? {};
    const old = documents.filter(
      ({ kind, meta }) => kind === "proposal" && typeof until === "number" && meta.number <= until,
    );
    return old.reduce((last, { path }) => ((dayOf(path) ?? "") > last ? (dayOf(path) ?? "") : last), "");
  });
  const isWithin = (path: string): boolean => {
    if (!legacy) return true;
    const role = roles.get(path);
    const document = byPath.get(path);
    const meta = document?.kind === "proposal" ? document.meta : undefined;
    const { until } = legacy;
    if (typeof until === "number") {
      const number = meta?.number ?? (role?.kind === "proposal" && readFileName(role.relativePath, role.series).number);
      // Only the history tells the age of pages of other kinds, and of proposals without numbers.
      if (role?.kind !== "proposal" || role.series.numbers === "none") return true;
      if (typeof number === "number") return number <= until;
      const isNumbered = hasNumbersInNames(role.series) && !pending.has(path);
      return !isNumbered || (dayOf(path) ?? "9") <= lastOldDay();
    }
    return (dayOf(path) ?? "9") <= until;
  };
  const isOld = (path: string) => seniority.isOld(path) !== false && isWithin(path);
  const strict = raiseSeverity(diagnostics, (path) => !isOld(path));
  if (!legacy) return strict;
  return strict.map((diagnostic) => {
    const { code, file } = diagnostic;
    return ofLinks.has(code) && file !== undefined && roles.has(file) && isOld(file)
      ? lowerSeverity(diagnostic)
      : diagnostic;
  });
}
