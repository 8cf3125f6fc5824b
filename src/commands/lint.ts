/** `cipgen lint`: holds the texts of a site to its rules, mends what is safe to mend, and explains a rule. */
import { randomUUID } from "node:crypto";
import { rename, rm, stat, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { placeInConfig } from "../config/index.js";
import { diagnose, machineFailure } from "../diagnostics/codes.js";
import { hasErrors } from "../diagnostics/report.js";
import type { ReportFormat } from "../diagnostics/reporters/index.js";
import { fixText } from "../lint/fix.js";
import { lintSite } from "../lint/lint.js";
import { rules } from "../lint/rules/index.js";
import { type RuleSetting, readSettings } from "../lint/settings.js";
import { type OpenSite, openSite } from "../pipeline/open-site.js";
import { type LinkedSite, linkSite } from "../pipeline/pipeline.js";
import { saveState } from "../pipeline/state.js";
import type { Diagnostic } from "../shared/diagnostic.js";
import { suggestion } from "../shared/text.js";
import { ExitCode, exitCode, type Output, printDiagnostics, printReport } from "./output.js";

export interface LintOptions {
  root: string;
  format: ReportFormat;
  fix?: boolean;
  /** Print the list of rules and do nothing else. */
  rules?: boolean;
  /** Print the help of a rule and do nothing else. */
  explain?: string;
}

/** What a run found, and what it wrote. */
interface Outcome {
  diagnostics: Diagnostic[];
  files: number;
  /** Ids of the rules that changed a file, by its path. */
  fixed: Map<string, string[]>;
}

const nothing: Outcome = { diagnostics: [], files: 0, fixed: new Map() };

export async function lintCommand(options: LintOptions, output: Output): Promise<number> {
  if (options.rules) return listRules(output);
  if (options.explain !== undefined) return explain(options.explain, output);
  const root = resolve(options.root);
  const failed = (error: unknown): Outcome => ({ ...nothing, diagnostics: [machineFailure(error)] });
  const { diagnostics, files, fixed } = await run(root, options.fix ?? false).catch(failed);
  for (const [path, ids] of fixed) output.talk(`fixed ${path}: ${ids.join(", ")}\n`);
  printReport(options.format, diagnostics, root, output, {
    command: "lint",
    rules,
    facts: { files, fixed: [...fixed.keys()] },
  });
  if (options.format === "text" && diagnostics.length === 0)
    output.result(`${files} ${files === 1 ? "file" : "files"}, nothing to say.\n`);
  return exitCode(diagnostics);
}

async function run(root: string, fix: boolean): Promise<Outcome> {
  const { value: site, diagnostics: loading } = await openSite(root);
  if (!site) return { ...nothing, diagnostics: loading };
  const { config, configFile } = site;
  const settings = readSettings(rules, config, configFile);
  if (hasErrors(settings.diagnostics)) {
    const faults = await placeInConfig(root, configFile, settings.diagnostics);
    return { ...nothing, diagnostics: [...loading, ...faults] };
  }
  let linked = await link(site);
  const fixed = fix ? await fixFiles(root, linked.value, settings.value) : nothing.fixed;
  if (fixed.size > 0) linked = await link(site);
  const diagnostics = [...loading, ...lintSite(linked.value, linked.diagnostics, settings.value)];
  return { diagnostics, files: linked.value.sources.length, fixed };
}

/** Documents come from the cache of builds and go into it: most of lint's time is theirs. */
async function link(site: OpenSite) {
  const linked = await linkSite(site);
  saveState(site.state);
  return linked;
}

async function fixFiles(
  root: string,
  { site, sources, roles }: LinkedSite,
  settings: readonly RuleSetting[],
): Promise<Map<string, string[]>> {
  const fixed = new Map<string, string[]>();
  for (const source of sources) {
    const role = roles.get(source.path);
    // What was not UTF-8 has lost characters by being read.
    if (!role || source.text.includes("\uFFFD")) continue;
    const { text, rules: ids } = await fixText(source, role, site, settings);
    if (text === source.text) continue;
    await replaceFile(join(root, source.path), text);
    fixed.set(source.path, ids);
  }
  return fixed;
}

/** Whoever reads or kills meanwhile finds the old text or the new one. */
async function replaceFile(path: string, text: string): Promise<void> {
  const temporary = `${path}.${randomUUID()}.tmp`;
  const { mode } = await stat(path);
  try {
    await writeFile(temporary, text, { mode });
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

function listRules(output: Output): number {
  const width = Math.max(...rules.map(({ id }) => id.length));
  for (const { id, severity, summary } of rules)
    output.result(`${id.padEnd(width)}  ${severity.padEnd(5)}  ${summary}\n`);
  return ExitCode.ok;
}

function explain(id: string, output: Output): number {
  const rule = rules.find((one) => one.id === id);
  if (!rule) {
    const known = rules.map((one) => one.id);
    const help = suggestion(id, known);
    printDiagnostics([diagnose("config-reference", `--explain: there is no rule "${id}"`, { help })], ".", output);
    return ExitCode.usage;
  }
  const mends = rule.fix ? " · `lint --fix` mends it" : "";
  output.result(`# ${rule.id}\n\n${rule.summary}. Usually: ${rule.severity}${mends}\n\n${rule.help}\n`);
  return ExitCode.ok;
}
