/** Marks the matching words of texts. The result is HTML, in which everything but the marks is escaped. */

import { addAll } from "../../../src/shared/lists.js";
import type { MarkedText } from "../../../src/shared/search.js";
import { compoundPlaces, isUnspaced, type TermPlace, termPlaces, wordPlaces } from "../../../src/shared/search-text.js";
import { escapeHtml } from "../../../src/shared/text.js";
import { phraseStart } from "./phrase.js";

/** The words and phrases to mark. */
export interface Marks {
  /** Terms, each with the index of the query's term that it matches. */
  terms: ReadonlyMap<string, number>;
  /** Phrases, each of which is marked as a whole. */
  phrases: readonly (readonly string[])[];
  /** How many terms the query has. */
  wanted: number;
}

const ellipsis = "…";

export function markText(text: string, marks: Marks): MarkedText {
  return markRange(text, 0, text.length, placesIn(text, marks), marks);
}

/** Cuts out about `words` words around the best match, or from the beginning if there is none. A name of code counts as one word; a phrase is never cut. */
export function makeSnippet(text: string, marks: Marks, words: number): MarkedText {
  const places = placesIn(text, marks);
  const units = unitsOf(places, marks);
  const { first, last } = bestWindow(units, windowSize(units, words));
  const start = first === 0 ? 0 : (units[first]?.start ?? 0);
  const end = last >= units.length - 1 ? text.length : (units[last]?.end ?? text.length);
  const result = markRange(text, start, end, places, marks);
  const value = `${start > 0 ? ellipsis : ""}${result.value}${end < text.length ? ellipsis : ""}`;
  return { ...result, value };
}

/** Whether a text has one of the phrases. */
export const hasPhrase = (text: string, { phrases }: Marks): boolean => phrasePlaces(text, phrases).length > 0;

/** Stands for a whole phrase where a term is expected. No term is a space. */
const wholePhrase = " ";
const phraseMatch = -1;

function phrasePlaces(text: string, phrases: Marks["phrases"]): TermPlace[] {
  if (phrases.length === 0) return [];
  const words = wordPlaces(text);
  const terms = words.map(({ term }) => term);
  return phrases.flatMap((phrase) => {
    const places: TermPlace[] = [];
    for (let at = phraseStart(terms, phrase); at >= 0; at = phraseStart(terms, phrase, at + phrase.length)) {
      const { start = 0 } = words[at] ?? {};
      const { end = 0 } = words[at + phrase.length - 1] ?? {};
      places.push({ term: wholePhrase, start, end });
    }
    return places;
  });
}

/** The places of terms and phrases in order; a whole comes before its parts. */
function placesIn(text: string, { phrases, terms }: Marks): TermPlace[] {
  const compounds = compoundPlaces(text).filter(({ term }) => terms.has(term));
  const places = [...phrasePlaces(text, phrases), ...compounds, ...termPlaces(text)];
  return places.sort((a, b) => a.start - b.start || b.end - a.end);
}

/** A part of a text that a snippet does not cut: a word, a name, a pair of characters, a phrase. */
interface Unit {
  start: number;
  end: number;
  isUnspaced: boolean;
  /** The terms of the query that it matches. */
  matches: number[];
}

function unitsOf(places: readonly TermPlace[], { terms }: Marks): Unit[] {
  const units: Unit[] = [];
  for (const { term, start, end } of places) {
    const match = matchOf(term, terms);
    const matches = match === undefined ? [] : [match];
    const before = units.at(-1);
    if (before && end <= before.end) addAll(before.matches, matches);
    else units.push({ start, end, isUnspaced: isUnspaced(term), matches });
  }
  return units;
}

const matchOf = (term: string, terms: Marks["terms"]) => (term === wholePhrase ? phraseMatch : terms.get(term));

/** The first window of `size` units with the most words of the query, centred on them. A phrase counts more than all words. */
function bestWindow(units: readonly Unit[], size: number): { first: number; last: number } {
  let best = { from: 0, to: 0, value: 0 };
  for (const [from, unit] of units.entries()) {
    if (unit.matches.length === 0) continue;
    const matches = new Set<number>();
    let to = from;
    for (let at = from; at < units.length && at < from + size; at++) {
      if (units[at]?.matches.length) to = at;
      for (const match of units[at]?.matches ?? []) matches.add(match);
    }
    const value = matches.size + (matches.has(phraseMatch) ? units.length : 0);
    if (value > best.value) best = { from, to, value };
  }
  const before = Math.floor((size - (best.to - best.from + 1)) / 2);
  const first = Math.max(0, Math.min(best.from - before, units.length - size));
  return { first, last: Math.min(units.length, first + size) - 1 };
}

/** Number of units in a snippet: twice as many in languages without spaces, because a pair of characters is shorter than a word. */
function windowSize(units: readonly Unit[], words: number): number {
  const pairs = units.slice(0, 100).filter(({ isUnspaced }) => isUnspaced).length;
  return pairs * 2 > Math.min(100, units.length) ? words * 2 : words;
}

const opening = "<mark>";
const closing = "</mark>";

function markRange(text: string, start: number, end: number, places: readonly TermPlace[], marks: Marks): MarkedText {
  let value = "";
  let done = start;
  const matches = new Set<number>();
  for (const place of places) {
    const match = matchOf(place.term, marks.terms);
    if (match === undefined || place.start < start || place.end > end) continue;
    matches.add(match);
    const from = Math.max(place.start, done);
    if (from >= place.end) continue;
    value += escapeHtml(text.slice(done, from));
    // Pairs of characters overlap, so their marks are merged.
    value = from === done && value.endsWith(closing) ? value.slice(0, -closing.length) : value + opening;
    value += escapeHtml(text.slice(from, place.end)) + closing;
    done = place.end;
  }
  value += escapeHtml(text.slice(done, end));
  const matchingTerms = matches.size - (matches.has(phraseMatch) ? 1 : 0);
  const matchLevel = matchingTerms < marks.wanted ? "partial" : "full";
  return { value, matchLevel: matches.size === 0 ? "none" : matchLevel };
}
