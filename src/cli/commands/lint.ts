/** `cipgen lint`: checks the texts of a site, or one from standard input, against its rules; with `--explain` it prints the help of a rule. */

import { resolve } from "node:path";
import { buffer } from "node:stream/consumers";
import { diagnose } from "../../platform/diagnostics/codes.js";
import { hasErrors, jsonDocument, printable, textLookup, toJson } from "../../platform/diagnostics/report.js";
import type { LintRequest, RuleHelp } from "../../shared/api.js";
import type { Diagnostic } from "../../shared/diagnostic.js";
import { suggestion } from "../../shared/text.js";
import { lint, readRules } from "../api/lint.js";
import {
  type CommandOutput,
  exitCode,
  printDiagnostics,
  printReports,
  type ReportOptions,
  reportText,
} from "./output.js";

export interface LintOptions extends LintRequest, ReportOptions {
  root: string;
  /** Print the help of a rule and do nothing else. */
  explain?: string;
  /** Check the text from standard input, as if this file had it. */
  stdinFilename?: string;
}

export async function lintCommand(options: LintOptions, output: CommandOutput): Promise<number> {
  const { explain: id, format, report, stdinFilename: path, ...request } = options;
  if (id !== undefined) return explainRule(id, options, output);
  const draft = path === undefined ? undefined : { path, text: await buffer(process.stdin) };
  const { diagnostics, files, fixed, notes, rules, textOf } = await lint({ ...request, draft });
  for (const [path, ids] of fixed) output.talk(`fixed ${printable(path)}: ${ids.join(", ")}\n`);
  for (const line of notes) output.talk(`${printable(line)}\n`);
  const root = resolve(options.root);
  const onDisk = textLookup(root);
  const context = {
    command: "lint",
    rules,
    readText: (file: string) => textOf(file) ?? onDisk(file),
    byRule: true,
    facts: { files, fixed: [...fixed.keys()] },
  };
  printReports({ format, report }, output, (form) => reportText(form, diagnostics, root, context));
  if (format === "text" && diagnostics.length === 0)
    output.result(`${files} ${files === 1 ? "file" : "files"}, no findings.\n`);
  return exitCode(diagnostics);
}

async function explainRule(id: string, { root, format }: LintOptions, output: CommandOutput): Promise<number> {
  const { value: rules, diagnostics } = await readRules(root);
  const rule = rules.find((candidate) => candidate.id === id);
  const problems = rule ? diagnostics : [...diagnostics, unknownRule(id, rules)];
  if (format === "json") {
    if (rule) output.result(ruleDocument(rule, diagnostics));
    else output.result(reportText(format, problems, root, { command: "lint" }));
    return exitCode(problems);
  }
  printDiagnostics(problems, root, output);
  if (rule) explain(rule, output);
  return exitCode(problems);
}

function unknownRule(id: string, rules: readonly RuleHelp[]): Diagnostic {
  const help = suggestion(
    id,
    rules.map((rule) => rule.id),
  );
  return diagnose("config-reference", `--explain: there is no rule "${id}"`, { help });
}

function explain({ id, summary, severity, help, fixes }: RuleHelp, output: CommandOutput): void {
  const fix = fixes ? " · `lint --fix` fixes it where the page stays the same" : "";
  output.result(`# ${id}\n\n${summary}. By default: ${severity}${fix}\n\n${help}\n`);
}

/** A rule as JSON: see docs/lint.md. */
function ruleDocument(
  { id, severity, summary, help, fixes = false }: RuleHelp,
  problems: readonly Diagnostic[],
): string {
  const rules = [{ id, severity, summary, help, fixes }];
  return jsonDocument({ ok: !hasErrors(problems), rules, diagnostics: problems.map(toJson) });
}
