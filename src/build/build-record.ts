/**
 * `/build.json`: the inputs of a published site, so that anyone can build it again and compare. It names the commit
 * only if the site is exactly that of the commit: uncommitted changes could not be reproduced.
 */
import { join } from "node:path";
import type { SiteConfig } from "../config/index.js";
import { findRepository, GitError, type GitRepository, headProblem, readHead, runGit } from "../content/read/git.js";
import { behindLinks, namesFile } from "../content/read/repositories.js";
import { listFiles } from "../content/read/sources.js";
import { isWithin, realOf, repositoryTop, SourceLinks } from "../content/read/symlinks.js";
import { diagnose } from "../platform/diagnostics/codes.js";
import { programVersion } from "../platform/package-root.js";
import { pathBelow } from "../platform/path-below.js";
import type { Diagnostic } from "../shared/diagnostic.js";
import type { OutputFile, PlannedFiles } from "../shared/output.js";
import { siteFileUrl } from "../site/model/addresses.js";
import { sourceFolders } from "./input-folders.js";

export const buildRecordPath = siteFileUrl("record").slice(1);

/** The record's file, which every build makes. */
export interface PlannedRecord extends PlannedFiles {
  make(): Promise<[TextFile]>;
  /** Why the record names no commit although there is one. Complete after `make`. */
  problems: readonly Diagnostic[];
}

type TextFile = OutputFile & { content: string };

/** The public content of the file. */
interface BuildRecord {
  program: "cipgen";
  version: string;
  /** null without git, and if a source differs from the commit. */
  commit: string | null;
  /** Digest of the refs of open requests, if the site lists those. */
  incoming?: string;
}

/**
 * @param root absolute.
 * @param codeFiles absolute paths of the files of the configuration, the templates and the look.
 * @param contentFiles absolute paths of all other files that the site is made from.
 * @param incoming digest of the refs of open requests.
 */
export function planBuildRecord(
  root: string,
  config: SiteConfig,
  codeFiles: readonly string[],
  contentFiles: readonly string[],
  incoming?: string,
): PlannedRecord {
  const problems: Diagnostic[] = [];
  const report = (message: string, help?: string) =>
    problems.push(diagnose("commit-unknown", `${message}, so ${buildRecordPath} names no commit`, { help }));
  const make = async (): Promise<[TextFile]> => {
    problems.length = 0;
    const commit = (await recordedCommit(root, config, codeFiles, contentFiles, report)) ?? null;
    const record: BuildRecord = { program: "cipgen", version: programVersion(), commit, incoming };
    return [{ path: buildRecordPath, content: `${JSON.stringify(record)}\n` }];
  };
  return { paths: [buildRecordPath], make, problems };
}

/** Finds the commit that the record names, if all inputs are as committed. See `planBuildRecord`. @param report gets why git cannot tell. */
async function recordedCommit(
  root: string,
  config: SiteConfig,
  codeFiles: readonly string[],
  contentFiles: readonly string[],
  report: (message: string, help?: string) => void,
): Promise<string | undefined> {
  const repository = await findRepository(root);
  const head = repository && (await readHead(repository.folder));
  if (!head) {
    // A site with a history has reported the problem already.
    const problem = repository && config.history === false ? await headProblem(repository) : undefined;
    if (problem) report(problem.message, problem.help);
    return undefined;
  }
  const templateAndLocaleFolders = ["templates", "locales"].map((folder) => join(root, folder));
  const folders = [...sourceFolders(config).map((folder) => join(root, folder)), ...templateAndLocaleFolders];
  const siteFiles = [...contentFiles, ...codeFiles];
  const linked = behindLinks([...siteFiles, ...(await filesOf(templateAndLocaleFolders, root))], repository.top);
  const real = { ...repository, top: realOf(repository.top) ?? repository.top };
  const targets = [...new Set(linked.map(({ target }) => target))].map((path) => specOf(real, path));
  const named = [...folders, ...codeFiles, join(repository.top, namesFile)].map((path) => specOf(repository, path));
  const paths = [...new Set(await Promise.all([...named, ...targets]))];
  // Files outside the repository are in no commit.
  if (paths.some((path) => path.startsWith("../"))) return undefined;
  const changes = await changesIn(repository, paths, report);
  if (!changes || changes.isChanged) return undefined;
  // Ignored files are in no commit either, but matter only if the site uses them.
  const used = new Set(siteFiles.map((path) => inRepository(repository, path)));
  for (const { file } of linked) used.add(inRepository(real, file));
  const folderPaths = templateAndLocaleFolders.map((path) => `${inRepository(repository, path)}/`);
  const isUsed = (ignored: string) =>
    ignored.endsWith("/")
      ? [...used].some((path) => path.startsWith(ignored)) || folderPaths.includes(ignored)
      : used.has(ignored) || folderPaths.some((folder) => ignored.startsWith(folder));
  return changes.ignored.some(isUsed) ? undefined : head;
}

/** The path by which git knows a file or folder: for anything inside a submodule, that of the submodule. */
async function specOf(repository: GitRepository, path: string): Promise<string> {
  const inner = await findRepository(path);
  const isInSubmodule = inner && inner.top !== repository.top && isWithin(inner.top, repository.top);
  return inRepository(repository, isInSubmodule ? inner.top : path);
}

/** Lists the files of folders, also those behind symbolic links. */
async function filesOf(folders: readonly string[], root: string): Promise<string[]> {
  const links = new SourceLinks(repositoryTop(root));
  const lists = folders.map(async (folder) =>
    (await listFiles(folder, ["**"], [], links)).map((name) => join(folder, name)),
  );
  return (await Promise.all(lists)).flat();
}

const inRepository = ({ top }: GitRepository, path: string) => pathBelow(top, path);

interface Changes {
  isChanged: boolean;
  /** Paths of files and folders that git ignores, from the repository's top; those of folders end with a slash. */
  ignored: string[];
}

/** @param paths from the repository's top. @returns undefined if git cannot tell. */
async function changesIn(
  repository: GitRepository,
  paths: readonly string[],
  report: (message: string, help?: string) => void,
): Promise<Changes | undefined> {
  const specs = ["--", ...paths.map((path) => `:(literal)${path || "."}`)];
  const runs = [statusArguments, flagArguments].map((args) => runGit(repository, [...args, ...specs]));
  const [status, tracked] = await Promise.all(runs).catch((error) => {
    if (!(error instanceof GitError)) throw error;
    report(error.message, error.help);
    return [];
  });
  if (status?.code !== 0 || tracked?.code !== 0) return undefined;
  const lines = status.stdout.toString("utf8").split("\0").filter(Boolean);
  const ignored = lines.filter((line) => line.startsWith("!! "));
  // A lower case letter marks a file that git was told to take for unchanged, S one that is not checked out.
  const isUnseen = /(?:^|\0)[a-zS] /.test(tracked.stdout.toString("utf8"));
  return { isChanged: lines.length > ignored.length || isUnseen, ignored: ignored.map((line) => line.slice(3)) };
}

const statusArguments = [
  "status",
  "--porcelain",
  "-z",
  "--untracked-files=all",
  "--ignored=matching",
  "--ignore-submodules=none",
];
const flagArguments = ["ls-files", "-v", "-z"];
