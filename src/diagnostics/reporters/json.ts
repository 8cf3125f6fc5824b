/** One JSON document in the form of `build --json`: what was counted, and the diagnostics. */
import type { Diagnostic } from "../../shared/diagnostic.js";
import { jsonDocument } from "../ci-log.js";
import { hasErrors, toJson } from "../report.js";
import type { ReportContext } from "./index.js";

export function json(diagnostics: readonly Diagnostic[], { facts }: ReportContext): string {
  return jsonDocument({ ok: !hasErrors(diagnostics), ...facts, diagnostics: diagnostics.map(toJson) });
}
