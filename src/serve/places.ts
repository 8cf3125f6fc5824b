/** Which folders a site is made from, and what must be made anew when something in them changes. */
import { dirname, join, sep } from "node:path";
import type { ClientParts } from "../assets/client.js";
import { configFileNames, type SiteConfig } from "../config/index.js";
import type { Kept } from "../pipeline/state.js";
import { gitFolder } from "../read/git.js";
import { packageRoot } from "../runtime/package-root.js";
import type { Change, Place } from "./scan.js";

/** What a file is an input of. */
export type Part =
  | "config"
  | "content"
  | "history"
  | "strings"
  | "templates"
  | "styles"
  | "scripts"
  | "shared"
  | "brand";

export interface SitePlace extends Place {
  part: Part;
}

/** Also what a config imports may stand beside it. */
const isConfig = (name: string) => configFileNames.includes(name) || /\.(ts|mts|js|mjs|json)$/.test(name);

/** @param root absolute. */
export async function placesOf(root: string, { content, series, docs, locales }: SiteConfig): Promise<SitePlace[]> {
  const deep = (part: Part, ...folder: string[]): SitePlace => ({ part, folder: join(root, ...folder), deep: true });
  const git = await gitFolder(root);
  const own = root === packageRoot;
  return [
    { part: "config", folder: root, deep: false, accepts: isConfig },
    deep("templates", "templates"),
    ...Object.keys(locales).map((code) => deep("strings", "locales", code)),
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
    // Last, because a register's folder may be the root of all.
    ...series.map(({ source }) => deep("content", source)),
    ...[content.docs, content.static, content.i18n].map((folder) => deep("content", folder)),
    ...(docs?.versions ?? []).flatMap(({ source }) => (source ? [deep("content", source)] : [])),
    { part: "content", folder: join(root, dirname(content.home)), deep: false },
  ];
}

const isHead = (name: string) => name === "HEAD";

/** Of several places that have a file, the first: what is said last of a folder is said of the rest of it. */
export function partOf(path: string, places: readonly SitePlace[]): Part | undefined {
  const folder = dirname(path);
  return places.find((place) =>
    path === place.folder
      ? true
      : place.deep
        ? path.startsWith(place.folder + sep)
        : folder === place.folder && (place.accepts?.(path.slice(folder.length + 1)) ?? true),
  )?.part;
}

type KeptPart = Exclude<keyof Kept, "sources" | "files" | "client"> | `client.${Exclude<keyof ClientParts, "inputs">}`;

/** What is made of each part. */
const madeOf: Record<Part, KeptPart[]> = {
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
export function forget(kept: Kept, part: Part, path: string, kind: Change["kind"]): void {
  for (const name of madeOf[part]) {
    const [own, clientPart] = name.split(".") as [
      Exclude<keyof Kept, "sources" | "files">,
      Exclude<keyof ClientParts, "inputs"> | undefined,
    ];
    if (!clientPart) kept[own] = undefined;
    else if (kept.client) kept.client[clientPart] = undefined;
  }
  if (part === "content") kept.sources.delete(path);
  if (part === "content" && kind !== "changed") kept.inputs = undefined;
  if (part === "config") kept.sources.clear();
}
