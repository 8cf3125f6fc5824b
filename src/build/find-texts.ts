/** Finds the texts of a site: the originals of a folder, and their translations. Folders of tools and outputs are left out. */
import { posix } from "node:path";
import { contentFolders, type Series, type SiteConfig } from "../config/index.js";
import { isRoot, type SourceReader } from "../content/read/reader.js";
import { extensionsWith, type OwnExtensions } from "../shared/text-format.js";

interface FoundText {
  folder: string;
  /** Relative to the folder. */
  path: string;
  locale?: string;
  /** Whether one of the globs to ignore matches it. */
  isIgnored: boolean;
}

/** Texts of every format, in any folder. */
export const textPatterns = (extensions: OwnExtensions): string[] => [`**/*.{${extensionsWith(extensions).join(",")}}`];

/** Globs of the texts of a series. One in reStructuredText may have `.txt` files. */
export function textPatternsOf({ files, formats }: Series): readonly string[] {
  const [, single, several = ""] = /\.(?:(\w+)|\{([\w,]+)\})$/.exec(files) ?? [];
  const ends = (single ?? several).split(",").filter(Boolean);
  const extensions = ends.includes("rst") ? ends.filter((end) => end === "txt") : [];
  return [...textPatterns(formats), ...extensions.map((end) => `**/*.${end}`)];
}

/** Globs of the files that are read: texts, and files with metadata beside them. */
export function readPatterns({ formats, series }: SiteConfig): string[] {
  const beside = series.flatMap(({ metadata }) => (typeof metadata === "object" ? [`**/${metadata.file}`] : []));
  return [...textPatterns(formats), ...series.flatMap(textPatternsOf), ...beside];
}

/** Folders and hidden files of tools never belong to a register, even if the register is the root of a repository. */
export const foreignFolders = ["**/node_modules/**", "**/.*/**", "**/.*"];

/** Globs of the folders that are left out of a folder. The root may contain the usual output; `withoutOutputs` hides any other. */
export function foreignFoldersIn(folder: string): string[] {
  return isRoot(folder) ? [...foreignFolders, "build/**"] : foreignFolders;
}

/**
 * Finds the originals of a folder, and their translations at the same relative paths.
 * @param translations names of the folders of translations, in the folder of a locale.
 * @param ignore globs: texts that match are found, and marked as ignored. @param names globs of the texts.
 */
export async function findTexts(
  reader: SourceReader,
  source: string,
  translations: readonly string[],
  config: SiteConfig,
  ignore: string[] = [],
  names: readonly string[] = textPatterns(config.formats),
): Promise<FoundText[]> {
  const folders: [locale: string | undefined, folder: string][] = [
    [undefined, source],
    ...translations.flatMap((name) => translationFolders(config, name)),
  ];
  const textsOfFolders = await Promise.all(
    folders.map(async ([locale, folder]) => {
      const foreign = foreignFoldersIn(folder);
      const readPaths = new Set(await reader.list(folder, [...names], [...foreign, ...ignore]));
      const paths = ignore.length > 0 ? await reader.list(folder, [...names], foreign) : [...readPaths];
      return paths.map((path): FoundText => ({ folder, path, locale, isIgnored: !readPaths.has(path) }));
    }),
  );
  return textsOfFolders.flat();
}

/** Names of the folders of a series' translations, in the folder of a locale. */
export function translationsOf(series: Series, { series: [first], content }: SiteConfig): string[] {
  const folderName = isRoot(series.source) ? series.id : posix.basename(series.source);
  return [...new Set([folderName, ...(series === first ? [posix.basename(content.proposals)] : [])])];
}

/** Folders of translations by locale. @param name of the folder in the folder of a locale; empty for the latter itself. */
export function translationFolders(config: SiteConfig, name: string): [locale: string, folder: string][] {
  return Object.keys(config.locales).map((locale) => [locale, posix.join(contentFolders.i18n, locale, name)]);
}
