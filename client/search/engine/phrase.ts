/** Phrases in quotes: the index does not know which word follows which, so texts that have all of its words are looked at. */
import { termsOf } from "../../../src/shared/search-text.js";
import type { TermMatch } from "./match.js";
import { bestSections, type RankedPage } from "./rank.js";
import type { Store } from "./store.js";

/** How many pages are looked at, the best first; what comes after them counts as not found. */
const maxPages = 24;

/** The pages that have every phrase, in the title or in the section that says most of the query. */
export async function phrasePages(
  store: Store,
  ranked: readonly RankedPage[],
  matches: readonly TermMatch[],
  phrases: readonly (readonly string[])[],
): Promise<RankedPage[]> {
  const looked = ranked.slice(0, maxPages);
  const best = bestSections(
    store.layout,
    matches,
    looked.map(({ page }) => page),
  );
  const kept = await Promise.all(
    looked.map(async ({ page }) => {
      const [, title] = await store.card(page);
      const section = best.get(page)?.section ?? store.layout.firstSection[page] ?? 0;
      const titleTerms = termsOf(title);
      if (phrases.every((phrase) => follows(titleTerms, phrase))) return true;
      const [, headings, text] = await store.text(section);
      const texts = [titleTerms, termsOf(headings.at(-1) ?? ""), termsOf(text)];
      return phrases.every((phrase) => texts.some((terms) => follows(terms, phrase)));
    }),
  );
  return looked.filter((_, index) => kept[index]);
}

function follows(terms: readonly string[], phrase: readonly string[]): boolean {
  return terms.some((_, start) => phrase.every((term, index) => terms[start + index] === term));
}
