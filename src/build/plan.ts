/** Plans the files of a linked site. A build makes all of them (make-files.ts), a server those that are requested. */

import { existsSync } from "node:fs";
import { join } from "node:path";
import { type ConfiguredLink, placeInConfig, relativeLink } from "../config/index.js";
import { diagramLibrary } from "../content/formats/diagrams/index.js";
import { renderHtml } from "../content/formats/markdown/render.js";
import { toOrigins } from "../content/read/origins.js";
import { readClient } from "../output/assets/client.js";
import { outsideScripts, withColor, withLook } from "../output/assets/own-look.js";
import type { CompiledTemplates } from "../output/assets/templates.js";
import { checkPainters } from "../output/files/social-cards.js";
import { planRendering } from "../output/render.js";
import { type IndexMaker, makeIndex } from "../output/search/index/start.js";
import { type Code, diagnose } from "../platform/diagnostics/codes.js";
import { hasErrors } from "../platform/diagnostics/report.js";
import { installCommand, missingPackages } from "../platform/optional-packages.js";
import type { Diagnostic, Result } from "../shared/diagnostic.js";
import type { Document } from "../shared/document.js";
import { lazy } from "../shared/lazy.js";
import { addAll } from "../shared/lists.js";
import type { OutputFile, PlannedFiles } from "../shared/output.js";
import { brokenConfigured } from "../site/index.js";
import { searchFolder } from "../site/model/addresses.js";
import type { LocaleContext, RenderContext } from "../site/model/context.js";
import type { Site, Texts } from "../site/model/site.js";
import { type PlannedRecord, planBuildRecord } from "./build-record.js";
import { checkClaims, fileClaims, madeClaims } from "./claims.js";
import { markdownOptions } from "./documents.js";
import type { Highlighter } from "./highlighter.js";
import { readIncoming } from "./incoming.js";
import { type LinkedSite, type LinkRequest, linkSite } from "./link.js";
import { ownLook, siteTemplates } from "./site-bundles.js";
import { remember } from "./state.js";
import { staticFiles } from "./static-files.js";
import { VersionSteps } from "./version-steps.js";

const announcementKey = "announcement.text";

/**
 * Renders the announcement above all pages. Its HTML, from the configuration, may contain no more than the HTML of texts.
 * @param isWhole whether no page is missing because of an error, so that links can be checked.
 * @returns its HTML by locale.
 */
function announcements(
  contexts: readonly LocaleContext[],
  configFile: string,
  isWhole: boolean,
): Result<Map<string, string>> {
  const value = new Map<string, string>();
  const diagnostics: Diagnostic[] = [];
  for (const { site, locale, translator, urls } of contexts) {
    const { announcement } = site.config;
    if (!announcement) continue;
    const links: ConfiguredLink[] = [];
    const html = renderHtml(translator.label(announcement.text), markdownOptions(site.config), (to) => {
      links.push({ key: announcementKey, to });
      return urls.configured(to, (route) => site.routes.has(route));
    });
    value.set(locale, html.value);
    for (const { code, severity, message, help } of html.diagnostics)
      diagnostics.push(diagnose(code as Code, `${announcementKey}: ${message}`, { severity, file: configFile, help }));
    addAll(
      diagnostics,
      links.flatMap(({ to }) => relativeLink(announcementKey, to, configFile)),
    );
    if (isWhole) addAll(diagnostics, brokenConfigured(links, configFile, site));
  }
  return { value, diagnostics };
}

/** The site with all planned files; no page has been made yet. */
export interface SitePlan {
  linked: LinkedSite;
  /** The texts that files are made from. */
  texts: Texts;
  /** Files that need no rendering: the browser's files, and files to copy. */
  ready: OutputFile[];
  /** The files of pages and outputs, in the order in which they are made. */
  planned: PlannedFiles<Texts>[];
  /** The files of the embedded search index; empty with another provider. */
  searchIndex: PlannedFiles<Texts>[];
  /** The record of the build's inputs, for programs. */
  record: PlannedRecord;
  /** Addresses of the browser's styles. */
  stylesheets: string[];
}

/** The threads of a build. The caller has to close them. */
export interface Helpers {
  /** Makes the search index while the site is planned; without it, the index is made on demand. */
  index?: IndexMaker | undefined;
  highlighter?: Highlighter;
}

/** @param linked the site, where the caller has linked it. @returns no plan if there are errors. */
export async function planSite(
  request: LinkRequest & { linked?: Result<LinkedSite> | undefined },
  { index, highlighter }: Helpers = {},
): Promise<Result<SitePlan | undefined>> {
  // 1. What can be compiled while the site is linked: templates, and the browser's files with the look of the site.
  const { root, state, config, configFile } = request;
  const { cache, memo } = state;
  const impossible = await placeInConfig(root, configFile, checkPainters(config, configFile), config);
  if (hasErrors(impossible)) return { value: undefined, diagnostics: impossible };
  const files = lazy(() => Promise.all([readClient(), ownLook(request)]));
  let compiling: Promise<CompiledTemplates> | undefined;
  const templates: LinkRequest["templates"] = (components) => {
    compiling ??= remember(state, "templates", () => siteTemplates(root, components));
    return compiling;
  };
  // The bundler works beside this process, so it starts now; without templates, the package's own files are only read, which can wait for the links.
  // Pages that are components are compiled with the templates, but are known only when the inputs are found.
  if (existsSync(join(root, "templates"))) {
    files().catch(() => undefined);
    if (!config.pages || !existsSync(join(root, config.pages))) templates([]).catch(() => undefined);
  }
  // 2. The linked site, and beside it what git says of open requests. The index takes longer than all else that is left, so it begins first.
  const onPages: LinkRequest["onPages"] = index && ((contexts, bodies) => index.begin(contexts, bodies));
  const requests = readIncoming(root, config, memo);
  const linked = placed(request.linked ?? (await linkSite({ ...request, templates, onPages, highlighter })));
  // 3. What all pages share.
  const [compiled, [bundled, look]] = await Promise.all([templates(linked.value.components), files()]);
  const client = withLook(withColor(bundled, config.themeColor), look.value);
  const styling = await placeInConfig(
    root,
    configFile,
    [...look.diagnostics, ...outsideScripts(config, configFile)],
    config,
  );
  const diagnostics = [...compiled.diagnostics, ...styling, ...checkDiagrams(linked.value)];
  if (!compiled.value || !look.value) return { value: undefined, diagnostics: [...linked.diagnostics, ...diagnostics] };
  request.onStage?.("plan");
  const { contexts: locales, site, bodies } = linked.value;
  const texts: Texts = { bodies, versions: new VersionSteps(root, site, bodies) };
  const announced = announcements(locales, configFile, !hasErrors(linked.diagnostics));
  addAll(diagnostics, await placeInConfig(root, configFile, announced.diagnostics, config));
  const incoming = await requests;
  addAll(diagnostics, incoming.diagnostics);
  const incomingProposals = incoming.value?.proposals.filter(
    ({ series, number = Number.NaN, path }) =>
      !linked.value.roles.has(path) &&
      !site.registers.some((register) => register.series === series && register.byNumber.has(number)),
  );
  const contexts = locales.map((context): RenderContext => {
    const announcement = announced.value.get(context.locale);
    return { ...context, assets: client, announcement, incoming: incomingProposals };
  });
  // 4. The files: of pages and outputs, to copy, of the search index, and the record of the build.
  const planned = planRendering({ contexts, templates: compiled.value, cache });
  const publishedFiles = staticFiles(site, root, memo?.files);
  addAll(diagnostics, publishedFiles.diagnostics);
  const copies = planCopies(site, planned, publishedFiles.value);
  addAll(planned, copies.planned);
  const ready = [...client.files, ...publishedFiles.value, ...copies.ready];
  const indexPaths = locales.map(({ locale }) => searchFolder(locale).slice(1));
  const makeFiles = () => (index ? index.make(locales, bodies) : makeIndex(locales, bodies));
  const searchIndex = site.config.search.provider === "local" ? [{ paths: indexPaths, make: makeFiles }] : [];
  const codeFiles = [...(request.configFiles ?? []), ...compiled.files, ...look.files];
  const textPaths = [...linked.value.roles.keys(), ...linked.value.included];
  const contentFiles = [...site.ownFiles.map(({ path }) => path), ...textPaths.map((path) => join(root, path))];
  const record = planBuildRecord(root, site.config, codeFiles, contentFiles, incoming.value?.digest);
  // 5. No two of them may have one address.
  const claims = madeClaims([...client.files, ...copies.ready], [...planned, ...searchIndex, record], site);
  const clashes = checkClaims(claims, fileClaims(site.ownFiles, root), configFile);
  addAll(diagnostics, await placeInConfig(root, configFile, clashes, config));
  const problems = [...linked.diagnostics, ...diagnostics];
  if (!request.despiteErrors && hasErrors(problems)) return { value: undefined, diagnostics: problems };
  const stylesheets = [...client.stylesheets, ...Object.values(client.pageStylesheets)];
  const value = { linked: linked.value, texts, ready, planned, searchIndex, record, stylesheets };
  return { value, diagnostics: problems };
}

const placed = ({ value, diagnostics }: Result<LinkedSite>): Result<LinkedSite> => ({
  value,
  diagnostics: toOrigins(diagnostics, value.sources),
});

/**
 * Plans copies of files at their old addresses: programs that ask for a file, such as feed readers, do not follow a page
 * that redirects.
 * @param planned all files that the program makes.
 * @param published the site's own files.
 * @returns the copies of both.
 */
function planCopies(
  { redirects }: Site,
  planned: readonly PlannedFiles<Texts>[],
  published: readonly OutputFile[],
): { planned: PlannedFiles<Texts>[]; ready: OutputFile[] } {
  const copies = redirects.flatMap(({ path, copyOf }) =>
    path === undefined || copyOf === undefined ? [] : [{ path, copyOf }],
  );
  if (copies.length === 0) return { planned: [], ready: [] };
  const outputFiles = new Map(published.map((file) => [file.path, file]));
  const makers = new Map(planned.flatMap((files) => files.paths.map((path) => [path, files] as const)));
  const makerOf = (path: string) =>
    makers.get(path) ??
    planned.find(({ paths }) => paths.some((prefix) => prefix.endsWith("/") && path.startsWith(prefix)));
  return {
    ready: copies.flatMap(({ path, copyOf }) => {
      const file = outputFiles.get(copyOf);
      return file ? [{ ...file, path }] : [];
    }),
    planned: copies.flatMap(({ path, copyOf }) => {
      const maker = outputFiles.has(copyOf) ? undefined : makerOf(copyOf);
      return maker ? [copyOfPlanned(maker, copyOf, path)] : [];
    }),
  };
}

function copyOfPlanned(maker: PlannedFiles<Texts>, from: string, path: string): PlannedFiles<Texts> {
  const renamed = (files: readonly OutputFile[]): OutputFile[] =>
    files.flatMap((file) => (file.path === from ? [{ ...file, path }] : []));
  return {
    paths: [path],
    make(texts) {
      const output = maker.make(texts);
      return "then" in output ? output.then(renamed) : renamed(output);
    },
  };
}

/** The texts of a site that have diagrams. */
export function textsWithDiagrams({ documents, bodies }: LinkedSite): Document[] {
  return documents.filter((document) => bodies.hasDiagram(document));
}

/** @returns one warning for the whole site if its diagrams are shown as their sources. */
function checkDiagrams(linked: LinkedSite): Diagnostic[] {
  const texts = textsWithDiagrams(linked);
  const [first] = texts;
  if (!first || missingPackages([diagramLibrary]).length === 0) return [];
  const count = texts.length === 1 ? "1 text has" : `${texts.length} texts have`;
  const message = `${count} diagrams, which are shown as their source: the package ${diagramLibrary} is not installed`;
  const help = `Install it beside cipgen: ${installCommand([diagramLibrary])}`;
  return [diagnose("diagram-not-drawn", message, { file: first.path, help })];
}
