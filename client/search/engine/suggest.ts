/** Suggestions if nothing was found. */
import { addAll } from "../../../src/shared/lists.js";
import { hasFilters } from "../../../src/shared/search-filters.js";
import { isUnspaced, joinTerms } from "../../../src/shared/search-text.js";
import { corrections } from "./correct.js";
import type { TermMatch } from "./match.js";
import type { Query } from "./query.js";
import type { Store } from "./store.js";

/** Further ones are not tried. */
const maxLooked = 6;
/** More edits than automatic corrections allow. */
const reach = 3;

/** The query with its corrections; empty if all words were found. */
export function correctedQuery({ words }: Query, matches: readonly TermMatch[]): string {
  const typed = new Map<string, string>();
  for (const { query, corrected } of matches) {
    const [word = ""] = query.spellings;
    if (corrected) typed.set(word, corrected);
    if (query.typed === undefined) continue;
    const parts = matches.filter((other) => other.query.typed === query.typed);
    if (parts.every((part) => part.corrected === undefined)) continue;
    typed.set(query.typed, parts.map((part) => part.corrected ?? part.query.spellings[0]).join(" "));
  }
  return words.some((word) => typed.has(word)) ? joinTerms(words.map((word) => typed.get(word) ?? word)) : "";
}

/** Queries that may have results, the most likely first: without typed filters, without quotes, other numbers, the nearest words. */
export async function suggestions(
  store: Store,
  { terms, phrases, references, filters, words }: Query,
): Promise<string[]> {
  const typed = terms.map(({ spellings: [term = ""] }) => term);
  const found: string[] = [];
  if (hasFilters(filters) && words.length > 0) found.push(joinTerms(words));
  if (phrases.length > 0 && references.length === 0) found.push(joinTerms(typed));
  for (const { number, label } of references) {
    addAll(found, nearNumbers(store, String(number), label));
  }
  if (references.length === 0 && typed.length > 0) addAll(found, await nearWords(store, typed));
  return [...new Set(found)].slice(0, maxLooked);
}

/** Proposals whose number is one digit away, named as their register does. */
function nearNumbers({ layout }: Store, digits: string, label: string | undefined): string[] {
  return layout.series
    .filter(({ labels }) => label === undefined || labels.includes(label))
    .flatMap(({ labels: [own = ""], pages }) =>
      corrections(digits, [...pages.keys()].map(String), { limit: 1 }).map(
        (number) => `${(label ?? own).toUpperCase()} ${number}`,
      ),
    );
}

async function nearWords(store: Store, typed: readonly string[]): Promise<string[]> {
  const words = await store.words();
  const known = new Set(words);
  // Pairs of characters are parts of words, which have no misspelling.
  const isKnown = (term: string) => isUnspaced(term) || known.has(term);
  const others = typed.map((term) =>
    isKnown(term) ? [] : corrections(term, words, { limit: Math.min(reach, Math.max(1, term.length >> 1)) }),
  );
  // The whole query with a word corrected, then the query without the words that were not found, with and without other scripts.
  const whole = others.flatMap((near, index) => near.slice(0, 2).map((word) => joinTerms(typed.with(index, word))));
  const rest = [isKnown, (term: string) => known.has(term) && !isUnspaced(term), isUnspaced]
    .map((is) => joinTerms(typed.filter(is)))
    .filter((text) => text && text !== joinTerms(typed));
  return [...whole, ...rest, ...others.flat()];
}
