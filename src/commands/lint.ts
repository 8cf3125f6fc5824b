/** `cipgen lint`: checks the texts of a site, or one from standard input, against its rules, and prints the help of a rule. */

import { resolve } from "node:path";
import { buffer } from "node:stream/consumers";
import { lint } from "../api/lint.js";
import { jsonDocument } from "../diagnostics/ci-log.js";
import { diagnose } from "../diagnostics/codes.js";
import { printable } from "../diagnostics/report.js";
import type { ReportFormat } from "../diagnostics/reporters/index.js";
import type { Rule } from "../lint/rule.js";
import { rules } from "../lint/rules/index.js";
import type { LintRequest } from "../shared/api.js";
import { largestOf } from "../shared/lists.js";
import { suggestion } from "../shared/text.js";
import { changedIn, type LinesOptions } from "./changed-in.js";
import {
  type CommandOutput,
  ExitCode,
  exitCode,
  printDiagnostics,
  printReports,
  type ReportOptions,
  readTexts,
  reportText,
} from "./output.js";

export interface LintOptions extends LintRequest, ReportOptions, LinesOptions {
  root: string;
  /** Print the list of rules and do nothing else. */
  rules?: boolean;
  /** Print the help of a rule and do nothing else. */
  explain?: string;
  /** Check the text from standard input, as if this file had it. */
  stdinFilename?: string;
}

export async function lintCommand(options: LintOptions, output: CommandOutput): Promise<number> {
  const { rules: isList, explain: id, format, report, linesSince, stdinFilename: path, ...request } = options;
  if (isList) return listRules(format, output);
  if (id !== undefined) return explain(id, format, output);
  const draft = path === undefined ? undefined : { path, text: await buffer(process.stdin) };
  const { diagnostics: found, files, fixed, notes, textOf } = await lint({ ...request, draft });
  for (const [path, ids] of fixed) output.talk(`fixed ${printable(path)}: ${ids.join(", ")}\n`);
  for (const line of notes) output.talk(`${printable(line)}\n`);
  const root = resolve(options.root);
  const onDisk = readTexts(root);
  const { isChanged, diagnostics } = await changedIn(options, found);
  const context = {
    command: "lint",
    rules,
    readText: (file: string) => textOf(file) ?? onDisk(file),
    byRule: true,
    facts: { files, fixed: [...fixed.keys()] },
    isChanged,
  };
  printReports({ format, report }, output, (form) => reportText(form, diagnostics, root, context));
  if (format === "text" && diagnostics.length === 0)
    output.result(`${files} ${files === 1 ? "file" : "files"}, no findings.\n`);
  return exitCode(diagnostics);
}

function listRules(format: ReportFormat, output: CommandOutput): number {
  if (format === "json") return printRules(rules, output);
  const width = largestOf(rules.map(({ id }) => id.length));
  for (const { id, severity, summary } of rules)
    output.result(`${id.padEnd(width)}  ${severity.padEnd(5)}  ${summary}\n`);
  return ExitCode.ok;
}

function explain(id: string, format: ReportFormat, output: CommandOutput): number {
  const rule = rules.find((one) => one.id === id);
  if (!rule) {
    const known = rules.map((one) => one.id);
    const help = suggestion(id, known);
    const wrong = [diagnose("config-reference", `--explain: there is no rule "${id}"`, { help })];
    if (format === "json") output.result(reportText(format, wrong, ".", { command: "lint" }));
    else printDiagnostics(wrong, ".", output);
    return ExitCode.usage;
  }
  if (format === "json") return printRules([rule], output);
  const fixes = rule.fixes ? " · `lint --fix` fixes it" : "";
  output.result(`# ${rule.id}\n\n${rule.summary}. By default: ${rule.severity}${fixes}\n\n${rule.help}\n`);
  return ExitCode.ok;
}

/** The public form of rules: see docs/lint.md. */
function printRules(shown: readonly Rule[], output: CommandOutput): number {
  const json = shown.map(({ id, severity, summary, help, fixes = false }) => ({ id, severity, summary, help, fixes }));
  output.result(jsonDocument({ ok: true, rules: json, diagnostics: [] }));
  return ExitCode.ok;
}
