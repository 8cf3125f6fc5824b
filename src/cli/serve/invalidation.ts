/** What a change invalidates: the table from each part of a site's inputs to the memoized results that are made of it. */

import type { PlaceKind } from "../../build/input-places.js";
import type { Memo } from "../../build/state.js";
import type { WatchedChange } from "./scan.js";

/** What a file is to a site. */
export type SitePart = PlaceKind | "history";

/** The results that depend on each part; those of texts and files check their own entries. */
const madeOf: Record<SitePart, Exclude<keyof Memo, "sources" | "files">[]> = {
  config: ["translators", "inputs", "history"],
  content: [],
  history: [],
  strings: ["translators"],
  // The pages of a site that are components are compiled with them.
  templates: ["templates"],
  look: ["look"],
};

/** Invalidates the results that depend on a changed file. @param path relative to the root, with forward slashes. */
export function invalidate(memo: Memo, part: SitePart, path: string, kind: WatchedChange["kind"]): void {
  for (const name of madeOf[part]) memo[name] = undefined;
  if (part === "content") memo.sources.delete(path);
  if (part === "content" && kind !== "changed") memo.inputs = undefined;
  if (part === "config") memo.sources.clear();
}
