/** The inputs of a watched site: the folders to watch, and the files that the last build found there. */

import { join } from "node:path";
import { inputFolders, type ReadFiles, sourceFolders } from "../../build/input-folders.js";
import { type Inputs, listedFiles } from "../../build/inputs.js";
import type { Memo } from "../../build/state.js";
import type { SiteConfig } from "../../config/index.js";
import { findRepository, type GitRepository, sharedFolder } from "../../content/read/git.js";
import { namesFile, repositoriesOf } from "../../content/read/repositories.js";
import { unreadableFile } from "../../platform/diagnostics/codes.js";
import { pathBelow } from "../../platform/path-below.js";
import type { Diagnostic } from "../../shared/diagnostic.js";
import type { SitePart } from "./invalidation.js";
import { isIn, type WatchedChange, type WatchedFolder } from "./scan.js";

export class WatchedInputs {
  folders: SiteFolder[] = [];
  /** Absolute paths of the texts and static files that the last build found; empty if it did not search. */
  listed: readonly string[] = [];
  /** The inputs to which `listed` belongs. */
  private inputs: Inputs | undefined;
  /** The repositories of these texts. */
  private repositories: readonly GitRepository[] = [];
  /** Files that the last plan has read as templates, as the look, and as inclusions of texts. */
  private read: Pick<ReadFiles, "templates" | "look" | "included"> = { templates: [], look: [], included: [] };

  /**
   * @param root absolute.
   * @param configured the last good configuration, and the files of the last one that was read.
   */
  constructor(
    private readonly root: string,
    private readonly configured: () => { config: SiteConfig; files: readonly string[] },
  ) {}

  /** Finds the folders anew. */
  async find(): Promise<void> {
    const { config, files } = this.configured();
    this.folders = await watchedFolders(this.root, config, { config: files, ...this.read }, this.repositories);
  }

  /** Changes of files as changes of the site's inputs: a file may be several inputs, or none. */
  changesIn(changes: readonly WatchedChange[]): InputChange[] {
    return changes.flatMap(({ path, kind }) => {
      const sitePath = pathBelow(this.root, path);
      return partsOf(path, this.folders).map((part): InputChange => ({ part, path: sitePath, kind }));
    });
  }

  /**
   * Reports unreadable inputs: without them, it would look as if they had been removed.
   * @param reasons the system's name of the reason, by absolute path.
   */
  problemsOf(reasons: ReadonlyMap<string, string> = new Map()): Diagnostic[] {
    return [...reasons].flatMap(([path, reason]) => {
      if (partsOf(path, this.folders).every((part) => part === "history")) return [];
      return [unreadableFile(pathBelow(this.root, path), reason)];
    });
  }

  /** Notes the files that a build has read. @returns whether the folders have changed, which are then found anew. */
  async note(memo: Memo | undefined): Promise<boolean> {
    const changed = [await this.noteRead(memo), await this.noteTexts(memo)];
    const haveChanged = changed.includes(true);
    if (haveChanged) await this.find();
    return haveChanged;
  }

  /** Templates, style sheets and texts may import files from anywhere, which are known only after they are read. */
  private async noteRead(memo: Memo | undefined): Promise<boolean> {
    const [compiled, look] = await Promise.all([memo?.templates, memo?.look]).catch(() => []);
    const read = {
      templates: compiled?.files ?? this.read.templates,
      look: look?.files ?? this.read.look,
      included: (memo?.included ?? []).map((path) => join(this.root, path)),
    };
    const isSame = JSON.stringify(read) === JSON.stringify(this.read);
    this.read = read;
    return !isSame;
  }

  private async noteTexts(memo: Memo | undefined): Promise<boolean> {
    const inputs = await memo?.inputs?.catch(() => undefined);
    this.listed = [];
    if (!inputs || inputs === this.inputs) return false;
    this.inputs = inputs;
    this.listed = listedFiles(this.root, inputs);
    const filesOfRepositories = await repositoriesOf(this.root, inputs.roles.keys()).catch(
      () => new Map<GitRepository, unknown>(),
    );
    const repositories = [...filesOfRepositories.keys()];
    const foldersOf = (repositoryList: readonly GitRepository[]) => repositoryList.map(({ folder }) => folder).join();
    if (foldersOf(repositories) === foldersOf(this.repositories)) return false;
    this.repositories = repositories;
    return true;
  }
}

interface SiteFolder extends WatchedFolder {
  part: SitePart;
}

/**
 * Finds the folders to watch.
 * @param root absolute.
 * @param repositories the repositories of the texts: the folder of a category may be a repository itself.
 */
async function watchedFolders(
  root: string,
  config: SiteConfig,
  files: ReadFiles,
  repositories: readonly GitRepository[],
): Promise<SiteFolder[]> {
  const sources = await Promise.all(sourceFolders(config).map((folder) => findRepository(join(root, folder))));
  // A repository may be made while the site is served.
  const gitFolder = (await findRepository(root)) ?? { top: root, folder: join(root, ".git") };
  const all = [gitFolder, ...sources.flatMap((source) => source ?? []), ...repositories];
  const histories = [...new Map(all.map((repository) => [repository.folder, repository])).values()].map((repository) =>
    historyFolders(repository, config.incoming?.refs),
  );
  return [
    ...(await Promise.all(histories)).flat(),
    ...inputFolders(root, config, files).map(
      ({ kind, ...inputFolder }): SiteFolder => ({ part: kind, ...inputFolder }),
    ),
  ];
}

/**
 * The files of a repository that change with its history. Every change of HEAD adds a line to its log, but git writes the line of a commit before it
 * moves the branch: so the branches are watched as well. `shallow` changes when a shallow clone gets further commits.
 * @param refs pattern of the refs of open requests, if the site lists them.
 */
async function historyFolders({ top, folder }: GitRepository, refs: string | undefined): Promise<SiteFolder[]> {
  const shared = await sharedFolder(folder);
  const fileOf = (folderPath: string, file: string): SiteFolder => ({
    part: "history",
    folder: folderPath,
    isDeep: false,
    accepts: (name) => name === file,
  });
  return [
    fileOf(join(folder, "logs"), "HEAD"),
    fileOf(shared, "shallow"),
    fileOf(top, namesFile),
    ...["refs/heads", ...(refs ? [refs.slice(0, refs.indexOf("/*"))] : [])].map(
      (refFolder): SiteFolder => ({
        part: "history",
        folder: join(shared, refFolder),
        isDeep: true,
        accepts: (name) => !name.endsWith(".lock"),
      }),
    ),
    ...(refs ? [fileOf(shared, "packed-refs")] : []),
  ];
}

/** The kinds of input that a file is. It may be several: a configuration may import a text. */
function partsOf(path: string, folders: readonly SiteFolder[]): SitePart[] {
  return [...new Set(folders.filter((siteFolder) => isIn(siteFolder, path)).map(({ part }) => part))];
}

/** A change of an input of the site. */
export interface InputChange {
  part: SitePart;
  /** Relative to the root, with forward slashes. */
  path: string;
  kind: WatchedChange["kind"];
}
