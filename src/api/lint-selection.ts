/** Selects the texts that `cipgen lint` checks: all, the named ones, or those that changed since another commit, with that commit's configuration. */
import { join, posix } from "node:path";
import type { SiteConfig } from "../config/index.js";
import { loadCommittedConfig } from "../config/loading.js";
import { diagnose } from "../diagnostics/codes.js";
import { foldersOf } from "../emit/paths.js";
import { type CommitReader, commitReader } from "../read/commit-reader.js";
import { changedInCheckout, mergeBase, orderInHistory, pathInRepository, resolveCommit } from "../read/commits.js";
import { realOf } from "../read/symlinks.js";
import { pathBelow } from "../runtime/path-below.js";
import type { Diagnostic, Result } from "../shared/diagnostic.js";
import { nameInSite } from "./site-root.js";

export interface SelectionOptions {
  /** Files and folders, relative to the working directory. */
  files: readonly string[];
  changedSince?: string;
}

export interface Selection {
  includes(path: string): boolean;
  /** The commit that the texts are compared with. */
  base?: Base;
}

export interface Base {
  /** In place of the one on the disk. */
  config: SiteConfig;
  /** Name of its file. */
  configFile: string;
  reader: CommitReader;
  /** The order in which texts came in, by path. */
  orderInHistory(paths: readonly string[]): Promise<Map<string, number>>;
}

/** @param root absolute. */
export async function readSelection(root: string, options: SelectionOptions): Promise<Result<Selection>> {
  const changed = options.changedSince === undefined ? undefined : await changedFiles(root, options.changedSince);
  const value = changed?.value;
  const named = options.files.map((file) => nameInSite(root, file));
  const realRoot = realOf(root) ?? root;
  return {
    value: {
      includes: (path) =>
        (!value || isChanged(realRoot, path, value.paths)) && (named.length === 0 || isNamed(path, named)),
      base: value?.base,
    },
    diagnostics: changed?.diagnostics ?? [],
  };
}

/** @param texts paths of the site's texts. @returns a diagnostic for each name that none of them has. */
export function unknownFiles(root: string, files: readonly string[], texts: Iterable<string>): Diagnostic[] {
  const known = [...texts];
  return files.flatMap((file) => {
    const name = nameInSite(root, file);
    if (known.some((path) => isNamed(path, [name]))) return [];
    const help = "Name a proposal, a page or a folder of them, by its path from the working directory.";
    return [diagnose("config-reference", `${file} is not a text of this site`, { help })];
  });
}

function isNamed(path: string, names: readonly string[]): boolean {
  return names.some((name) => name === "" || path === name || path.startsWith(`${name}/`));
}

/**
 * Git sees a symbolic link, and not what it leads to; of what is inside a submodule, it names the submodule alone.
 * @param root without symbolic links. @param changed paths relative to it.
 */
function isChanged(root: string, path: string, changed: ReadonlySet<string>): boolean {
  const names = [path, pathBelow(root, realOf(join(root, path)) ?? join(root, path))];
  return names.some((name) => [name, ...foldersOf(name)].some((one) => changed.has(one)));
}

interface Changed {
  paths: Set<string>;
  base: Base;
}

async function changedFiles(root: string, ref: string): Promise<Result<Changed | undefined>> {
  const refused = (...diagnostics: Diagnostic[]) => ({ value: undefined, diagnostics });
  const prefix = await pathInRepository(root);
  if (prefix === undefined)
    return refused(diagnose("config-reference", `--changed-since: ${root} is not in a git repository`));
  const [tip, head] = await Promise.all([resolveCommit(root, ref), resolveCommit(root, "HEAD")]);
  if (tip === undefined || head === undefined) {
    const help = "Name a branch, a tag or an id that this clone has. In CI, fetch the whole history: fetch-depth: 0.";
    return refused(diagnose("config-reference", `--changed-since: there is no commit "${ref}"`, { help }));
  }
  const base = (await mergeBase(root, tip, head)) ?? tip;
  const reader = await commitReader(root, prefix, base);
  const paths = await changedInCheckout(root, base);
  const place = `commit ${base.slice(0, 12)}, which the texts are compared with`;
  const loaded = await loadCommittedConfig(reader, place, { root, touched: paths });
  if (!loaded.value) return refused(...loaded.diagnostics);
  const { config, file: configFile } = loaded.value;
  const order = (texts: readonly string[]) => orderInHistory(root, base, prefix, texts);
  const value = {
    paths: new Set(paths.map((path) => posix.relative(prefix, path))),
    base: { config, configFile, reader, orderInHistory: order },
  };
  return { value, diagnostics: loaded.diagnostics };
}
