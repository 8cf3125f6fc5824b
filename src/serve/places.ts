/** The folders that a site is made from, and the results that a change in each invalidates. */
import { dirname, join, sep } from "node:path";
import type { ClientParts } from "../assets/client.js";
import type { SiteConfig } from "../config/index.js";
import { inputPlaces, type PlaceKind, type ReadFiles, sourceFolders } from "../pipeline/input-places.js";
import type { Memo } from "../pipeline/state.js";
import { findRepository, type GitPlace, sharedFolder } from "../read/git.js";
import { namesFile } from "../read/repositories.js";
import { packageRoot } from "../runtime/package-root.js";
import { pathBelow } from "../runtime/path-below.js";
import { type FileChange, isIn, repositoryName, type WatchedFolder } from "./scan.js";

/** The results that depend on a file. */
export type SitePart = PlaceKind | "history" | "styles" | "scripts" | "shared" | "brand";

export interface SitePlace extends WatchedFolder {
  part: SitePart;
}

/**
 * @param root absolute.
 * @param repositories those that texts are in: a category may be a repository of its own.
 */
export async function placesOf(
  root: string,
  config: SiteConfig,
  files: ReadFiles,
  repositories: readonly GitPlace[],
): Promise<SitePlace[]> {
  const deep = (part: SitePart, ...folder: string[]): SitePlace => ({
    part,
    folder: join(root, ...folder),
    deep: true,
  });
  const sources = await Promise.all(sourceFolders(config).map((folder) => findRepository(join(root, folder))));
  // A repository may be made while the site is served.
  const own = (await findRepository(root)) ?? { top: root, folder: join(root, ".git") };
  const all = [own, ...sources.flatMap((place) => place ?? []), ...repositories];
  const histories = [...new Map(all.map((place) => [place.folder, place])).values()].map(historyPlaces);
  const isPackage = root === packageRoot;
  return [
    ...(await Promise.all(histories)).flat(),
    ...(isPackage
      ? [
          deep("styles", "client", "styles"),
          deep("brand", "client", "brand"),
          deep("scripts", "client"),
          deep("shared", "src", "shared"),
        ]
      : []),
    ...inputPlaces(root, config, files).map(({ kind, ...place }): SitePlace => ({ part: kind, ...place })),
    ...beginnings(root, config),
  ];
}

/** The folders around the sources, where a repository of its own may begin: below them the scan finds it. */
function beginnings(root: string, config: SiteConfig): SitePlace[] {
  const folders = new Set([root]);
  for (const source of sourceFolders(config))
    for (let at = dirname(join(root, source)); at.startsWith(root + sep); at = dirname(at)) folders.add(at);
  const accepts = (name: string) => name === repositoryName;
  return [...folders].map((folder): SitePlace => ({ part: "content", folder, deep: false, accepts }));
}

/**
 * Every change of HEAD adds a line to its log; a commit does so before its branch leads to it. A shallow clone may get
 * the other commits.
 */
async function historyPlaces({ top, folder }: GitPlace): Promise<SitePlace[]> {
  const shared = await sharedFolder(folder);
  const fileOf = (place: string, file: string): SitePlace => ({
    part: "history",
    folder: place,
    deep: false,
    accepts: (name) => name === file,
  });
  return [
    fileOf(join(folder, "logs"), "HEAD"),
    fileOf(shared, "shallow"),
    fileOf(top, namesFile),
    { part: "history", folder: join(shared, "refs", "heads"), deep: true, accepts: (name) => !name.endsWith(".lock") },
  ];
}

/** Files with other uses can be imported, too: a configuration may import a text, a template a data file. */
const importing: ReadonlySet<SitePart> = new Set(["config", "templates", "look", "strings", "content"]);

/** The results that depend on a file: those of the first of the program's places that contains it, and of all such places of the site. */
export function partsOf(path: string, places: readonly SitePlace[]): SitePart[] {
  const having = places.filter((place) => isIn(place, path));
  const parts = new Set(having.map(({ part }) => part));
  const own = [...parts].find((part) => !importing.has(part));
  return [...(own === undefined ? [] : [own]), ...[...parts].filter((part) => importing.has(part))];
}

/** A change of an input of the site. */
export interface InputChange {
  part: SitePart;
  /** Relative to the root, with forward slashes. */
  path: string;
  kind: FileChange["kind"];
}

/** Changes of files as changes of the site's inputs: a file may be several inputs, or none. */
export function inputChanges(
  changes: readonly FileChange[],
  places: readonly SitePlace[],
  root: string,
): InputChange[] {
  return changes.flatMap(({ path, kind }) => {
    const ownPath = pathBelow(root, path);
    return partsOf(path, places).map((part): InputChange => ({ part, path: ownPath, kind }));
  });
}

/** Results that check their own entries. */
type Table = "sources" | "files" | "claims" | "site";

type MemoPart = Exclude<keyof Memo, Table | "client" | "planned"> | `client.${Exclude<keyof ClientParts, "inputs">}`;

/** The results that depend on each part. */
const madeOf: Record<SitePart, MemoPart[]> = {
  config: ["translators", "inputs", "history", "linked"],
  content: ["linked"],
  history: ["linked"],
  strings: ["translators", "linked"],
  // The pages of a site that are components are compiled with them.
  templates: ["templates", "linked"],
  look: ["look"],
  styles: ["client.styles"],
  brand: ["client.brand"],
  scripts: ["client.scripts", "client.inlineScript"],
  shared: ["templates", "client.scripts", "client.inlineScript"],
};

/** Invalidates the results that depend on a changed file. @param path relative to the root, with forward slashes. */
export function invalidate(memo: Memo, part: SitePart, path: string, kind: FileChange["kind"]): void {
  for (const name of madeOf[part]) {
    const [own, clientPart] = name.split(".") as [
      Exclude<keyof Memo, Table>,
      Exclude<keyof ClientParts, "inputs"> | undefined,
    ];
    if (!clientPart) memo[own] = undefined;
    else if (memo.client) memo.client[clientPart] = undefined;
  }
  const isText = part === "content" && kind === "changed" && memo.sources.has(path);
  if (!isText) memo.planned = undefined;
  if (part === "content") memo.sources.delete(path);
  if (part === "content" && kind !== "changed") memo.inputs = undefined;
  if (part === "config") memo.sources.clear();
}
