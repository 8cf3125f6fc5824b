/**
 * The inputs and diagnostics of the last build into an output. If all inputs are the same, and the output is untouched,
 * there is nothing to do: no text is parsed, no page is planned.
 */
import { createHash } from "node:crypto";
import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Cache } from "../cache/cache.js";
import type { SiteConfig } from "../config/index.js";
import { diskReader } from "../read/reader.js";
import { historyKey } from "../read/repositories.js";
import { listFiles } from "../read/sources.js";
import { isWithin, realOf, repositoryTop, SourceLinks } from "../read/symlinks.js";
import { readTexts } from "../read/texts.js";
import { environmentIn } from "../runtime/native-import.js";
import { distFolder, packageRoot, programStamp } from "../runtime/package-root.js";
import type { OutdatedTranslation } from "../shared/api.js";
import type { Diagnostic } from "../shared/diagnostic.js";
import { installedPainters } from "../view/cards.js";
import type { Built } from "./build-files.js";
import { recordedCommit } from "./build-record.js";
import { findInputs, listedFiles, textOptions } from "./inputs.js";
import type { OpenSite } from "./open-site.js";
import { ownLook } from "./own-code.js";
import { remember } from "./state.js";

/** The results that a build without changes repeats. */
interface KnownBuild {
  pages: number;
  diagnostics: Diagnostic[];
  outdated: OutdatedTranslation[];
}

interface Saved extends KnownBuild {
  key: string;
  /** See `Built`. */
  looked: Built["looked"];
}

const nameOf = (out: string) => `builds/${createHash("sha256").update(out).digest("hex").slice(0, 16)}.json`;

/** @param key see `buildKey`. @param out absolute path of the output. */
export function readKnownBuild({ root, state }: OpenSite, out: string, key: string): KnownBuild | undefined {
  const saved = state.cache.readJson(nameOf(out)) as Saved | undefined;
  if (saved?.key !== key) return undefined;
  const reader = diskReader(root);
  const { pages, diagnostics, outdated, looked } = saved;
  const isSame = looked.every(([path, isThere]) => reader.has(path) === isThere);
  return isSame ? { pages, diagnostics, outdated } : undefined;
}

export function saveKnownBuild(cache: Cache, out: string, build: Saved): void {
  const { key, pages, diagnostics, outdated, looked } = build;
  cache.write(nameOf(out), JSON.stringify({ key, pages, diagnostics, outdated, looked } satisfies Saved));
}

/**
 * Digest of all inputs of a build. The texts that are read for it are those that the build then parses.
 * @returns undefined if that is not possible: the configuration has functions, pages are components, or templates are or
 * import from outside their folder.
 */
export async function buildKey(site: OpenSite): Promise<string | undefined> {
  const { root, config, configFile, state } = site;
  const settings = jsonOf(config);
  const links = new SourceLinks(repositoryTop(root));
  const templates = await ownFiles(root, "templates", ["**"], links);
  const isOutside = (template: OwnFile) => isElsewhere(template, join(root, "templates"));
  if (root === packageRoot || settings === undefined || templates.some(isOutside)) return undefined;
  const reader = diskReader(root);
  state.memo ??= { sources: new Map(), files: new Map() };
  const inputs = await remember(state, "inputs", [], () => findInputs({ reader, root }, config, configFile));
  if (inputs.components.length > 0) return undefined;
  const sources = await readTexts(reader, [...inputs.roles.keys()], textOptions(config, inputs), state.memo.sources);
  const strings = [await ownFiles(packageRoot, "locales", ["**"]), await ownFiles(root, "locales", ["**"], links)];
  // The text of the configuration has the places of its problems.
  const scripts = ["package.json", configFile].map((name) => join(root, name)).filter((path) => existsSync(path));
  // Another version of the program may differ only in templates and styles.
  const parts = distFolder ? await ownFiles(distFolder, ".", ["client.json", "templates.digest"]) : [];
  const hash = createHash("sha256").update(`${programStamp()}\n${settings}\n${configFile}\n`);
  for (const { path, text } of [...templates, ...strings.flat(), ...scripts.map(ownFile), ...parts])
    hash.update(`${path}\n${text}\n`);
  for (const { text } of templates) hash.update(environmentIn(text));
  const look = await ownLook(site);
  for (const { path, content } of look.value?.files ?? []) hash.update(`${path}\n`).update(content as string);
  hash.update(JSON.stringify(look.diagnostics));
  if (config.socialCards) hash.update(installedPainters());
  for (const source of sources.value) hash.update(`${source.path} ${source.hash}\n`);
  hash.update(JSON.stringify([inputs.diagnostics, sources.diagnostics]));
  return hash.update(await placeKey(site, sources.included)).digest("hex");
}

/** The inputs that a build examines without reading them: files to copy, and the commits that the history ends with. */
async function placeKey(
  { root, config, configFile, configFiles = [], state }: OpenSite,
  included: readonly string[],
): Promise<string> {
  const inputs = await remember(state, "inputs", [], () =>
    findInputs({ reader: diskReader(root), root }, config, configFile),
  );
  const files = [...inputs.staticFiles.values(), ...inputs.assets.values()].map(({ path, publication }) => {
    const info = statSync(path, { throwIfNoEntry: false });
    return `${path} ${publication} ${info?.size} ${info?.mtimeMs} ${info?.ctimeMs} ${info?.ino}`;
  });
  const [history, commit] = await Promise.all([
    historyKey(root, inputs.roles.keys()),
    recordedCommit(root, config, configFiles, [
      ...listedFiles(root, inputs),
      ...included.map((path) => join(root, path)),
    ]),
  ]);
  return [...files, `history ${history}`, `commit ${commit}`].join("\n");
}

/** Whether these inputs are the same as when the key was made. */
export async function isStillKey(site: OpenSite, key: string): Promise<boolean> {
  return (await buildKey(site)) === key;
}

/** Whether a template is, or imports from, outside the folder: what a linked one imports is beside the file that it leads to. */
function isElsewhere({ path, text }: OwnFile, folder: string): boolean {
  return importsFromOutside(text) || !isWithin(realOf(path) ?? path, realOf(folder) ?? folder);
}

/**
 * Imports that stay within the folder of the templates or the program; files of other imports are not in the key. A comment or an escape may
 * hide where an import leads.
 */
function importsFromOutside(text: string): boolean {
  const imported = text.matchAll(
    /\b(?:from|import|require)\b\s*\(?\s*(?:(["'`])(.*?)\1|\/[/*])|\b(?:import|require)\s*\(/g,
  );
  return [...imported].some(
    ([, , name]) => name === undefined || !/^(\.\/(?!.*(?:\.\.|\\))|react$|react\/|cipgen(\/|$))/.test(name),
  );
}

/** @returns undefined for a value that JSON cannot represent. */
function jsonOf(value: SiteConfig): string | undefined {
  const { codeDigest } = value;
  let isWhole = true;
  const json = JSON.stringify(value, (_, part) => {
    // The configuration has the digest of its code.
    if (typeof part === "function" && codeDigest !== undefined) return undefined;
    if (typeof part === "function" || part instanceof RegExp || part instanceof Map || part instanceof Set)
      isWhole = false;
    return part;
  });
  return isWhole ? json : undefined;
}

interface OwnFile {
  /** Absolute. */
  path: string;
  text: string;
}

/** @param links those that a build follows. */
async function ownFiles(root: string, folder: string, patterns: string[], links?: SourceLinks): Promise<OwnFile[]> {
  const paths = await listFiles(join(root, folder), patterns, [], links);
  return paths.map((path) => ownFile(join(root, folder, path)));
}

const ownFile = (path: string): OwnFile => ({ path, text: readFileSync(path, "utf8") });
