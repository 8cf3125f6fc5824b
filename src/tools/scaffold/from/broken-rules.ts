/** Finds rules of lint that a register breaks by habit. `init` turns them off, because each new text would begin with their warnings. */
import { posix } from "node:path";
import type { LinkedSite } from "../../../build/link.js";
import type { SiteConfig } from "../../../config/index.js";
import { flatten } from "../../../content/parse/fields.js";
import type { Diagnostic, Result } from "../../../shared/diagnostic.js";
import type { SourceFile } from "../../../shared/document.js";
import { getOrAdd } from "../../../shared/lazy.js";
import { nextNumber } from "../../../shared/proposal-number.js";
import { makeLintFile } from "../../lint/file.js";
import { lintSite } from "../../lint/lint.js";
import { readSettings } from "../../lint/settings.js";
import { findTemplate, makeProposal, readTemplate } from "../proposal.js";

/** Rules about placeholders, which authors replace. */
const placeholderRules = new Set(["unfilled", "html-comments"]);

/** Makes a new text of each series with a template. @returns texts, and files with their metadata, by path. */
export async function newTexts(
  root: string,
  { site }: LinkedSite,
  sources: readonly SourceFile[],
): Promise<Map<string, Buffer>> {
  const drafts = new Map<string, Buffer>();
  for (const { series, byNumber } of site.registers) {
    const template = await findTemplate(root, series);
    const source = sources.find((text) => text.path === posix.normalize(template ?? ""));
    if (!source) continue;
    const files = makeProposal({
      series,
      category: series.category.from === "none" ? "" : (series.category.values[0]?.id ?? ""),
      title: "A new thing",
      author: "Ada Lovelace (@ada)",
      template: readTemplate(source, series),
      number: nextNumber(byNumber.keys(), series.numbers),
      date: new Date().toISOString().slice(0, 10),
    });
    for (const { path, text } of files) drafts.set(path, Buffer.from(text));
  }
  return drafts;
}

/** @param drafts new texts that are linked with the others. @returns the ids of rules that a draft breaks, or more than half of the other texts. */
export function brokenRules(
  { value: linked, diagnostics }: Result<LinkedSite>,
  drafts: ReadonlyMap<string, unknown>,
  config: SiteConfig,
): string[] {
  const { value: settings } = readSettings(config, "");
  const ruleOfCode = new Map(
    settings.flatMap(({ rule: { id, adopts = [] } }) => [id, ...adopts].map((code) => [code, id] as const)),
  );
  const paths = new Map<string, Set<string>>();
  for (const finding of lintSite(linked, diagnostics, settings)) {
    const { code, file = "" } = finding;
    const rule = ruleOfCode.get(code);
    if (rule === undefined || (drafts.has(file) && (placeholderRules.has(rule) || isOfValue(finding, linked))))
      continue;
    getOrAdd(paths, rule, () => new Set()).add(file);
  }
  const originals = linked.documents.filter(
    ({ kind, path, locale }) => kind === "proposal" && !locale && !drafts.has(path),
  );
  return [...paths].flatMap(([rule, files]) =>
    files.size * 2 > originals.length || [...files].some((file) => drafts.has(file)) ? [rule] : [],
  );
}

/** Whether a finding is in the value of a field, which the author writes. */
function isOfValue({ file = "", line, column }: Diagnostic, { site, sources, roles }: LinkedSite): boolean {
  const source = sources.find(({ path }) => path === file);
  const role = roles.get(file);
  if (!source || !role) return false;
  return makeLintFile(source, role, site).entries.some(({ value }) =>
    [value, ...flatten(value)].some(({ position }) => position.line === line && position.column === column),
  );
}
