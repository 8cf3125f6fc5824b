/** From a term of the query to the terms of the index that may be meant: as written, inflected, begun, or misspelt. */

import type { Postings } from "../../../src/shared/search-index.js";
import { isCjk } from "../../../src/shared/search-text.js";
import { corrections } from "./correct.js";
import type { QueryTerm } from "./query.js";
import { lastNotAbove, type Shard, type Store } from "./store.js";
import { weights } from "./weights.js";

export interface MatchedTerm {
  term: string;
  /** How sure it is that this is meant: 1 for what was typed. */
  weight: number;
  postings: Postings;
}

export interface TermMatch {
  query: QueryTerm;
  terms: MatchedTerm[];
  /** The word that was taken for a misspelt one. */
  corrected?: string;
}

/** A prefix may reach this far beyond the shard in which it begins: one letter would reach across a good part of the index. */
const maxPrefixShards = 2;
const maxPrefixTerms = 60;
const maxCorrections = 3;

export async function matchTerms(store: Store, queries: readonly QueryTerm[]): Promise<TermMatch[]> {
  const matches = await Promise.all(queries.map((query) => matchTerm(store, query)));
  for (const [index, match] of matches.entries()) {
    const next = matches[index + 1];
    if (next) await addJoined(store, match, next);
  }
  return matches;
}

/** "price feed" means PriceFeed as well. Only where that can be seen without another request. */
async function addJoined(store: Store, first: TermMatch, second: TermMatch): Promise<void> {
  const [a = ""] = first.query.spellings;
  const [b = ""] = second.query.spellings;
  const separate = first.query.exact || second.query.exact || second.query.position !== first.query.position + 1;
  if (separate || isCjk(a) || isCjk(b) || store.shardOf(a + b) !== store.shardOf(a)) return;
  const joined = await lookUpJoined(store, a + b, second.query.prefix);
  first.terms.push(...joined);
  second.terms.push(...joined);
}

async function lookUpJoined(store: Store, term: string, prefix: boolean): Promise<MatchedTerm[]> {
  const found = prefix ? await lookUpPrefix(store, term, true) : await lookUpExactly(store, term, 1);
  return found.map((match) => ({ ...match, weight: weights.match.joined * (match.term === term ? 1 : match.weight) }));
}

async function matchTerm(store: Store, query: QueryTerm): Promise<TermMatch> {
  const found = await lookUp(store, query);
  if (found.length > 0 || query.exact) return { query, terms: found };
  const [typed = ""] = query.spellings;
  const near = corrections(typed, await corrigible(store, typed), { begun: query.prefix }).slice(0, maxCorrections);
  const corrected = await Promise.all(near.map((word) => lookUpExactly(store, word, weights.match.corrected)));
  return { query, terms: corrected.flat(), corrected: near[0] };
}

/** The words of the site, or none for a term that is not corrected: then they need not be fetched. */
async function corrigible(store: Store, typed: string): Promise<string[]> {
  return typed.length < 4 || /\d/.test(typed) || isCjk(typed) ? [] : store.words();
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
    const inflected = inflections(typed).filter((term) => store.shardOf(term) === store.shardOf(typed));
    for (const term of inflected) add(await lookUpExactly(store, term, weights.match.inflected));
  }
  if (prefix) add(await lookUpPrefix(store, typed, found.size > 0));
  return [...found.values()];
}

async function lookUpExactly(store: Store, term: string, weight: number): Promise<MatchedTerm[]> {
  const shard = await store.shard(store.shardOf(term));
  const index = indexOf(shard, term);
  return index < 0 ? [] : [{ term, weight, postings: shard.postings(index) }];
}

/** The plural of a word and the singular of one, as most languages of the site form them. */
function inflections(term: string): string[] {
  if (!/^[a-z]{3,}$/.test(term)) return [];
  return term.endsWith("s") ? [term.slice(0, -1)] : [`${term}s`];
}

/** Where the word itself was found, only what its own shard has: what it may become is worth no further request. */
async function lookUpPrefix(store: Store, prefix: string, isWord: boolean): Promise<MatchedTerm[]> {
  const first = store.shardOf(prefix);
  const last = Math.min(store.shardCount - 1, first + (isWord ? 0 : maxPrefixShards - 1));
  const found: MatchedTerm[] = [];
  for (let number = first; number <= last; number++) {
    const shard = await store.shard(number);
    const start = firstNotBelow(shard.terms, prefix);
    let index = start;
    for (; shard.terms[index]?.startsWith(prefix) && found.length < maxPrefixTerms; index++) {
      const term = shard.terms[index] ?? "";
      const weight = weights.match.begun * Math.sqrt(prefix.length / term.length);
      found.push({ term, weight, postings: shard.postings(index) });
    }
    if (index < shard.terms.length) break;
  }
  return found;
}

function indexOf({ terms }: Shard, term: string): number {
  const index = lastNotAbove(terms, term);
  return terms[index] === term ? index : -1;
}

function firstNotBelow(terms: readonly string[], wanted: string): number {
  const index = lastNotAbove(terms, wanted);
  return (terms[index] ?? "") < wanted ? index + 1 : index;
}
