/** Which folders a site is made from, and what must be made again when something in them changes. */
import { dirname, join, relative, sep } from "node:path";
import type { ClientParts } from "../assets/client.js";
import type { SiteConfig } from "../config/index.js";
import { inputPlaces, type PlaceKind, type ReadFiles } from "../pipeline/input-places.js";
import type { Memo } from "../pipeline/state.js";
import { gitFolder } from "../read/git.js";
import { packageRoot } from "../runtime/package-root.js";
import type { Change, WatchedFolder } from "./scan.js";

/** What a file is an input of. */
export type Part = PlaceKind | "history" | "styles" | "scripts" | "shared" | "brand";

export interface SitePlace extends WatchedFolder {
  part: Part;
}

/** @param root absolute. */
export async function placesOf(root: string, config: SiteConfig, files: ReadFiles): Promise<SitePlace[]> {
  const deep = (part: Part, ...folder: string[]): SitePlace => ({ part, folder: join(root, ...folder), deep: true });
  const git = await gitFolder(root);
  const own = root === packageRoot;
  return [
    // Every move of HEAD is a line of its log.
    ...(git ? [{ part: "history" as const, folder: join(git, "logs"), deep: false, accepts: isHead }] : []),
    ...(own
      ? [
          deep("styles", "client", "styles"),
          deep("brand", "client", "brand"),
          deep("scripts", "client"),
          deep("shared", "src", "shared"),
        ]
      : []),
    ...inputPlaces(root, config, files).map(({ kind, ...place }): SitePlace => ({ part: kind, ...place })),
  ];
}

const isHead = (name: string) => name === "HEAD";

/** What may import a file that also is something else: a configuration may read a text, a template a file of data. */
const importing: ReadonlySet<Part> = new Set(["config", "templates", "strings", "content"]);

/** What a file is an input of: of the program's own places the first that has it, and every one of the site's. */
export function partsOf(path: string, places: readonly SitePlace[]): Part[] {
  const folder = dirname(path);
  const having = places.filter((place) =>
    path === place.folder
      ? true
      : place.deep
        ? path.startsWith(place.folder + sep)
        : folder === place.folder && (place.accepts?.(path.slice(folder.length + 1)) ?? true),
  );
  const parts = new Set(having.map(({ part }) => part));
  const own = [...parts].find((part) => !importing.has(part));
  return [...(own === undefined ? [] : [own]), ...[...parts].filter((part) => importing.has(part))];
}

/** A change of an input of the site. */
export interface InputChange {
  part: Part;
  /** Relative to the root, with forward slashes. */
  path: string;
  kind: Change["kind"];
}

/** What changes of files are to the site: a file that is several things is as many changes, and one that is none is none. */
export function inputChanges(changes: readonly Change[], places: readonly SitePlace[], root: string): InputChange[] {
  return changes.flatMap(({ path, kind }) => {
    const ownPath = relative(root, path).split(sep).join("/");
    return partsOf(path, places).map((part): InputChange => ({ part, path: ownPath, kind }));
  });
}

/** What says by itself whether it still holds, entry by entry. */
type Table = "sources" | "files" | "claims";

type MemoPart = Exclude<keyof Memo, Table | "client"> | `client.${Exclude<keyof ClientParts, "inputs">}`;

/** What is made of each part. */
const madeOf: Record<Part, MemoPart[]> = {
  config: ["words", "inputs", "history", "linked"],
  content: ["linked"],
  history: ["linked"],
  strings: ["words", "linked"],
  templates: ["templates"],
  styles: ["client.styles"],
  brand: ["client.brand"],
  scripts: ["client.scripts", "client.inlineScript"],
  shared: ["templates", "client.scripts", "client.inlineScript"],
};

/** Drops what was made of a file that is another one now. @param path relative to the root, with forward slashes. */
export function invalidate(memo: Memo, part: Part, path: string, kind: Change["kind"]): void {
  for (const name of madeOf[part]) {
    const [own, clientPart] = name.split(".") as [
      Exclude<keyof Memo, Table>,
      Exclude<keyof ClientParts, "inputs"> | undefined,
    ];
    if (!clientPart) memo[own] = undefined;
    else if (memo.client) memo.client[clientPart] = undefined;
  }
  if (part === "content") memo.sources.delete(path);
  if (part === "content" && kind !== "changed") memo.inputs = undefined;
  if (part === "config") memo.sources.clear();
}
