/** The build, from top to bottom: read, parse, link, render. What comes out are files in memory; emit and serve decide what to do with them. */
import { join, posix } from "node:path";
import { bundleClient } from "../assets/client.js";
import { packageRoot } from "../assets/package-root.js";
import { compileTemplates } from "../assets/templates.js";
import type { SiteConfig } from "../config/index.js";
import { hasErrors } from "../diagnostics/report.js";
import { makeWords, readStrings, type Strings } from "../i18n/strings.js";
import type { Site } from "../model/site.js";
import { readHistory } from "../read/history.js";
import { listFiles, readSources } from "../read/sources.js";
import type { RenderContext } from "../render/context.js";
import { renderSite } from "../render/render.js";
import { Urls } from "../render/urls.js";
import type { Diagnostic, Result } from "../shared/diagnostic.js";
import type { SourceFile } from "../shared/document.js";
import type { OutputFile } from "../shared/output.js";
import { buildSite } from "../site/index.js";
import { parseAll } from "./documents.js";
import { findInputs } from "./inputs.js";
import type { BuildState } from "./state.js";

export interface BuildRequest {
  /** Absolute. */
  root: string;
  config: SiteConfig;
  /** Name of the config file, for messages. */
  configFile: string;
  state: BuildState;
  /** Takes files as they are made. When the build fails all the same, what was taken must not be kept. */
  onFiles?(files: readonly OutputFile[]): void;
}

export interface Built {
  files: OutputFile[];
  pages: number;
  /** How many documents and pages were taken from the memo tables. */
  cached: number;
  sources: SourceFile[];
}

/** @returns no files when there are errors: then nothing may be written. */
export async function buildFiles({ root, config, configFile, state, onFiles }: BuildRequest): Promise<Result<Built>> {
  const assets = Promise.all([ownTemplates(root), bundleClient(), readAllStrings(root, config)]);
  const history = readHistory(root, [...new Set([...config.series.map(({ source }) => source), "content"])]);
  const inputs = await findInputs(root, config);
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
  const [compiled, client, strings] = await assets;
  const diagnostics = [sources, documents, site, compiled, strings].flatMap((stage) => stage.diagnostics);
  const nothing: Built = { files: [], pages: 0, cached: documents.cached, sources: sources.value };
  if (hasErrors(diagnostics) || !compiled.value) return { value: nothing, diagnostics };
  const contexts = renderContexts(site.value, strings.value, client);
  const files: OutputFile[] = [];
  // The site's own file wins over a generated one of the same name (a manifest, robots.txt); pages were checked before.
  const take = (made: readonly OutputFile[]) => {
    const kept = made.filter(({ path, content }) => isCopy(content) || !site.value.files.has(`/${path}`));
    files.push(...kept);
    onFiles?.(kept);
  };
  take([...client.files, ...staticFiles(site.value)]);
  const templates = compiled.value;
  const rendered = await renderSite({ contexts, templates, cache: state.html, cardCache: state.cardFolder, take });
  diagnostics.push(...rendered.diagnostics);
  if (hasErrors(diagnostics)) return { value: nothing, diagnostics };
  const cached = documents.cached + rendered.value.cached;
  return { value: { files, pages: rendered.value.pages, cached, sources: sources.value }, diagnostics };
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

function renderContexts(
  site: Site,
  strings: ReadonlyMap<string, Strings>,
  assets: RenderContext["assets"],
): RenderContext[] {
  const { config } = site;
  const allUrls = new Map(Object.keys(config.locales).map((code) => [code, new Urls(config, code)]));
  const fallback = { ...strings.get("en-US"), ...strings.get(config.defaultLocale) };
  return Object.entries(config.locales).map(([locale, info]) => ({
    site,
    locale,
    words: makeWords(locale, info, strings.get(locale) ?? {}, fallback),
    urls: allUrls.get(locale) ?? new Urls(config, locale),
    allUrls,
    assets,
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
