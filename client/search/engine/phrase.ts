/** Phrases in quotes: the index has no word order, so the places that have all words of the phrase are checked. */
import { termsOf } from "../../../src/shared/search-text.js";
import type { TermMatch } from "./match.js";
import type { RankedPage } from "./rank.js";
import type { Store } from "./store.js";

/** Maximum number of text files that are read for this, for the best pages first; a phrase that is only elsewhere is not found. */
const maxTextFiles = 12;

/** The pages that have every phrase. */
export async function phrasePages(
  store: Store,
  ranked: readonly RankedPage[],
  matches: readonly TermMatch[],
  phrases: readonly (readonly string[])[],
): Promise<RankedPage[]> {
  const files = new Set<number>();
  let kept = ranked;
  for (const phrase of phrases) {
    const byPage = commonPlaces(store, matches, phrase);
    // Files are chosen before any is read: the answer must not depend on what was fetched before.
    const places = kept.map(({ page }) =>
      (byPage.get(page) ?? []).filter(
        (place) => phrase.length === 1 || isTitle(store, page, place) || isRead(store, place, files),
      ),
    );
    const has = await Promise.all(kept.map(({ page }, index) => hasPhrase(store, page, places[index] ?? [], phrase)));
    kept = kept.filter((_, index) => has[index]);
  }
  return [...kept];
}

function isTitle({ layout }: Store, page: number, place: number): boolean {
  return place === 2 * (layout.firstSection[page] ?? 0);
}

function isRead(store: Store, place: number, files: Set<number>): boolean {
  const file = store.textFileOf(place >> 1);
  if (files.size < maxTextFiles) files.add(file);
  return files.has(file);
}

/** By page, the places that have all terms of a phrase. */
function commonPlaces(
  { layout }: Store,
  matches: readonly TermMatch[],
  phrase: readonly string[],
): Map<number, number[]> {
  const lists = matches
    .filter(({ query }) => query.exact && phrase.includes(query.spellings[0] ?? ""))
    .map(({ terms }) => terms[0]?.postings.places ?? []);
  const [first = [], ...others] = lists;
  const sets = others.map((places) => new Set(places));
  const byPage = new Map<number, number[]>();
  for (const place of first) {
    if (!sets.every((places) => places.has(place))) continue;
    const page = layout.pageOfSection[place >> 1] ?? 0;
    const known = byPage.get(page);
    if (known) known.push(place);
    else byPage.set(page, [place]);
  }
  return byPage;
}

async function hasPhrase(
  store: Store,
  page: number,
  places: readonly number[],
  phrase: readonly string[],
): Promise<boolean> {
  // Names in code are in no text.
  if (phrase.length === 1) return places.length > 0;
  for (const place of places) if (follows(termsOf(await textAt(store, page, place)), phrase)) return true;
  return false;
}

async function textAt(store: Store, page: number, place: number): Promise<string> {
  if (isTitle(store, page, place)) return (await store.card(page))[1];
  const [, headings, text] = await store.text(place >> 1);
  // Front matter is one text, without a heading.
  return place & 1 ? text : (headings.at(-1) ?? text);
}

function follows(terms: readonly string[], phrase: readonly string[]): boolean {
  return terms.some((_, start) => phrase.every((term, index) => terms[start + index] === term));
}
