/** GitLab's Code Quality report, which it shows in a merge request. */
import { hash } from "node:crypto";
import { posix } from "node:path";
import type { Diagnostic } from "../../../shared/diagnostic.js";
import { linesOf } from "../../../shared/lines.js";
import type { ReportContext } from "../report.js";
import { jsonDocument, printable } from "../report.js";

export function gitlab(diagnostics: readonly Diagnostic[], { base = "", readText }: ReportContext): string {
  const counts = new Map<string, number>();
  const issues = diagnostics.map(({ severity, code, message, help, file, line = 1 }) => {
    const path = posix.join(base, file ?? ".");
    const text = file === undefined ? "" : (linesOf(readText(file) ?? "")[line - 1]?.trim() ?? "");
    // GitLab compares reports by the fingerprint: it must stay the same when the line moves, and differ for each finding.
    const key = JSON.stringify([code, path, message, text]);
    const count = counts.get(key) ?? 0;
    counts.set(key, count + 1);
    return {
      description: printable([message, help].filter(Boolean).join(" ")),
      check_name: code,
      fingerprint: hash("sha256", `${key}${count}`, "hex").slice(0, 32),
      severity: severity === "error" ? "major" : "minor",
      location: { path, lines: { begin: line } },
    };
  });
  return jsonDocument(issues);
}
