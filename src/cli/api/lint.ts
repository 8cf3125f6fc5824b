/** Checks the texts of a site against its rules, and applies safe fixes. */

import { readFileSync } from "node:fs";
import { readFile, realpath } from "node:fs/promises";
import { join } from "node:path";
import { type LinkedSite, linkSite } from "../../build/link.js";
import { openSite } from "../../build/open-site.js";
import { checkRoot, findConfigFile, placeInConfig } from "../../config/index.js";
import { loadConfig } from "../../config/loading.js";
import { matchesOrIncludes, toOrigins, writtenTexts } from "../../content/read/origins.js";
import { diagnose, machineFailure, unwritableFile } from "../../platform/diagnostics/codes.js";
import { hasErrors } from "../../platform/diagnostics/report.js";
import { writeUserFile } from "../../platform/user-files.js";
import type { LintRequest, LintResult } from "../../shared/api.js";
import type { Diagnostic, Result } from "../../shared/diagnostic.js";
import { lineLookup } from "../../tools/lint/baseline.js";
import { fixText } from "../../tools/lint/fix.js";
import { lintSite } from "../../tools/lint/lint.js";
import type { Rule } from "../../tools/lint/rule.js";
import { rules } from "../../tools/lint/rules/index.js";
import { type RuleSetting, readSettings } from "../../tools/lint/settings.js";
import { keepContext, rulesOf } from "../../tools/lint/site-checks.js";
import { compareWithBaseline, readBaseline } from "./baseline.js";
import { nameInSite, siteRoot } from "./site-root.js";

/** The result of a run without `ok`, which depends on all of its diagnostics. */
type Outcome = Omit<LintResult, "ok">;

const nothing: Outcome = { diagnostics: [], files: 0, fixed: new Map(), notes: [], rules: [], textOf: () => undefined };

export async function lint(request: LintRequest = {}): Promise<LintResult> {
  const root = siteRoot(request.root);
  const failed = (error: unknown): Outcome => ({ ...nothing, diagnostics: [machineFailure(error, root)] });
  const outcome = await run(root, request).catch(failed);
  return { ok: !hasErrors(outcome.diagnostics), ...outcome };
}

async function run(root: string, request: LintRequest): Promise<Outcome> {
  const { fix = false, cacheDir, draft } = request;
  const files = draft ? [draft.path] : (request.files ?? []);
  const refused = (...diagnostics: Diagnostic[]): Outcome => ({ ...nothing, diagnostics });
  const problem = checkRequest(request) ?? checkRoot(root);
  if (problem) return refused(problem);
  const baseline = readBaseline(root, Boolean(request.updateBaseline));
  if (hasErrors(baseline.diagnostics)) return refused(...baseline.diagnostics);
  const isNamed = nameFilter(root, files);
  const { value: opened, diagnostics } = await openSite(root, { cacheDir });
  if (!opened) return refused(...diagnostics);
  const isWhole = files.length === 0;
  const drafts = draft && new Map([[nameInSite(root, draft.path), Buffer.from(draft.text as string)]]);
  // A named file may be the metadata of texts, which are known only when all are read.
  const hasMetadataFiles = opened.config.series.some(({ metadata }) => typeof metadata === "object");
  const follows = hasMetadataFiles ? undefined : isNamed;
  // A draft is checked while it is written, so the check must not wait for the bundler.
  const named = isWhole ? {} : { follows, drafts, withoutPageCode: draft !== undefined };
  // After a fix, the documents of all other texts are used again.
  const state = fix ? { ...opened.state, documents: new Map() } : opened.state;
  const site = { ...opened, ...named, state, withoutBodies: true };
  const settings = readSettings(site.config, site.configFile);
  if (hasErrors(settings.diagnostics)) {
    return refused(...(await placeInConfig(root, site.configFile, settings.diagnostics, site.config)));
  }
  let linked = await linkSite(site);
  const unknown = unknownFiles(root, files, linked.value.roles.keys());
  if (unknown.length > 0) return refused(...unknown);
  const { value, diagnostics: unwritten } = fix
    ? await fixFiles(root, linked.value, settings.value, isNamed)
    : { value: { fixed: nothing.fixed, notes: [] }, diagnostics: [] };
  const { fixed, notes } = value;
  if (fixed.size > 0) linked = await linkSite(site);
  const includes = matchesOrIncludes(isNamed, linked.value.sources);
  const findings = lintSite(linked.value, linked.diagnostics, settings.value, (path) =>
    includes(path) ? "whole" : "none",
  );
  const isChecked = ({ code, file }: Diagnostic) =>
    isWhole || code === "site-code-failed" || (file !== undefined && includes(file));
  const placed = toOrigins(findings.filter(isChecked), linked.value.sources);
  const texts = writtenTexts(linked.value.sources);
  const lineOf = lineLookup((path) => texts.get(path));
  const textCount = linked.value.sources.filter(({ path }) => includes(path)).length;
  const ruleList = settings.value.map(({ rule }) => rule);
  const compared = compareWithBaseline(root, baseline.value, {
    command: "lint",
    findings: [...unwritten, ...placed],
    lineOf,
    isWhole,
    updateBaseline: request.updateBaseline,
  });
  const outcome = { files: textCount, fixed, rules: ruleList, textOf: (path: string) => texts.get(path) };
  return { ...outcome, diagnostics: compared.diagnostics, notes: [...notes, ...compared.notes] };
}

function checkRequest({ updateBaseline, files = [], fix, draft }: LintRequest): Diagnostic | undefined {
  if (draft && (files.length > 0 || fix || updateBaseline)) {
    const help = "Leave out files, fix and updateBaseline.";
    return diagnose("config-invalid", "draft: only this text is checked, and no file is written", { help });
  }
  if (!updateBaseline) return undefined;
  if (files.length === 0 && !fix) return undefined;
  const help = "A baseline has the accepted findings of the whole site: leave out files and --fix.";
  return diagnose("config-invalid", "--update-baseline: only a part of the site would be checked", { help });
}

/** Selects the texts that are, or are below, the named files and folders; all texts without names. */
function nameFilter(root: string, files: readonly string[]): (path: string) => boolean {
  const names = files.map((file) => nameInSite(root, file));
  return (path) =>
    names.length === 0 || names.some((name) => name === "" || path === name || path.startsWith(`${name}/`));
}

/** @param texts paths of the site's texts. @returns a diagnostic for each name that is neither a text nor a folder of texts. */
function unknownFiles(root: string, files: readonly string[], texts: Iterable<string>): Diagnostic[] {
  const paths = [...texts];
  return files.flatMap((file) => {
    if (paths.some(nameFilter(root, [file]))) return [];
    const help = "Name a proposal, a page or a folder of them, by its path from the working directory.";
    return [diagnose("config-reference", `${file} is not a text of this site`, { help })];
  });
}

/** The rules of the site in a folder and the problems of its configuration; the program's rules, if there is no site. */
export async function readRules(root: string): Promise<Result<Rule[]>> {
  const folder = siteRoot(root);
  if (!findConfigFile(folder)) return { value: [...rules], diagnostics: [] };
  const { value, diagnostics } = await loadConfig(folder);
  return { value: value ? rulesOf(value) : [...rules], diagnostics };
}

/**
 * Fixes texts in their files. A text that cannot be written does not keep the others from being fixed.
 * @param includes whether a text may be fixed.
 * @returns the ids of the rules that changed each text, by its path, and a sentence for each text that needs its author.
 */
export async function fixFiles(
  root: string,
  linked: LinkedSite,
  settings: readonly RuleSetting[],
  includes: (path: string) => boolean,
): Promise<Result<{ fixed: Map<string, string[]>; notes: string[] }>> {
  const { site, sources, roles } = linked;
  keepContext(linked);
  const fixed = new Map<string, string[]>();
  const notes: string[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const source of sources.filter(({ path }) => includes(path))) {
    const role = roles.get(source.path);
    const file = await realpath(join(root, source.path)).catch(() => undefined);
    // The author may have saved the text since it was checked.
    const content = file && (await readFile(file, "utf8").catch(() => undefined));
    // A text that is not UTF-8 has lost characters.
    if (!role || !file || content === undefined || content.includes("\uFFFD")) continue;
    // The byte order mark is not part of the text.
    const [mark = ""] = /^\uFEFF?/.exec(content) ?? [];
    const before = content.slice(mark.length);
    const { text, rules: ids, unsafeRules } = await fixText({ ...source, text: before }, role, site, settings);
    if (unsafeRules.length > 0)
      notes.push(
        `not fixed ${source.path}: a fix of ${unsafeRules.join(", ")} would change its page, which is for its author to do`,
      );
    if (text === before) continue;
    try {
      // The author may have saved the text again meanwhile.
      if (readFileSync(file, "utf8") !== content) continue;
      writeUserFile(file, mark + text);
      fixed.set(source.path, ids);
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      diagnostics.push(unwritableFile(source.path, code ?? message));
    }
  }
  return { value: { fixed, notes }, diagnostics };
}
