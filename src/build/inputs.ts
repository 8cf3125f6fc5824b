/** Which files a site is made of, and what each of them is: decided by configuration and place alone. */
import { posix } from "node:path";
import type { Series, SiteConfig } from "../config/index.js";
import type { StaticFile } from "../model/site.js";
import type { FileRole } from "../parse/document.js";
import { listFiles } from "../read/sources.js";

export interface Inputs {
  /** Text files by path relative to the root, in order. */
  roles: Map<string, FileRole>;
  /** Path of the original, by path of the translation. */
  originals: Map<string, string>;
  /** Files that are copied, by URL. */
  staticFiles: Map<string, StaticFile>;
  /** Files beside the proposals, by path: published only where a link names them. */
  assets: Map<string, StaticFile>;
}

/** @param root absolute. */
export async function findInputs(root: string, config: SiteConfig): Promise<Inputs> {
  const inputs: Inputs = { roles: new Map(), originals: new Map(), staticFiles: new Map(), assets: new Map() };
  for (const series of config.series) await addSeries(root, config, series, inputs);
  await addDocs(root, config, inputs);
  await addHome(root, config, inputs);
  const folder = config.content.static;
  for (const path of await listFiles(posix.join(root, folder), ["**"])) {
    inputs.staticFiles.set(`/${path}`, { url: `/${path}`, path: posix.join(root, folder, path) });
  }
  return inputs;
}

async function addSeries(root: string, config: SiteConfig, series: Series, inputs: Inputs): Promise<void> {
  const isFile = (path: string) => /\.(md|markdown)$/i.test(path);
  const ownReadme = /readme\.md$/i.test(series.files);
  const ignore = series.ignore.filter((pattern) => !(ownReadme && /readme/i.test(pattern)));
  const name = posix.basename(config.content.proposals);
  await addTexts(
    root,
    series.source,
    ["**/*.md"],
    ignore,
    (relativePath, locale) => ({ kind: "proposal", series, relativePath, locale }),
    config,
    name,
    inputs,
  );
  const folders = [
    [series.source, series.route],
    ...(series.assets ? [[posix.join(series.source, series.assets), posix.join(series.route, "assets")]] : []),
  ] as const;
  for (const [folder = "", url = ""] of folders) {
    for (const path of await listFiles(posix.join(root, folder), ["**"])) {
      if (isFile(path) && folder === series.source) continue;
      inputs.assets.set(posix.join(folder, path), { url: posix.join(url, path), path: posix.join(root, folder, path) });
    }
  }
}

async function addDocs(root: string, config: SiteConfig, inputs: Inputs): Promise<void> {
  for (const version of config.docs?.versions ?? []) {
    const source = version.source ?? config.content.docs;
    const route = posix.join(config.docs?.route ?? "/docs", version.path);
    const role = (relativePath: string, locale?: string): FileRole => ({
      kind: "doc",
      version: version.name,
      route,
      relativePath,
      locale,
    });
    await addTexts(root, source, ["**/*.md"], [], role, config, posix.basename(source), inputs);
  }
}

async function addHome(root: string, config: SiteConfig, inputs: Inputs): Promise<void> {
  const { home } = config.content;
  const [folder, file] = [posix.dirname(home), posix.basename(home)];
  const own = await listFiles(posix.join(root, folder), [file]);
  for (const path of own) inputs.roles.set(posix.join(folder, path), { kind: "home", relativePath: path });
  for (const [locale, base] of translationFolders(config, "")) {
    for (const path of await listFiles(posix.join(root, base), [file])) {
      inputs.roles.set(posix.join(base, path), { kind: "home", relativePath: path, locale });
      inputs.originals.set(posix.join(base, path), home);
    }
  }
}

/** Originals of a folder, and translations of the same relative paths. */
async function addTexts(
  root: string,
  source: string,
  patterns: string[],
  ignore: string[],
  role: (relativePath: string, locale?: string) => FileRole,
  config: SiteConfig,
  name: string,
  inputs: Inputs,
): Promise<void> {
  for (const path of await listFiles(posix.join(root, source), patterns, ignore)) {
    inputs.roles.set(posix.join(source, path), role(path));
  }
  for (const [locale, base] of translationFolders(config, name)) {
    for (const path of await listFiles(posix.join(root, base), patterns, ignore)) {
      inputs.roles.set(posix.join(base, path), role(path, locale));
      inputs.originals.set(posix.join(base, path), posix.join(source, path));
    }
  }
}

function translationFolders(config: SiteConfig, name: string): [locale: string, folder: string][] {
  return Object.keys(config.locales).map((locale) => [locale, posix.join(config.content.i18n, locale, name)]);
}
