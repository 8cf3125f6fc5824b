/** Texts with the matching words marked: HTML, in which everything but the marks is escaped. */
import type { MarkedText } from "../../../src/shared/search.js";
import { isCjk, type TermPlace, termPlaces } from "../../../src/shared/search-text.js";
import { escapeHtml } from "../../../src/shared/text.js";

/** The terms that are marked, each with the term of the query that it matches. */
export type MarkedTerms = ReadonlyMap<string, number>;

const ellipsis = "…";

/** @param wanted how many terms of the query there are. */
export function mark(text: string, terms: MarkedTerms, wanted: number): MarkedText {
  return marked(text, 0, text.length, termPlaces(text), terms, wanted);
}

/** About `words` words around the best match, or from the beginning when there is none. */
export function snippet(text: string, terms: MarkedTerms, wanted: number, words: number): MarkedText {
  const places = termPlaces(text);
  const { first, last } = bestWindow(places, terms, words);
  const start = first === 0 ? 0 : (places[first]?.start ?? 0);
  const end = last >= places.length - 1 ? text.length : (places[last]?.end ?? text.length);
  const result = marked(text, start, end, places, terms, wanted);
  const value = `${start > 0 ? ellipsis : ""}${result.value}${end < text.length ? ellipsis : ""}`;
  return { ...result, value };
}

/** The first run of at most `words` words with most of the query; the match is in its middle. */
function bestWindow(places: readonly TermPlace[], terms: MarkedTerms, words: number): { first: number; last: number } {
  const found = places.flatMap(({ term }, index) => (terms.has(term) ? [index] : []));
  const size = Math.max(1, windowSize(places, words));
  let best = { from: 0, to: 0, count: 0 };
  for (const from of found) {
    const inside = found.filter((index) => index >= from && index < from + size);
    const count = new Set(inside.map((index) => terms.get(places[index]?.term ?? ""))).size;
    if (count > best.count) best = { from, to: inside.at(-1) ?? from, count };
  }
  const spare = Math.floor((size - (best.to - best.from + 1)) / 2);
  const first = Math.max(0, Math.min(best.from - spare, places.length - size));
  return { first, last: Math.min(places.length, first + size) - 1 };
}

/** A pair of characters is shorter than a word: texts without spaces show twice as many. */
function windowSize(places: readonly TermPlace[], words: number): number {
  const pairs = places.slice(0, 100).filter(({ term }) => isCjk(term)).length;
  return pairs * 2 > Math.min(100, places.length) ? words * 2 : words;
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
    const which = terms.get(place.term);
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
