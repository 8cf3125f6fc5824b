/** The first three stages of the pipeline: reads and parses the texts, and links them to the site. */
import { setImmediate } from "node:timers/promises";
import { fillPattern, placeInText, SiteCodeError, type SiteConfig } from "../config/index.js";
import type { Translator } from "../config/strings.js";
import type { FileRole } from "../content/parse/document.js";
import { readFileName } from "../content/parse/file-name.js";
import { type Drafts, diskReader, type SourceReader, withDrafts } from "../content/read/reader.js";
import { historyKey } from "../content/read/repositories.js";
import type { KnownSources } from "../content/read/sources.js";
import { readTexts } from "../content/read/texts.js";
import type { CompiledTemplates } from "../output/assets/templates.js";
import { outputsOf } from "../output/files/index.js";
import { kindOf, pageKinds } from "../output/pages/index.js";
import { ownPagesOf } from "../output/views/component-pages.js";
import { diagnose } from "../platform/diagnostics/codes.js";
import { packageRoot } from "../platform/package-root.js";
import type { OnStage } from "../shared/api.js";
import type { Diagnostic, Result } from "../shared/diagnostic.js";
import type { Bodies, Document, SourceFile } from "../shared/document.js";
import { isSameList } from "../shared/lists.js";
import { arrangeSite, buildSite, type SiteInput, settleNumbers } from "../site/index.js";
import type { PageComponent } from "../site/model/bundle.js";
import type { LocaleContext, PagesContext } from "../site/model/context.js";
import type { OwnPage, RejectedText, Site, SitePages } from "../site/model/site.js";
import { type Seniority, unknownSeniority } from "../site/model/site.js";
import { Urls } from "../site/model/urls.js";
import type { DocumentBodies } from "./bodies.js";
import { parseAll, readableTexts } from "./documents.js";
import type { Highlighter } from "./highlighter.js";
import { type SiteHistory, siteHistory } from "./history.js";
import { findInputs, type Inputs, textOptions } from "./inputs.js";
import { judgeByAge, withoutFollowing } from "./leniency.js";
import { handleLater } from "./pauses.js";
import { siteTemplates } from "./site-bundles.js";
import { type BuildState, remember } from "./state.js";
import { readTranslators } from "./translators.js";

export interface LinkRequest {
  /** Absolute. */
  root: string;
  config: SiteConfig;
  /** Name of the config file, for messages. */
  configFile: string;
  /** Absolute paths of the files of the configuration, if they are known. */
  configFiles?: readonly string[];
  state: BuildState;
  /** Reads the files of a commit rather than the folder on disk. Then no history is read, and the site's strings are not. */
  reader?: SourceReader;
  /** Texts that were read before and have not changed, by path. Texts that are read now are added. */
  sources?: KnownSources | undefined;
  /** Which texts are old; by default the history tells. If it is given, errors that leniency lowers stay warnings, and the caller raises those of new texts. */
  seniority?: Seniority;
  /** Whether texts may show files that git does not track yet, with a warning: to an author, not on a published site. */
  showsNew?: boolean;
  /** Texts that are not saved yet, in place of their files. */
  drafts?: Drafts | undefined;
  /** Whether the links of the text at a path are resolved; by default those of all texts are. Other texts stay incomplete. */
  follows?(path: string): boolean;
  /** Compiles the templates and the pages that are components, for a caller that also needs the templates and reports their problems. */
  templates?(components: readonly string[]): Promise<CompiledTemplates>;
  /** Pages that are components do not run. A link to an unknown address may lead to one of them, so it is not reported. */
  withoutPageCode?: boolean;
  /** Makes all pages that are possible despite errors: for checks, not for publishing. */
  despiteErrors?: boolean;
  /** No page is made, so the bodies of texts are dropped after parsing. */
  withoutBodies?: boolean;
  onStage?: OnStage;
  /** Highlights code while texts are parsed. */
  highlighter?: Highlighter | undefined;
  /** Called when the pages of each locale are known, before their links are followed. */
  onPages?(contexts: readonly PagesContext[], bodies: Bodies): void;
}

/** The first three stages: the site as data, in each of its locales. Enough for commands that write no pages. */
export interface LinkedSite {
  site: Site;
  contexts: LocaleContext[];
  bodies: DocumentBodies;
  documents: readonly Document[];
  sources: SourceFile[];
  /** Paths of the files that they include, those that are missing too. */
  included: string[];
  /** The role of each source, by path. */
  roles: Inputs["roles"];
  components: Inputs["components"];
  originals: Inputs["originals"];
}

/** The files of a commit are only compared, not shown, so they need no history. */
const noHistory: Promise<Result<SiteHistory>> = Promise.resolve({
  value: { files: new Map(), ends: new Map(), seniority: unknownSeniority },
  diagnostics: [],
});

/** The files of a site, with the texts that are not saved. */
function readerOf({ root, reader = diskReader(root), drafts }: LinkRequest): SourceReader {
  return drafts ? withDrafts(reader, drafts) : reader;
}

/** Finds the files of a site and their roles, unless the state remembers them. */
function siteInputs(request: LinkRequest): Promise<Inputs> {
  const { root, config, configFile, state } = request;
  return remember(state, "inputs", () =>
    findInputs({ reader: readerOf(request), root, showsNew: request.showsNew }, config, configFile),
  );
}

/** Reads, parses and links a site. Locations of problems are those in the texts as they were parsed: see `toOrigins`. */
export async function linkSite(request: LinkRequest): Promise<Result<LinkedSite>> {
  const { root, config, configFile, state, onStage } = request;
  // 1. Read the texts. Strings, history and the code of pages come meanwhile.
  onStage?.("read");
  const reader = readerOf(request);
  const translators = handleLater(
    remember(state, "translators", () => readTranslators(request.reader ? packageRoot : root, config, configFile)),
  );
  const inputs = await siteInputs(request);
  const reading = handleLater(request.reader ? noHistory : currentHistory(root, config, inputs, state));
  const code = handleLater(pageCode(request, inputs));
  const options = textOptions(config, inputs, request.showsNew);
  const sources = await readTexts(reader, [...inputs.roles.keys()], options, request.sources ?? state.memo?.sources);
  if (state.memo) state.memo.included = sources.included;
  // 2. Parse them.
  const texts = readableTexts(sources, inputs);
  onStage?.("parse", 0, texts.value.length);
  // The thread for the history starts first: it takes longer.
  await setImmediate();
  const { roles } = inputs;
  const { highlighter, withoutBodies } = request;
  const documents = await parseAll(texts.value, { config, configFile, roles, state, highlighter, withoutBodies });
  const history = await reading;
  const { value: strings, diagnostics: missingStrings } = await translators;
  const { value: components, diagnostics: codeProblems } = await code;
  // 3. Link.
  onStage?.("link");
  const seniority = request.seniority ?? history.value.seniority;
  const numbering = settleNumbers(config, documents.value, seniority);
  const input: SiteInput = {
    config,
    kinds: { pages: pageKinds, pageOf: kindOf, outputs: outputsOf },
    configFile,
    documents: numbering.value,
    rejected: rejectedTexts(sources.value, numbering, inputs),
    staticFiles: inputs.staticFiles,
    assets: inputs.assets,
    history: history.value.files,
    historyEnds: history.value.ends,
    originals: inputs.originals,
    follows: request.follows,
    ownPages: (pages) => ownPages(components, localeContexts(pages, strings)),
    exists: (path) => reader.has(path),
    prefix: reader.prefix,
  };
  const arranged = arrangeSite(input);
  request.onPages?.(localeContexts(arranged.value.pages, strings), documents.bodies);
  const site = buildSite(input, arranged);
  const diagnostics = [
    ...[inputs, texts, history, numbering, site].flatMap((stage) => stage.diagnostics),
    ...missingStrings,
    ...codeProblems,
  ];
  const placed = placeInText(await configText(reader, request), configFile, diagnostics, config);
  const all = [...placed, ...shownProblems(documents, site.value)];
  const judged = request.seniority ? all : judgeByAge(all, config, seniority, inputs, documents.value);
  return {
    value: {
      site: site.value,
      contexts: localeContexts(site.value, strings),
      bodies: documents.bodies,
      documents: documents.value,
      sources: sources.value,
      included: sources.included,
      roles,
      components: inputs.components,
      originals: inputs.originals,
    },
    diagnostics: withoutFollowing(judged),
  };
}

/** The text of the configuration file; empty if it is missing or too large. */
async function configText(reader: SourceReader, { config, configFile }: LinkRequest): Promise<string> {
  const [size = Number.POSITIVE_INFINITY] = reader.has(configFile) ? await reader.sizes([configFile]) : [];
  const [bytes] = size <= config.maxFileSize ? await reader.read([configFile]) : [];
  return bytes?.toString("utf8") ?? "";
}

/** Loads the pages that are components. @returns undefined if there are some, but their code does not run or fails. */
async function pageCode(
  request: LinkRequest,
  { components }: Inputs,
): Promise<Result<readonly PageComponent[] | undefined>> {
  if (components.length === 0) return { value: noPages, diagnostics: [] };
  // The code of a commit, or of a change that is only checked, never runs.
  if (request.reader || request.withoutPageCode) return { value: undefined, diagnostics: [] };
  const { root, state, templates } = request;
  if (templates) return { value: (await templates(components)).value?.pages, diagnostics: [] };
  const compiled = await remember(state, "templates", () => siteTemplates(root, components));
  return { value: compiled.value?.pages, diagnostics: compiled.value ? [] : [...compiled.diagnostics] };
}

const noPages: readonly PageComponent[] = [];

/** Asks components for their pages. @returns undefined if the code does not run or fails, so that not all addresses are known. */
function ownPages(
  components: readonly PageComponent[] | undefined,
  contexts: readonly PagesContext[],
): Result<OwnPage[] | undefined> {
  const context = contexts.find(({ locale, site }) => locale === site.config.defaultLocale) ?? contexts[0];
  if (!components || !context) return { value: components && [], diagnostics: [] };
  try {
    return { value: components.flatMap((code) => ownPagesOf(code, context)), diagnostics: [] };
  } catch (error) {
    if (!(error instanceof SiteCodeError)) throw error;
    return { value: undefined, diagnostics: [diagnose("site-code-failed", error.message, error.location)] };
  }
}

/** Leaves out the problems of texts that are not published, such as those beside a proposal without a page. */
function shownProblems({ value, diagnostics }: Result<Document[]>, { companions }: Site): Diagnostic[] {
  if (diagnostics.length === 0) return [];
  const publishedPaths = new Set(
    companions.flatMap(({ document, translations }) => [
      document.path,
      ...[...translations.values()].map(({ path }) => path),
    ]),
  );
  const unshown = new Set(
    value.flatMap(({ kind, path }) => (kind === "companion" && !publishedPaths.has(path) ? [path] : [])),
  );
  return diagnostics.filter(({ file }) => !unshown.has(file ?? ""));
}

/** Texts that have no document because of errors. */
function rejectedTexts(
  sources: readonly SourceFile[],
  { value }: Result<Document[]>,
  { roles }: Inputs,
): Map<string, RejectedText> {
  if (value.length === sources.length) return new Map();
  const parsedPaths = new Set(value.map(({ path }) => path));
  const rejected = sources.filter(({ path }) => !parsedPaths.has(path));
  return new Map(rejected.map(({ path }) => [path, { path, ...nameOf(roles.get(path)) }]));
}

/** Reads the file name of a proposal, which is all that is known of a text with errors. */
function nameOf(role: FileRole | undefined): Omit<RejectedText, "path"> {
  if (role?.kind !== "proposal") return {};
  const { number, category = "", slug, status } = readFileName(role.relativePath, role.series);
  if (number === undefined) return {};
  const route = fillPattern(role.series.permalink, role.series, { number, category, slug, status });
  return { series: role.series.id, number, route };
}

/** Reads the history, or takes it from the memo if there is no new commit and no new text. */
async function currentHistory(
  root: string,
  config: SiteConfig,
  inputs: Inputs,
  { memo, cache }: BuildState,
): Promise<Result<SiteHistory>> {
  if (!memo) return siteHistory(root, config, inputs, cache);
  const key = [await historyKey(root, inputs.roles.keys()), inputs];
  if (!memo.history || !isSameList(memo.history.key, key))
    memo.history = { key, value: siteHistory(root, config, inputs, cache) };
  return memo.history.value;
}

function localeContexts<S extends SitePages>(
  site: S,
  translators: ReadonlyMap<string, Translator>,
): LocaleContext<S>[] {
  const { config } = site;
  const allUrls = new Map(Object.keys(config.locales).map((code) => [code, new Urls(config, code)]));
  return [...translators].map(([locale, translator]) => ({
    site,
    locale,
    translator,
    urls: allUrls.get(locale) ?? new Urls(config, locale),
    allUrls,
  }));
}
