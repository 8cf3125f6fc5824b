/** From the texts to a plan of the site: read, parse, link. Builds make all of its files (build-files.ts), a server the ones that are requested. */
import { join } from "node:path";
import { bundleClient, readClient } from "../assets/client.js";
import { withColor } from "../assets/site-colors.js";
import { compileTemplates, readTemplates } from "../assets/templates.js";
import { fillPattern, placeInConfig, placeInText, type SiteConfig } from "../config/index.js";
import { hasErrors } from "../diagnostics/report.js";
import type { Translator } from "../i18n/strings.js";
import { searchFolder } from "../model/addresses.js";
import type { LocaleContext, PagesContext } from "../model/context.js";
import type { RejectedText, Site, SitePages } from "../model/site.js";
import { Urls } from "../model/urls.js";
import type { FileRole } from "../parse/document.js";
import { readFileName } from "../parse/file-name.js";
import { diskReader, type SourceReader } from "../read/reader.js";
import { historyKey } from "../read/repositories.js";
import { listFiles, readSources } from "../read/sources.js";
import { repositoryTop, SourceLinks } from "../read/symlinks.js";
import { checkPainters } from "../render/cards.js";
import type { RenderContext } from "../render/context.js";
import { planRendering, type RenderPlan } from "../render/render.js";
import { packageRoot } from "../runtime/package-root.js";
import { programStamp } from "../runtime/program.js";
import { type IndexMaker, makeIndex } from "../search/index/start.js";
import type { OnStage } from "../shared/api.js";
import type { Result } from "../shared/diagnostic.js";
import type { Document, SourceFile } from "../shared/document.js";
import type { IsThere, OutputFile, PlannedFiles } from "../shared/output.js";
import { arrangeSite, buildSite, type SiteInput } from "../site/index.js";
import { announcements } from "./announcement.js";
import { planBuildRecord } from "./build-record.js";
import { SavedChanges } from "./changes.js";
import { checkClaims, fileClaims, madeClaims } from "./claims.js";
import type { Comparer } from "./comparer.js";
import { markdownOptions, parseAll, readableTexts } from "./documents.js";
import { type SiteHistory, siteHistory } from "./history.js";
import { findInputs, type Inputs } from "./inputs.js";
import { withoutRepeatedNumbers } from "./repeated-numbers.js";
import { type BuildState, memoize } from "./state.js";
import { staticFiles } from "./static-files.js";
import { checkKeys, readTranslators } from "./translators.js";

export interface LinkRequest {
  /** Absolute. */
  root: string;
  config: SiteConfig;
  /** Name of the config file, for messages. */
  configFile: string;
  /** Absolute paths of the files of the configuration, if they are known. */
  configFiles?: readonly string[];
  state: BuildState;
  /**
   * The source of the files, if it is not the folder on disk. Then no history is read, and strings are the package's
   * own.
   */
  reader?: SourceReader;
  /**
   * The texts whose links are resolved, by path; all by default. Otherwise only these texts of the site are complete.
   */
  follows?(path: string): boolean;
  /** Makes all pages that are possible despite errors: for checks, not for publishing. */
  despiteErrors?: boolean;
  onStage?: OnStage;
  /** Called when the pages of each locale are known, before their links are followed. */
  onPages?(contexts: readonly PagesContext[]): void;
}

/** The first three stages: the site as data, in each of its locales. Enough for commands that write no pages. */
export interface LinkedSite {
  site: Site;
  contexts: LocaleContext[];
  sources: SourceFile[];
  /** The role of each source, by path. */
  roles: Inputs["roles"];
  /** The number of documents from the memo table. */
  cached: number;
}

/** The site with all planned files; no page has been made yet. */
export interface SitePlan {
  linked: LinkedSite;
  /** Files that need no rendering: the browser's files, and files to copy. */
  ready: OutputFile[];
  rendering: RenderPlan;
  /** The files of the embedded search index; empty with another provider. */
  searchIndex: PlannedFiles[];
  /** The record of the build's inputs, for programs. */
  record: PlannedFiles;
  /** Addresses of the browser's styles. */
  stylesheets: string[];
}

/** A commit is only compared, not shown. */
const noHistory: Promise<Result<SiteHistory>> = Promise.resolve({
  value: { files: new Map(), ends: new Map(), digest: "" },
  diagnostics: [],
});

export async function linkSite(request: LinkRequest): Promise<Result<LinkedSite>> {
  const { root, config, configFile, state, onStage } = request;
  onStage?.("read");
  const reader = request.reader ?? diskReader(root);
  const translators = memoize(state, "translators", () =>
    readTranslators(request.reader ? packageRoot : root, config, configFile),
  );
  // Awaited further down; until then, a rejection must not count as unhandled.
  translators.catch(() => undefined);
  const inputs = await memoize(state, "inputs", () => findInputs({ reader, root }, config, configFile));
  const reading = request.reader ? noHistory : keptHistory(root, config, inputs, state);
  // Awaited after the texts; until then, a rejection must not count as unhandled.
  reading.catch(() => undefined);
  const sources = await readSources(reader, [...inputs.roles.keys()], state.memo?.sources);
  const texts = readableTexts(sources, inputs);
  onStage?.("parse", 0, texts.value.length);
  const documents = await parseAll(texts.value, inputs, config, state);
  const history = await reading;
  const { value: strings, diagnostics: missingStrings } = await translators;
  onStage?.("link");
  const kept = withoutRepeatedNumbers(config, documents.value);
  const input: SiteInput = {
    config,
    configFile,
    documents: kept.value,
    bodies: documents.bodies,
    rejected: rejectedTexts(sources.value, kept, inputs),
    staticFiles: inputs.staticFiles,
    assets: inputs.assets,
    history: history.value.files,
    historyEnds: history.value.ends,
    historyDigest: history.value.digest,
    originals: inputs.originals,
    follows: request.follows,
    knownLinks: state.links,
    exists: (path) => reader.has(path),
  };
  const arranged = arrangeSite(input);
  request.onPages?.(localeContexts(arranged.value.pages, strings));
  const site = buildSite(input, arranged);
  const contexts = localeContexts(site.value, strings);
  const unshown = unshownTexts(kept.value, site.value);
  const diagnostics = [
    ...[inputs, texts, history, kept, site].flatMap((stage) => stage.diagnostics),
    ...missingStrings,
    // Problems of texts that are not published are not reported.
    ...documents.diagnostics.filter(({ file }) => !unshown.has(file ?? "")),
  ];
  const value = { site: site.value, contexts, sources: sources.value, roles: inputs.roles, cached: documents.cached };
  const [configText] = reader.has(configFile) ? await reader.read([configFile]) : [];
  return { value, diagnostics: placeInText(configText?.toString("utf8") ?? "", configFile, diagnostics) };
}

/** Paths of texts beside proposals that have no page. */
function unshownTexts(documents: readonly Document[], { companions }: Site): Set<string> {
  const shown = new Set(
    companions.flatMap(({ document, translations }) => [
      document.path,
      ...[...translations.values()].map(({ path }) => path),
    ]),
  );
  return new Set(documents.flatMap(({ kind, path }) => (kind === "companion" && !shown.has(path) ? [path] : [])));
}

/** Texts that have no document because of errors. */
function rejectedTexts(
  sources: readonly SourceFile[],
  { value }: Result<Document[]>,
  { roles }: Inputs,
): Map<string, RejectedText> {
  if (value.length === sources.length) return new Map();
  const others = new Set(value.map(({ path }) => path));
  const rejected = sources.filter(({ path }) => !others.has(path));
  return new Map(rejected.map(({ path }) => [path, { path, ...nameOf(roles.get(path)) }]));
}

/** The data in a proposal's file name, which is all that is known of a text with errors. */
function nameOf(role: FileRole | undefined): Omit<RejectedText, "path"> {
  if (role?.kind !== "proposal") return {};
  const { number, category = "", slug, status } = readFileName(role.relativePath, role.series);
  if (number === undefined) return {};
  const route = fillPattern(role.series.permalink, role.series, { number, category, slug, status });
  return { series: role.series.id, number, route };
}

/** What a build makes in threads. Whoever makes these has to close them. */
export interface Helpers {
  /** Begins with the search index before the plan is complete; without one it is made on demand. */
  index?: IndexMaker | undefined;
  comparer?: Comparer;
}

/** @returns no plan if there are errors. */
export async function planSite(
  request: LinkRequest,
  { index, comparer }: Helpers = {},
): Promise<Result<SitePlan | undefined>> {
  const { root, state, config, configFile } = request;
  const impossible = await placeInConfig(root, configFile, checkPainters(config, configFile));
  if (hasErrors(impossible)) return { value: undefined, diagnostics: impossible };
  const assets = Promise.all([
    memoize(state, "templates", () => ownTemplates(root)),
    // This package's own site uses its present files.
    root === packageRoot ? bundleClient(memoize(state, "client", () => ({}))) : readClient(),
  ]);
  // Of all that is left, the index takes the longest, so it begins first.
  const onPages = index && ((contexts: readonly PagesContext[]) => index.begin(contexts));
  const linking = memoize(state, "linked", () => linkSite({ ...request, onPages }));
  const [[compiled, bundled], linked] = await Promise.all([assets, linking]);
  const client = withColor(bundled, config.themeColor);
  const keys = await checkKeys(root, config, compiled.files);
  const diagnostics = [...compiled.diagnostics, ...keys];
  if (!compiled.value) return { value: undefined, diagnostics: [...linked.diagnostics, ...diagnostics] };
  request.onStage?.("plan");
  const changes = new SavedChanges(root, linked.value.site, markdownOptions(config), state.cache, comparer);
  const announced = announcements(linked.value.contexts, configFile, !hasErrors(linked.diagnostics));
  diagnostics.push(...(await placeInConfig(root, configFile, announced.diagnostics)));
  const contexts = linked.value.contexts.map((context): RenderContext => {
    return { ...context, assets: client, changes, announcement: announced.value.get(context.locale) };
  });
  const rendering = planRendering({
    contexts,
    templates: compiled.value,
    program: programStamp(),
    sources: linked.value.sources,
    cache: state.html,
    store: state.cache,
  });
  const { contexts: locales, site } = linked.value;
  const own = staticFiles(site, root, state.memo?.files, state.cache);
  diagnostics.push(...own.diagnostics);
  const ready = [...client.files, ...own.value];
  const paths = locales.map(({ locale }) => searchFolder(locale).slice(1));
  const makeFiles = (isThere?: IsThere) =>
    index ? index.make(locales, isThere) : makeIndex(locales, state.cache, isThere);
  const searchIndex = site.config.search.provider === "local" ? [{ paths, make: makeFiles }] : [];
  const read = [...(request.configFiles ?? []), ...compiled.files];
  const published = site.ownFiles.map(({ path }) => path);
  const listed = [...published, ...[...linked.value.roles.keys()].map((path) => join(root, path))];
  const record = planBuildRecord(root, site.config, read, listed);
  const made = madeClaims(client.files, [...rendering.files, ...searchIndex, record], site);
  const claimed = fileClaims(site.ownFiles, root);
  const clashes = state.memo?.claims?.check(made, claimed, configFile) ?? checkClaims(made, claimed, configFile);
  diagnostics.push(...(await placeInConfig(root, configFile, clashes)));
  const refused = hasErrors(diagnostics) || (!request.despiteErrors && hasErrors(linked.diagnostics));
  diagnostics.unshift(...linked.diagnostics);
  if (refused) return { value: undefined, diagnostics };
  const stylesheets = [...client.stylesheets, ...Object.values(client.pageStylesheets)];
  return { value: { linked: linked.value, ready, rendering, searchIndex, record, stylesheets }, diagnostics };
}

/** The log is read again if there is a new commit or a new text. */
async function keptHistory(
  root: string,
  config: SiteConfig,
  inputs: Inputs,
  state: BuildState,
): Promise<Result<SiteHistory>> {
  const read = () => siteHistory(root, config, inputs, state.cache);
  const { memo } = state;
  if (!memo) return read();
  const key = await historyKey(root, inputs.roles.keys());
  if (memo.historyOf?.key !== key || memo.historyOf?.inputs !== inputs) memo.history = undefined;
  memo.historyOf = { key, inputs };
  return memoize(state, "history", read);
}

async function ownTemplates(root: string) {
  const links = new SourceLinks(repositoryTop(root));
  const own = await listFiles(join(root, "templates"), ["*.tsx"], [], links);
  const compiled = own.length === 0 ? await readTemplates() : await compileTemplates(root, own);
  return { ...compiled, diagnostics: [...links.diagnostics(root), ...compiled.diagnostics] };
}

function localeContexts<S extends SitePages>(
  site: S,
  translators: ReadonlyMap<string, Translator>,
): LocaleContext<S>[] {
  const { config } = site;
  const allUrls = new Map(Object.keys(config.locales).map((code) => [code, new Urls(config, code)]));
  return [...translators].map(([locale, own]) => ({
    site,
    locale,
    translator: own,
    urls: allUrls.get(locale) ?? new Urls(config, locale),
    allUrls,
  }));
}
