/** Turns the value of a config file into the configuration of the stages: applies schema, profiles and defaults, and checks the result. */

import { posix } from "node:path";
import { cleanTexts } from "../shared/clean-text.js";
import type { Diagnostic, Result } from "../shared/diagnostic.js";
import { addAll } from "../shared/lists.js";
import { mergeExtensions, withWrittenPaths } from "./extensions.js";
import { issuesToDiagnostics } from "./issues.js";
import { completeLocale } from "./locales.js";
import { fittingProcess } from "./process.js";
import { profiles } from "./profiles/index.js";
import { checkRedirectRules, type RedirectRule } from "./redirects.js";
import { checkFields, checkPatterns, checkProcess, checkReferences, configProblem } from "./references.js";
import {
  type ConfigInput,
  configSchema,
  type LintConfig,
  type Locale,
  type NavbarItem,
  type Numbering,
  type ParsedConfig,
  type ParsedSeries,
  type ProfileInput,
  seriesSchema,
} from "./schema.js";
import { parseOptions } from "./wording.js";

export interface Series extends ParsedSeries {
  source: string;
  /** The lint rules of the series' profile. */
  lint: LintConfig;
  numbering: Numbering;
  listAliases: string[];
  /** The formats of the site. */
  formats: ParsedConfig["formats"];
  /** See `SiteConfig`; set only if the site has formats. */
  codeDigest?: string;
  /** Whether a bad value of a field in an old text is a warning, so that its page is built anyway: with a lenient profile, or with `legacy`. */
  isLenient: boolean;
  /** Whether the site sets `legacy`: an old text that cannot be read at all is left out, with a warning. */
  hasLegacy: boolean;
  /** Ids of lint rules that do not apply to proposals of a status. */
  relaxed: Readonly<Record<string, readonly string[]>>;
}

/** The configuration of a site: complete, checked, plain JSON but for the functions of the site. */
export interface SiteConfig
  extends Omit<ParsedConfig, "series" | "locales" | "numbering" | "listAliases" | "navbar" | "redirects"> {
  navbar: Omit<ParsedConfig["navbar"], "items"> & { items: NavbarItem[] };
  series: Series[];
  locales: Record<string, Locale>;
  redirects: RedirectRule[];
  /** The file with the redirects, relative to the root, if the configuration names one. */
  redirectsFile?: string;
  /** Codes of all locales, also of those that a build leaves out. */
  allLocales: string[];
  /** Key paths of the folders that the configuration names: these must exist, unlike default folders. */
  namedFolders: string[];
  /** Digest of the code of the configuration and its imports, if it has functions. */
  codeDigest?: string;
  /** See `Merged`. */
  writtenAt?: Readonly<Record<string, string>>;
}

/** @returns the site's configuration, or undefined with all problems, each with its key path. @param written the value of the config file. */
export function resolveConfig(written: unknown, file: string): Result<SiteConfig | undefined> {
  const { input, diagnostics, writtenAt } = mergeExtensions(cleanTexts(written), file);
  const extensions = (input as { extensions?: { name: string }[] } | undefined)?.extensions;
  const { value, diagnostics: problems } = applySchema(input, file);
  const all = [...diagnostics, ...withWrittenPaths(problems, { extensions, writtenAt })];
  return { value: value && all.length === 0 ? { ...value, writtenAt } : undefined, diagnostics: all };
}

function applySchema(input: unknown, file: string): Result<SiteConfig | undefined> {
  const parsed = configSchema.safeParse(input, parseOptions);
  if (parsed.success) return resolveParsed(parsed.data, input as ConfigInput, file);
  return { value: undefined, diagnostics: issuesToDiagnostics(parsed.error.issues, input, file) };
}

/** Completes a parsed configuration. @param input the written value, because in the parsed one a default would hide the value of a profile. */
function resolveParsed(parsed: ParsedConfig, input: ConfigInput, file: string): Result<SiteConfig | undefined> {
  const { numbering, listAliases, redirects, ...config } = parsed;
  const diagnostics: Diagnostic[] = [];
  const series: Series[] = [];
  for (const [index, { profile, ...entry }] of input.series.entries()) {
    const { isLenient, lint, relaxed = {}, ...preset }: ProfileInput = profile ? profiles[profile] : {};
    const draft = withNotation({ ...preset, ...withoutUndefined(entry) }, entry);
    const process = preset.process && {
      ...fittingProcess(preset.process, draft),
      ...withoutUndefined(entry.process ?? {}),
    };
    const rewrites = preset.rewrites && {
      ...preset.rewrites,
      ...withoutUndefined(entry.rewrites ?? {}),
    };
    const complete = { ...draft, ...(process && { process }), ...(rewrites && { rewrites }) };
    const merged = seriesSchema.safeParse(complete, parseOptions);
    if (!merged.success) {
      addAll(diagnostics, issuesToDiagnostics(merged.error.issues, complete, file, ["series", index]));
      continue;
    }
    const source = merged.data.source ?? (index === 0 ? config.content.proposals : undefined);
    if (source === undefined) {
      diagnostics.push(configProblem(file, `series[${index}].source`, "the folder of the proposals is missing"));
      continue;
    }
    const first = index === 0;
    addAll(diagnostics, checkPatterns(merged.data, `series[${index}]`, file));
    if (entry.fields) addAll(diagnostics, checkFields(merged.data, `series[${index}].fields`, file));
    addAll(diagnostics, checkProcess(merged.data, Object.keys(entry.process ?? {}), `series[${index}].process`, file));
    series.push({
      ...merged.data,
      isLenient: isLenient === true || config.legacy !== undefined,
      hasLegacy: config.legacy !== undefined,
      lint: { rules: lint?.rules ?? {} },
      relaxed,
      source,
      formats: config.formats,
      numbering: (first ? numbering : undefined) ?? { reading: "listed", runs: [] },
      listAliases: (first ? listAliases : undefined) ?? [],
    });
  }
  const locales = Object.fromEntries(
    Object.entries(config.locales).map(([code, locale]) => [code, completeLocale(code, withoutUndefined(locale))]),
  );
  const navbar = { ...config.navbar, items: config.navbar.items ?? defaultNavbar(series, config.docs) };
  const columns = config.footer.columns.length > 0 ? config.footer.columns : defaultColumns(series);
  const footer = { ...config.footer, columns };
  const lists = { allLocales: Object.keys(locales), namedFolders: namedFolders(input) };
  const value: SiteConfig = { ...config, navbar, footer, series, locales, ...lists, ...redirectsOf(redirects) };
  addAll(diagnostics, checkRedirectRules(value, file));
  addAll(diagnostics, checkReferences(value, file));
  return { value: diagnostics.length > 0 ? undefined : value, diagnostics };
}

/** Derives the notation of numbers from `files`: if it has a slug and no number, slugs identify proposals and are their addresses. */
function withNotation<Input extends Partial<Pick<ParsedSeries, "files" | "numbers" | "permalink">>>(
  series: Input,
  entry: { permalink?: string },
): Input {
  const { files = "", numbers = files.includes("{slug}") && !files.includes("{number}") ? "none" : undefined } = series;
  return numbers === "none" ? { ...series, numbers, permalink: entry.permalink ?? "{route}/{slug}" } : series;
}

/** The rules in the configuration, or the file of rules, which is read later. */
function redirectsOf(written: ParsedConfig["redirects"]): Pick<SiteConfig, "redirects" | "redirectsFile"> {
  if (typeof written === "string") return { redirects: [], redirectsFile: written };
  return { redirects: Object.entries(written).map(([from, to]) => ({ from, to })) };
}

function namedFolders({ content = {}, pages, series }: ConfigInput): string[] {
  return [
    ...(pages === undefined ? [] : ["pages"]),
    ...Object.entries(content).flatMap(([key, folder]) => (folder === undefined ? [] : [`content.${key}`])),
    ...series.flatMap((entry, index) =>
      (["source", "assets"] as const).flatMap((key) => (entry[key] === undefined ? [] : [`series[${index}].${key}`])),
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
    ...(docs ? [{ type: "doc", docId: docs.mainDocId, label: "Docs", position: "left" } as const] : []),
  ];
}

/** The default footer of a site with several registers, whose navbar has no room for the tags and the archive of each. */
function defaultColumns(series: readonly Series[]): SiteConfig["footer"]["columns"] {
  if (series.length < 2) return [];
  return series.map(({ title, route }) => ({
    title,
    links: ["Tags", "Archive"].map((label) => ({ label, to: posix.join(route, label.toLowerCase()) })),
  }));
}

function withoutUndefined<T extends object>(object: T): T {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined)) as T;
}
