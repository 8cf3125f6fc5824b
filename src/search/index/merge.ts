/**
 * Updates the terms of an index after an edit: removes those of removed and changed pages, renumbers the places of
 * moved ones, and adds new ones.
 */
import { mergePostings, touches } from "./postings.js";
import type { IndexTerms } from "./state.js";

/**
 * @param known the terms before the edit.
 * @param moves for each former section, the change of its number, or `gone`.
 * @param added the terms of new and changed pages, with their new numbers.
 */
export function mergeTerms(known: IndexTerms, moves: Int32Array, added: IndexTerms): IndexTerms {
  if (known.terms.length === 0) return added;
  const merged: IndexTerms = { terms: [], postings: [], places: [] };
  const put = (term: string, postings: string, places: number) => {
    if (places === 0) return;
    merged.terms.push(term);
    merged.postings.push(postings);
    merged.places.push(places);
  };
  /** Where the added terms are, or would be, among the known ones. */
  const at = added.terms.map((term) => firstNotBelow(known.terms, term));
  const end = moves.findLastIndex((move) => move !== 0) + 1;
  let next = 0;
  for (let index = 0; index <= known.terms.length; index++) {
    const term = known.terms[index];
    for (; at[next] === index && added.terms[next] !== term; next++)
      put(added.terms[next] ?? "", added.postings[next] ?? "", added.places[next] ?? 0);
    if (term === undefined) break;
    const before = known.postings[index] ?? "";
    const more = at[next] === index ? added.postings[next++] : undefined;
    if (more === undefined && !touches(before, moves, end)) put(term, before, known.places[index] ?? 0);
    else {
      const { postings, places } = mergePostings(before, moves, more ?? "");
      put(term, postings, places);
    }
  }
  return merged;
}

/** The index of the first of the sorted terms that is not before the wanted one. */
function firstNotBelow(terms: readonly string[], wanted: string): number {
  let low = 0;
  let high = terms.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((terms[middle] as string) < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}
