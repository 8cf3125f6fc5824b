/** `cipgen lint`: checks the texts of a site against its rules, and prints the help of a rule. */
import { resolve } from "node:path";
import { lint } from "../api/lint.js";
import { diagnose } from "../diagnostics/codes.js";
import type { ReportFormat } from "../diagnostics/reporters/index.js";
import { rules } from "../lint/rules/index.js";
import type { LintRequest } from "../shared/api.js";
import { suggestion } from "../shared/text.js";
import { type CommandOutput, ExitCode, exitCode, printDiagnostics, printReport } from "./output.js";

export interface LintOptions extends LintRequest {
  root: string;
  format: ReportFormat;
  /** Print the list of rules and do nothing else. */
  rules?: boolean;
  /** Print the help of a rule and do nothing else. */
  explain?: string;
}

export async function lintCommand(options: LintOptions, output: CommandOutput): Promise<number> {
  const { rules: isList, explain: id, format, ...request } = options;
  if (isList) return listRules(output);
  if (id !== undefined) return explain(id, output);
  const { diagnostics, files, fixed, notes } = await lint(request);
  for (const [path, ids] of fixed) output.talk(`fixed ${path}: ${ids.join(", ")}\n`);
  for (const line of notes) output.talk(`${line}\n`);
  printReport(format, diagnostics, resolve(options.root), output, {
    command: "lint",
    rules,
    byRule: true,
    facts: { files, fixed: [...fixed.keys()] },
  });
  if (format === "text" && diagnostics.length === 0)
    output.result(`${files} ${files === 1 ? "file" : "files"}, no findings.\n`);
  return exitCode(diagnostics);
}

function listRules(output: CommandOutput): number {
  const width = Math.max(...rules.map(({ id }) => id.length));
  for (const { id, severity, summary } of rules)
    output.result(`${id.padEnd(width)}  ${severity.padEnd(5)}  ${summary}\n`);
  return ExitCode.ok;
}

function explain(id: string, output: CommandOutput): number {
  const rule = rules.find((one) => one.id === id);
  if (!rule) {
    const known = rules.map((one) => one.id);
    const help = suggestion(id, known);
    printDiagnostics([diagnose("config-reference", `--explain: there is no rule "${id}"`, { help })], ".", output);
    return ExitCode.usage;
  }
  const fixes = rule.fixes ? " · `lint --fix` fixes it" : "";
  output.result(`# ${rule.id}\n\n${rule.summary}. By default: ${rule.severity}${fixes}\n\n${rule.help}\n`);
  return ExitCode.ok;
}
