/** Checks the texts of a site against the rules. The result includes the build's diagnostics, which rules do not repeat. */

import type { LinkedSite } from "../../build/link.js";
import { SiteCodeError } from "../../config/index.js";
import { diagnose } from "../../platform/diagnostics/codes.js";
import type { Diagnostic } from "../../shared/diagnostic.js";
import type { Site } from "../../site/model/site.js";
import { describesProcess } from "../../site/numbers.js";
import { type LintFile, makeLintFile, proposalsByPath } from "./file.js";
import { keepTexts } from "./mentions.js";
import type { Finding } from "./rule.js";
import { type RuleSetting, settingFor } from "./settings.js";
import { keepContext } from "./site-checks.js";

/** Errors after which a text is misread, so that most findings of rules would only follow from them. */
const garbling = new Set<string>(["conflict-markers", "file-encoding"]);

/** Which rules check a text: all, only those whose findings depend on other texts, or none. */
export type Coverage = "whole" | "relations" | "none";

/**
 * @param reported diagnostics of reading, parsing and linking the site.
 * @param coverageOf takes the path of a text; by default every rule checks every text.
 */
export function lintSite(
  linked: Pick<LinkedSite, "site" | "contexts" | "sources" | "roles">,
  reported: readonly Diagnostic[],
  settings: readonly RuleSetting[],
  coverageOf: (path: string) => Coverage = () => "whole",
): Diagnostic[] {
  const { site, sources, roles } = linked;
  keepTexts(site, sources);
  keepContext(linked);
  const failures = new Map<string, Diagnostic>();
  const chosen: Record<Coverage, readonly RuleSetting[]> = {
    whole: settings,
    relations: settings.filter(({ rule }) => rule.dependsOnSite),
    none: [],
  };
  const garbled = new Set(reported.flatMap(({ code, file }) => (garbling.has(code) ? (file ?? []) : [])));
  const diagnostics = sources.flatMap((source) => {
    const role = roles.get(source.path);
    const candidates = chosen[coverageOf(source.path)];
    if (!role || candidates.length === 0 || garbled.has(source.path)) return [];
    const file = makeLintFile(source, role, site);
    return rulesFor(file, candidates).flatMap((setting) => checkFile(file, site, setting, failures));
  });
  const statusOf = (path: string) => proposalsByPath(site).get(path)?.meta.status;
  return [...adoptDiagnostics(reported, settings, roles, statusOf), ...diagnostics, ...failures.values()];
}

/** The rules that apply to a text. */
export function rulesFor(file: LintFile, settings: readonly RuleSetting[]): RuleSetting[] {
  const isJudged = file.kind === "proposal" && !file.locale && !isAboutProcess(file);
  // A rule that a series turns off is off for companions of its proposals, too; its other settings are for proposals only.
  return settings
    .filter((setting) => settingFor(setting, file.seriesId).severity !== "off")
    .map((setting) => settingFor(setting, file.series?.id))
    .filter(
      ({ rule, severity, relaxed }) =>
        severity !== "off" && (rule.scope === "texts" || isJudged) && !relaxed.has(file.proposal?.meta.status ?? ""),
    );
}

/** Whether a text describes the process of its series. It is not judged, because it shows examples of what rules report. */
const isAboutProcess = ({ path, series }: LintFile): boolean => series !== undefined && describesProcess(series, path);

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

/** Gives each diagnostic of the build that a rule adopts the severity that the configuration sets for the rule. */
function adoptDiagnostics(
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
