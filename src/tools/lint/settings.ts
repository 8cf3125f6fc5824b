/** The configuration of the rules: which are on, their severity and options, and the statuses for which they are relaxed. */
import { formatPath, type LintConfig, parseOptions, type Series, type SiteConfig } from "../../config/index.js";
import { diagnose } from "../../platform/diagnostics/codes.js";
import type { Diagnostic, Result } from "../../shared/diagnostic.js";
import { addAll } from "../../shared/lists.js";
import { suggestion } from "../../shared/text.js";
import type { Rule } from "./rule.js";
import { isTaken, rulesOf } from "./site-checks.js";

export interface RuleSetting {
  rule: Rule;
  severity: "off" | "warn" | "error";
  /** The configuration sets the severity, so it also applies to the build's diagnostics. */
  isChosen: boolean;
  options: unknown;
  /** Statuses whose proposals the rule does not check. */
  relaxed: ReadonlySet<string>;
  /** For the proposals of a series with settings of its own or of its profile, by its id. */
  inSeries: ReadonlyMap<string, RuleSetting>;
}

/** What sets rules: the site, or the profile of a series. */
type Layer = { lint: LintConfig } & Partial<Pick<Series, "relaxed">>;

/** @returns a setting for each rule of the program and of the site, and the configuration's problems: rules that do not exist, options that are wrong. */
export function readSettings({ lint, series, checks }: SiteConfig, configFile: string): Result<RuleSetting[]> {
  const rules = rulesOf({ checks });
  const ids = rules.map(({ id }) => id);
  const unknown = (id: string): Diagnostic[] => {
    if (ids.includes(id)) return [];
    const help = suggestion(id, ids);
    const message = `${formatPath(["lint", "rules", id])}: there is no rule "${id}"`;
    return [diagnose("config-reference", message, { file: configFile, help })];
  };
  const site: Layer = { lint };
  const idConflicts = checks.rules.flatMap(({ id }) =>
    isTaken(id)
      ? [
          diagnose("config-invalid", `checks: "${id}" is one of cipgen: give this check another id`, {
            file: configFile,
          }),
        ]
      : [],
  );
  const diagnostics = Object.keys(lint.rules).flatMap(unknown);
  addAll(diagnostics, idConflicts);
  const value = rules.map((rule): RuleSetting => {
    const setting = settingOf(rule, [site], configFile, diagnostics);
    const inSeries = series
      .filter(({ lint: { rules: set }, relaxed }) => rule.id in set || statusesWith(rule.id, relaxed).length > 0)
      .map((layer): [string, RuleSetting] => [layer.id, settingOf(rule, [site, layer], configFile, diagnostics)]);
    return { ...setting, inSeries: new Map(inSeries) };
  });
  return { value, diagnostics };
}

/** @param layers the first that names the rule sets its severity; the first with options sets these. */
function settingOf(rule: Rule, layers: readonly Layer[], configFile: string, diagnostics: Diagnostic[]): RuleSetting {
  const levels = layers.flatMap(({ lint: { rules } }) => {
    const set = Object.hasOwn(rules, rule.id) ? rules[rule.id] : undefined;
    return set === undefined ? [] : [{ severity: Array.isArray(set) ? set[0] : set, set }];
  });
  const severity = levels[0]?.severity;
  const withOptions = levels.find(({ set }) => Array.isArray(set));
  const options = rule.options.safeParse(withOptions?.set[1] ?? {}, parseOptions);
  // Those of the site are reported once, not for every series.
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
