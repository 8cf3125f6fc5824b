/** Where the manual explains a problem. */
import { rules } from "../lint/rules/index.js";

const manual = "https://github.com/core-coin/cip/blob/master/docs";

const ruleOf = new Map<string, string>(
  rules.flatMap(({ id, adopts = [] }) => [id, ...adopts].map((code): [string, string] => [code, id])),
);

/** Address of the page for a code; undefined where its message says all. */
export function manualPage(code: string): string | undefined {
  const rule = ruleOf.get(code);
  if (rule !== undefined) return `${manual}/lint.md#${rule}`;
  if (code.startsWith("config-")) return `${manual}/configuration.md`;
  if (/^(?:broken|link|url|page|hreflang|headers|asset)-/.test(code)) return `${manual}/command-line.md#checking-links`;
  return undefined;
}
