/** Which pages of a site an index has already, as they are. */
import { createHash } from "node:crypto";
import type { SearchPage } from "../pages.js";
import type { IndexState } from "./state.js";

/**
 * Of each page, where it is among the known ones, or -1 when it is new or changed. The known ones are in rising order: postings of pages that
 * passed each other would not be.
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

/** How many pages are not in an index as they are. */
export function countNew(pages: readonly SearchPage[], known: IndexState): number {
  return formerPages(pages, known).filter((index) => index < 0).length;
}

/** Digest of all that the terms and texts of an index have of a page. */
export function pageKey({ textKey, href, section, title, description, facts }: SearchPage): string {
  const parts = [textKey, href, section, title, description, facts?.text.who, facts?.text.what, facts !== undefined];
  return createHash("sha256").update(JSON.stringify(parts)).digest("base64url").slice(0, 24);
}
