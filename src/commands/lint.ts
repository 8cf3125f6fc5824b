/** `cipgen lint`: checks the texts of a site, or one from standard input, against its rules, and prints the help of a rule. */

import { resolve } from "node:path";
import { buffer } from "node:stream/consumers";
import { changedIn, type LinesOptions } from "../api/changed-lines.js";
import { lint, readRules } from "../api/lint.js";
import { diagnose } from "../diagnostics/codes.js";
import { hasErrors, jsonDocument, printable, textLookup, toJson } from "../diagnostics/report.js";
import type { LintRequest, RuleHelp } from "../shared/api.js";
import type { Diagnostic } from "../shared/diagnostic.js";
import { largestOf } from "../shared/lists.js";
import { suggestion } from "../shared/text.js";
import {
  type CommandOutput,
  exitCode,
  printDiagnostics,
  printReports,
  type ReportOptions,
  reportText,
} from "./output.js";
import { printSiteCode } from "./progress.js";

export interface LintOptions extends LintRequest, ReportOptions, LinesOptions {
  root: string;
  /** Print the list of rules and do nothing else. */
  rules?: boolean;
  /** Print the help of a rule and do nothing else. */
  explain?: string;
  /** Check the text from standard input, as if this file had it. */
  stdinFilename?: string;
  /** Print how long each check of the site took. */
  profile?: boolean;
}

export async function lintCommand(options: LintOptions, output: CommandOutput): Promise<number> {
  const { rules: isList, explain: id, format, report, linesSince, stdinFilename: path, profile, ...request } = options;
  if (isList || id !== undefined) return showRules(id, options, output);
  const draft = path === undefined ? undefined : { path, text: await buffer(process.stdin) };
  const { diagnostics: found, files, fixed, notes, rules, textOf } = await lint({ ...request, draft });
  for (const [path, ids] of fixed) output.talk(`fixed ${printable(path)}: ${ids.join(", ")}\n`);
  for (const line of notes) output.talk(`${printable(line)}\n`);
  if (profile) printSiteCode(output);
  const root = resolve(options.root);
  const onDisk = textLookup(root);
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

/** @param id of the one rule to explain; all are listed without it. */
async function showRules(
  id: string | undefined,
  { root, format }: LintOptions,
  output: CommandOutput,
): Promise<number> {
  const { value: rules, diagnostics } = await readRules(root);
  const shown = id === undefined ? rules : rules.filter((rule) => rule.id === id);
  const wrong = shown.length > 0 ? [] : [unknownRule(id, rules)];
  const problems = [...diagnostics, ...wrong];
  if (format === "json") {
    if (wrong.length > 0) output.result(reportText(format, problems, root, { command: "lint" }));
    else printRules(shown, diagnostics, output);
    return exitCode(problems);
  }
  printDiagnostics(problems, root, output);
  if (id === undefined) listRules(shown, output);
  else for (const rule of shown) explain(rule, output);
  return exitCode(problems);
}

function unknownRule(id: string | undefined, rules: readonly RuleHelp[]): Diagnostic {
  const help = suggestion(
    id ?? "",
    rules.map((one) => one.id),
  );
  return diagnose("config-reference", `--explain: there is no rule "${id}"`, { help });
}

function listRules(rules: readonly RuleHelp[], output: CommandOutput): void {
  const width = largestOf(rules.map(({ id }) => id.length));
  for (const { id, severity, summary } of rules)
    output.result(`${id.padEnd(width)}  ${severity.padEnd(5)}  ${summary}\n`);
}

function explain({ id, summary, severity, help, fixes }: RuleHelp, output: CommandOutput): void {
  const fix = fixes ? " · `lint --fix` fixes it where the page stays the same" : "";
  output.result(`# ${id}\n\n${summary}. By default: ${severity}${fix}\n\n${help}\n`);
}

/** The public form of rules: see docs/lint.md. */
function printRules(shown: readonly RuleHelp[], problems: readonly Diagnostic[], output: CommandOutput): void {
  const rules = shown.map(({ id, severity, summary, help, fixes = false }) => ({ id, severity, summary, help, fixes }));
  const diagnostics = problems.map(toJson);
  output.result(jsonDocument({ ok: !hasErrors(problems), rules, diagnostics }));
}
