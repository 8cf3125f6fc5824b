/** Phrases in quotes: the index has no word order, so the places that have all words of the phrase are checked. */
import { termsOf } from "../../../src/shared/search-text.js";
import type { TermMatch } from "./match.js";
import type { RankedPage } from "./rank.js";
import type { Store } from "./store.js";

/** Maximum number of text files that are fetched for this, for the best pages first; a phrase that is only elsewhere is not found. */
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
    const places = commonPlaces(store, matches, phrase);
    const has = await Promise.all(
      kept.map(({ page }) => hasPhrase(store, page, places.get(page) ?? [], phrase, files)),
    );
    kept = kept.filter((_, index) => has[index]);
  }
  return [...kept];
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
  files: Set<number>,
): Promise<boolean> {
  for (const place of places) {
    const text = await textAt(store, page, place, files);
    if (text !== undefined && follows(termsOf(text), phrase)) return true;
  }
  return false;
}

/** The text of a place, unless the limit of files is reached. */
async function textAt(store: Store, page: number, place: number, files: Set<number>): Promise<string | undefined> {
  const section = place >> 1;
  const isHeading = (place & 1) === 0;
  if (isHeading && section === store.layout.firstSection[page]) return (await store.card(page))[1];
  const file = store.textFileOf(section);
  if (!store.isLoaded(file)) {
    if (!files.has(file) && files.size >= maxTextFiles) return undefined;
    files.add(file);
  }
  const [, headings, text] = await store.text(section);
  return isHeading ? (headings.at(-1) ?? "") : text;
}

function follows(terms: readonly string[], phrase: readonly string[]): boolean {
  return terms.some((_, start) => phrase.every((term, index) => terms[start + index] === term));
}
