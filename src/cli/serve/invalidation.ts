/** Invalidates the memoized results that depend on a changed input of a site. */

import type { InputKind } from "../../build/input-folders.js";
import type { Memo } from "../../build/state.js";
import type { WatchedChange } from "./scan.js";

/** The kind of an input of a site. */
export type SitePart = InputKind | "history";

/**
 * The results that depend on each kind of input, and that are dropped whole. Of the texts that were read, `invalidate` drops single entries; the
 * results of files have stamps, which are checked when they are used.
 */
const dependents: Record<SitePart, Exclude<keyof Memo, "sources" | "files">[]> = {
  config: ["translators", "inputs", "history"],
  content: [],
  history: [],
  strings: ["translators"],
  // Pages of the site that are components are compiled with the templates.
  templates: ["templates"],
  look: ["look"],
};

/** Invalidates the results that depend on a changed file. @param path relative to the root, with forward slashes. */
export function invalidate(memo: Memo, part: SitePart, path: string, kind: WatchedChange["kind"]): void {
  for (const name of dependents[part]) memo[name] = undefined;
  if (part === "content") memo.sources.delete(path);
  if (part === "content" && kind !== "changed") memo.inputs = undefined;
  if (part === "config") memo.sources.clear();
}
