/** All sources to documents: from the memo table where nothing changed, parsed where something did. */
import { createHash } from "node:crypto";
import type { SiteConfig } from "../config/index.js";
import { diagnose } from "../diagnostics/codes.js";
import { hasErrors } from "../diagnostics/report.js";
import { type FileRole, parseDocument } from "../parse/document.js";
import { loadDiagrams } from "../parse/markdown/diagrams.js";
import type { Diagnostic, Result } from "../shared/diagnostic.js";
import type { Document, SourceFile } from "../shared/document.js";
import type { Inputs } from "./inputs.js";
import { makePauses } from "./pauses.js";
import type { BuildState } from "./state.js";

export interface Documents extends Result<Document[]> {
  /** How many were in the table. */
  cached: number;
}

export async function parseAll(
  sources: readonly SourceFile[],
  { roles }: Inputs,
  config: SiteConfig,
  state: BuildState,
): Promise<Documents> {
  const options = { mentionLabels: [...new Set(config.series.flatMap(({ mentions }) => mentions))] };
  const stamp = digest(JSON.stringify([options, config.series, config.docs]));
  const jobs = sources.flatMap((source) => {
    const role = roles.get(source.path);
    return role ? [{ source, role, key: digest(`${stamp}\n${source.path}\n${source.hash}`) }] : [];
  });
  const fresh = jobs.filter(({ key }) => !state.documents.has(key));
  await loadDiagrams(fresh.map(({ source }) => source.text));
  const table = new Map<string, Parsed>();
  const pause = makePauses(50);
  for (const { source, role, key } of fresh) {
    table.set(key, skipInvalid(parseDocument(source, role, options), source, role));
    await pause();
  }
  const results = jobs.map(({ key }): Parsed => table.get(key) ?? (state.documents.get(key) as Parsed));
  state.documents = new Map(jobs.map(({ key }, index) => [key, results[index] as Parsed]));
  return {
    value: results.flatMap(({ value }) => (value ? [value] : [])),
    diagnostics: results.flatMap(({ diagnostics }) => diagnostics),
    cached: jobs.length - fresh.length,
  };
}

type Parsed = Result<Document | undefined>;

/** Where the series says so, a proposal with errors is left out, and its errors are warnings. */
function skipInvalid(result: Parsed, source: SourceFile, role: FileRole): Parsed {
  if (role.kind !== "proposal" || role.series.onInvalid === "error" || !hasErrors(result.diagnostics)) return result;
  const diagnostics = result.diagnostics.map((d): Diagnostic => ({ ...d, severity: "warning" }));
  const skipped = diagnose("proposal-skipped", "this proposal has errors and was left out", {
    file: source.path,
    line: 1,
    column: 1,
  });
  return { value: undefined, diagnostics: [...diagnostics, skipped] };
}

function digest(text: string): string {
  return createHash("sha256").update(text).digest("base64");
}
