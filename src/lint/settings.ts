/** The configuration of the rules: which are on, their severity and options, and the statuses for which they are relaxed. */
import { formatPath, type LintConfig, parseOptions, type SiteConfig } from "../config/index.js";
import { diagnose } from "../diagnostics/codes.js";
import type { Diagnostic, Result } from "../shared/diagnostic.js";
import { suggestion } from "../shared/text.js";
import type { Rule } from "./rule.js";

export interface RuleSetting {
  rule: Rule;
  severity: "off" | "warn" | "error";
  /** The configuration sets the severity, so it also applies to the build's diagnostics. */
  isChosen: boolean;
  options: unknown;
  /** Statuses whose proposals the rule does not check. */
  relaxed: ReadonlySet<string>;
}

/** @returns a setting for each rule, and the configuration's problems: rules and statuses that do not exist, options that are wrong. */
export function readSettings(
  rules: readonly Rule[],
  { lint, series }: SiteConfig,
  configFile: string,
): Result<RuleSetting[]> {
  const ids = rules.map(({ id }) => id);
  const statuses = series.flatMap((one) => one.statuses.map(({ id }) => id));
  const unknown = (path: string, what: string, name: string, known: readonly string[]): Diagnostic[] => {
    if (known.includes(name)) return [];
    const help = suggestion(name, known);
    return [diagnose("config-reference", `${path}: there is no ${what} "${name}"`, { file: configFile, help })];
  };
  const diagnostics = [
    ...Object.keys(lint.rules).flatMap((id) => unknown(formatPath(["lint", "rules", id]), "rule", id, ids)),
    ...Object.entries(lint.relax).flatMap(([status, relaxed]) => [
      ...unknown(formatPath(["lint", "relax", status]), "status", status, statuses),
      ...relaxed.flatMap((id, index) => unknown(formatPath(["lint", "relax", status, index]), "rule", id, ids)),
    ]),
  ];
  const value = rules.map((rule) => settingOf(rule, lint, configFile, diagnostics));
  return { value, diagnostics };
}

function settingOf(rule: Rule, lint: LintConfig, configFile: string, diagnostics: Diagnostic[]): RuleSetting {
  const given = Object.hasOwn(lint.rules, rule.id) ? lint.rules[rule.id] : undefined;
  const [severity, written] = Array.isArray(given) ? given : [given, {}];
  const options = rule.options.safeParse(written, parseOptions);
  for (const { path, message } of options.error?.issues ?? []) {
    const place = formatPath(["lint", "rules", rule.id, 1, ...path]);
    diagnostics.push(diagnose("config-invalid", `${place}: ${message}`, { file: configFile }));
  }
  const relaxed = Object.entries(lint.relax).flatMap(([status, ids]) => (ids.includes(rule.id) ? [status] : []));
  return {
    rule,
    severity: severity ?? rule.severity,
    isChosen: severity !== undefined,
    options: options.data,
    relaxed: new Set(relaxed),
  };
}
