/** `cipgen lint`: holds the texts of a site to its rules, mends what is safe to mend, and explains a rule. */
import { randomUUID } from "node:crypto";
import { readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { placeInConfig } from "../config/index.js";
import { diagnose, machineFailure } from "../diagnostics/codes.js";
import { hasErrors } from "../diagnostics/report.js";
import type { ReportFormat } from "../diagnostics/reporters/index.js";
import { formatBaseline, parseBaseline } from "../lint/baseline.js";
import { fixText } from "../lint/fix.js";
import { type LineOf, lineLookup, withoutKnown } from "../lint/known.js";
import { lintSite } from "../lint/lint.js";
import { rules } from "../lint/rules/index.js";
import { type RuleSetting, readSettings } from "../lint/settings.js";
import { type OpenSite, openSite } from "../pipeline/open-site.js";
import { type LinkedSite, linkSite } from "../pipeline/pipeline.js";
import { saveState } from "../pipeline/state.js";
import type { Diagnostic } from "../shared/diagnostic.js";
import { suggestion } from "../shared/text.js";
import { readSelection, unknownFiles } from "./lint-selection.js";
import { ExitCode, exitCode, type Output, printDiagnostics, printReport } from "./output.js";

export interface LintOptions {
  root: string;
  /** Files and folders to look at, relative to the working directory; everything where there is none. */
  files?: string[];
  /** Look only at what is different from the merge base with this commit, by that one's configuration. */
  changedSince?: string;
  /** File of accepted findings, relative to the working directory. */
  baseline?: string;
  /** Accept what is found now. */
  updateBaseline?: boolean;
  /** See `SiteOptions`. */
  cacheDir?: string;
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
  /** What is to be known beside the report. */
  talk: string[];
}

const nothing: Outcome = { diagnostics: [], files: 0, fixed: new Map(), talk: [] };

export async function lintCommand(options: LintOptions, output: Output): Promise<number> {
  if (options.rules) return listRules(output);
  if (options.explain !== undefined) return explain(options.explain, output);
  const root = resolve(options.root);
  const failed = (error: unknown): Outcome => ({ ...nothing, diagnostics: [machineFailure(error)] });
  const { diagnostics, files, fixed, talk } = await run(root, options).catch(failed);
  for (const [path, ids] of fixed) output.talk(`fixed ${path}: ${ids.join(", ")}\n`);
  for (const line of talk) output.talk(`${line}\n`);
  printReport(options.format, diagnostics, root, output, {
    command: "lint",
    rules,
    byRule: true,
    facts: { files, fixed: [...fixed.keys()] },
  });
  if (options.format === "text" && diagnostics.length === 0)
    output.result(`${files} ${files === 1 ? "file" : "files"}, nothing to say.\n`);
  return exitCode(diagnostics);
}

async function run(root: string, options: LintOptions): Promise<Outcome> {
  const { fix = false, files = [] } = options;
  const refused = (...diagnostics: Diagnostic[]): Outcome => ({ ...nothing, diagnostics });
  const wrong = checkOptions(options);
  if (wrong) return refused(wrong);
  const [{ value: opened, diagnostics: loading }, selection] = await Promise.all([
    openSite(root, { cacheDir: options.cacheDir }),
    readSelection(root, { files, changedSince: options.changedSince }),
  ]);
  if (hasErrors(selection.diagnostics)) return refused(...selection.diagnostics);
  const { includes, config: former } = selection.value;
  if (!opened) return refused(...loading);
  const site: OpenSite = former ? { ...opened, config: former.config, configFile: former.file } : opened;
  const settings = readSettings(rules, site.config, site.configFile);
  if (hasErrors(settings.diagnostics)) {
    const faults = await placeInConfig(root, site.configFile, settings.diagnostics);
    return refused(...loading, ...faults);
  }
  let linked = await link(site);
  const unknown = unknownFiles(root, files, linked.value.roles.keys());
  if (unknown.length > 0) return refused(...unknown);
  const fixed = fix ? await fixFiles(root, linked.value, settings.value, includes) : nothing.fixed;
  if (fixed.size > 0) linked = await link(site);
  const isWhole = files.length === 0 && options.changedSince === undefined;
  const found = lintSite(linked.value, linked.diagnostics, settings.value, (path) =>
    includes(path) ? "whole" : "none",
  );
  const mine = isWhole ? found : found.filter(({ file }) => file !== undefined && includes(file));
  const texts = new Map(linked.value.sources.map(({ path, text }) => [path, text]));
  const lineOf = lineLookup((path) => texts.get(path));
  const looked = linked.value.sources.filter(({ path }) => includes(path)).length;
  const outcome = { files: looked, fixed, talk: [] };
  if (options.baseline === undefined) return { ...outcome, diagnostics: [...loading, ...mine] };
  return { ...outcome, ...(await compareWithBaseline(options, [...loading, ...mine], lineOf)) };
}

function checkOptions({
  baseline,
  updateBaseline,
  files = [],
  changedSince,
  fix,
}: LintOptions): Diagnostic | undefined {
  if (!updateBaseline) return undefined;
  if (baseline === undefined) {
    const help = "Name its file: --baseline lint-baseline.json --update-baseline.";
    return diagnose("config-invalid", "--update-baseline: there is no --baseline to write", { help });
  }
  if (files.length === 0 && changedSince === undefined && !fix) return undefined;
  const help = "A baseline holds what is accepted of the whole site: leave out files, --changed-since and --fix.";
  return diagnose("config-invalid", "--update-baseline: only a part of the site would be looked at", { help });
}

/** What is wrong with the machine or the configuration is never accepted. */
const canBeAccepted = ({ code }: Diagnostic) => !code.startsWith("config-") && code !== "machine-failure";

async function compareWithBaseline(
  { baseline = "", updateBaseline, files = [], changedSince }: LintOptions,
  found: readonly Diagnostic[],
  lineOf: LineOf,
): Promise<Pick<Outcome, "diagnostics" | "talk">> {
  const path = resolve(baseline);
  const acceptable = found.filter(canBeAccepted);
  const others = found.filter((finding) => !canBeAccepted(finding));
  if (updateBaseline) {
    await writeFile(path, formatBaseline(acceptable, lineOf));
    return { diagnostics: others, talk: [`${baseline}: ${acceptable.length} findings accepted`] };
  }
  const text = await readFile(path, "utf8").catch(() => undefined);
  if (text === undefined) {
    const help = "Write it with --update-baseline.";
    const missing = diagnose("config-reference", `--baseline: there is no file ${baseline}`, { help });
    return { diagnostics: [missing], talk: [] };
  }
  const known = parseBaseline(text, baseline);
  const fresh = withoutKnown(acceptable, known.value, lineOf);
  const total = [...known.value.values()].reduce((sum, count) => sum + count, 0);
  const accepted = acceptable.length - fresh.length;
  const gone = total - accepted;
  const talk = accepted === 0 ? [] : [`${accepted} findings are accepted by ${baseline}`];
  const isWhole = files.length === 0 && changedSince === undefined;
  if (gone > 0 && isWhole)
    talk.push(`${gone} findings of ${baseline} are not found here: --update-baseline removes them`);
  return { diagnostics: [...known.diagnostics, ...others, ...fresh], talk };
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
  includes: (path: string) => boolean,
): Promise<Map<string, string[]>> {
  const fixed = new Map<string, string[]>();
  for (const source of sources.filter(({ path }) => includes(path))) {
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
