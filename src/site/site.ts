/** The third stage: all documents together become the site. */
import type { SiteConfig } from "../config/index.js";
import { diagnose } from "../diagnostics/codes.js";
import { hasErrors } from "../diagnostics/report.js";
import { outdatedSince } from "../history/translations.js";
import { machineFiles } from "../model/addresses.js";
import { configuredLinks, isOwn } from "../model/configured-links.js";
import type { DocsPage, Proposal, Register, RejectedText, Site, StaticFile } from "../model/site.js";
import type { Diagnostic, Result } from "../shared/diagnostic.js";
import type { Bodies, CompanionDocument, Document, HomeDocument } from "../shared/document.js";
import type { FileHistory } from "../shared/history.js";
import { barePath } from "../shared/page-path.js";
import { didYouMean } from "../shared/text.js";
import { decodeUrl, splitUrl } from "../shared/url.js";
import { buildCompanions } from "./companions.js";
import { buildDocs } from "./docs.js";
import { Folders, folderRoutes } from "./folders.js";
import type { KnownLinks } from "./known-links.js";
import type { LinkIndex } from "./link-index.js";
import { resolveLinks } from "./links.js";
import { buildRegisters, partsAsCompanions } from "./registers.js";
import { buildRoutes } from "./routes.js";

export interface SiteInput {
  config: SiteConfig;
  /** Name of the config file, for messages. */
  configFile: string;
  documents: Document[];
  bodies: Bodies;
  /** By path. */
  rejected: ReadonlyMap<string, RejectedText>;
  /** By URL. */
  staticFiles: Map<string, StaticFile>;
  /** Files beside the proposals that links may name: URL and place by path below the root. */
  assets: Map<string, StaticFile>;
  /** By path. */
  history: Map<string, FileHistory>;
  /** Day of the newest commit, by id of each series that has a history. */
  historyEnds: ReadonlyMap<string, string>;
  historyDigest: string;
  /** Whether there is a file or a folder at a path below the root. */
  exists(path: string): boolean;
  /** Path of the original of each translation, by the translation's path. */
  originals: ReadonlyMap<string, string>;
  /** Texts whose links are resolved, by path; all by default. Otherwise only these texts of the site are complete. */
  follows?(path: string): boolean;
  /** Memoized targets of links, in a process that links more than once. */
  knownLinks?: KnownLinks;
}

export function buildSite(input: SiteInput): Result<Site> {
  const { config, configFile, history } = input;
  const parsed = partsAsCompanions(config, input.documents);
  const registers = buildRegisters(config, parsed, [...input.rejected.values()]);
  for (const register of registers.value) addHistory(register, input);
  const companions = buildCompanions(parsed, registers.value, input.originals);
  const { documents } = companions;
  const docs = buildDocs(config, configFile, documents);
  for (const { pages } of docs.value) for (const page of pages.values()) addOutdated(page, history);
  const routes = buildRoutes(config, configFile, registers.value, companions.value, docs.value, input.staticFiles);
  const originals = documents.filter(({ locale }) => !locale);
  const originalsByPath = new Map(originals.map((document) => [document.path, document]));
  const folders = new Folders(input.assets, originalsByPath);
  const { follows } = input;
  const index: LinkIndex = {
    config,
    registers: registers.value,
    routes: routes.value,
    files: input.staticFiles,
    generated: machineFiles(config, routes.value.values(), registers.value),
    documents: originalsByPath,
    folders,
    rejected: input.rejected,
    assets: input.assets,
    originalPath: ({ path }) => input.originals.get(path) ?? path,
    exists: input.exists,
  };
  const followed = follows ? documents.filter(({ path }) => follows(path)) : documents;
  const links = resolveLinks(followed, index, input.knownLinks);
  for (const route of folderRoutes(folders.all, registers.value)) routes.value.set(route.route, route);
  const targets = [
    ...links.value.values(),
    ...folders.all.map(({ files }) => files.map(({ target }) => target)),
  ].flat();
  const linked = new Set(targets.flatMap((target) => (target.kind === "file" && target.asset) || []));
  const assets = [...linked].flatMap((path) => input.assets.get(path) ?? []);
  const ownFiles = [
    ...input.staticFiles.values(),
    // A register in the root of its repository contains the folder of static files.
    ...assets.filter(({ url, path }) => input.staticFiles.get(url)?.path !== path),
  ];
  const files = new Map(ownFiles.map((file) => [file.url, file]));
  const value: Site = {
    config,
    registers: registers.value,
    companions: companions.value,
    folders: folders.all,
    docs: docs.value,
    home: homeOf(documents),
    routes: routes.value,
    files,
    ownFiles,
    history,
    historyDigest: input.historyDigest,
    bodies: input.bodies,
    targets: links.value,
  };
  const diagnostics = [
    ...[registers, docs, routes, links].flatMap((stage) => stage.diagnostics),
    ...companions.left.flatMap(leftOut),
  ];
  // Pages that are missing because of another problem are not reported again.
  const configured = hasErrors(diagnostics)
    ? emptySidebars(config, configFile, value)
    : checkConfigured(config, configFile, value, index.generated);
  return { value, diagnostics: [...diagnostics, ...configured] };
}

function addHistory(register: Register, { history, historyEnds }: SiteInput): void {
  register.historyEnd = historyEnds.get(register.series.id);
  if (!register.historyEnd) return;
  for (const proposal of register.proposals) {
    proposal.history = proposal.document && history.get(proposal.document.path);
    addOutdated(proposal, history);
  }
}

function addOutdated({ document, translations, outdated }: Proposal | DocsPage, history: SiteInput["history"]): void {
  const versions = (document && history.get(document.path)?.versions) ?? [];
  for (const [locale, translation] of translations) {
    const base = outdatedSince(versions, history.get(translation.path)?.versions ?? []);
    if (base) outdated.set(locale, base);
  }
}

/** A text in a proposal's place that is not a proposal, and belongs to none. */
function leftOut({ path, isOnlyIfNamed }: CompanionDocument): Diagnostic[] {
  if (isOnlyIfNamed) return [];
  const help =
    "A proposal begins with its metadata. A text that belongs to one is linked there, or is in a folder of the proposal's name.";
  return [
    diagnose("file-ignored", "this file is not a proposal and was left out", { file: path, line: 1, column: 1, help }),
  ];
}

function homeOf(documents: readonly Document[]): Site["home"] {
  const homes = documents.filter((document): document is HomeDocument => document.kind === "home");
  const translations = new Map(homes.flatMap((home) => (home.locale ? [[home.locale, home] as const] : [])));
  return { document: homes.find(({ locale }) => !locale), translations };
}

/** Links of the configuration: each must lead somewhere. */
function checkConfigured(
  config: SiteConfig,
  configFile: string,
  site: Site,
  generated: ReadonlySet<string>,
): Diagnostic[] {
  const level = config.checks.brokenLinks;
  const answered = (path: string) => site.routes.has(barePath(path)) || site.files.has(path) || generated.has(path);
  const broken =
    level === "ignore"
      ? []
      : configuredLinks(config).filter((link) => isOwn(link) && !answered(decodeUrl(splitUrl(link.to).path)));
  const severity = level === "error" ? "error" : "warning";
  return [
    ...broken.map(({ key, to }) => {
      const near = didYouMean(to, site.routes.keys());
      return diagnose("broken-link", `${key}: nothing on this site has the address ${to}`, {
        file: configFile,
        severity,
        help: near && `Did you mean ${near}?`,
      });
    }),
    ...emptySidebars(config, configFile, site),
  ];
}

/** A sidebar that a navbar item names must have a page to lead to. */
function emptySidebars(config: SiteConfig, configFile: string, site: Site): Diagnostic[] {
  const last = site.docs.find(({ isLast }) => isLast);
  if (!last) return [];
  return config.navbar.items.flatMap((item, index) =>
    item.type === "docSidebar" && last.sidebars.get(item.sidebarId)?.length === 0
      ? [
          diagnose(
            "config-reference",
            `navbar.items[${index}].sidebarId: the sidebar "${item.sidebarId}" has no pages`,
            { file: configFile },
          ),
        ]
      : [],
  );
}
