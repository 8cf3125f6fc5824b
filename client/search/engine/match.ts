/** From the terms of a query to the terms of the index that they may mean: as written, inflected, unfinished, joined, split, or misspelt. */

import { addAll } from "../../../src/shared/lists.js";
import { declaredExtra } from "../../../src/shared/search-index.js";
import { compoundParts, cutTerm, isCompound, isUnspaced, joinTerms } from "../../../src/shared/search-text.js";
import {
  lookUpApart,
  lookUpCompounds,
  lookUpExactly,
  lookUpInflected,
  lookUpPrefix,
  type MatchedTerm,
  nearNames,
} from "./look-up.js";
import type { Query, QueryTerm } from "./query.js";
import { corrections, splitWord } from "./spelling.js";
import { isFacts, isTitle, type Store } from "./store.js";
import { weights } from "./weights.js";

export interface TermMatch {
  query: QueryTerm;
  terms: MatchedTerm[];
  /** The correction of a word that the index does not have. */
  corrected?: string;
}

const maxCorrections = 3;
/** Maximum number of words that are joined to form a name: more are a sentence. */
const maxJoined = 7;

export async function matchTerms(
  whole: Store,
  { terms: queries, words }: Pick<Query, "terms" | "words">,
  asTyped = false,
): Promise<TermMatch[]> {
  const store = asTyped || words.length > maxJoined ? forSentence(whole, queries) : whole;
  const matches = (await Promise.all(queries.map((query) => matchTerm(store, query)))).flat();
  for (const [index, match] of matches.entries()) {
    const next = matches[index + 1];
    if (!asTyped && next && areNeighbours(match, next)) await addJoined(store, [match, next]);
  }
  const typed = wordsIn(matches, true);
  if (
    !asTyped &&
    typed.length > Math.min(2, matches.length) &&
    typed.length <= maxJoined &&
    matches.slice(1).every((match, index) => areNeighbours(matches[index] ?? match, match))
  )
    await addJoined(store, matches, true);
  return matches;
}

/** A sentence is found by its words as they are. Other forms and joined names would take further files, and a correction 21 kB. */
function forSentence(store: Store, queries: readonly QueryTerm[]): Store {
  const own = new Set(queries.flatMap(({ spellings }) => spellings.map((word) => store.shardOf(word))));
  return {
    ...store,
    words: async () => [],
    shard: (number) => store.shard(own.has(number) ? number : store.shardCount),
  };
}

function areNeighbours(first: TermMatch, second: TermMatch): boolean {
  const between = second.query.before?.length ?? 0;
  return !first.query.exact && !second.query.exact && second.query.position === first.query.position + between + 1;
}

type WordOf = (match: TermMatch) => string;
const typedWord: WordOf = ({ query: { spellings } }) => spellings[0] ?? "";
const correctedWord: WordOf = (match) => match.corrected ?? typedWord(match);

/** The words of a query with the ignored ones between them. @param isAll also those before the first and after the last. */
function wordsIn(parts: readonly TermMatch[], isAll: boolean, wordOf = typedWord): string[] {
  return parts.flatMap((part, index) => [
    ...(index > 0 || isAll ? (part.query.before ?? []) : []),
    wordOf(part),
    ...(isAll ? (part.query.after ?? []) : []),
  ]);
}

/** "price feed" also means PriceFeed. Words that form a name are not corrected; if they form none, the corrected ones may. */
async function addJoined(store: Store, parts: readonly TermMatch[], isAll = false): Promise<void> {
  const isCorrected = parts.some(({ corrected }) => corrected !== undefined);
  const name = await lookUpName(store, parts, wordsIn(parts, isAll), isAll);
  if (name.length > 0 && isCorrected) {
    for (const part of parts) {
      if (part.corrected === undefined) continue;
      part.terms = [];
      part.corrected = undefined;
    }
  }
  if (name.length === 0 && isCorrected)
    addAll(name, await lookUpName(store, parts, wordsIn(parts, isAll, correctedWord), isAll));
  for (const part of parts) addAll(part.terms, name);
}

/** The name that these words form. Only if it takes at most one more request. */
async function lookUpName(
  store: Store,
  parts: readonly TermMatch[],
  words: readonly string[],
  isAll: boolean,
): Promise<MatchedTerm[]> {
  const joined = cutTerm(words.join(""));
  const last = parts.at(-1)?.query;
  if (!last || words.some((word) => isUnspaced(word)) || /^\d+$/.test(joined)) return [];
  const isNear = store.isShardLoaded(store.shardOf(joined)) || isAll || joined.length <= 24;
  if (!isNear) return [];
  const found = [...(await lookUpExactly(store, joined, 1)), ...(await lookUpInflected(store, joined))];
  if (last.prefix)
    addAll(
      found,
      (await lookUpPrefix(store, joined, true)).filter(({ term }) => isNew(found, term)),
    );
  return found.map((match) => ({
    ...match,
    weight: weights.match.joined * match.weight,
    isWhole: isAll && words.length > 2,
  }));
}

const isNew = (found: readonly MatchedTerm[], term: string) => found.every((match) => match.term !== term);

/** One match, or several where the term is a name or a compound that is only there in its words. */
async function matchTerm(store: Store, query: QueryTerm): Promise<TermMatch[]> {
  const found = await lookUp(store, query);
  const compounds = found.filter(({ term }) => isCompound(term));
  const words = found.filter(({ term }) => !isCompound(term));
  const [compound] = compounds;
  if (!compound) return matchWord(store, query, words);
  if (!isDoubtful(words)) {
    return withTerms(await matchWord(store, query, words), compounds);
  }
  return withTerms(await matchParts(store, query, compoundParts(compound.term).parts), [...words, ...compounds]);
}

/** @param found terms of the index that are the typed one, or like it. */
async function matchWord(store: Store, query: QueryTerm, found: MatchedTerm[]): Promise<TermMatch[]> {
  const [typed = ""] = query.spellings;
  if (!query.exact && found.length > 0 && areTitles(store, found)) {
    // Titles have two of their words as one, texts have them as they are written there: "giftwrap" is "gift wrap".
    const apart = await matchParts(store, query, await piecesOf(store, typed));
    if (apart.length > 0) return withTerms(apart, found);
  }
  if (query.exact) return [{ query, terms: found }];
  if (found.length > 0 && !isDoubtful(found))
    return [{ query, terms: [...found, ...(await usual(store, typed, found))] }];
  if (found.length > 0) {
    const better = await correct(store, query, typed);
    return better.some(({ terms }) => terms.length > 0) ? better : [{ query, terms: found }];
  }
  if (query.words && isName(query.words)) return matchName(store, query, query.words);
  const others = await Promise.all(umlauts(typed).map((word) => lookUp(store, { ...query, spellings: [word] })));
  const terms = others.flat().map((match) => ({ ...match, weight: weights.match.joined * match.weight }));
  if (terms.length > 0) return [{ query, terms }];
  return correct(store, query, typed);
}

/** A digest in letters of both cases seems to have dozens of short words. */
const isName = (words: readonly string[]) => words.length <= maxJoined || words.join("").length >= 4 * words.length;

const withTerms = (matches: readonly TermMatch[], more: readonly MatchedTerm[]): TermMatch[] =>
  matches.map((match) => ({ ...match, terms: [...match.terms, ...more] }));

async function matchParts(store: Store, query: QueryTerm, parts: readonly string[]): Promise<TermMatch[]> {
  return Promise.all(wordsOf(query, parts).map(async (part) => ({ query: part, terms: await lookUp(store, part) })));
}

function areTitles({ layout }: Store, found: readonly MatchedTerm[]): boolean {
  return found.every(({ postings }) => postings.places.every((place) => isTitle(layout, place)));
}

/** With so few places, a word that is only there in another form is more likely a misspelt one: "acces" is not a form of "acc". */
const doubtfulPlaces = 3;

function isDoubtful(found: readonly MatchedTerm[]): boolean {
  const places = found.reduce((sum, { postings }) => sum + postings.places.length, 0);
  return places < doubtfulPlaces && found.every(({ weight }) => weight === weights.match.inflected);
}

/** Shorter words are too like others. */
const leastMisspelt = 6;
/** How much more often a text has the usual spelling than the other one. */
const muchMore = 30;

/** Texts have misspelt words, too: what a word of so few of them usually is, if they are all that has it. */
async function usual(store: Store, typed: string, found: readonly MatchedTerm[]): Promise<MatchedTerm[]> {
  const places = found.reduce((sum, { postings }) => sum + postings.places.length, 0);
  if (places >= doubtfulPlaces || typed.length < leastMisspelt || !found.every((match) => isInTexts(store, match)))
    return [];
  const near = corrections(typed, await corrigible(store, typed), { limit: 1 }).slice(0, maxCorrections);
  const others = await Promise.all(near.map((word) => lookUpExactly(store, word, weights.match.corrected)));
  return others
    .flat()
    .filter(({ term, postings }) => term[0] === typed[0] && postings.places.length >= muchMore * places)
    .map((match) => ({ ...match, isUsual: true }));
}

/** Neither titles, headings and front matter have it, nor is it a name that code declares. */
function isInTexts({ layout }: Store, { postings: { places, extras } }: MatchedTerm): boolean {
  return places.every((place, index) => {
    const section = place >> 1;
    return place % 2 === 1 && !isFacts(layout, section) && !((extras[index] ?? 1) & declaredExtra);
  });
}

/** A name that the index does not have: its words, and the name that they form when they are corrected. */
async function matchName(store: Store, query: QueryTerm, words: readonly string[]): Promise<TermMatch[]> {
  const matches = (await Promise.all(wordsOf(query, words).map((word) => matchTerm(store, word)))).flat();
  const isCorrected = matches.some(({ corrected }) => corrected !== undefined);
  const name = isCorrected ? await lookUpName(store, matches, wordsIn(matches, true, correctedWord), true) : [];
  if (name.length === 0) {
    const [near] = await nearNames(store, query.spellings[0] ?? "");
    if (near) addAll(name, await lookUpExactly(store, near, weights.match.corrected));
  }
  for (const match of matches) addAll(match.terms, name);
  return matches;
}

/** The terms of the words that one term is made of, in its place. */
function wordsOf(query: QueryTerm, words: readonly string[]): QueryTerm[] {
  const step = 1 / words.length;
  return words.map((word, index) => ({
    spellings: [word],
    typed: query.spellings[0],
    position: query.position + index * step,
    prefix: query.prefix && index === words.length - 1,
    exact: false,
  }));
}

/** One edit first, then split, then more edits. */
async function correct(store: Store, query: QueryTerm, typed: string): Promise<TermMatch[]> {
  const words = await corrigible(store, typed);
  const close = corrections(typed, words, { limit: 1 });
  const pieces = close.length > 0 ? [] : await piecesOf(store, typed);
  if (pieces.length > 0) {
    const matches = await matchParts(store, query, pieces);
    return matches.map((match, index) => ({ ...match, corrected: pieces[index] }));
  }
  const near = close.length > 0 ? close : corrections(typed, words, { begun: query.prefix });
  const taken = (near.length > 0 ? near : await nearNames(store, typed)).slice(0, maxCorrections);
  const corrected = await Promise.all(taken.map((word) => lookUpExactly(store, word, weights.match.corrected)));
  // The most frequent one is most likely meant.
  const terms = corrected.flat().sort((a, b) => b.postings.places.length - a.postings.places.length);
  return [{ query, terms, corrected: terms[0]?.term }];
}

async function piecesOf(store: Store, typed: string): Promise<string[]> {
  const words = await corrigible(store, typed);
  return words.length === 0 ? [] : splitWord(typed, await store.wordSet());
}

/** The words of the site, or none for a term that is not corrected, so that they need not be fetched. */
async function corrigible(store: Store, typed: string): Promise<readonly string[]> {
  return typed.length < 4 || /\d/.test(typed) || isUnspaced(typed) ? [] : store.words();
}

/** "fuer" is written for "für", of which the index has "fur"; and the other way round. */
function umlauts(typed: string): string[] {
  const plain = typed.replace(/([aou])e/g, "$1");
  return plain === typed || plain.length < 3 ? [] : [plain];
}

async function lookUp(store: Store, { spellings, prefix, exact }: QueryTerm): Promise<MatchedTerm[]> {
  const found = new Map<string, MatchedTerm>();
  const add = (matches: readonly MatchedTerm[]) => {
    for (const match of matches) {
      const known = found.get(match.term);
      if (!known || known.weight < match.weight) found.set(match.term, match);
    }
  };
  for (const matches of await Promise.all(spellings.map((term) => lookUpExactly(store, term, 1)))) add(matches);
  const [typed = ""] = spellings;
  if (!exact) {
    add(await lookUpInflected(store, typed));
    add(await lookUpApart(store, typed));
    add(await lookUpCompounds(store, typed));
    const same = store.layout.synonyms.get(typed) ?? [];
    for (const matches of await Promise.all(same.map((term) => lookUpExactly(store, term, weights.match.synonym)))) {
      add(matches);
    }
  }
  if (prefix) add(await lookUpPrefix(store, typed, found.size > 0));
  return [...found.values()];
}

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
