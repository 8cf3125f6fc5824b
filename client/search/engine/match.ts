/** From the terms of a query to the terms of the index that they may mean: as written, inflected, unfinished, joined, split, or misspelt. */

import type { Postings } from "../../../src/shared/search-index.js";
import { cutTerm, isCjk } from "../../../src/shared/search-text.js";
import { corrections } from "./correct.js";
import { lookUpExactly, lookUpInflected, lookUpPrefix } from "./look-up.js";
import type { QueryTerm } from "./query.js";
import { splitWord } from "./split.js";
import type { Store } from "./store.js";
import { weights } from "./weights.js";

export interface MatchedTerm {
  term: string;
  /** Confidence of the match: 1 for the word that was typed. */
  weight: number;
  postings: Postings;
  /** The term is the whole query, three words or more, as one name. */
  isWhole?: boolean;
}

export interface TermMatch {
  query: QueryTerm;
  terms: MatchedTerm[];
  /** The correction of a word that the index does not have. */
  corrected?: string;
}

const maxCorrections = 3;
/** Maximum number of words that are joined to form a name: more are a sentence. */
const maxJoined = 7;

export async function matchTerms(store: Store, queries: readonly QueryTerm[]): Promise<TermMatch[]> {
  const matches = (await Promise.all(queries.map((query) => matchTerm(store, query)))).flat();
  for (const [index, match] of matches.entries()) {
    const next = matches[index + 1];
    if (next && areNeighbours(match, next)) await addJoined(store, [match, next]);
  }
  const typed = wordsIn(matches, true);
  if (
    typed.length > Math.min(2, matches.length) &&
    typed.length <= maxJoined &&
    matches.every((match, index) => isNext(matches, match, index))
  )
    await addJoined(store, matches, true);
  return matches;
}

const isNext = (matches: readonly TermMatch[], match: TermMatch, index: number) =>
  index === 0 || areNeighbours(matches[index - 1] ?? match, match);

function areNeighbours(first: TermMatch, second: TermMatch): boolean {
  const between = second.query.before?.length ?? 0;
  return !first.query.exact && !second.query.exact && second.query.position === first.query.position + between + 1;
}

/** The typed words with the ignored ones between them. @param isAll also those before the first and after the last. */
function wordsIn(parts: readonly TermMatch[], isAll: boolean): string[] {
  return parts.flatMap(({ query: { spellings, before = [], after = [] } }, index) => [
    ...(index > 0 || isAll ? before : []),
    spellings[0] ?? "",
    ...(isAll ? after : []),
  ]);
}

/** "price feed" also means PriceFeed. Only if it takes at most one more request. */
async function addJoined(store: Store, parts: readonly TermMatch[], isAll = false): Promise<void> {
  const words = wordsIn(parts, isAll);
  const joined = cutTerm(words.join(""));
  const last = parts.at(-1)?.query;
  if (!last || words.some((word) => isCjk(word)) || /^\d+$/.test(joined)) return;
  const isNear = store.isShardLoaded(store.shardOf(joined)) || isAll || joined.length <= 24;
  if (!isNear) return;
  const found = [...(await lookUpExactly(store, joined, 1)), ...(await lookUpInflected(store, joined))];
  if (last.prefix) found.push(...(await lookUpPrefix(store, joined, true)).filter(({ term }) => isNew(found, term)));
  const weighed = found.map((match) => ({
    ...match,
    weight: weights.match.joined * match.weight,
    isWhole: isAll && words.length > 2,
  }));
  for (const part of parts) part.terms.push(...weighed);
}

const isNew = (found: readonly MatchedTerm[], term: string) => found.every((match) => match.term !== term);

/** One match, or several where the term is a name or a compound that is only there in its words. */
async function matchTerm(store: Store, query: QueryTerm): Promise<TermMatch[]> {
  const found = await lookUp(store, query);
  if (found.length > 0 || query.exact) return [{ query, terms: found }];
  if (query.words) return (await Promise.all(wordsOf(query, query.words).map((word) => matchTerm(store, word)))).flat();
  const [typed = ""] = query.spellings;
  const others = await Promise.all(umlauts(typed).map((word) => lookUpExactly(store, word, weights.match.joined)));
  if (others.flat().length > 0) return [{ query, terms: others.flat() }];
  return correct(store, query, typed);
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
  const pieces = close.length > 0 ? [] : splitWord(typed, await store.wordSet(words));
  if (pieces.length > 0) {
    const matches = await Promise.all(
      wordsOf(query, pieces).map(async (term) => ({ query: term, terms: await lookUp(store, term) })),
    );
    return matches.map((match) => ({ ...match, corrected: pieces.join(" ") }));
  }
  const near = close.length > 0 ? close : corrections(typed, words, { begun: query.prefix });
  const taken = near.slice(0, maxCorrections);
  const corrected = await Promise.all(taken.map((word) => lookUpExactly(store, word, weights.match.corrected)));
  return [{ query, terms: corrected.flat(), corrected: taken[0] }];
}

/** The words of the site, or none for a term that is not corrected, so that they need not be fetched. */
async function corrigible(store: Store, typed: string): Promise<readonly string[]> {
  return typed.length < 4 || /\d/.test(typed) || isCjk(typed) ? [] : store.words();
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
    const same = store.layout.synonyms.get(typed) ?? [];
    for (const matches of await Promise.all(same.map((term) => lookUpExactly(store, term, weights.match.synonym)))) {
      add(matches);
    }
  }
  if (prefix) add(await lookUpPrefix(store, typed, found.size > 0));
  return [...found.values()];
}
