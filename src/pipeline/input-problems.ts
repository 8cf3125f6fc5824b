/** What is wrong with the folders of a site before any text is read: a wrong path or pattern would otherwise look like an empty register. */
import { posix } from "node:path";
import { contentFolders, type SiteConfig } from "../config/index.js";
import { diagnose } from "../diagnostics/codes.js";
import type { FileRole } from "../parse/document.js";
import { readFileName } from "../parse/file-name.js";
import type { SourceReader } from "../read/reader.js";
import type { Diagnostic } from "../shared/diagnostic.js";
import { foreignFolders, textPatterns, textPatternsOf, translationFolders, translationsOf } from "./find-texts.js";

/** Texts by path, with their roles. */
type Roles = ReadonlyMap<string, FileRole>;

/**
 * A folder that the configuration names must exist. The usual ones need not, but without that of the proposals the
 * register is empty, and a build would remove what was published.
 */
export function missingFolders(
  reader: SourceReader,
  { content, series, docs, namedFolders }: SiteConfig,
  configFile: string,
): Diagnostic[] {
  const folders: [path: string, folder: string | undefined][] = [
    ...Object.entries(content).map(([key, folder]): [string, string] => [`content.${key}`, folder]),
    ...series.map(({ source }, index): [string, string] => [`series[${index}].source`, source]),
    ...(docs?.versions ?? []).map(({ source }, index): [string, string | undefined] => [
      `docs.versions[${index}].source`,
      source,
    ]),
  ];
  const usual = new Set<string>(Object.values(contentFolders));
  const missing = folders.filter(([, folder]) => folder !== undefined && !reader.has(folder));
  return [...new Set(missing.map(([, folder]) => folder as string))].flatMap((folder) => {
    const isNamed = (path: string) => !usual.has(folder) || namedFolders.includes(path);
    const [named] = missing.find(([path, one]) => one === folder && isNamed(path)) ?? [];
    if (named) return [diagnose("config-reference", `${named}: there is no ${folder}`, { file: configFile })];
    if (!series.some(({ source }) => source === folder)) return [];
    const message = `there is no ${folder}, so there are no proposals from it`;
    const help = "Put the proposals there, or name their folder in content.proposals.";
    return [diagnose("config-reference", message, { file: configFile, severity: "warning", help })];
  });
}

/** A configured folder without a file that matches the series' pattern: the pattern is wrong, or the folder. */
export async function emptySeries(
  reader: SourceReader,
  { series }: SiteConfig,
  roles: Roles,
  configFile: string,
): Promise<Diagnostic[]> {
  const found = new Set(
    [...roles.values()].flatMap((role) =>
      role.kind === "proposal" && readFileName(role.relativePath, role.series).matches ? [role.series.source] : [],
    ),
  );
  const problems = series.map(async (one, index) => {
    const { source, files } = one;
    if (found.has(source) || source === contentFolders.proposals || !reader.has(source)) return [];
    const some = (await reader.list(source, [...textPatternsOf(one)], foreignFolders)).slice(0, 3);
    const help = some.length > 0 ? `There are: ${some.join(", ")} …` : `There is no text in ${source}.`;
    const message = `series[${index}].files: no file in ${source} is named ${files}`;
    return [diagnose("config-reference", message, { file: configFile, help })];
  });
  return (await Promise.all(problems)).flat();
}

/** Texts in the folder of a locale that no series, docs or home page reads: usually their folder has a wrong name. */
export async function unreadTranslations(
  reader: SourceReader,
  config: SiteConfig,
  roles: Roles,
): Promise<Diagnostic[]> {
  const problems = translationFolders(config, "").map(async ([, folder]): Promise<Diagnostic[]> => {
    const paths = (await reader.list(folder, textPatterns, ["**/README.md", "**/_*"])).map((path) =>
      posix.join(folder, path),
    );
    const [unread, ...others] = paths.filter((path) => !roles.has(path));
    if (unread === undefined) return [];
    const more = others.length > 0 ? ` (and ${others.length} more in ${folder})` : "";
    const sources = new Set([
      ...config.series.flatMap((series) => translationsOf(series, config)),
      posix.basename(config.content.docs),
    ]);
    const help = `Translations are read from ${[...sources].map((name) => posix.join(folder, name)).join(", ")} and ${posix.join(folder, posix.basename(config.content.home))}.`;
    return [
      diagnose("translation-orphan", `this text is in no folder of translations, so it is not read${more}`, {
        file: unread,
        help,
      }),
    ];
  });
  return (await Promise.all(problems)).flat();
}
