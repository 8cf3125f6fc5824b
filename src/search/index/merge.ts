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
  const isSame = moves.every((move) => move === 0);
  let index = 0;
  /** Copies the known term at `index`, with its added places. */
  const take = (more?: string) => {
    const [term = "", before = "", places = 0] = [known.terms[index], known.postings[index], known.places[index]];
    index++;
    if (more === undefined && (isSame || !touches(before, moves))) return put(term, before, places);
    const { postings, places: count } = mergePostings(before, moves, more ?? "");
    put(term, postings, count);
  };
  for (const [at, term] of added.terms.entries()) {
    const postings = added.postings[at] ?? "";
    while (index < known.terms.length && (known.terms[index] ?? "") < term) take();
    if (known.terms[index] === term) take(postings);
    else put(term, postings, added.places[at] ?? 0);
  }
  while (index < known.terms.length) take();
  return merged;
}
