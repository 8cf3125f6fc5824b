/** Texts with the matching words marked: HTML, in which everything but the marks is escaped. */

import { addAll } from "../../../src/shared/lists.js";
import type { MarkedText } from "../../../src/shared/search.js";
import { compoundPlaces, isUnspaced, type TermPlace, termPlaces, wordPlaces } from "../../../src/shared/search-text.js";
import { escapeHtml } from "../../../src/shared/text.js";
import { phraseStart } from "./phrase.js";

/** The terms that are marked, each with the term of the query that it matches. */
export type MarkedTerms = ReadonlyMap<string, number>;

/** Each is marked as a whole. */
export type Phrases = readonly (readonly string[])[];

const ellipsis = "…";

/** @param wanted how many terms of the query there are. */
export function mark(text: string, terms: MarkedTerms, wanted: number, phrases: Phrases = []): MarkedText {
  const places = placesIn(text, phrasePlaces(text, phrases), terms);
  return marked(text, 0, text.length, places, terms, wanted);
}

/** About `words` words around the best match, or from the beginning when there is none. A name of code is one word; a phrase is shown whole. */
export function snippet(
  text: string,
  terms: MarkedTerms,
  wanted: number,
  words: number,
  phrases: Phrases = [],
): MarkedText {
  const whole = phrasePlaces(text, phrases);
  const places = placesIn(text, whole, terms);
  const units = unitsOf(places, whole, terms);
  const { first, last } = bestWindow(units, windowSize(units, words));
  const start = first === 0 ? 0 : (units[first]?.start ?? 0);
  const end = last >= units.length - 1 ? text.length : (units[last]?.end ?? text.length);
  const result = marked(text, start, end, places, terms, wanted);
  const value = `${start > 0 ? ellipsis : ""}${result.value}${end < text.length ? ellipsis : ""}`;
  return { ...result, value };
}

/** Whether a text has one of the phrases. */
export function hasPhrase(text: string, phrases: Phrases): boolean {
  return phrasePlaces(text, phrases).length > 0;
}

function phrasePlaces(text: string, phrases: Phrases): TermPlace[] {
  if (phrases.length === 0) return [];
  const words = wordPlaces(text);
  const terms = words.map(({ term }) => term);
  return phrases.flatMap((phrase) => {
    const found: TermPlace[] = [];
    for (let at = phraseStart(terms, phrase); at >= 0; at = phraseStart(terms, phrase, at + phrase.length)) {
      const { start = 0 } = words[at] ?? {};
      const { end = 0 } = words[at + phrase.length - 1] ?? {};
      found.push({ term: wholePhrase, start, end });
    }
    return found;
  });
}

/** In place of a term, which has no space. */
const wholePhrase = " ";
const phraseMatch = -1;

/** The places of terms and phrases in order; the whole before its parts. */
function placesIn(text: string, phrases: readonly TermPlace[], terms: MarkedTerms): TermPlace[] {
  const compounds = compoundPlaces(text).filter(({ term }) => terms.has(term));
  const whole = [...phrases, ...compounds];
  const places = termPlaces(text);
  return whole.length === 0 ? places : [...whole, ...places].sort((a, b) => a.start - b.start || b.end - a.end);
}

/** What a snippet shows whole: a word, a name, a pair of characters, a phrase. */
interface Unit {
  start: number;
  end: number;
  isUnspaced: boolean;
  words: number;
  /** The terms of the query that it matches. */
  found: number[];
}

/** @param places in order. */
function unitsOf(places: readonly TermPlace[], phrases: readonly TermPlace[], terms: MarkedTerms): Unit[] {
  const units: Unit[] = [];
  for (const place of places) {
    const { term, start, end } = place;
    const which = matchOf(term, terms);
    const found = which === undefined ? [] : [which];
    const before = units.at(-1);
    const isPart = before !== undefined && end <= before.end;
    if (before && (isPart || phrases.some((phrase) => overlap(phrase, before) && overlap(phrase, place)))) {
      addAll(before.found, found);
      before.words += isPart ? 0 : 1;
      before.end = Math.max(before.end, end);
    } else units.push({ start, end, isUnspaced: isUnspaced(term), words: 1, found });
  }
  return units;
}

interface Range {
  start: number;
  end: number;
}

const overlap = (one: Range, other: Range) => one.start < other.end && other.start < one.end;

const matchOf = (term: string, terms: MarkedTerms) => (term === wholePhrase ? phraseMatch : terms.get(term));

/** The first run of units of about so many words with most of the query, a phrase above all; the match is in its middle. */
function bestWindow(units: readonly Unit[], words: number): { first: number; last: number } {
  let best = { from: 0, to: 0, value: 0 };
  for (const [from, { found }] of units.entries()) {
    if (found.length === 0) continue;
    const kinds = new Set<number>();
    let to = from;
    for (let at = from, room = words; at === from || (at < units.length && room > 0); at++) {
      const unit = units[at];
      room -= unit?.words ?? 1;
      if (unit?.found.length) to = at;
      for (const which of unit?.found ?? []) kinds.add(which);
    }
    const value = kinds.has(phraseMatch) ? units.length + kinds.size : kinds.size;
    if (value > best.value) best = { from, to, value };
  }
  const { from, to } = best;
  const others = words - units.slice(from, to + 1).reduce((sum, unit) => sum + unit.words, 0);
  const size = to - from + 1 + Math.max(0, others);
  const first = Math.max(0, Math.min(from - Math.floor(Math.max(0, others) / 2), units.length - size));
  return { first, last: Math.min(units.length, first + size) - 1 };
}

/** A pair of characters is shorter than a word: texts without spaces show twice as many. */
function windowSize(units: readonly Unit[], words: number): number {
  const pairs = units.slice(0, 100).filter(({ isUnspaced }) => isUnspaced).length;
  return pairs * 2 > Math.min(100, units.length) ? words * 2 : words;
}

function marked(
  text: string,
  start: number,
  end: number,
  places: readonly TermPlace[],
  terms: MarkedTerms,
  wanted: number,
): MarkedText {
  let value = "";
  let done = start;
  let markedTo = -1;
  const found = new Set<number>();
  for (const place of places) {
    const which = matchOf(place.term, terms);
    if (which === undefined || place.start < start || place.end > end) continue;
    found.add(which);
    // Pairs of characters overlap: their marks are merged.
    const from = Math.max(place.start, done);
    if (from >= place.end) continue;
    const joins = markedTo === from && from > start;
    value += escapeHtml(text.slice(done, from));
    value = joins ? value.slice(0, -closing.length) : `${value}${opening}`;
    value += `${escapeHtml(text.slice(from, place.end))}${closing}`;
    done = place.end;
    markedTo = place.end;
  }
  value += escapeHtml(text.slice(done, end));
  return { value, matchLevel: found.size === 0 ? "none" : found.size < wanted ? "partial" : "full" };
}

const opening = "<mark>";
const closing = "</mark>";
