/** `cipgen init --from DIR`: writes a configuration for a repository that already has proposals, and changes no other file. */
import { writeFile } from "node:fs/promises";
import { join, relative, resolve } from "node:path";
import { findConfigFile } from "../config/index.js";
import { diagnose } from "../diagnostics/codes.js";
import { toJson } from "../diagnostics/report.js";
import { commonestWarnings, describeRepository, type ReadSeries } from "../scaffold/from/from.js";
import type { Diagnostic } from "../shared/diagnostic.js";
import { ExitCode, exitCode, type Output, printDiagnostics } from "./output.js";

export async function initFromCommand(folder: string, json: boolean, output: Output): Promise<number> {
  const root = resolve(folder);
  const refused = refusal(root);
  if (refused) return report([refused], root, json, output);
  const { value, diagnostics } = await describeRepository(root);
  if (!value) return report(diagnostics, root, json, output);
  const file = join(root, "cipgen.config.ts");
  await writeFile(file, value.config, { flag: "wx" });
  const { series } = value;
  if (json) {
    const document = { config: relative(process.cwd(), file), series, diagnostics: diagnostics.map(toJson) };
    output.result(`${JSON.stringify(document)}\n`);
    return ExitCode.ok;
  }
  for (const one of series) output.result(summary(one));
  const warnings = commonestWarnings(diagnostics);
  if (warnings.length > 0)
    output.result(
      `\nThe most common of ${diagnostics.length} warnings:\n${warnings.map((line) => `  ${line}\n`).join("")}`,
    );
  output.result(`\nWrote ${relative(process.cwd(), file)}\n`);
  output.talk("Check it, then run: npx cipgen serve --watch\n");
  return ExitCode.ok;
}

function refusal(root: string): Diagnostic | undefined {
  const file = findConfigFile(root);
  if (!file) return undefined;
  const help = "Remove it to create a new one. Nothing was written.";
  return diagnose("config-invalid", `there is a ${file} already`, { file, help });
}

function report(diagnostics: readonly Diagnostic[], root: string, json: boolean, output: Output): number {
  if (json) output.result(`${JSON.stringify({ series: [], diagnostics: diagnostics.map(toJson) })}\n`);
  else printDiagnostics(diagnostics, root, output);
  return exitCode(diagnostics);
}

function summary({ id, source, files, metadata, proposals, read }: ReadSeries): string {
  const parts = Object.entries(read).map(([field, count]) => `${field} ${count}`);
  const form = metadata === "none" ? "no metadata" : `metadata as ${metadata}`;
  return `${id}: ${proposals} proposals in ${source} (${files}), ${form}\n  of ${proposals} have: ${parts.join(", ")}\n`;
}
