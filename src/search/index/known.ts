/** Finds the pages of a site that an index already has unchanged. */
import { hash } from "node:crypto";
import type { SearchPage } from "../pages.js";
import type { IndexState } from "./state.js";

/** With this many new pages, a new index costs less than an update. The start of a thread takes about as long. */
export const few = 150;

/**
 * The index of each page among the known ones, or -1 if it is new or changed. These indexes are in ascending order,
 * because postings are; a page that moved past another one counts as new.
 */
export function formerPages(pages: readonly SearchPage[], known: IndexState): number[] {
  const byKey = new Map(known.pages.map(({ key }, index) => [key, index]));
  let last = -1;
  return pages.map((page) => {
    const index = byKey.size === 0 ? -1 : (byKey.get(pageKey(page)) ?? -1);
    if (index <= last) return -1;
    last = index;
    return index;
  });
}

/** Digest of all data of a page in the terms and texts of an index. */
export function pageKey({ textKey, href, section, title, description, facts }: SearchPage): string {
  const parts = [textKey, href, section, title, description, facts?.text.who, facts?.text.what, facts !== undefined];
  return hash("sha256", JSON.stringify(parts), "base64url").slice(0, 24);
}
