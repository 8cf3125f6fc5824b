/** What a change invalidates: the table from each part of a site's inputs to the memoized results that are made of it. */

import type { PlaceKind } from "../../build/input-places.js";
import type { Memo } from "../../build/state.js";
import type { ClientParts } from "../../output/assets/client.js";
import type { WatchedChange } from "./scan.js";

/** What a file is to a site. */
export type SitePart = PlaceKind | "history" | "styles" | "scripts" | "shared" | "brand";

/** Results that check their own entries. */
type Table = "sources" | "files";

type MemoPart = Exclude<keyof Memo, Table | "client"> | `client.${Exclude<keyof ClientParts, "inputs">}`;

/** The results that depend on each part. */
const madeOf: Record<SitePart, MemoPart[]> = {
  config: ["translators", "inputs", "history"],
  content: [],
  history: [],
  strings: ["translators"],
  // The pages of a site that are components are compiled with them.
  templates: ["templates"],
  look: ["look"],
  styles: ["client.pageStyles", "client.searchStyles"],
  brand: ["client.brand"],
  scripts: ["client.scripts", "client.inlineScript"],
  shared: ["templates", "client.scripts", "client.inlineScript"],
};

/** Invalidates the results that depend on a changed file. @param path relative to the root, with forward slashes. */
export function invalidate(memo: Memo, part: SitePart, path: string, kind: WatchedChange["kind"]): void {
  for (const name of madeOf[part]) {
    const [table, clientPart] = name.split(".") as [
      Exclude<keyof Memo, Table>,
      Exclude<keyof ClientParts, "inputs"> | undefined,
    ];
    if (!clientPart) memo[table] = undefined;
    else if (memo.client) memo.client[clientPart] = undefined;
  }
  if (part === "content") memo.sources.delete(path);
  if (part === "content" && kind !== "changed") memo.inputs = undefined;
  if (part === "config") memo.sources.clear();
}
