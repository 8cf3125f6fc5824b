/** What `cipgen lint` checks: all texts, the named ones, or those that changed since another commit, with that commit's configuration; and what was there
 * before: who had each number, and which problems. */
import { join, posix } from "node:path";
import type { SiteConfig } from "../config/index.js";
import { loadCommittedConfig } from "../config/loading.js";
import { diagnose, raised, raisedInChange } from "../diagnostics/codes.js";
import { foldersOf } from "../emit/manifest.js";
import { countFindings, lineLookup, withoutKnown } from "../lint/known.js";
import type { Seniority } from "../model/seniority.js";
import { type LinkedSite, linkSite } from "../pipeline/link.js";
import type { OpenSite } from "../pipeline/open-site.js";
import { type BuildState, knownDocuments } from "../pipeline/state.js";
import { type CommitReader, commitReader } from "../read/commit-reader.js";
import { changedInCheckout, locateInRepository, mergeBase, orderInHistory, resolveCommit } from "../read/commits.js";
import { realOf } from "../read/symlinks.js";
import { doublesIn, everythingOld, seniorityFrom } from "../review/seniority.js";
import { pathBelow } from "../runtime/path-below.js";
import type { Diagnostic, Result } from "../shared/diagnostic.js";
import { KnownLinks } from "../site/index.js";
import { noCommit } from "./changed-lines.js";
import { nameInSite } from "./site-root.js";

interface SelectionOptions {
  /** Files and folders, relative to the working directory. */
  files: readonly string[];
  changedSince?: string;
}

interface Selection {
  includes(path: string): boolean;
  /** The commit that the texts are compared with. */
  base?: Base;
}

interface Base {
  /** In place of the one on the disk. */
  config: SiteConfig;
  /** Name of its file. */
  configFile: string;
  reader: CommitReader;
  /** Whether a text of the commit or of today is not the same in both. */
  isChanged(path: string): boolean;
  /** The order in which texts came in, by path. */
  orderInHistory(paths: readonly string[]): Promise<Map<string, number>>;
}

/** @param root absolute. */
export async function readSelection(root: string, options: SelectionOptions): Promise<Result<Selection>> {
  const changed = options.changedSince === undefined ? undefined : await changedFiles(root, options.changedSince);
  const base = changed?.value;
  const named = options.files.map((file) => nameInSite(root, file));
  return {
    value: {
      includes: (path) => (base?.isChanged(path) ?? true) && (named.length === 0 || isNamed(path, named)),
      base,
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

async function changedFiles(root: string, ref: string): Promise<Result<Base | undefined>> {
  const refused = (...diagnostics: Diagnostic[]) => ({ value: undefined, diagnostics });
  const located = await locateInRepository(root);
  if (!located) return refused(diagnose("config-reference", `--changed-since: ${root} is not in a git repository`));
  const { repository, prefix } = located;
  const [tip, head] = await Promise.all([resolveCommit(repository, ref), resolveCommit(repository, "HEAD")]);
  if (tip === undefined || head === undefined) return refused(noCommit("--changed-since", ref));
  const base = (await mergeBase(repository, tip, head)) ?? tip;
  const reader = await commitReader(repository, prefix, base);
  const paths = await changedInCheckout(repository, base);
  const place = `commit ${base.slice(0, 12)}, which the texts are compared with`;
  const loaded = await loadCommittedConfig(reader, place, { root, touched: paths });
  if (!loaded.value) return refused(...loaded.diagnostics);
  const { config, file: configFile } = loaded.value;
  const order = (texts: readonly string[]) => orderInHistory(repository, base, prefix, texts);
  const changed = new Set(paths.map((path) => posix.relative(prefix, path)));
  const realRoot = realOf(root) ?? root;
  const value = {
    config,
    configFile,
    reader,
    isChanged: (path: string) => isChanged(realRoot, path, changed),
    orderInHistory: order,
  };
  return { value, diagnostics: loaded.diagnostics };
}

interface FormerSite {
  seniority: Seniority;
  /** The diagnostics of today's site, those of changed texts without leniency unless the same text had them before. */
  raise(site: Result<LinkedSite>, isChanged: (path: string) => boolean): Diagnostic[];
}

/** The documents of the commit are parsed with the state of `site`. */
export async function readFormerSite(
  { root, state }: OpenSite,
  { config, configFile, reader, isChanged, orderInHistory }: Base,
): Promise<FormerSite> {
  const own: BuildState = { ...state, documents: new Map(knownDocuments(state)), links: new KnownLinks() };
  const request = { root, config, configFile, reader, state: own, follows: isChanged, withoutPageCode: true };
  const base = await linkSite({ ...request, seniority: everythingOld() });
  state.documents = new Map([...knownDocuments(state), ...knownDocuments(own)]);
  state.unsaved = own.unsaved;
  const order = await orderInHistory(doublesIn(base.value));
  const seniority = seniorityFrom(base.value, (path) => path, order);
  return { seniority, raise: (site, isAsked) => raise(base, site, isAsked, config) };
}

function raise(
  base: Result<LinkedSite>,
  site: Result<LinkedSite>,
  isChanged: (path: string) => boolean,
  { checks }: SiteConfig,
): Diagnostic[] {
  const moved = movedTexts(base.value, site.value);
  const back = new Map([...moved].map(([from, to]) => [to, from]));
  const lineOf = lookupOf(base.value);
  const former = base.diagnostics.map((one) => ({ ...one, file: moved.get(one.file ?? "") ?? one.file }));
  const known = countFindings(former, (file, line) => lineOf(back.get(file) ?? file, line));
  const leftOut = new Set(former.flatMap(({ code, file }) => (code === "proposal-skipped" ? [file] : [])));
  const fresh = new Set(withoutKnown(site.diagnostics, known, lookupOf(site.value)));
  const isNew = (path: string) => isChanged(path) && !leftOut.has(path);
  return site.diagnostics.flatMap((one) => {
    if (fresh.has(one)) return raisedInChange([one], { isNew, isChanged }, checks);
    return one.isLowered === undefined ? raised([one], isNew) : [one];
  });
}

const lookupOf = ({ sources }: LinkedSite) => {
  const texts = new Map(sources.map(({ path, text }) => [path, text]));
  return lineLookup((path) => texts.get(path));
};

/** Proposals whose files have other paths now, from the former to the present one. */
function movedTexts(base: LinkedSite, { documents, roles }: LinkedSite): Map<string, string> {
  const keyOf = ({ path, kind, locale, meta, ...rest }: LinkedSite["documents"][number]) =>
    kind === "proposal" && !locale && "series" in rest && "number" in meta ? `${rest.series} ${meta.number}` : path;
  const fresh = new Map(
    documents.flatMap((document) => (base.roles.has(document.path) ? [] : [[keyOf(document), document.path]])),
  );
  return new Map(
    base.documents.flatMap((document) => {
      const to = roles.has(document.path) ? undefined : fresh.get(keyOf(document));
      return to === undefined ? [] : [[document.path, to]];
    }),
  );
}
