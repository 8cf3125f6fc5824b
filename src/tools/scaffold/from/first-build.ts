/** Makes settings with which the first build succeeds, because problems of today's texts only warn. */

import type { LinkedSite } from "../../../build/link.js";
import { type ConfigInput, profiles } from "../../../config/index.js";
import { metadataFileOf } from "../../../content/metadata/metadata-files.js";
import { hasNumbersInNames, readFileName } from "../../../content/parse/file-name.js";
import type { Diagnostic } from "../../../shared/diagnostic.js";
import { largestOf } from "../../../shared/lists.js";
import type { ConfigLine } from "./config-text.js";

/** Settings under which nothing that is wrong today stops a build. */
export const lenientConfig = {
  legacy: { until: Number.MAX_SAFE_INTEGER },
  checks: { brokenLinks: "warn", brokenMarkdownLinks: "warn", brokenAnchors: "warn" },
};

const isLinkError = ({ code }: Diagnostic) => code === "broken-link" || code === "file-refused";

/** @returns a setting that makes broken links of files that `legacy` does not cover warnings; none if there are no such links. */
export function checksFor(diagnostics: readonly Diagnostic[], { roles }: LinkedSite): ConfigLine[] {
  /** Whether `legacy` covers a text: not if it needs a number in its name and has none. */
  const isOld = (file = "") => {
    const role = roles.get(file);
    return (
      role !== undefined &&
      (role.kind !== "proposal" ||
        !hasNumbersInNames(role.series) ||
        readFileName(role.relativePath, role.series).number !== undefined)
    );
  };
  const count = diagnostics.filter((diagnostic) => isLinkError(diagnostic) && !isOld(diagnostic.file)).length;
  if (count === 0) return [];
  const comment = `${count} ${count === 1 ? "file is" : "files are"} not published today; remove this when that is fixed`;
  return [{ key: "checks", value: { brokenLinks: "warn" }, comment }];
}

/** @returns settings of lint: guessed lists of fields, statuses and categories may be incomplete, so they warn. @param habits rules to turn off. */
export function lintOf({ series }: ConfigInput, habits: readonly string[]): ConfigLine[] {
  const guessed = {
    "unknown-fields": series.some(({ profile }) => !profile),
    category: series.some(({ category }) => category),
    status: series.some(({ statuses }) => statuses),
  };
  const warned = Object.entries(guessed).flatMap(([rule, isGuessed]) => (isGuessed ? [[rule, "warn"]] : []));
  const rules = Object.fromEntries([...warned, ...habits.map((rule) => [rule, "off"])]);
  if (Object.keys(rules).length === 0) return [];
  const comment = "rules with guessed lists warn; rules that the template or most texts break are off";
  return [{ key: "lint", value: { rules }, comment }];
}

/** @returns the setting under which errors of today's texts warn: `legacy` covers all texts up to the highest number with an error. */
export function legacyOf(
  diagnostics: readonly Diagnostic[],
  { documents, roles }: LinkedSite,
  { series }: ConfigInput,
): ConfigLine[] {
  const errors = diagnostics.filter(
    (diagnostic) => diagnostic.isLowered || (isLinkError(diagnostic) && roles.has(diagnostic.file ?? "")),
  );
  const isLenient = series.some(({ profile }) => profile && "isLenient" in profiles[profile]);
  if (errors.length === 0 && !isLenient) return [];
  const texts = new Map(
    [...roles].flatMap(([path, role]): [string, string][] => {
      const beside = role.kind === "proposal" && metadataFileOf(path, role.series.metadata);
      return beside ? [[beside, path]] : [];
    }),
  );
  const wrong = new Set(errors.flatMap(({ file }) => (file && texts.get(file)) ?? file ?? []));
  const isNumbered = (path: string) => {
    const role = roles.get(path);
    return role?.kind === "proposal" && role.series.numbers !== "none";
  };
  const numbers = documents.flatMap(({ path, kind, meta }) =>
    kind === "proposal" && wrong.has(path) && isNumbered(path) ? [meta.number] : [],
  );
  for (const path of wrong) {
    const role = roles.get(path);
    if (role?.kind === "proposal" && isNumbered(path))
      numbers.push(readFileName(role.relativePath, role.series).number ?? 0);
  }
  const count = wrong.size === 1 ? "1 text has" : `${wrong.size} texts have`;
  const later = numbers.length > 0 ? "with a higher number" : "that come in later";
  const comment =
    wrong.size === 0
      ? "no text has errors"
      : `${count} errors, which only warn; in texts ${later}, errors fail the build`;
  return [{ key: "legacy", value: { until: largestOf(numbers, 0) }, comment }];
}
