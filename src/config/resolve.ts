/** From a config file to the configuration of the stages: applies schema, profiles and defaults, and checks references inside it. */
import { posix } from "node:path";
import { diagnose } from "../diagnostics/codes.js";
import { cleanTexts } from "../shared/clean-text.js";
import type { Diagnostic, Result } from "../shared/diagnostic.js";
import { suggestion } from "../shared/text.js";
import { isSafeUrl, runsCode } from "../shared/url.js";
import { concerns, issuesToDiagnostics, withoutProblems } from "./issues.js";
import { completeLocale } from "./locales.js";
import { fittingProcess, processReferences } from "./process.js";
import { profiles } from "./profiles/index.js";
import { relativeLink } from "./relative-link.js";
import {
  type ConfigInput,
  configSchema,
  type Locale,
  type NavbarItem,
  type Numbering,
  type ParsedConfig,
  type ParsedSeries,
  seriesSchema,
} from "./schema.js";
import { formatPath, parseOptions } from "./wording.js";

export interface Series extends ParsedSeries {
  source: string;
  numbering: Numbering;
  listAliases: string[];
  /** Their key: the site's may have those of the first series. */
  listAliasesKey: string;
  /** Digest of the module of `read`, and of its imports. */
  readStamp?: string;
}

/** The configuration of a site: complete, checked, plain JSON but for `read` of a series. */
export interface SiteConfig extends Omit<ParsedConfig, "series" | "locales" | "numbering" | "listAliases" | "navbar"> {
  navbar: ParsedConfig["navbar"] & { items: NavbarItem[] };
  series: Series[];
  locales: Record<string, Locale>;
  /** Codes of all locales, also of those that a build leaves out. */
  allLocales: string[];
  /** Key paths of the folders that the configuration names itself, even if they are the usual ones: these must exist. */
  namedFolders: string[];
}

/** @returns the site's configuration, or undefined with all problems, each with its key path. */
export function resolveConfig(written: unknown, file: string): Result<SiteConfig | undefined> {
  const input = cleanTexts(written);
  const parsed = configSchema.safeParse(input, parseOptions);
  if (parsed.success) return resolveParsed(parsed.data, input as ConfigInput, file);
  const { issues } = parsed.error;
  const problems = issuesToDiagnostics(issues, input, file);
  // References to other parts of the file can still be checked, unless one of those parts is wrong itself.
  const rest = concerns(issues, referring) ? undefined : withoutProblems(input, issues);
  const repaired = configSchema.safeParse(rest, parseOptions);
  const references = repaired.success ? resolveParsed(repaired.data, rest as ConfigInput, file).diagnostics : [];
  return { value: undefined, diagnostics: [...problems, ...references] };
}

/** Top-level keys that refer to each other. */
const referring = ["defaultLocale", "locales", "content", "series", "numbering", "docs", "navbar"];

/** @param input the written value: a default must not hide the value of a profile. */
function resolveParsed(parsed: ParsedConfig, input: ConfigInput, file: string): Result<SiteConfig | undefined> {
  const { numbering, listAliases, ...config } = parsed;
  const diagnostics: Diagnostic[] = [];
  const series: Series[] = [];
  for (const [index, { profile, ...given }] of input.series.entries()) {
    const known = profile ? profiles[profile] : undefined;
    const own = { ...known, ...withoutUndefined(given) };
    const process = known?.process && {
      ...fittingProcess(known.process, own),
      ...withoutUndefined(given.process ?? {}),
    };
    const written = { ...own, ...(process && { process }) };
    const merged = seriesSchema.safeParse(written, parseOptions);
    if (!merged.success) {
      diagnostics.push(...issuesToDiagnostics(merged.error.issues, written, file, ["series", index]));
      continue;
    }
    const source = merged.data.source ?? (index === 0 ? config.content.proposals : undefined);
    if (source === undefined) {
      diagnostics.push(configProblem(file, `series[${index}].source`, "the folder of the proposals is missing"));
      continue;
    }
    const first = index === 0;
    diagnostics.push(...checkPatterns(merged.data, `series[${index}]`, file));
    if (given.fields) diagnostics.push(...checkFields(merged.data, `series[${index}].fields`, file));
    diagnostics.push(...checkProcess(merged.data, Object.keys(given.process ?? {}), `series[${index}].process`, file));
    const listAliasesKey = first && !merged.data.listAliases ? "listAliases" : `series[${index}].listAliases`;
    series.push({
      ...merged.data,
      source,
      listAliasesKey,
      numbering: merged.data.numbering ?? (first ? numbering : undefined) ?? { reading: "listed", runs: [] },
      listAliases: merged.data.listAliases ?? (first ? listAliases : undefined) ?? [],
    });
  }
  const locales = Object.fromEntries(
    Object.entries(config.locales).map(([code, given]) => [code, completeLocale(code, withoutUndefined(given))]),
  );
  const navbar = { ...config.navbar, items: config.navbar.items ?? defaultNavbar(series, config.docs) };
  const columns = config.footer.columns.length > 0 ? config.footer.columns : defaultColumns(series);
  const footer = { ...config.footer, columns };
  const lists = { allLocales: Object.keys(locales), namedFolders: namedFolders(input) };
  const value: SiteConfig = { ...config, navbar, footer, series, locales, ...lists };
  diagnostics.push(...checkReferences(value, file));
  return { value: diagnostics.length > 0 ? undefined : value, diagnostics };
}

function namedFolders({ content = {}, series }: ConfigInput): string[] {
  return [
    ...Object.entries(content).flatMap(([key, folder]) => (folder === undefined ? [] : [`content.${key}`])),
    ...series.flatMap((one, index) =>
      (["source", "assets"] as const).flatMap((key) => (one[key] === undefined ? [] : [`series[${index}].${key}`])),
    ),
  ];
}

/** The default navbar: links to every register, and for a single one to its tags, archive and insights. */
function defaultNavbar(series: readonly Series[], docs: ParsedConfig["docs"]): NavbarItem[] {
  const link = (label: string, to: string): NavbarItem => ({
    type: "link",
    label,
    to,
    position: "left",
    newTab: false,
  });
  const [first] = series;
  return [
    ...series.map(({ title, route }) => link(title, route)),
    ...(first && series.length === 1
      ? [
          link("Tags", posix.join(first.route, "tags")),
          link("Archive", posix.join(first.route, "archive")),
          { type: "insights", position: "left" } as const,
        ]
      : []),
    ...(docs ? [{ type: "doc", docId: docs.mainDocId, label: docs.title, position: "left" } as const] : []),
  ];
}

/** With several registers there is no room for the tags and the archive of each. */
function defaultColumns(series: readonly Series[]): SiteConfig["footer"]["columns"] {
  if (series.length < 2) return [];
  return series.map(({ title, route }) => ({
    title,
    links: ["Tags", "Archive"].map((label) => ({ label, to: posix.join(route, label.toLowerCase()), newTab: false })),
  }));
}

/** All URLs in the configuration, by key path. */
function linkTargets({ navbar, footer, home, series }: SiteConfig): [path: string, to: string][] {
  return [
    ...(navbar.logo.href === undefined ? [] : [["navbar.logo.href", navbar.logo.href] as [string, string]]),
    ...navbar.items.flatMap((item, index): [string, string][] =>
      item.type === "link" ? [[`navbar.items[${index}].to`, item.to]] : [],
    ),
    ...footer.columns.flatMap(({ links }, at) =>
      links.map(({ to }, index): [string, string] => [`footer.columns[${at}].links[${index}].to`, to]),
    ),
    ...home.actions.map(({ to }, index): [string, string] => [`home.actions[${index}].to`, to]),
    ...series.flatMap(({ rewrites }, at) =>
      Object.entries(rewrites).map(([from, to]): [string, string] => [
        formatPath(["series", at, "rewrites", from]),
        to,
      ]),
    ),
  ];
}

/** @param keys of the process that the file itself sets: those of a profile need no check. */
function checkProcess({ process, statuses, category }: ParsedSeries, keys: string[], at: string, file: string) {
  return processReferences(process)
    .filter(({ path }) => keys.some((key) => new RegExp(`^${key}\\b`).test(path)))
    .flatMap(({ path, what, name }): Diagnostic[] => {
      const names = (what === "status" ? statuses : category.values).map(({ id }) => id);
      if (names.includes(name)) return [];
      const message = `${at}.${path}: there is no ${what} "${name}"`;
      return [diagnose("config-reference", message, { file, help: suggestion(name, names) })];
    });
}

/** @returns an error for each part of an address that only the file name could say, and it does not. */
function checkPatterns({ files, permalink, aliases }: ParsedSeries, at: string, file: string): Diagnostic[] {
  const patterns = { permalink, ...Object.fromEntries(aliases.map((alias, index) => [`aliases[${index}]`, alias])) };
  return Object.entries(patterns).flatMap(([key, pattern]) =>
    ["{slug}", "{status}"].flatMap((part) => {
      if (!pattern.includes(part) || files.includes(part)) return [];
      const help = `It is read from the names of files: add ${part} to files, or leave it out here.`;
      return [configProblem(file, `${at}.${key}`, `${part} is not in files, ${files}`, help)];
    }),
  );
}

/** @returns an error for each status that a field is required of and the series does not have. */
function checkFields({ fields, statuses }: ParsedSeries, at: string, file: string): Diagnostic[] {
  const ids = statuses.map(({ id }) => id);
  return fields.flatMap(({ required }, index) =>
    (typeof required === "boolean" || ids.length === 0 ? [] : required).flatMap((name, place) => {
      if (ids.includes(name)) return [];
      const message = `${at}[${index}].required[${place}]: there is no status "${name}"`;
      return [diagnose("config-reference", message, { file, help: suggestion(name, ids) })];
    }),
  );
}

/** Many file systems do not tell upper from lower case. */
function checkLocalePaths({ locales, defaultLocale, series, docs }: SiteConfig, file: string): Diagnostic[] {
  const routes = [...series.map(({ route }) => route), docs?.route ?? "", "/search", "/assets", "/404"];
  const taken = new Set(routes.map((route) => route.split("/")[1]?.toLowerCase()));
  const codes = new Set<string>();
  const paths = new Map<string, string>();
  return Object.entries(locales).flatMap(([code, { path }]): Diagnostic[] => {
    const key = formatPath(["locales", code]);
    const isRepeated = codes.has(code.toLowerCase());
    codes.add(code.toLowerCase());
    if (isRepeated) return [configProblem(file, key, "this language is there already, in other upper and lower case")];
    if (code === defaultLocale) return [];
    const help = "Write another path for this locale.";
    const other = paths.get(path.toLowerCase());
    paths.set(path.toLowerCase(), code);
    if (other !== undefined)
      return [configProblem(file, `${key}.path`, `the locale ${other} has the path "${path}" already`, help)];
    if (!taken.has(path.toLowerCase())) return [];
    return [configProblem(file, `${key}.path`, `the path "${path}" is the beginning of other routes`, help)];
  });
}

/** Checks what the schema cannot: names in one part of the file that another part must define. */
function checkReferences(config: SiteConfig, file: string): Diagnostic[] {
  const found: Diagnostic[] = [];
  const known = (path: string, name: string, names: string[], what: string) => {
    if (names.includes(name)) return;
    const help = suggestion(name, names);
    found.push(diagnose("config-reference", `${path}: there is no ${what} "${name}"`, { file, help }));
  };
  for (const [path, to] of linkTargets(config)) {
    if (isSafeUrl(to, config.linkSchemes)) continue;
    const help = runsCode(to) ? undefined : "Add the scheme to linkSchemes.";
    found.push(diagnose("config-invalid", `${path}: this kind of URL is not allowed`, { file, help }));
  }
  for (const [path, to] of linkTargets(config)) {
    // The target of a rewrite is written in a text, from whose file it is read.
    if (!/\.rewrites\b/.test(path)) found.push(...relativeLink(path, to, file));
  }
  known("defaultLocale", config.defaultLocale, Object.keys(config.locales), "locale");
  for (const [index, item] of config.navbar.items.entries()) {
    const path = `navbar.items[${index}]`;
    if (item.type === "link") continue;
    if (item.type === "insights") {
      const ids = config.series.map(({ id }) => id);
      if (item.series !== undefined) known(`${path}.series`, item.series, ids, "series");
      continue;
    }
    if (!config.docs) {
      found.push(configProblem(file, path, `an item of type ${item.type} needs docs, and there are none`));
    } else if (item.type === "docSidebar") {
      known(`${path}.sidebarId`, item.sidebarId, Object.keys(config.docs.sidebars), "sidebar");
    } else if (item.type === "docsVersion") {
      known(
        `${path}.version`,
        item.version,
        config.docs.versions.map((v) => v.name),
        "docs version",
      );
    }
  }
  found.push(...checkLocalePaths(config, file));
  const lasts = config.docs?.versions.filter((v) => v.isLast).length ?? 1;
  if (lasts !== 1) found.push(configProblem(file, "docs.versions", "exactly one version must have isLast: true"));
  for (const [what, values] of [
    ["id", config.series.map((s) => s.id)],
    ["route", config.series.map((s) => s.route)],
  ] as const) {
    const twice = repeated(values);
    if (twice) found.push(configProblem(file, "series", `two series have the ${what} "${twice}"`));
  }
  const name = repeated(config.docs?.versions.map((version) => version.name) ?? []);
  if (name) found.push(configProblem(file, "docs.versions", `two versions have the name "${name}"`));
  const { minLevel, maxLevel } = config.toc;
  if (minLevel > maxLevel)
    found.push(
      configProblem(file, "toc.minLevel", `${minLevel} is more than maxLevel, ${maxLevel}: no heading is shown`),
    );
  return found;
}

const repeated = (values: readonly string[]) => values.find((value, index) => values.indexOf(value) !== index);

function configProblem(file: string, path: string, message: string, help?: string): Diagnostic {
  return diagnose("config-invalid", `${path}: ${message}`, { file, help });
}

function withoutUndefined<T extends object>(object: T): T {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined)) as T;
}
