/** `cipgen index`: pushes the search records of the site to Algolia. Only this command reads its keys, from the environment. */
import { resolve } from "node:path";
import { hasErrors, jsonDocument, sortDiagnostics, toJson } from "../../platform/diagnostics/report.js";
import { recordBytes } from "../../tools/hosted-search.js";
import { type PushedRecords, pushSite } from "../api/push-index.js";
import { type CommandOutput, exitCode, formatBytes, printDiagnostics } from "./output.js";

interface IndexOptions {
  root: string;
  dryRun?: boolean;
  json?: boolean;
}

export async function indexCommand(options: IndexOptions, output: CommandOutput): Promise<number> {
  const { root, json = false, dryRun = false } = options;
  const pushed = await pushSite({ root, dryRun, environment: process.env });
  const { index = null, records } = pushed;
  const diagnostics = sortDiagnostics(pushed.diagnostics);
  const ok = !hasErrors(diagnostics);
  const durationMs = Math.round(performance.now());
  if (json) {
    const findings = diagnostics.map(toJson);
    output.result(jsonDocument({ ok, index, records: records.length, durationMs, dryRun, diagnostics: findings }));
    return exitCode(diagnostics);
  }
  printDiagnostics(diagnostics, resolve(root), output);
  const time = `${(durationMs / 1000).toFixed(2)} s`;
  if (dryRun && index !== null) output.result(dryRunText(pushed));
  else if (ok) output.result(`Pushed ${records.length} records to ${index} in ${time}\n`);
  return exitCode(diagnostics);
}

function dryRunText({ index, records }: PushedRecords): string {
  const total = records.reduce((sum, record) => sum + recordBytes(record), 0);
  return `Dry run: ${records.length} records for ${index}, ${formatBytes(total)}; nothing was sent\n`;
}
