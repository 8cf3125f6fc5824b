/** Reports problems of a site's folders before any text is read: a wrong path or pattern would otherwise look like an empty register. */
import { posix } from "node:path";
import { contentFolders, type Series, type SiteConfig } from "../config/index.js";
import type { FileRole } from "../content/parse/document.js";
import { readFileName } from "../content/parse/file-name.js";
import { isRoot, type SourceReader } from "../content/read/reader.js";
import { type Code, diagnose } from "../platform/diagnostics/codes.js";
import type { Diagnostic } from "../shared/diagnostic.js";
import { textExtensions } from "../shared/text-format.js";
import { foreignFolders, foreignFoldersIn, textPatterns, textPatternsOf, translationFolders } from "./find-texts.js";

/** Other extensions of Markdown, which files of data never have. */
const dialects = ["mdx", "mdown", "mkd", "mkdn", "mdwn"];
const otherMarkup = ["adoc", "asciidoc", "org", "textile"];
/** The extension of plain texts, which files of data may have, too. */
const plain = "txt";

const extensionOf = (path: string) => posix.extname(path).slice(1).toLowerCase();
const withoutExtension = (path: string) => path.slice(0, path.length - posix.extname(path).length);

/** Globs of parts of texts, and of templates. */
const partsAndTemplates = ["**/_*", "**/*template*.*"];
/** The README of a folder of pages is not a page; that of a proposal's folder may be the proposal. */
const readmes = "**/README.*";
const isReadme = (path: string) => /^readme\./i.test(posix.basename(path));

/** The files that the site already has. */
interface FoundFiles {
  /** The texts that are read, by path. */
  roles: ReadonlyMap<string, FileRole>;
  /** The other files of the series, by path. */
  assets: ReadonlyMap<string, unknown>;
}

/** Warns of texts in formats that are not read, in folders where they look like pages: once for each folder and format. */
export async function unreadFormats(
  reader: SourceReader,
  config: SiteConfig,
  { roles, assets }: FoundFiles,
): Promise<Diagnostic[]> {
  const list = async (folder: string, extensions: readonly string[], ignore: readonly string[]) => {
    const patterns = extensions.map((end) => `**/*.${end}`);
    const paths = await reader.list(folder, patterns, [...foreignFoldersIn(folder), ...partsAndTemplates, ...ignore]);
    return paths.filter((path) => !roles.has(posix.join(folder, path)));
  };
  const numbers = usedNumbers(roles);
  const ofSeries = [...new Set(config.series.map(({ source }) => source))].map(async (source) => {
    const extensions = [...dialects, ...otherMarkup, plain];
    // A folder without such files need not be listed again.
    const isBelow = (path: string) => isRoot(source) || path.startsWith(posix.join(source, "/"));
    if (![...assets.keys()].some((path) => isBelow(path) && extensions.includes(extensionOf(path)))) return [];
    const series = config.series.filter((candidate) => candidate.source === source);
    const ignore = series.flatMap((member) => member.ignore ?? []);
    const paths = await list(source, extensions, ignore);
    return warnings(
      source,
      paths.filter((path) => series.some((member) => isForProposal(path, member, numbers))),
      "or read the format with `formats`. `ignore` of the series names texts that are not proposals.",
    );
  });
  const pages = [
    ...(config.docs?.versions ?? []).map(({ source = config.content.docs }) => source),
    ...translationFolders(config, "").map(([, folder]) => folder),
  ];
  const ofPages = [...new Set(pages)].map(async (folder) =>
    warnings(folder, await list(folder, [...dialects, ...otherMarkup], [readmes]), "or put it into another folder."),
  );
  return (await Promise.all([...ofSeries, ...ofPages])).flat();
}

const numberKey = ({ id }: Series, number: number | undefined) => `${id} ${number}`;

function usedNumbers(roles: FoundFiles["roles"]): ReadonlySet<string> {
  const proposals = [...roles.values()].filter((role) => role.kind === "proposal");
  return new Set(
    proposals.map(({ series, relativePath }) => numberKey(series, readFileName(relativePath, series).number)),
  );
}

/** Whether a file of another format looks like a proposal: in Markdown by its folder, in other formats by a name whose number no proposal has. */
function isForProposal(path: string, series: Series, numbers: ReadonlySet<string>): boolean {
  const isDeep = isRoot(series.source) && path.split("/").length !== series.files.split("/").length;
  if (dialects.includes(extensionOf(path)) && !isReadme(path)) return !isDeep;
  const names = textExtensions.map((end) => readFileName(`${withoutExtension(path)}.${end}`, series));
  const nameParts = names.find(({ matches }) => matches);
  if (!nameParts) return false;
  if (nameParts.number === undefined) return extensionOf(path) !== plain && !isReadme(path);
  return !numbers.has(numberKey(series, nameParts.number));
}

/** @param otherwise end of the help: what to do if the format is not changed. */
function warnings(folder: string, paths: readonly string[], otherwise: string): Diagnostic[] {
  return [...new Set(paths.map(extensionOf))].map((extension) => {
    const [first = "", ...morePaths] = paths.filter((path) => extensionOf(path) === extension);
    const names = `${morePaths.slice(0, 2).join(", ")}${morePaths.length > 2 ? ", …" : ""}`;
    const more = morePaths.length > 0 ? ` (and ${morePaths.length} more in ${folder}: ${names})` : "";
    const change = dialects.includes(extension) ? "Rename it to end in .md" : "Convert it to Markdown (.md)";
    return diagnose("text-format", `this text is not read, because its name ends in .${extension}${more}`, {
      file: posix.join(folder, first),
      help: `${change}, ${otherwise}`,
    });
  });
}

/** Texts by path, with their roles. */
type Roles = ReadonlyMap<string, FileRole>;

/**
 * Reports missing folders. One that the configuration names must exist. The default folders need not, but without that of
 * the proposals the register is empty, and a build would remove the published pages.
 */
export function missingFolders(
  reader: SourceReader,
  { content, series, docs, pages, namedFolders }: SiteConfig,
  configFile: string,
): Diagnostic[] {
  const folders: [path: string, folder: string | undefined][] = [
    ...Object.entries(content).map(([key, folder]): [string, string] => [`content.${key}`, folder]),
    ...(pages && namedFolders.includes("pages") ? [["pages", pages] as [string, string]] : []),
    ...series.map(({ source }, index): [string, string] => [`series[${index}].source`, source]),
    ...series.flatMap(({ source, assets }, index): [string, string][] => {
      const key = `series[${index}].assets`;
      // The folder of a profile may be missing; if the source is missing, that is reported.
      const isAsked = assets !== undefined && namedFolders.includes(key) && reader.has(source);
      return isAsked ? [[key, posix.join(source, assets)]] : [];
    }),
    ...(docs?.versions ?? []).map(({ source }, index): [string, string | undefined] => [
      `docs.versions[${index}].source`,
      source,
    ]),
  ];
  const usual = new Set<string>(Object.values(contentFolders));
  const missing = folders.filter(([, folder]) => folder !== undefined && !reader.has(folder));
  return [...new Set(missing.map(([, folder]) => folder as string))].flatMap((folder) => {
    const isNamed = (path: string) => !usual.has(folder) || namedFolders.includes(path);
    const [named] = missing.find(([path, missingFolder]) => missingFolder === folder && isNamed(path)) ?? [];
    if (named) {
      const help = "Write its path from the root of the site.";
      return [diagnose("config-reference", `${named}: there is no ${folder}`, { file: configFile, help })];
    }
    if (!series.some(({ source }) => source === folder)) return [];
    const message = `there is no ${folder}, so there are no proposals from it`;
    const help = "Put the proposals there, or name their folder in content.proposals.";
    return [diagnose("config-reference", message, { file: configFile, severity: "warning", help })];
  });
}

/** Reports series whose folder has no file that matches their pattern: the pattern or the folder is wrong. */
export async function emptySeries(
  reader: SourceReader,
  { series }: SiteConfig,
  roles: Roles,
  configFile: string,
): Promise<Diagnostic[]> {
  const matchedSources = new Set(
    [...roles.values()].flatMap((role) =>
      role.kind === "proposal" && readFileName(role.relativePath, role.series).matches ? [role.series.source] : [],
    ),
  );
  const problems = series.map(async (seriesEntry, index) => {
    const { source, files } = seriesEntry;
    if (matchedSources.has(source) || source === contentFolders.proposals || !reader.has(source)) return [];
    const texts = await reader.list(source, [...textPatternsOf(seriesEntry)], foreignFolders);
    const examples = `${texts.slice(0, 3).join(", ")}${texts.length > 3 ? ", …" : ""}`;
    const help = texts.length > 0 ? `There are: ${examples}.` : `There is no text in ${source}.`;
    const message = `series[${index}].files: no file in ${source} is named ${files}`;
    return [diagnose("config-reference", message, { file: configFile, help })];
  });
  return (await Promise.all(problems)).flat();
}

/** Reports texts in the folder of translations that nothing reads, usually because a folder has a wrong name. */
export async function unreadTranslations(
  reader: SourceReader,
  config: SiteConfig,
  roles: Roles,
): Promise<Diagnostic[]> {
  const { i18n } = contentFolders;
  const unread = new Map<string, string[]>();
  for (const text of await textsBelow(reader, i18n, config)) {
    if (roles.has(text)) continue;
    const [locale = "", ...innerPath] = posix.relative(i18n, text).split("/");
    const folder = innerPath.length > 0 ? locale : "";
    const texts = unread.get(folder) ?? [];
    texts.push(text);
    unread.set(folder, texts);
  }
  const help = `Translations have the paths of their originals, below ${i18n}/<locale>; the locales are ${config.allLocales.join(", ")}.`;
  return [...unread].flatMap(([locale, texts]) =>
    // A build of some locales does not read the translations of others.
    Object.hasOwn(config.locales, locale) || !config.allLocales.includes(locale)
      ? [unreadTexts("translation-orphan", posix.join(i18n, locale), texts, "this is the translation of no text", help)]
      : [],
  );
}

/** Paths of the texts in a folder, without notes for authors (README, `_*`); none if the path is that of a file. */
async function textsBelow(reader: SourceReader, folder: string, config: SiteConfig): Promise<string[]> {
  const paths = await reader.list(folder, textPatterns(config.formats), ["**/README.md", "**/_*"]).catch((error) => {
    if (error.code === "ENOTDIR") return [];
    throw error;
  });
  return paths.map((path) => posix.join(folder, path));
}

/** Reports texts in the folder of docs that the configuration does not use. */
export async function unreadDocs(reader: SourceReader, config: SiteConfig, roles: Roles): Promise<Diagnostic[]> {
  const folder = config.content.docs;
  const texts = await textsBelow(reader, folder, config);
  // If the root is the folder of a series, its texts are proposals or companions.
  if (texts.length === 0 || texts.some((path) => roles.has(path))) return [];
  const [why, help] = config.docs
    ? ["no version of the docs has this folder", "Name it as source of one of docs.versions."]
    : ["the configuration has no docs", "Name their first page: docs: { mainDocId: … }."];
  return [unreadTexts("file-ignored", folder, texts, why, help)];
}

function unreadTexts(code: Code, folder: string, texts: readonly string[], why: string, help: string): Diagnostic {
  const [file, ...moreTexts] = texts;
  const more = moreTexts.length > 0 ? ` (and ${moreTexts.length} more in ${folder})` : "";
  return diagnose(code, `${why}, so it is not read${more}`, { file, help });
}
