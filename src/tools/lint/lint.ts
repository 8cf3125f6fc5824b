/** Checks every text of a site against the rules. The build's own diagnostics are part of the result: each problem is reported once. */

import type { LinkedSite } from "../../build/link.js";
import { SiteCodeError } from "../../config/index.js";
import { diagnose } from "../../platform/diagnostics/codes.js";
import type { Diagnostic } from "../../shared/diagnostic.js";
import type { Site } from "../../site/model/site.js";
import { describesProcess } from "../../site/numbers.js";
import { type LintFile, makeFile, proposalsByPath } from "./file.js";
import { keepTexts } from "./mentions.js";
import type { Finding } from "./rule.js";
import { type RuleSetting, settingFor } from "./settings.js";
import { keepContext } from "./site-checks.js";

/** Errors that make headings, fields and characters of what was none: what rules find then mostly follows from them. */
const garbling = new Set<string>(["conflict-markers", "file-encoding"]);

/** How a text is checked: by every rule, only by rules whose findings depend on other texts, or by none. */
export type Closeness = "whole" | "relations" | "none";

/**
 * @param reported diagnostics of reading, parsing and linking the site.
 * @param closeness of each text, by its path; by default every text is checked by every rule.
 */
export function lintSite(
  linked: Pick<LinkedSite, "site" | "contexts" | "sources" | "roles">,
  reported: readonly Diagnostic[],
  settings: readonly RuleSetting[],
  closeness: (path: string) => Closeness = () => "whole",
): Diagnostic[] {
  const { site, sources, roles } = linked;
  keepTexts(site, sources);
  keepContext(linked);
  const failures = new Map<string, Diagnostic>();
  const chosen: Record<Exclude<Closeness, "none">, readonly RuleSetting[]> = {
    whole: settings,
    relations: settings.filter(({ rule }) => rule.dependsOnSite),
  };
  const garbled = new Set(reported.flatMap(({ code, file }) => (garbling.has(code) ? (file ?? []) : [])));
  const diagnostics = sources.flatMap((source) => {
    const role = roles.get(source.path);
    const look = closeness(source.path);
    if (!role || look === "none") return [];
    const file = makeFile(source, role, site);
    const rules = rulesFor(file, chosen[look]);
    if (garbled.has(source.path)) return [];
    return rules.flatMap((setting) => checkFile(file, site, setting, failures));
  });
  const statusOf = (path: string) => proposalsByPath(site).get(path)?.meta.status;
  return [...adopt(reported, settings, roles, statusOf), ...diagnostics, ...failures.values()];
}

/** The rules that apply to a text. */
export function rulesFor(file: LintFile, settings: readonly RuleSetting[]): RuleSetting[] {
  const isJudged = file.kind === "proposal" && !file.locale && !isOfProcess(file);
  // What a series turns off is off for the texts beside its proposals too; what it asks for, it asks of proposals.
  return settings
    .filter((setting) => settingFor(setting, file.register).severity !== "off")
    .map((setting) => settingFor(setting, file.series?.id))
    .filter(
      ({ rule, severity, relaxed }) =>
        severity !== "off" && (rule.scope === "texts" || isJudged) && !relaxed.has(file.proposal?.meta.status ?? ""),
    );
}

/** Its editors write there how others are to be written. */
const isOfProcess = ({ path, series }: LintFile): boolean => series !== undefined && describesProcess(series, path);

function checkFile(
  file: LintFile,
  site: Site,
  { rule, severity, options }: RuleSetting,
  failures: Map<string, Diagnostic>,
): Diagnostic[] {
  let findings: Finding[];
  try {
    findings = rule.check(file, site, options);
  } catch (error) {
    if (!(error instanceof SiteCodeError)) throw error;
    // A check that fails for all texts is reported once.
    if (!failures.has(rule.id))
      failures.set(rule.id, diagnose("site-code-failed", error.message, error.location ?? { file: file.path }));
    return [];
  }
  return findings.map(
    ({ edits: _, ...finding }): Diagnostic => ({
      code: rule.id,
      severity: severity === "error" ? "error" : "warning",
      file: file.path,
      ...finding,
    }),
  );
}

/** A build diagnostic that a rule adopts gets the severity of that rule in the configuration, also in a proposal that has no number yet. */
function adopt(
  reported: readonly Diagnostic[],
  settings: readonly RuleSetting[],
  roles: LinkedSite["roles"],
  statusOf: (path: string) => string | undefined,
): Diagnostic[] {
  const owners = new Map(
    settings.flatMap((setting) => (setting.rule.adopts ?? []).map((code): [string, RuleSetting] => [code, setting])),
  );
  return reported.flatMap((diagnostic): Diagnostic[] => {
    const { code, file = "" } = diagnostic;
    const setting = owners.get(code);
    if (!setting) return [diagnostic];
    const role = roles.get(file);
    const owner = settingFor(setting, role?.kind === "proposal" ? role.series.id : undefined);
    if (owner.relaxed.has(statusOf(file) ?? "")) return [];
    if (!owner.isChosen) return [diagnostic];
    return owner.severity === "off"
      ? []
      : [{ ...diagnostic, severity: owner.severity === "error" ? "error" : "warning" }];
  });
}
