/** `cipgen index`: pushes the search records of the site to Algolia. Only this command reads its keys, from the environment. */
import { resolve } from "node:path";
import { type PushedRecords, pushSite } from "../api/push-index.js";
import { hasErrors, jsonDocument, sortDiagnostics, toJson } from "../diagnostics/report.js";
import type { Counts } from "../search/hosted/difference.js";
import { recordBytes } from "../search/hosted/difference.js";
import { type CommandOutput, exitCode, formatBytes, printDiagnostics } from "./output.js";
import { progressLine } from "./progress.js";

interface IndexOptions {
  root: string;
  dryRun?: boolean;
  full?: boolean;
  force?: boolean;
  json?: boolean;
}

export async function indexCommand(options: IndexOptions, output: CommandOutput): Promise<number> {
  const { json = false, ...request } = options;
  const progress = progressLine(output, process.stderr.isTTY && !json);
  const pushed = await pushSite({ ...request, environment: process.env, onProgress: progress.show });
  progress.clear();
  reportIndex(pushed, resolve(options.root), options, output);
  return exitCode(pushed.diagnostics);
}

function reportIndex(
  outcome: PushedRecords,
  root: string,
  { json = false, dryRun = false }: { json?: boolean; dryRun?: boolean },
  output: CommandOutput,
): void {
  const { index = null, records, counts } = outcome;
  const diagnostics = sortDiagnostics(outcome.diagnostics);
  const ok = !hasErrors(diagnostics);
  const durationMs = Math.round(performance.now());
  if (json) {
    const { added = null, changed = null, deleted = null, unchanged = null } = counts ?? {};
    const numbers = { records: records.length, added, changed, deleted, unchanged, durationMs };
    const found = diagnostics.map(toJson);
    output.result(jsonDocument({ ok, index, ...numbers, dryRun, diagnostics: found }));
    return;
  }
  printDiagnostics(diagnostics, root, output);
  if (dryRun && index !== null) output.result(dryRunText(outcome));
  else if (ok) output.result(pushText(outcome, durationMs));
}

function pushText({ index, records, counts, replaced }: PushedRecords, durationMs: number): string {
  const time = `${(durationMs / 1000).toFixed(2)} s`;
  if (!replaced) return `Nothing to push in ${time}: ${index} holds these ${records.length} records already\n`;
  return `Pushed ${records.length} records to ${index} in ${time}: ${counts ? countsText(counts) : ""}\n`;
}

function dryRunText({ index, records, counts }: PushedRecords): string {
  const sizes = records.map(recordBytes);
  const largest = sizes.reduce((best, size, position) => (size > (sizes[best] ?? 0) ? position : best), 0);
  const total = sizes.reduce((sum, size) => sum + size, 0);
  const lines = [
    `Dry run: ${records.length} records for ${index}, ${formatBytes(total)}; nothing was sent, and the live index was not read`,
    ...(records[largest] ? [`largest    ${sizes[largest]} bytes, ${records[largest].url}`] : []),
    `by locale  ${tally(records.map(({ language }) => language))}`,
    `by type    ${tally(records.map(({ type }) => type))}`,
    counts
      ? `compared with the last push from this folder: ${countsText(counts)}`
      : "no push from this folder is known, so there is nothing to compare with",
  ];
  return `${lines.join("\n")}\n`;
}

function countsText({ added, changed, deleted, unchanged }: Counts): string {
  return `${added} added, ${changed} changed, ${deleted} deleted, ${unchanged} unchanged`;
}

/** How often each value occurs, in the order of first occurrence. */
function tally(values: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].map(([value, count]) => `${value} ${count}`).join(", ") || "none";
}
