/** Adds the settings of an old site to those that follow from the texts of a repository, and lists the settings without an equivalent. */
import { posix } from "node:path";
import type { SeriesInput } from "../../../config/index.js";
import { resolveConfig } from "../../../config/loading.js";
import { diagnose } from "../../../platform/diagnostics/codes.js";
import type { Diagnostic } from "../../../shared/diagnostic.js";
import type { ConfigLine } from "./config-text.js";
import { tooLarge } from "./old-data.js";
import type { OldSite, OmittedSetting } from "./sites/generator.js";
import type { FoundSeries } from "./survey.js";

/**
 * @param lines the keys that follow from the texts and the repository.
 * @param series the series of the site. @returns these keys, overridden by the keys of the old site that this program accepts.
 */
export function withOldSite(lines: readonly ConfigLine[], old: OldSite, series: readonly SeriesInput[]): ConfigLine[] {
  const all = new Map(lines.map((line) => [line.key, line]));
  for (const [key, value] of Object.entries(old.keys)) {
    const before = all.get(key)?.value;
    // A fork has the name of its origin. Another name shows that the configuration was copied: the ERCs still name the repository of the EIPs.
    if (key === "repository" && isOtherName(before, value)) continue;
    const isBoth = (key === "content" || key === "markdown") && typeof before === "object";
    all.set(key, {
      key,
      value: isBoth ? { ...before, ...(value as object) } : value,
      comment: old.guesses[key as keyof OldSite["guesses"]],
    });
  }
  // A guessed base path belongs to the guessed address.
  if (old.keys.url !== undefined && old.keys.baseUrl === undefined) all.delete("baseUrl");
  const refuse = (key: string, reason: string) => {
    all.delete(key);
    const line = lines.find((configLine) => configLine.key === key);
    if (line) all.set(key, line);
    old.omitted.push({ file: old.file ?? ".", line: 1, name: key, reason });
  };
  for (const [key, value] of Object.entries(old.keys)) if (isTooLarge(key, value)) refuse(key, tooLarge);
  for (const [key, reason] of refusedKeys(all, old, series)) refuse(key, reason);
  const docs = all.get("docs");
  const { route, ...docsWithoutRoute } = (docs?.value ?? {}) as NonNullable<OldSite["keys"]["docs"]>;
  // The home page and the lists keep their addresses, so docs at these addresses move, and redirects lead to them.
  if (docs && (route === "/" || series.some((candidate) => candidate.route === route)))
    all.set("docs", { ...docs, value: docsWithoutRoute });
  return [...all.values()];
}

function isOtherName(a: unknown, b: unknown): boolean {
  const nameOf = (value: unknown) =>
    typeof value === "string" ? posix.basename(value, ".git").toLowerCase() : undefined;
  return nameOf(a) !== undefined && nameOf(b) !== undefined && nameOf(a) !== nameOf(b);
}

/** Limits of a value's characters and of languages: each page repeats the navigation, and each language all pages. */
const longestValue = 50_000;
const maxLocales = 50;

function isTooLarge(key: string, value: unknown): boolean {
  return (
    JSON.stringify(value).length > longestValue ||
    (key === "locales" && Object.keys(value as object).length > maxLocales)
  );
}

/** Tries each key of the old site alone, or with the keys that it needs. @returns the keys whose values this program refuses, with the reasons. */
function refusedKeys(
  all: ReadonlyMap<string, ConfigLine>,
  old: OldSite,
  series: readonly object[],
): [string, string][] {
  const usual = { title: "Register", url: "https://example.org", series };
  const values = (keys: string[]) =>
    Object.fromEntries(keys.flatMap((key) => (all.has(key) ? [[key, all.get(key)?.value]] : [])));
  return Object.keys(old.keys).flatMap((key): [string, string][] => {
    if (!all.has(key)) return [];
    const companions = { navbar: ["docs"], locales: ["defaultLocale"], defaultLocale: ["locales"] }[key] ?? [];
    const { value, diagnostics } = resolveConfig({ ...usual, ...values([...companions, key]) }, "cipgen.config.ts");
    return value ? [] : [[key, diagnostics[0]?.message ?? "a value that is not taken"]];
  });
}

/** Removes the docs of an old site if their folder has proposals, because a series needs the folder. */
export function withoutNestedDocs(old: OldSite, series: readonly FoundSeries[]): OldSite {
  const docs = old.keys.content?.docs;
  if (docs === undefined) return old;
  const isNested = (a: string, b: string) => `${a}/`.startsWith(`${b}/`);
  const nested = series.find(({ folder }) => isNested(folder, docs) || isNested(docs, folder) || folder === ".");
  if (!nested) return old;
  const { docs: _, content: { docs: __, ...content } = {}, navbar, ...keys } = old.keys;
  const items = navbar?.items?.filter((item) => item.type === "link");
  return {
    ...old,
    keys: {
      ...keys,
      ...(Object.keys(content).length > 0 && { content }),
      ...(navbar && { navbar: { ...navbar, ...(navbar.items && { items }) } }),
    },
    omitted: [
      ...old.omitted,
      {
        file: old.file ?? ".",
        line: 1,
        name: `the other pages in ${docs}`,
        reason: `it has the proposals of ${nested.folder}; docs need a folder of their own`,
        page: "pages.md",
      },
    ],
  };
}

/** The number of settings that the report lists. */
const maxListed = 200;

/** Describes the omitted settings, for the report and for comments of the new configuration. */
export function reportOmittedSettings({ omitted, file: configFile = "." }: OldSite): {
  diagnostics: Diagnostic[];
  comments: string[];
} {
  const remaining = omitted.length - maxListed;
  const more = { file: configFile, line: 1, name: `${remaining} more`, reason: "they are not listed" };
  const listed: OmittedSetting[] = remaining > 0 ? [...omitted.slice(0, maxListed), more] : omitted;
  const texts = listed.map(({ file, line, name, reason = "it has no equivalent here", page, isUnread }) => {
    const message = isUnread ? `${name} is not read: it is ${reason}` : `${name}: ${reason}`;
    const help = page && `See docs/${page} in the manual.`;
    return {
      diagnostic: diagnose(isUnread ? "setting-unread" : "setting-left-out", message, { file, line, column: 1, help }),
      comment: `${file}:${line}: ${message}${page ? ` (manual: ${page})` : ""}`,
    };
  });
  return { diagnostics: texts.map(({ diagnostic }) => diagnostic), comments: texts.map(({ comment }) => comment) };
}
