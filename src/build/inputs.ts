/** Finds the files of a site, and decides their roles by the configuration and their paths alone. */

import { posix } from "node:path";
import type { Series, SiteConfig } from "../config/index.js";
import { metadataFileOf } from "../content/metadata/metadata-files.js";
import type { FileRole } from "../content/parse/document.js";
import { hasNumbersInNames, readFileName, templateFiles } from "../content/parse/file-name.js";
import { isRoot, type SourceReader, withoutOutputs } from "../content/read/reader.js";
import { standingReasons } from "../content/read/repository-files.js";
import type { MetadataFilesOf, TextOptions } from "../content/read/texts.js";
import { diagnose } from "../platform/diagnostics/codes.js";
import type { Diagnostic } from "../shared/diagnostic.js";
import { addAll } from "../shared/lists.js";
import { publicationOf, publishedUrl } from "../shared/publication.js";
import { isText } from "../shared/text-format.js";
import { versionRoute } from "../site/docs.js";
import type { StaticFile } from "../site/model/site.js";
import {
  findTexts,
  foreignFolders,
  foreignFoldersIn,
  textPatternsOf,
  translationFolders,
  translationsOf,
} from "./find-texts.js";
import { sourceFolders } from "./input-folders.js";
import { emptySeries, missingFolders, unreadDocs, unreadFormats, unreadTranslations } from "./input-problems.js";

export interface Inputs {
  /** Text files by path relative to the root, in order. */
  roles: Map<string, FileRole>;
  /** Path of the original, by path of the translation. */
  originals: Map<string, string>;
  /** Paths of the pages that are components. */
  components: string[];
  /** Files that are copied, by URL. */
  staticFiles: Map<string, StaticFile>;
  /** Files beside the proposals and the docs, by path: published only where a link names them. A text among them has a role as well. */
  assets: Map<string, StaticFile>;
  diagnostics: Diagnostic[];
}

/** Absolute paths of all files of the inputs. @param root absolute. */
export function listedFiles(root: string, { roles, components, staticFiles, assets }: Inputs): string[] {
  const copied = [...staticFiles.values(), ...assets.values()].map(({ path }) => path);
  return [...new Set([...[...roles.keys(), ...components].map((path) => posix.join(root, path)), ...copied])];
}

/** @returns a function that names the files with the metadata of a text, and of its original if it is a translation; undefined if no series has such files. */
function metadataFilesOf({ series }: SiteConfig, { roles, originals }: Inputs): MetadataFilesOf | undefined {
  if (!series.some(({ metadata }) => typeof metadata === "object")) return undefined;
  return (path) => {
    const role = roles.get(path);
    if (role?.kind !== "proposal") return [];
    return [path, originals.get(path) ?? path].flatMap(
      (textPath) => metadataFileOf(textPath, role.series.metadata) ?? [],
    );
  };
}

/** How the texts of a site are read. */
export function textOptions(config: SiteConfig, inputs: Inputs, showsNew = false): TextOptions {
  const { maxFileSize } = config;
  return { maxFileSize, metadataFilesOf: metadataFilesOf(config, inputs), folders: sourceFolders(config), showsNew };
}

/** The files of a site, and where they are. */
interface SourceRoot {
  reader: SourceReader;
  /** Absolute; the paths of files to copy begin with it. */
  root: string;
  /** See `AdmissionOptions`. */
  showsNew?: boolean | undefined;
}

/** @param configFile its name, for messages. */
export async function findInputs(
  { reader, root, showsNew }: SourceRoot,
  config: SiteConfig,
  configFile: string,
): Promise<Inputs> {
  const source = { root, showsNew, reader: await withoutOutputs(reader, sourceFolders(config)) };
  const inputs: Inputs = {
    roles: new Map(),
    originals: new Map(),
    components: [],
    staticFiles: new Map(),
    assets: new Map(),
    diagnostics: missingFolders(source.reader, config, configFile),
  };
  for (const series of config.series) await addSeries(source.reader, config, series, inputs);
  addAll(inputs.diagnostics, await emptySeries(source.reader, config, inputs.roles, configFile));
  await addDocs(source.reader, config, inputs);
  await addPages(source.reader, config, inputs);
  await addHome(source.reader, config, inputs);
  addAll(inputs.diagnostics, await unreadTranslations(source.reader, config, inputs.roles));
  addAll(inputs.diagnostics, await unreadDocs(source.reader, config, inputs.roles));
  await addAssets(source, config, inputs);
  addAll(inputs.diagnostics, await unreadFormats(source.reader, config, inputs));
  await addStaticFiles(source, config.content.static, inputs);
  await refuseForeignFiles(source, config, inputs);
  addAll(inputs.diagnostics, linkProblems(source, config));
  return inputs;
}

/** Problems of symbolic links. Among assets they are warnings, because a text that names the file is reported anyway. */
function linkProblems({ reader }: SourceRoot, config: SiteConfig): Diagnostic[] {
  const series = config.series.map(({ assets: _, ...withoutAssets }) => withoutAssets);
  const folders = sourceFolders({ ...config, series }).map((folder) => (isRoot(folder) ? "" : `${folder}/`));
  const isOfTexts = ({ file }: Diagnostic) => folders.some((folder) => `${file}/`.startsWith(folder));
  return (reader.linkProblems?.() ?? []).map((problem) =>
    isOfTexts(problem) ? problem : { ...problem, severity: "warning" },
  );
}

/**
 * Refuses files that are not the repository's, because anyone may propose a link to one. A file that a text or a symbolic
 * link leads to must not be ignored by git, unless the configuration names its folder for files. A text behind a symbolic
 * link must be tracked or, with `showsNew`, new.
 */
async function refuseForeignFiles(
  { reader, showsNew }: SourceRoot,
  config: SiteConfig,
  { roles, assets, staticFiles, diagnostics }: Inputs,
): Promise<void> {
  const isLinked = (path: string) => reader.isLinked?.(path) ?? false;
  const copied = config.content.static;
  const ofSeries = config.series.flatMap(({ source, assets: assetFolder }) =>
    assetFolder ? [posix.join(source, assetFolder)] : [],
  );
  const named = [copied, ...ofSeries].map((folder) => (isRoot(folder) ? "" : `${posix.normalize(folder)}/`));
  const isNamed = (path: string) => !isLinked(path) && named.some((folder) => path.startsWith(folder));
  // Any other text is shown only if a link names it.
  const isShownAnyway = (role?: FileRole) => isPage(role) || (role?.kind === "companion" && !role.needsLink);
  const besidePaths = [...new Set([...assets.keys(), ...roles.keys()])];
  const beside = besidePaths.filter((path) => !isNamed(path) && !isShownAnyway(roles.get(path)));
  const texts = new Set([...roles].flatMap(([path, role]) => (isShownAnyway(role) && isLinked(path) ? [path] : [])));
  const urls = new Map([...staticFiles.keys()].map((url) => [posix.join(copied, url), url]));
  const paths = [...beside, ...texts, ...[...urls.keys()].filter(isLinked)];
  const standings = paths.length > 0 ? await reader.standings?.(paths, sourceFolders(config)) : undefined;
  for (const [path, standing] of standings ?? []) {
    if (standing === "tracked" || (standing === "new" && (showsNew || !texts.has(path)))) continue;
    const [asset, refusal] = [assets.get(path), standingReasons[standing]];
    if (asset) assets.set(path, { ...asset, publication: "refused", refusal });
    if (texts.has(path) || urls.has(path)) {
      const message = `this symbolic link leads to a file that is not published: ${refusal}`;
      diagnostics.push(diagnose("file-link", message, { file: path, help: "Commit that file, or remove the link." }));
    }
    roles.delete(path);
    staticFiles.delete(urls.get(path) ?? "");
  }
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
  const ignore = series.ignore ?? usuallyIgnored(series);
  // In the root of a repository, which has texts of all kinds, only those at the depth of proposals count.
  const isOfOneDepth = !/\{[^{}]*\/[^{}]*\}/.test(series.files);
  const depth = isRoot(series.source) && isOfOneDepth ? series.files.split("/").length : undefined;
  const texts = await findTexts(
    reader,
    series.source,
    translationsOf(series, config),
    config,
    ignore,
    textPatternsOf(series),
  );
  const paths = new Set(texts.map(({ path }) => path.toLowerCase()));
  const isPart = (path: string) =>
    primariesOf(path, series).some(
      (primary) => paths.has(primary.toLowerCase()) && readFileName(primary, series).matches,
    );
  const isProposal = (path: string, isIgnored: boolean) => {
    // A numbered name outweighs the usual globs, but not those of the site. Without numbers, any name may be that of a proposal.
    const isProposalByName = hasNumbersInNames(series) && readFileName(path, series).matches;
    if (isProposalByName) return !isIgnored || series.ignore === undefined;
    return !isIgnored && !isFarFrom(path, depth) && !isAboutFolder(path, series);
  };
  for (const { folder, path, locale, isIgnored } of texts) {
    if (ownerOf(path, series, config, locale === undefined ? undefined : folder) !== series) continue;
    const text = { series, relativePath: path, locale };
    const needsLink = !isPart(path);
    const role: FileRole =
      needsLink && isProposal(path, isIgnored)
        ? { kind: "proposal", ...text }
        : { kind: "companion", needsLink, ...text };
    addText(inputs, folder, path, series.source, role);
  }
}

/** The paths of the texts that a text may be a part of, by the name endings in `parts` of the series. */
function primariesOf(path: string, { parts }: Series): string[] {
  const extension = posix.extname(path);
  const stem = path.slice(0, -extension.length || undefined);
  return parts.flatMap((end) =>
    stem.toLowerCase().endsWith(end.toLowerCase()) && stem.length > end.length
      ? [stem.slice(0, -end.length) + extension]
      : [],
  );
}

/**
 * Finds the series that a text belongs to: of those whose pattern it matches, the one with the nearest folder, and of several with one folder
 * the last. If it matches none, it belongs to the first series with the nearest folder, which reports it.
 * @param path in the folder of `series`, or in the folder of its translations.
 * @param translations the folder of translations; undefined for an original.
 */
function ownerOf(
  path: string,
  series: Series,
  config: SiteConfig,
  translations: string | undefined,
): Series | undefined {
  if (config.series.length === 1) return series;
  const hasTranslations = (candidate: Series) =>
    translations !== undefined && translationsOf(candidate, config).includes(posix.basename(translations));
  const holders = config.series.flatMap((candidate) => {
    const isShared = candidate.source === series.source || hasTranslations(candidate);
    if (translations !== undefined && !isShared) return [];
    const below = isShared ? path : posix.relative(candidate.source, posix.join(series.source, path));
    return below.startsWith("../") ? [] : [{ candidate, below }];
  });
  const named = holders.filter(({ candidate, below }) => readFileName(below, candidate).matches);
  const candidates = named.length > 0 ? named.toReversed() : holders;
  return candidates.toSorted((a, b) => a.below.length - b.below.length)[0]?.candidate;
}

/** Globs of templates and notes, which are proposals only if they have the name of one. */
export function usuallyIgnored(series: Pick<Series, "files">): string[] {
  const templates = hasNumbersInNames(series) ? ["*template*.md"] : templateFiles;
  const names = ["_*", ...templates, ...(/readme/i.test(series.files) ? [] : ["README.md"])];
  return names.map((name) => `**/${name}`);
}

/** @param depth of the proposals, if only texts at this depth may be proposals. */
const isFarFrom = (path: string, depth: number | undefined) => depth !== undefined && path.split("/").length !== depth;

/** Whether a text is a README above the folders of the proposals. It is not a proposal, whatever metadata it has (cosmos/ibc). */
const isAboutFolder = (path: string, { files }: Series) =>
  /(?:^|\/)readme\.\w+$/i.test(path) && path.split("/").length < files.split("/").length;

/** A folder whose files are published if a link names them. */
interface AssetFolder {
  folder: string;
  /** Address of the folder. */
  url: string;
  /** Undefined for a folder of the docs or of pages. */
  series?: Series;
  /** Its files are published whether or not a text links to them. */
  isPublic?: boolean;
}

/** Lists the folders of the series, then of the docs, then of pages; in each group the longest path first, so that a folder comes before those around it. */
function assetFolders({ series, docs, content, pages }: SiteConfig): AssetFolder[] {
  const ofSeries = series.flatMap((member): AssetFolder[] => {
    const { source, route, assets: assetFolder, assetsRoute } = member;
    const url = assetsRoute ?? posix.join(route, "assets");
    const isPublic = assetsRoute !== undefined;
    const ownFolder = assetFolder && { series: member, folder: posix.join(source, assetFolder), url, isPublic };
    return [{ series: member, folder: source, url: route }, ...(ownFolder ? [ownFolder] : [])];
  });
  const ofDocs = (docs?.versions ?? []).map(({ path, source = content.docs }): AssetFolder => {
    return { folder: source, url: versionRoute(docs?.route ?? "/docs", path) };
  });
  const pathLength = ({ folder }: AssetFolder) => posix.join("/", folder).length;
  const ofPages = pages === false ? [] : [{ folder: pages, url: "/" }];
  return [ofSeries, ofDocs, ofPages].flatMap((folders) => folders.toSorted((a, b) => pathLength(b) - pathLength(a)));
}

/** Adds the files beside texts. If several folders contain a file, the first one publishes it. */
async function addAssets({ reader, root }: SourceRoot, config: SiteConfig, { roles, assets }: Inputs): Promise<void> {
  const folders = assetFolders(config);
  for (const { series, folder, url, isPublic = false } of folders) {
    // Several series may share a folder (EIPs and ERCs in one repository), which then has the types of all.
    const types = folders.flatMap((assetFolder) =>
      assetFolder.folder === folder ? (assetFolder.series?.assetTypes ?? []) : [],
    );
    for (const path of await reader.list(folder, ["**"], foreignFoldersIn(folder))) {
      const sourcePath = posix.join(folder, path);
      if (assets.has(sourcePath) || isHidden(path) || isPage(roles.get(sourcePath))) continue;
      if (isText(path, config.formats) && !roles.has(sourcePath)) {
        if (!series) continue;
        roles.set(sourcePath, { kind: "companion", series, relativePath: path, needsLink: true });
      }
      const publication = publicationOf(path, types);
      assets.set(sourcePath, {
        url: publishedUrl(posix.join(url, path), publication),
        path: posix.join(root, sourcePath),
        publication: publication ?? "refused",
        ...(!series && { isOfDocs: true }),
        ...(isPublic && { isPublic }),
      });
    }
  }
}

/** Whether a text is a page or has a proposal's name, so that it is not published as a file. */
function isPage(role: FileRole | undefined): boolean {
  if (role === undefined || role.kind === "companion") return false;
  return role.kind !== "proposal" || readFileName(role.relativePath, role.series).matches;
}

async function addDocs(reader: SourceReader, config: SiteConfig, inputs: Inputs): Promise<void> {
  for (const { name, path: versionPath, source = config.content.docs } of config.docs?.versions ?? []) {
    const route = versionRoute(config.docs?.route ?? "/docs", versionPath);
    // A version in a folder with the name of the current docs' folder (`old/docs`) has its translations in `docs-<version>`, so that they do not mix
    // with those of the current docs.
    const docsName = posix.basename(config.content.docs);
    const sharesName = source !== config.content.docs && posix.basename(source) === docsName;
    for (const { folder, path, locale } of await findTexts(
      reader,
      source,
      [sharesName ? `${docsName}-${name}` : posix.basename(source)],
      config,
    )) {
      addText(inputs, folder, path, source, { kind: "doc", version: name, route, relativePath: path, locale });
    }
  }
}

/** Adds the pages. Folders of series or docs among them are skipped, and so are names with `_`, which are parts of pages. */
async function addPages(reader: SourceReader, config: SiteConfig, inputs: Inputs): Promise<void> {
  const { pages, series, docs, content } = config;
  const sources = [...series, ...(docs?.versions ?? [])].map(({ source = content.docs }) => source);
  const within = sources
    .map((folder) => posix.relative(pages || ".", folder))
    .filter((path) => !/^\.\.(\/|$)/.test(path));
  if (pages === false || within.includes("")) return;
  const ignore = ["**/_*", "**/_*/**", ...within.map((path) => `${path}/**`)];
  for (const { folder, path, locale, isIgnored } of await findTexts(
    reader,
    pages,
    [posix.basename(pages)],
    config,
    ignore,
  ))
    if (!isIgnored) addText(inputs, folder, path, pages, { kind: "page", relativePath: path, locale });
  const components = await reader.list(pages, ["**/*.tsx"], [...foreignFolders, ...ignore]);
  addAll(
    inputs.components,
    components.map((path) => posix.join(pages, path)),
  );
}

async function addHome(reader: SourceReader, config: SiteConfig, inputs: Inputs): Promise<void> {
  const { home } = config.content;
  const [folder, file] = [posix.dirname(home), posix.basename(home)];
  const homeFiles = await reader.list(folder, [file]);
  for (const path of homeFiles) inputs.roles.set(posix.join(folder, path), { kind: "home", relativePath: path });
  for (const [locale, base] of translationFolders(config, "")) {
    for (const path of await reader.list(base, [file])) {
      inputs.roles.set(posix.join(base, path), { kind: "home", relativePath: path, locale });
      inputs.originals.set(posix.join(base, path), home);
    }
  }
}

function addText(inputs: Inputs, folder: string, path: string, source: string, role: FileRole): void {
  inputs.roles.set(posix.join(folder, path), role);
  if (role.locale) inputs.originals.set(posix.join(folder, path), posix.join(source, path));
}
