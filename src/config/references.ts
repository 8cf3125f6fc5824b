/** Checks names in one part of a configuration that another part must define, which the schema cannot do. */

import { diagnose } from "../platform/diagnostics/codes.js";
import type { Diagnostic } from "../shared/diagnostic.js";
import { addAll } from "../shared/lists.js";
import { suggestion } from "../shared/text.js";
import { isSafeUrl, runsCode } from "../shared/url.js";
import { usualLocale } from "./locales.js";
import { processReferences } from "./process.js";
import { linksOf, relativeLink } from "./relative-link.js";
import type { SiteConfig } from "./resolve.js";
import type { ParsedSeries } from "./schema.js";
import { formatPath } from "./wording.js";

/** Checks statuses and categories that a process names. @param keys the keys that the file itself sets: those of a profile need no check. */
export function checkProcess(
  { process, statuses, category }: ParsedSeries,
  keys: string[],
  keyPath: string,
  file: string,
) {
  return processReferences(process)
    .filter(({ path }) => keys.some((key) => new RegExp(`^${key}\\b`).test(path)))
    .flatMap(({ path, kind, name }): Diagnostic[] => {
      const names = (kind === "status" ? statuses : category.values).map(({ id }) => id);
      if (names.includes(name)) return [];
      const message = `${keyPath}.${path}: there is no ${kind} "${name}"`;
      return [diagnose("config-reference", message, { file, help: suggestion(name, names) })];
    });
}

/**
 * @returns an error for each pattern without the proposal's number or slug, for each `{number}` in a series without numbers, and for each `{slug}` or
 * `{status}` in an address that `files` does not have.
 */
export function checkPatterns(
  { files, permalink, aliases, numbers }: ParsedSeries,
  keyPath: string,
  file: string,
): Diagnostic[] {
  const isNamed = numbers === "none";
  const identifier = isNamed ? "{slug}" : "{number}";
  const help = `\`numbers\` is "${numbers}": proposals are known by ${identifier}.`;
  const addresses = { permalink, ...Object.fromEntries(aliases.map((alias, index) => [`aliases[${index}]`, alias])) };
  const wrong = Object.entries({ files, ...addresses }).flatMap(([key, pattern]) => {
    const problem = (message: string) => [configProblem(file, `${keyPath}.${key}`, message, help)];
    if (isNamed && pattern.includes("{number}")) return problem("a series without numbers has no {number}");
    // File names need no number, because metadata may have it.
    const isNeeded = key === "permalink" || (key === "files" && isNamed);
    return isNeeded && !pattern.includes(identifier) ? problem(`${identifier} is missing`) : [];
  });
  if (wrong.length > 0) return wrong;
  return Object.entries(addresses).flatMap(([key, pattern]) =>
    ["{slug}", "{status}"].flatMap((part) => {
      if (!pattern.includes(part) || files.includes(part)) return [];
      const help = `It is read from the names of files: add ${part} to files, or leave it out here.`;
      return [configProblem(file, `${keyPath}.${key}`, `${part} is not in files, ${files}`, help)];
    }),
  );
}

/** @returns an error for each status in `required` of a field that the series does not have. */
export function checkFields({ fields, statuses }: ParsedSeries, keyPath: string, file: string): Diagnostic[] {
  const ids = statuses.map(({ id }) => id);
  return fields.flatMap(({ required }, index) =>
    (typeof required === "boolean" || ids.length === 0 ? [] : required).flatMap((name, position) => {
      if (ids.includes(name)) return [];
      const message = `${keyPath}[${index}].required[${position}]: there is no status "${name}"`;
      return [diagnose("config-reference", message, { file, help: suggestion(name, ids) })];
    }),
  );
}

/** Checks that locales have different paths, and that no route begins with one of these. Case is ignored, because many file systems ignore it. */
function checkLocalePaths({ locales, defaultLocale, series, docs }: SiteConfig, file: string): Diagnostic[] {
  const ofSeries = series.flatMap(({ route, assetsRoute }) => [route, assetsRoute ?? ""]);
  const routes = [...ofSeries, docs?.route ?? "", "/search", "/assets", "/404"];
  const reservedNames = new Set(routes.map((route) => route.split("/")[1]?.toLowerCase()));
  const codes = new Set<string>();
  const paths = new Map<string, string>();
  return Object.entries(locales).flatMap(([code, { path }]): Diagnostic[] => {
    const key = formatPath(["locales", code]);
    const isRepeated = codes.has(code.toLowerCase());
    codes.add(code.toLowerCase());
    if (isRepeated) return [configProblem(file, key, "this language is there already, spelled in another case")];
    if (code === defaultLocale) return [];
    const help = "Write another path for this locale.";
    const rival = paths.get(path.toLowerCase());
    paths.set(path.toLowerCase(), code);
    if (rival !== undefined)
      return [configProblem(file, `${key}.path`, `the locale ${rival} has the path "${path}" already`, help)];
    if (!reservedNames.has(path.toLowerCase())) return [];
    return [configProblem(file, `${key}.path`, `the path "${path}" is the beginning of other routes`, help)];
  });
}

/** @returns an error for each name in a complete configuration that nothing in it defines. @param file the configuration, for diagnostics. */
export function checkReferences(config: SiteConfig, file: string): Diagnostic[] {
  const diagnostics: Diagnostic[] = [];
  const requireName = (path: string, name: string, names: string[], kind: string, help = suggestion(name, names)) => {
    if (names.includes(name)) return;
    diagnostics.push(diagnose("config-reference", `${path}: there is no ${kind} "${name}"`, { file, help }));
  };
  const links = linksOf(config);
  // The target of a rewrite may be relative, because it replaces a link in a text.
  const rewrites = config.series.flatMap((series, index) =>
    Object.entries(series.rewrites).map(([from, to]) => ({ key: formatPath(["series", index, "rewrites", from]), to })),
  );
  for (const { key, to } of [...links, ...rewrites]) {
    if (isSafeUrl(to, config.linkSchemes)) continue;
    const help = runsCode(to) ? undefined : "Add the scheme to linkSchemes.";
    diagnostics.push(configProblem(file, key, "this kind of URL is not allowed", help));
  }
  for (const { key, to } of links) addAll(diagnostics, relativeLink(key, to, file));
  const locales = Object.keys(config.locales);
  // Usually nobody has written the default value, so it is not a misspelt name: the help says what to set.
  const choice =
    config.defaultLocale === usualLocale ? `Set defaultLocale to the locale at /: ${locales.join(", ")}.` : undefined;
  requireName("defaultLocale", config.defaultLocale, locales, "locale", choice);
  for (const [index, item] of config.navbar.items.entries()) {
    const path = `navbar.items[${index}]`;
    if (item.type === "link" || item.type === "insights") continue;
    if (!config.docs) {
      diagnostics.push(configProblem(file, path, `an item of type ${item.type} needs docs, and there are none`));
    } else if (item.type === "docSidebar") {
      requireName(`${path}.sidebarId`, item.sidebarId, Object.keys(config.docs.sidebars), "sidebar");
    } else if (item.type === "docsVersion") {
      requireName(
        `${path}.version`,
        item.version,
        config.docs.versions.map((v) => v.name),
        "docs version",
      );
    }
  }
  addAll(diagnostics, checkLocalePaths(config, file));
  const lasts = config.docs?.versions.filter((v) => v.isLast).length ?? 1;
  if (lasts !== 1) diagnostics.push(configProblem(file, "docs.versions", "exactly one version must have isLast: true"));
  for (const [property, values] of [
    ["id", config.series.map((s) => s.id)],
    ["route", config.series.map((s) => s.route)],
  ] as const) {
    const duplicate = findDuplicate(values);
    if (duplicate) diagnostics.push(configProblem(file, "series", `two series have the ${property} "${duplicate}"`));
  }
  const name = findDuplicate(config.docs?.versions.map((version) => version.name) ?? []);
  if (name) diagnostics.push(configProblem(file, "docs.versions", `two versions have the name "${name}"`));
  return diagnostics;
}

const findDuplicate = (values: readonly string[]) => values.find((value, index) => values.indexOf(value) !== index);

export function configProblem(file: string, path: string, message: string, help?: string): Diagnostic {
  return diagnose("config-invalid", `${path}: ${message}`, { file, help });
}
