/** Opens a site: loads its configuration and its cache. Every command begins here. */
import { statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { checkRoot, findConfigFile, type SiteConfig } from "../config/index.js";
import { loadConfig } from "../config/loading.js";
import { isTracked } from "../content/read/repositories.js";
import { type Cache, cacheFolder, chosenCacheFolder, noCache as emptyCache, openCache } from "../platform/cache.js";
import { diagnose } from "../platform/diagnostics/codes.js";
import { programStamp } from "../platform/package-root.js";
import type { Diagnostic, Result } from "../shared/diagnostic.js";
import type { LinkRequest } from "./link.js";
import { emptyState } from "./state.js";

interface SiteOptions {
  /** The cache is neither read nor written. */
  noCache?: boolean;
  /** Folder of the cache, relative to the working directory, instead of the usual one. */
  cacheDir?: string;
}

/** A site with a valid configuration. */
export interface OpenSite extends LinkRequest {
  /** Data that remains valid for other versions of the program: the answers of other sites. */
  notes: Cache;
}

/**
 * @param root absolute path of the site's folder.
 * @returns undefined with diagnostics if the root or the cache is not a folder or the configuration is wrong.
 */
export async function openSite(root: string, options: SiteOptions = {}): Promise<Result<OpenSite | undefined>> {
  const problem = checkRoot(root) ?? checkCacheFolder(options.cacheDir);
  if (problem) return { value: undefined, diagnostics: [problem] };
  const [{ value: config, diagnostics, files }, folder] = await Promise.all([
    loadConfig(root),
    usableFolder(root, options),
  ]);
  if (!config) return { value: undefined, diagnostics };
  const configFile = findConfigFile(root) ?? "cipgen.config.ts";
  const state = emptyState(cacheIn(folder));
  const notes = folder ? openCache({ folder, program: "any" }) : emptyCache;
  return { value: { root, config, configFile, configFiles: files, state, notes }, diagnostics };
}

/** Reports a folder for the cache that exists as a file, or is below one. */
function checkCacheFolder(cacheDir: string | undefined): Diagnostic | undefined {
  const chosen = cacheDir ?? chosenCacheFolder();
  if (chosen === undefined || canBeFolder(resolve(chosen))) return undefined;
  const help = "Name a folder, or one that does not exist yet.";
  const origin = cacheDir === undefined ? "CIPGEN_CACHE_DIR" : "cacheDir";
  return diagnose("config-reference", `${origin}: ${chosen} is not a folder`, { help });
}

/** Whether a path is a folder, or can become one. */
function canBeFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // For a path below a file, Windows reports ENOENT as well.
    return code === "ENOENT" && dirname(path) !== path ? canBeFolder(dirname(path)) : code !== "ENOTDIR";
  }
}

/** Opens the cache of a site, for a caller that reads the configuration itself. */
export async function openCacheOf(root: string, options: SiteOptions): Promise<Cache> {
  return cacheIn(await usableFolder(root, options));
}

function cacheIn(folder: string | undefined): Cache {
  return folder ? openCache({ folder, program: programStamp() }) : emptyCache;
}

async function usableFolder(root: string, { noCache, cacheDir }: SiteOptions): Promise<string | undefined> {
  const folder = cacheFolder(root, cacheDir);
  return noCache || (await isTracked(folder, root)) ? undefined : folder;
}

/** The same site with another configuration. */
export function withConfig(site: OpenSite, config: SiteConfig): OpenSite {
  return { ...site, config };
}
