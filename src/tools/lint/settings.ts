/** The configuration of the rules: which are on, their severity and options, and the statuses for which they are relaxed. */
import { formatPath, type LintConfig, parseOptions, type Series, type SiteConfig } from "../../config/index.js";
import { diagnose } from "../../platform/diagnostics/codes.js";
import type { Diagnostic, Result } from "../../shared/diagnostic.js";
import { suggestion } from "../../shared/text.js";
import type { Rule } from "./rule.js";
import { isBuiltInId, rulesOf } from "./site-checks.js";

export interface RuleSetting {
  rule: Rule;
  severity: "off" | "warn" | "error";
  /** Whether the configuration sets the severity, which then also applies to the build's diagnostics. */
  isChosen: boolean;
  options: unknown;
  /** Statuses whose proposals the rule does not check. */
  relaxed: ReadonlySet<string>;
  /** The settings of series that differ, in the configuration or by a profile, by the id of the series. */
  inSeries: ReadonlyMap<string, RuleSetting>;
}

/** A part of the configuration with settings of rules: the site, or a series. */
type Layer = { lint: LintConfig } & Partial<Pick<Series, "relaxed">>;

/** @returns a setting for each rule of the program and of the site, and diagnostics for rules that do not exist and invalid options. */
export function readSettings({ lint, series, checks }: SiteConfig, configFile: string): Result<RuleSetting[]> {
  const rules = rulesOf({ checks });
  const ids = rules.map(({ id }) => id);
  const reportUnknown = (id: string): Diagnostic[] => {
    if (ids.includes(id)) return [];
    const help = suggestion(id, ids);
    const message = `${formatPath(["lint", "rules", id])}: there is no rule "${id}"`;
    return [diagnose("config-reference", message, { file: configFile, help })];
  };
  const site: Layer = { lint };
  const conflictingIds = checks.rules.map(({ id }) => id).filter(isBuiltInId);
  const diagnostics = Object.keys(lint.rules).flatMap(reportUnknown);
  for (const id of conflictingIds) {
    const message = `checks: "${id}" is an id of cipgen itself: give this check another id`;
    diagnostics.push(diagnose("config-invalid", message, { file: configFile }));
  }
  const value = rules.map((rule): RuleSetting => {
    const setting = settingOf(rule, [site], configFile, diagnostics);
    const inSeries = series
      .filter(({ lint: { rules: set }, relaxed }) => rule.id in set || statusesWith(rule.id, relaxed).length > 0)
      .map((layer): [string, RuleSetting] => [layer.id, settingOf(rule, [site, layer], configFile, diagnostics)]);
    return { ...setting, inSeries: new Map(inSeries) };
  });
  return { value, diagnostics };
}

/** @param layers the first one that names the rule sets its severity, and the first one with options sets these. */
function settingOf(rule: Rule, layers: readonly Layer[], configFile: string, diagnostics: Diagnostic[]): RuleSetting {
  const levels = layers.flatMap(({ lint: { rules } }) => {
    const setting = Object.hasOwn(rules, rule.id) ? rules[rule.id] : undefined;
    return setting === undefined ? [] : [{ severity: Array.isArray(setting) ? setting[0] : setting, setting }];
  });
  const severity = levels[0]?.severity;
  const withOptions = levels.find(({ setting }) => Array.isArray(setting));
  const options = rule.options.safeParse(withOptions?.setting[1] ?? {}, parseOptions);
  // Invalid options of the site are reported once, not again for every series.
  for (const { path, message } of (layers.length === 1 && options.error?.issues) || []) {
    const keyPath = formatPath(["lint", "rules", rule.id, 1, ...path]);
    diagnostics.push(diagnose("config-invalid", `${keyPath}: ${message}`, { file: configFile }));
  }
  return {
    rule,
    severity: severity ?? rule.severity,
    isChosen: severity !== undefined,
    options: options.data,
    relaxed: new Set(layers.flatMap(({ relaxed = {} }) => statusesWith(rule.id, relaxed))),
    inSeries: new Map(),
  };
}

const statusesWith = (rule: string, relaxed: Series["relaxed"]) =>
  Object.keys(relaxed).filter((status) => relaxed[status]?.includes(rule));

/** The setting for the texts of a series. */
export function settingFor(setting: RuleSetting, series: string | undefined): RuleSetting {
  return (series !== undefined && setting.inSeries.get(series)) || setting;
}
