/** The third stage: makes the site of all documents, and resolves their links. */
import { posix } from "node:path";
import type { ConfiguredLink, SiteConfig } from "../config/index.js";
import { outdatedSince } from "../content/read/outdated.js";
import { diagnose } from "../platform/diagnostics/codes.js";
import { hasErrors } from "../platform/diagnostics/report.js";
import type { Diagnostic, Result } from "../shared/diagnostic.js";
import type { CompanionDocument, Document, HomeDocument } from "../shared/document.js";
import type { FileHistory } from "../shared/history.js";
import { lazy } from "../shared/lazy.js";
import { addAll } from "../shared/lists.js";
import { didYouMean } from "../shared/text.js";
import { decodeUrl, splitUrl } from "../shared/url.js";
import { addFile, isFileAddress } from "./broken-links.js";
import { buildCompanions } from "./companions.js";
import { buildDocs, buildTextPages, isDraft } from "./docs.js";
import { copiedFileAt, Folders, type LinkIndex, translationKey } from "./link-index.js";
import { resolveLinks } from "./links.js";
import { routeAt } from "./model/addresses.js";
import { configuredLinks, isSiteLink } from "./model/configured-links.js";
import type { SiteKinds } from "./model/kinds.js";
import { allProposals } from "./model/proposal-list.js";
import type {
  DocsPage,
  OwnPage,
  Proposal,
  Register,
  RejectedText,
  Route,
  Site,
  SitePages,
  StaticFile,
  TextPage,
} from "./model/site.js";
import { partsAsCompanions } from "./numbers.js";
import { resolveRedirects } from "./redirects.js";
import { buildRegisters } from "./registers.js";
import { buildRoutes, type MachineFiles, machineFiles } from "./routes.js";

export interface SiteInput {
  config: SiteConfig;
  kinds: SiteKinds;
  /** Name of the config file, for messages. */
  configFile: string;
  documents: Document[];
  /** By path. */
  rejected: ReadonlyMap<string, RejectedText>;
  /** By URL. */
  staticFiles: Map<string, StaticFile>;
  /** Files beside the proposals that links may name, by path below the root. */
  assets: Map<string, StaticFile>;
  /** By path. */
  history: Map<string, FileHistory>;
  /** Day of the newest commit, by id of each series that has a history. */
  historyEnds: ReadonlyMap<string, string>;
  /** Whether there is a file or a folder at a path below the root. */
  exists(path: string): boolean;
  /** Path of the root below the top of its repository. */
  prefix: string;
  /** Path of the original of each translation, by the translation's path. */
  originals: ReadonlyMap<string, string>;
  /** Texts whose links are resolved, by path; all by default. Otherwise only these texts of the site are complete. */
  follows?(path: string): boolean;
  /** Lists the site's own pages that are components: undefined if their code does not run, so that not all addresses are known. */
  ownPages?: ((pages: SitePages) => Result<OwnPage[] | undefined>) | undefined;
}

/** The pages and their addresses, before links are followed. */
interface ArrangedSite {
  pages: SitePages;
  /** The documents that are part of the site. */
  documents: readonly Document[];
  routes: Map<string, Route>;
  /** Whether all addresses of pages are known: those of components are known only if their code runs. */
  isWhole: boolean;
}

/** Arranges all texts on pages, and finds the addresses of the site. */
export function arrangeSite(input: SiteInput): Result<ArrangedSite> {
  const { config, configFile, history } = input;
  const parsed = partsAsCompanions(config, input.documents);
  const registers = buildRegisters(config, parsed, [...input.rejected.values()]);
  for (const register of registers.value) addHistory(register, input);
  const companions = buildCompanions(parsed, registers.value, input.originals);
  const { documents } = companions;
  const docs = buildDocs(config, configFile, documents);
  for (const { pages } of docs.value) for (const page of pages.values()) addOutdated(page, history);
  const textPages = buildTextPages(documents, input.originals);
  for (const page of textPages.value) addOutdated(page, history);
  const pages: SitePages = {
    config,
    kinds: input.kinds,
    registers: registers.value,
    companions: companions.value,
    docs: docs.value,
    textPages: textPages.value,
    ownPages: [],
    home: homeOf(documents),
  };
  const ownPages = input.ownPages?.(pages) ?? { value: [], diagnostics: [] };
  pages.ownPages = ownPages.value ?? [];
  const routes = buildRoutes(pages, configFile, input.staticFiles);
  const homes = routes.value.get("/")?.kind === "home" ? [] : replacedHomes(documents);
  const diagnostics = [registers, docs, textPages, ownPages, routes].flatMap((stage) => stage.diagnostics);
  return {
    value: {
      pages,
      documents: homes.length > 0 ? documents.filter(({ kind }) => kind !== "home") : documents,
      routes: routes.value,
      isWhole: ownPages.value !== undefined,
    },
    diagnostics: [...diagnostics, ...companions.withoutProposal.flatMap((text) => leftOut(text, config)), ...homes],
  };
}

/** Follows the links of all texts and the redirects, and finds the files that they publish. */
export function buildSite(input: SiteInput, arranged = arrangeSite(input)): Result<Site> {
  const { config, configFile, history, follows } = input;
  const { pages, documents, isWhole } = arranged.value;
  const { registers } = pages;
  const originals = documents.filter(({ locale }) => !locale);
  const originalsByPath = new Map(originals.map((document) => [document.path, document]));
  const translations = documents.flatMap((document): [string, Document][] => {
    const { path, locale } = document;
    const isShown = locale !== undefined && !isDraft(document);
    return isShown ? [[translationKey(locale, input.originals.get(path) ?? path), document]] : [];
  });
  const folders = new Folders(input.assets, originalsByPath, arranged.value.routes);
  const routes = new Map(arranged.value.routes);
  const index: LinkIndex = {
    config,
    registers,
    routes,
    isWhole,
    files: input.staticFiles,
    generated: machineFiles(pages, routes.values()),
    documents: originalsByPath,
    translations: new Map(translations),
    folders,
    rejected: input.rejected,
    assets: input.assets,
    originals: input.originals,
    exists: input.exists,
    prefix: input.prefix,
  };
  const followed = follows ? documents.filter(({ path }) => follows(path)) : documents;
  const links = resolveLinks(followed, index);
  for (const route of pages.kinds.pages.flatMap(
    (kind) => kind.linkedRoutes?.({ folders: folders.pages, registers }) ?? [],
  ))
    routes.set(route.route, route);
  const { generated } = index;
  const redirects = resolveRedirects({ ...input, registers, routes, files: input.staticFiles, generated });
  const inFolders = folders.pages.map(({ files }) => files.map(({ target }) => target));
  const published = new Set([
    ...[...links.value.values(), ...inFolders].flatMap((targets) =>
      targets.flatMap((target) => (target.kind === "file" ? (target.asset ?? []) : [])),
    ),
    ...redirects.value.assets,
    ...[...input.assets].flatMap(([path, asset]) => (asset.isPublic && asset.publication !== "refused" ? [path] : [])),
  ]);
  const assets = [...published].flatMap((path) => input.assets.get(path) ?? []);
  const ownFiles = [
    ...input.staticFiles.values(),
    // A register in the root of its repository contains the folder of static files.
    ...assets.filter(({ url, path }) => input.staticFiles.get(url)?.path !== path),
  ];
  const files = new Map(ownFiles.map((file) => [file.url, file]));
  const value: Site = {
    ...pages,
    folders: folders.pages,
    routes,
    redirects: redirects.value.redirects,
    files,
    ownFiles,
    assets: input.assets,
    history,
    targets: links.value,
  };
  const diagnostics = [...arranged.diagnostics, ...links.diagnostics];
  // With errors, not all addresses are known: what is missing because of another problem is not reported again.
  const isComplete = () => isWhole && !hasErrors(diagnostics);
  if (!follows && isComplete()) addAll(diagnostics, redirects.diagnostics);
  if (isComplete()) addAll(diagnostics, brokenConfigured(configuredLinks(config), configFile, value, generated));
  return { value, diagnostics: [...diagnostics, ...emptySidebars(config, configFile, value)] };
}

function addHistory(register: Register, { history, historyEnds }: SiteInput): void {
  register.historyEnd = historyEnds.get(register.series.id);
  if (!register.historyEnd) return;
  for (const proposal of allProposals(register)) {
    proposal.history = proposal.document && history.get(proposal.document.path);
    addOutdated(proposal, history);
  }
}

function addOutdated(page: Proposal | DocsPage | TextPage, history: SiteInput["history"]): void {
  const { document, translations } = page;
  if (translations.size === 0) return;
  const versions = (document && history.get(document.path)?.versions) ?? [];
  const outdated = [...translations].flatMap(([locale, { path }]) => {
    const base = outdatedSince(versions, history.get(path)?.versions ?? []);
    return base ? [[locale, base] as const] : [];
  });
  page.outdated = new Map(outdated);
}

/** Reports a text in a proposal's folder that is not a proposal, and belongs to none. */
function leftOut({ path, needsLink, series: id }: CompanionDocument, config: SiteConfig): Diagnostic[] {
  if (needsLink) return [];
  const { files = "", numbers, source = "" } = config.series.find((series) => series.id === id) ?? {};
  const inMetadata = numbers === "none" ? "" : " and begins with its metadata";
  // Metadata make a proposal of a text with another name only beside the others, not in a folder below them.
  const isBeside = path.split("/").length === posix.join(source, files).split("/").length;
  const inDigits = ` (the number in digits)${isBeside ? ", or begins with its metadata" : ""}`;
  const how = files.includes("{number}") ? inDigits : inMetadata;
  const help = `A proposal is named ${files}${how}. Other texts must be linked from one, or be in a folder with its name.`;
  const location = { file: path, line: 1, column: 1 };
  return [diagnose("file-ignored", "this file is not a proposal and was left out", { ...location, help })];
}

function homeOf(documents: readonly Document[]): Site["home"] {
  const homes = documents.filter((document): document is HomeDocument => document.kind === "home");
  const translations = new Map(homes.flatMap((home) => (home.locale ? [[home.locale, home] as const] : [])));
  return { document: homes.find(({ locale }) => !locale), translations };
}

/** Reports texts of the home page that one of the site's own pages replaces. */
function replacedHomes(documents: readonly Document[]): Diagnostic[] {
  const message = "this text is not shown, because a page of the site's own is the home page";
  const details = { line: 1, column: 1, help: "Remove one of the two." };
  return documents.flatMap(({ kind, path: file }) =>
    kind === "home" ? [diagnose("file-ignored", message, { file, ...details })] : [],
  );
}

/** Reports links of the configuration to addresses of this site that nothing has. @param generated addresses of files for programs. */
export function brokenConfigured(
  links: readonly ConfiguredLink[],
  configFile: string,
  site: Site,
  generated?: MachineFiles,
): Diagnostic[] {
  const configLinks = links.filter(isSiteLink);
  return withoutAnswer(configLinks, ({ to }) => to, site, generated).map(({ link: { key, to }, problem }) =>
    problem(configFile, `${key}: nothing on this site has the address ${to}`),
  );
}

/**
 * @returns a function that reports links of rendered pages to addresses of this site that nothing has. Its `file` is the source of the pages; a link
 * that they have in several languages is reported once.
 */
export function pageLinkCheck(site: Site): (hrefs: readonly string[], file: string) => Diagnostic[] {
  const { config, routes } = site;
  const { baseUrl } = config;
  const generated = lazy(() => machineFiles(site, routes.values()));
  const reported = new Set<string>();
  return (hrefs, file) => {
    const localHrefs = hrefs.filter((href) => href.startsWith(baseUrl) && !href.startsWith("//"));
    if (localHrefs.length === 0) return [];
    const addressOf = (href: string) => `/${href.slice(baseUrl.length)}`;
    return withoutAnswer(localHrefs, addressOf, site, generated()).flatMap(({ link, problem }) => {
      const key = `${file} ${routeAt(config, addressOf(link)).route}`;
      if (reported.has(key)) return [];
      reported.add(key);
      return [problem(file, `nothing on this site has the address ${link}`)];
    });
  };
}

/** @param addressOf the address of a link, from the site's root. @returns the links that lead to nothing. */
function withoutAnswer<L>(
  links: readonly L[],
  addressOf: (link: L) => string,
  site: Site,
  generated: MachineFiles = machineFiles(site, site.routes.values()),
): { link: L; problem(file: string, message: string): Diagnostic }[] {
  const { config, routes, files } = site;
  const level = config.checks.brokenLinks;
  if (level === "ignore") return [];
  const answered = (path: string) =>
    routes.has(routeAt(config, path).route) || copiedFileAt(path, files) !== undefined || generated.has(path);
  return links.flatMap((link) => {
    const to = addressOf(link);
    const path = decodeUrl(splitUrl(to).path);
    if (answered(path)) return [];
    const near = didYouMean(to, isFileAddress(path) ? files.keys() : routes.keys());
    const filePath = isFileAddress(path) ? posix.join(config.content.static, path) : undefined;
    const severity = level === "error" ? "error" : "warning";
    const help = near ? `Did you mean ${near}?` : addFile(filePath);
    return [{ link, problem: (file, message) => diagnose("broken-link", message, { file, severity, help }) }];
  });
}

/** Reports navbar items that name a sidebar without pages. */
function emptySidebars(config: SiteConfig, configFile: string, site: Site): Diagnostic[] {
  const last = site.docs.find(({ isLast }) => isLast);
  return config.navbar.items.flatMap((item, index) => {
    if (item.type !== "docSidebar" || last?.sidebars.get(item.sidebarId)?.length !== 0) return [];
    const message = `navbar.items[${index}].sidebarId: the sidebar "${item.sidebarId}" has no pages`;
    return [diagnose("config-reference", message, { file: configFile })];
  });
}
