/** The build, from top to bottom: read, parse, link, render. What comes out are files in memory; emit and serve decide what to do with them. */
import { join, posix } from "node:path";
import { bundleClient } from "../assets/client.js";
import { packageRoot } from "../assets/package-root.js";
import { compileTemplates } from "../assets/templates.js";
import { placeInConfig, type SiteConfig } from "../config/index.js";
import { hasErrors } from "../diagnostics/report.js";
import { makeWords, readStrings, type Strings } from "../i18n/strings.js";
import type { LocaleContext } from "../model/context.js";
import type { Site } from "../model/site.js";
import { Urls } from "../model/urls.js";
import { readHistory } from "../read/history.js";
import { listFiles, readSources } from "../read/sources.js";
import type { RenderContext } from "../render/context.js";
import { renderSite } from "../render/render.js";
import type { Diagnostic, Result } from "../shared/diagnostic.js";
import type { SourceFile } from "../shared/document.js";
import type { OutputFile } from "../shared/output.js";
import { buildSite } from "../site/index.js";
import { parseAll } from "./documents.js";
import { findInputs, type Inputs } from "./inputs.js";
import type { BuildState } from "./state.js";

export interface LinkRequest {
  /** Absolute. */
  root: string;
  config: SiteConfig;
  /** Name of the config file, for messages. */
  configFile: string;
  state: BuildState;
}

/** The first three stages: the site as data, in each of its locales. Enough for whoever writes no pages. */
export interface LinkedSite {
  site: Site;
  contexts: LocaleContext[];
  sources: SourceFile[];
  /** What each of the sources is, by path. */
  roles: Inputs["roles"];
  /** How many documents were taken from the memo table. */
  cached: number;
}

export interface BuildRequest extends LinkRequest {
  /** Takes files as they are made. When the build fails all the same, what was taken must not be kept. */
  onFiles?(files: readonly OutputFile[]): void;
}

export interface Built {
  files: OutputFile[];
  /** What the files were made from. */
  linked: LinkedSite;
  pages: number;
  /** How many documents and pages were taken from the memo tables. */
  cached: number;
  sources: SourceFile[];
}

export async function linkSite({ root, config, configFile, state }: LinkRequest): Promise<Result<LinkedSite>> {
  const strings = readAllStrings(root, config);
  const history = readHistory(root, [...new Set([...config.series.map(({ source }) => source), "content"])]);
  const inputs = await findInputs(root, config, configFile);
  const sources = await readSources(root, [...inputs.roles.keys()]);
  const documents = await parseAll(sources.value, inputs, config, state);
  const site = buildSite({
    config,
    configFile,
    documents: documents.value,
    staticFiles: inputs.staticFiles,
    assets: inputs.assets,
    history: await history,
    originals: inputs.originals,
  });
  const contexts = localeContexts(site.value, (await strings).value);
  const diagnostics = [inputs, sources, documents, site, await strings].flatMap((stage) => stage.diagnostics);
  const value = { site: site.value, contexts, sources: sources.value, roles: inputs.roles, cached: documents.cached };
  return { value, diagnostics: await placeInConfig(root, configFile, diagnostics) };
}

/** @returns no files when there are errors: then nothing may be written. */
export async function buildFiles({ onFiles, ...request }: BuildRequest): Promise<Result<Built>> {
  const { root, state } = request;
  const assets = Promise.all([ownTemplates(root), bundleClient()]);
  const linked = await linkSite(request);
  const [compiled, client] = await assets;
  const { site, sources } = linked.value;
  const diagnostics = [...linked.diagnostics, ...compiled.diagnostics];
  const nothing: Built = { files: [], linked: linked.value, pages: 0, cached: linked.value.cached, sources };
  if (hasErrors(diagnostics) || !compiled.value) return { value: nothing, diagnostics };
  const files: OutputFile[] = [];
  // The site's own file wins over a generated one of the same name (a manifest, robots.txt); pages were checked before.
  const take = (made: readonly OutputFile[]) => {
    const kept = made.filter(({ path, content }) => isCopy(content) || !site.files.has(`/${path}`));
    files.push(...kept);
    onFiles?.(kept);
  };
  take([...client.files, ...staticFiles(site)]);
  const contexts = linked.value.contexts.map((context): RenderContext => ({ ...context, assets: client }));
  const templates = compiled.value;
  const rendered = await renderSite({ contexts, templates, cache: state.html, cardCache: state.cardFolder, take });
  diagnostics.push(...rendered.diagnostics);
  if (hasErrors(diagnostics)) return { value: nothing, diagnostics };
  const cached = linked.value.cached + rendered.value.cached;
  return { value: { files, linked: linked.value, pages: rendered.value.pages, cached, sources }, diagnostics };
}

async function ownTemplates(root: string) {
  return compileTemplates(root, await listFiles(join(root, "templates"), ["*.tsx"]));
}

async function readAllStrings(root: string, config: SiteConfig): Promise<Result<Map<string, Strings>>> {
  const diagnostics: Diagnostic[] = [];
  const value = new Map<string, Strings>();
  const roots = root === packageRoot ? [packageRoot] : [packageRoot, root];
  for (const code of Object.keys(config.locales)) {
    const folders = roots.map((folder) => join(folder, "locales", code));
    const files = await Promise.all(
      folders.map(async (folder) => (await listFiles(folder, ["*.json"])).map((name) => join(folder, name))),
    );
    const strings = await readStrings(files.flat(), root);
    value.set(code, strings.value);
    diagnostics.push(...strings.diagnostics);
  }
  // Whatever a locale lacks is said in English rather than by key.
  if (!value.has("en-US")) {
    const folder = join(packageRoot, "locales", "en-US");
    const files = (await listFiles(folder, ["*.json"])).map((name) => join(folder, name));
    value.set("en-US", (await readStrings(files, root)).value);
  }
  return { value, diagnostics };
}

function localeContexts(site: Site, strings: ReadonlyMap<string, Strings>): LocaleContext[] {
  const { config } = site;
  const allUrls = new Map(Object.keys(config.locales).map((code) => [code, new Urls(config, code)]));
  const fallback = { ...strings.get("en-US"), ...strings.get(config.defaultLocale) };
  return Object.entries(config.locales).map(([locale, info]) => ({
    site,
    locale,
    words: makeWords(locale, info, strings.get(locale) ?? {}, fallback),
    urls: allUrls.get(locale) ?? new Urls(config, locale),
    allUrls,
  }));
}

function isCopy(content: OutputFile["content"]): boolean {
  return typeof content === "object" && "copyOf" in content;
}

function staticFiles({ files }: Site): OutputFile[] {
  return [...files.values()].map(({ url, path }) => ({
    path: posix.normalize(url.slice(1)),
    content: { copyOf: path },
  }));
}
