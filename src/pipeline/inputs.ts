/** The files of a site and their roles: decided by configuration and path alone. */
import { posix } from "node:path";
import { contentFolders, type Series, type SiteConfig } from "../config/index.js";
import { diagnose } from "../diagnostics/codes.js";
import type { StaticFile } from "../model/site.js";
import type { FileRole } from "../parse/document.js";
import { readFileName } from "../parse/file-name.js";
import { withoutOutputs } from "../read/outputs.js";
import type { SourceReader } from "../read/reader.js";
import type { Diagnostic } from "../shared/diagnostic.js";
import { publicationOf, publishedUrl } from "../shared/publication.js";
import { textExtensions, textFormat } from "../shared/text-format.js";
import { versionRoute } from "../site/docs.js";
import { sourceFolders } from "./input-places.js";

export interface Inputs {
  /** Text files by path relative to the root, in order. */
  roles: Map<string, FileRole>;
  /** Path of the original, by path of the translation. */
  originals: Map<string, string>;
  /** Files that are copied, by URL. */
  staticFiles: Map<string, StaticFile>;
  /** Files beside the proposals, by path: published only where a link names them. A text among them has a role as well. */
  assets: Map<string, StaticFile>;
  diagnostics: Diagnostic[];
}

/** Where a site's files are. */
interface SourceRoot {
  reader: SourceReader;
  /** Absolute; the paths of files to copy begin with it. */
  root: string;
}

/** @param configFile its name, for messages. */
export async function findInputs(
  { reader, root }: SourceRoot,
  config: SiteConfig,
  configFile: string,
): Promise<Inputs> {
  const place = { root, reader: await withoutOutputs(reader, sourceFolders(config)) };
  const inputs: Inputs = {
    roles: new Map(),
    originals: new Map(),
    staticFiles: new Map(),
    assets: new Map(),
    diagnostics: missingFolders(place.reader, config, configFile),
  };
  for (const series of config.series) await addSeries(place.reader, config, series, inputs);
  inputs.diagnostics.push(...(await emptySeries(place.reader, config, inputs, configFile)));
  await addDocs(place.reader, config, inputs);
  await addHome(place.reader, config, inputs);
  inputs.diagnostics.push(...(await unreadTranslations(place.reader, config, inputs)));
  await addAssets(place, config, inputs);
  await addStaticFiles(place, config.content.static, inputs);
  inputs.diagnostics.push(...(place.reader.linkProblems?.() ?? []));
  return inputs;
}

/** Default folders need not exist; a folder that the configuration names must. */
function missingFolders(reader: SourceReader, { content, series, docs }: SiteConfig, configFile: string): Diagnostic[] {
  const named: [path: string, folder: string | undefined][] = [
    ...Object.entries(content).map(([key, folder]): [string, string] => [`content.${key}`, folder]),
    ...series.map(({ source }, index): [string, string] => [`series[${index}].source`, source]),
    ...(docs?.versions ?? []).map(({ source }, index): [string, string | undefined] => [
      `docs.versions[${index}].source`,
      source,
    ]),
  ];
  const reported = new Set<string>(Object.values(contentFolders));
  return named.flatMap(([path, folder]) => {
    if (folder === undefined || reported.has(folder) || reader.has(folder)) return [];
    reported.add(folder);
    return [diagnose("config-reference", `${path}: there is no ${folder}`, { file: configFile })];
  });
}

/** Hidden files that web servers and hosts expect. */
const wantedHidden = /^(\.well-known\/|\.nojekyll$|\.htaccess$)/;
const isHidden = (path: string) => /(^|\/)\./.test(path) && !wantedHidden.test(path);

async function addStaticFiles(
  { reader, root }: SourceRoot,
  folder: string,
  { staticFiles, diagnostics }: Inputs,
): Promise<void> {
  for (const path of await reader.list(folder, ["**"])) {
    if (isHidden(path)) {
      const help = "Hidden files often contain private data. Remove it, or give it a name without a dot.";
      const file = posix.join(folder, path);
      diagnostics.push(diagnose("file-hidden", "this file is hidden and was not published", { file, help }));
    } else {
      staticFiles.set(`/${path}`, { url: `/${path}`, path: posix.join(root, folder, path) });
    }
  }
}

async function addSeries(reader: SourceReader, config: SiteConfig, series: Series, inputs: Inputs): Promise<void> {
  const first = config.series.find(({ source }) => source === series.source) === series;
  // If proposals are READMEs, one in a folder with another name is a proposal with an error.
  const ignore =
    series.ignore ?? usuallyIgnored.filter((pattern) => !(/readme/i.test(series.files) && /readme/i.test(pattern)));
  const others = config.series.filter((other) => other !== series && other.source === series.source);
  // The root of a repository has texts of all kinds; only those at the depth of proposals count.
  const depth = isRoot(series.source) ? series.files.split("/").length : undefined;
  for (const { folder, path, locale, ignored } of await findTexts(
    reader,
    series.source,
    translationsOf(series, config),
    config,
    ignore,
    textsOf(series),
  )) {
    // In a folder of several series, a file belongs to the series with its pattern; if none has it, the first series
    // reports it.
    const mine = readFileName(path, series).matches;
    const foreign = others.some((other) => readFileName(path, other).matches);
    if (!mine && (!first || foreign)) continue;
    const role = { series, relativePath: path, locale };
    const isOther = mine ? ignored && series.ignore !== undefined : ignored || isFarFrom(path, depth);
    addText(
      inputs,
      folder,
      path,
      series.source,
      isOther ? { kind: "companion", isOnlyIfNamed: true, ...role } : { kind: "proposal", ...role },
    );
  }
}

/** Files that are proposals only if they have the name of one. */
const usuallyIgnored = ["**/README.md", "**/_*", "**/*template*.md"];

/** @param depth depth of the proposals, if only texts at this depth may be proposals. */
const isFarFrom = (path: string, depth: number | undefined) => depth !== undefined && path.split("/").length !== depth;

/** Names of the folders of a series' translations, in that of a locale. */
function translationsOf(series: Series, { series: [first], content }: SiteConfig): string[] {
  const own = isRoot(series.source) ? series.id : posix.basename(series.source);
  return [...new Set([own, ...(series === first ? [posix.basename(content.proposals)] : [])])];
}

const isRoot = (folder: string) => posix.normalize(folder).replace(/\/$/, "") === ".";

/** A configured folder without a file that matches the series' pattern: the pattern is wrong, or the folder. */
async function emptySeries(
  reader: SourceReader,
  { series }: SiteConfig,
  { roles }: Inputs,
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
    const some = (await reader.list(source, [...textsOf(one)], foreignFolders)).slice(0, 3);
    const help = some.length > 0 ? `There are: ${some.join(", ")} …` : `There is no text in ${source}.`;
    const message = `series[${index}].files: no file in ${source} is named ${files}`;
    return [diagnose("config-reference", message, { file: configFile, help })];
  });
  return (await Promise.all(problems)).flat();
}

/**
 * If several folders contain a file, the nearest one publishes it; within one folder, the first series that names it.
 */
async function addAssets({ reader, root }: SourceRoot, config: SiteConfig, { roles, assets }: Inputs): Promise<void> {
  const folders = config.series.flatMap((series) => {
    const { source, route, assets: own } = series;
    const ownFolder = own && { series, folder: posix.join(source, own), url: posix.join(route, "assets") };
    return [{ series, folder: source, url: route }, ...(ownFolder ? [ownFolder] : [])];
  });
  const depth = ({ folder }: { folder: string }) => posix.join("/", folder).length;
  for (const { series, folder, url } of folders.toSorted((one, other) => depth(other) - depth(one))) {
    for (const path of await reader.list(folder, ["**"], await foreignIn(reader, folder))) {
      const place = posix.join(folder, path);
      if (assets.has(place) || isHidden(path) || isPage(roles.get(place))) continue;
      if (textFormat(path) && !roles.has(place))
        roles.set(place, { kind: "companion", series, relativePath: path, isOnlyIfNamed: true });
      const publication = publicationOf(path, series.assetTypes);
      assets.set(place, {
        url: publishedUrl(posix.join(url, path), publication),
        path: posix.join(root, place),
        publication: publication ?? "refused",
      });
    }
  }
}

/** Texts with a proposal's name, or in the place of a page, are not published as files. */
function isPage(role: FileRole | undefined): boolean {
  if (role === undefined || role.kind === "companion") return false;
  return role.kind !== "proposal" || readFileName(role.relativePath, role.series).matches;
}

async function addDocs(reader: SourceReader, config: SiteConfig, inputs: Inputs): Promise<void> {
  for (const { name, path: versionPath, source = config.content.docs } of config.docs?.versions ?? []) {
    const route = versionRoute(config.docs?.route ?? "/docs", versionPath);
    const usual = posix.basename(config.content.docs);
    const own = source !== config.content.docs && posix.basename(source) === usual;
    for (const { folder, path, locale } of await findTexts(
      reader,
      source,
      [own ? `${usual}-${name}` : posix.basename(source)],
      config,
    )) {
      addText(inputs, folder, path, source, { kind: "doc", version: name, route, relativePath: path, locale });
    }
  }
}

async function addHome(reader: SourceReader, config: SiteConfig, inputs: Inputs): Promise<void> {
  const { home } = config.content;
  const [folder, file] = [posix.dirname(home), posix.basename(home)];
  const own = await reader.list(folder, [file]);
  for (const path of own) inputs.roles.set(posix.join(folder, path), { kind: "home", relativePath: path });
  for (const [locale, base] of translationFolders(config, "")) {
    for (const path of await reader.list(base, [file])) {
      inputs.roles.set(posix.join(base, path), { kind: "home", relativePath: path, locale });
      inputs.originals.set(posix.join(base, path), home);
    }
  }
}

interface FoundText {
  folder: string;
  /** Relative to the folder. */
  path: string;
  locale?: string;
  /** Whether one of the globs to ignore matches it. */
  ignored: boolean;
}

const texts = [`**/*.{${textExtensions.join(",")}}`];
/** A series with its own `read` may have files of any name. */
function textsOf({ read, files }: Series): readonly string[] {
  const ends = /\.(?:(\w+)|\{([\w,]+)\})$/.exec(files);
  return read && ends ? [...texts, ...(ends[1] ?? ends[2] ?? "").split(",").map((end) => `**/*.${end}`)] : texts;
}

/** Folders of tools never belong to a register, even if the register is the root of a repository. */
const foreignFolders = ["**/node_modules/**", "**/.*/**"];

/** The output may also be at the root of a repository: a folder with a manifest of this program, or the usual one. */
async function foreignIn(reader: SourceReader, folder: string): Promise<string[]> {
  if (!isRoot(folder)) return foreignFolders;
  const manifests = await reader.list(folder, ["*/**/.cipgen/manifest.json"], ["**/node_modules/**"]);
  const outputs = manifests.map((path) => `${posix.dirname(posix.dirname(path))}/**`);
  return [...foreignFolders, "build/**", ...outputs];
}

/**
 * The originals of a folder, and their translations at the same relative paths.
 * @param translations names of the folders of translations, in that of a locale.
 */
async function findTexts(
  reader: SourceReader,
  source: string,
  translations: readonly string[],
  config: SiteConfig,
  ignore: string[] = [],
  names: readonly string[] = texts,
): Promise<FoundText[]> {
  const folders: [locale: string | undefined, folder: string][] = [
    [undefined, source],
    ...translations.flatMap((name) => translationFolders(config, name)),
  ];
  const found = await Promise.all(
    folders.map(async ([locale, folder]) => {
      const foreign = await foreignIn(reader, folder);
      const kept = new Set(await reader.list(folder, [...names], [...foreign, ...ignore]));
      const all = ignore.length > 0 ? await reader.list(folder, [...names], foreign) : [...kept];
      return all.map((path): FoundText => ({ folder, path, locale, ignored: !kept.has(path) }));
    }),
  );
  return found.flat();
}

function addText(inputs: Inputs, folder: string, path: string, source: string, role: FileRole): void {
  inputs.roles.set(posix.join(folder, path), role);
  if (role.locale) inputs.originals.set(posix.join(folder, path), posix.join(source, path));
}

/** Texts in the folder of a locale that no series, docs or home page reads: usually their folder has a wrong name. */
async function unreadTranslations(reader: SourceReader, config: SiteConfig, { roles }: Inputs) {
  const problems = translationFolders(config, "").map(async ([, folder]): Promise<Diagnostic[]> => {
    const paths = (await reader.list(folder, texts, ["**/README.md", "**/_*"])).map((path) => posix.join(folder, path));
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

function translationFolders(config: SiteConfig, name: string): [locale: string, folder: string][] {
  return Object.keys(config.locales).map((locale) => [locale, posix.join(config.content.i18n, locale, name)]);
}
