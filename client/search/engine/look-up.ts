/** Looks terms up in the shards of the index: as they are, with other endings, in two words, and as prefixes. */
import { stemmer as english } from "@orama/stemmers/english";
import { stemmer as german } from "@orama/stemmers/german";
import { stemmer as portuguese } from "@orama/stemmers/portuguese";
import { stemmer as spanish } from "@orama/stemmers/spanish";
import type { Postings } from "../../../src/shared/search-index.js";
import { compoundParts, isCompound } from "../../../src/shared/search-text.js";
import { corrections } from "./spelling.js";
import { isFacts, lastNotAbove, type Shard, type Store } from "./store.js";
import { weights } from "./weights.js";

const inflected = /^\p{L}{3,}$/u;

/** British spellings of which the other one differs in a letter. Before other letters, `-ise` is part of the word: "precise", "revise". */
const british: readonly [RegExp, string][] = [
  [/(?<=[a-z]{2}[dghklmnprst])is(?=(?:e|es|ed|er|ers|ing|ation|ations)$)/, "iz"],
  [/(?<=anal|paral)ys(?=(?:e|ed|er|ers|ing)$)/, "yz"],
  [/(?<=^(?:behavi|col|endeav|fav|flav|harb|hon|lab|neighb|rum|sav))our/, "or"],
];

const american = (word: string) => british.reduce((text, [pattern, other]) => text.replace(pattern, other), word);

const stemmers: Record<string, (word: string) => string> = {
  de: german,
  en: (word) => english(american(word)),
  es: spanish,
  pt: portuguese,
};

/** By the algorithms of Snowball; in other languages only a common plural ending is removed. @param lang language tag of the texts. */
function stemOf(word: string, lang: string): string {
  if (!inflected.test(word)) return word;
  const stem = stemmers[lang.split("-")[0] ?? ""];
  return stem ? stem(word) : word.replace(/s$/, "");
}

/** Number of further shards that a prefix may use: one letter would span a large part of the index. */
const maxPrefixShards = 2;
const maxPrefixTerms = 60;
/** Letters that a word may have beyond another of its stem. */
const maxEnding = 6;

export interface MatchedTerm {
  term: string;
  /** Confidence of the match: 1 for the word that was typed. */
  weight: number;
  postings: Postings;
  /** The term is the whole query, three words or more, as one name. */
  isWhole?: boolean;
  /** The usual spelling of a typed word that few texts have. */
  isUsual?: boolean;
}

export async function lookUpExactly(store: Store, term: string, weight: number): Promise<MatchedTerm[]> {
  const shard = await store.shard(store.shardOf(term));
  const index = indexOf(shard, term);
  return index < 0 ? [] : [{ term, weight, postings: shard.postings(index) }];
}

/** Number of shards that the words of a query may be in, and those of one in quotes; more are a sentence, which its longest words find. */
const mostShards = 7;
const mostShardsOfPhrases = 4;

/** Those that tell most come first: long words are rare. */
export const longestFirst = (words: readonly string[]): string[] => [...words].sort((a, b) => b.length - a.length);

/** @returns whether a word is among the longest ones, or in a shard that has one of them. */
export function withinShards(store: Store, words: readonly string[], isPhrase: boolean): (word: string) => boolean {
  const shards = new Set<number>();
  const most = isPhrase ? mostShardsOfPhrases : mostShards;
  for (const word of longestFirst(words)) if (shards.size < most) shards.add(store.shardOf(word));
  return (word) => shards.has(store.shardOf(word));
}

/** The words with the same stem as a term, in any language of the texts. */
export async function lookUpInflected(store: Store, term: string): Promise<MatchedTerm[]> {
  const found = new Map<string, MatchedTerm>();
  for (const lang of store.layout.langs)
    for (const match of await lookUpForms(store, term, lang)) found.set(match.term, match);
  return [...found.values()];
}

/**
 * The forms of a word in a language. They are its neighbours in the index; where it is cut between them, those in the files
 * of its stem and of its usual plural.
 */
async function lookUpForms(store: Store, term: string, lang: string): Promise<MatchedTerm[]> {
  const stem = stemOf(term, lang);
  const beginning = sharedBeginning(stem, term);
  if (beginning.length < 3 || !/^\p{L}+$/u.test(term)) return [];
  const found: MatchedTerm[] = [];
  for (const number of new Set([beginning, term, `${term}s`].map((word) => store.shardOf(word)))) {
    const shard = await store.shard(number);
    for (let index = firstNotBelow(shard.terms, beginning); shard.terms[index]?.startsWith(beginning); index++) {
      const other = shard.terms[index] ?? "";
      if (other === term || other.length > term.length + maxEnding || stemOf(other, lang) !== stem) continue;
      found.push({ term: other, weight: weights.match.inflected, postings: shard.postings(index) });
    }
  }
  return found;
}

/** "frontrunning" is also written front-running. Such a term follows the word in the index. */
export async function lookUpCompounds(store: Store, word: string): Promise<MatchedTerm[]> {
  const found = new Map<string, MatchedTerm>();
  const shard = await store.shard(store.shardOf(`${word}-~`));
  for (const lang of store.layout.langs) {
    const stem = stemOf(word, lang);
    const beginning = sharedBeginning(stem, word);
    for (let index = firstNotBelow(shard.terms, beginning); shard.terms[index]?.startsWith(beginning); index++) {
      const term = shard.terms[index] ?? "";
      if (!isCompound(term) || found.has(term)) continue;
      const { joined } = compoundParts(term);
      if (joined !== word && stemOf(joined, lang) !== stem) continue;
      const form = joined === word ? 1 : weights.match.inflected;
      found.set(term, { term, weight: weights.match.joined * form, postings: shard.postings(index) });
    }
  }
  return [...found.values()];
}

const labelWithNumber = /^(\p{L}{2,})(\d+)$/u;

/** RFC2119 is also written RFC 2119: the places that have both parts of such a word. In front matter a category and a day would be such parts. */
export async function lookUpApart(store: Store, word: string): Promise<MatchedTerm[]> {
  const [, label, number] = labelWithNumber.exec(word) ?? [];
  if (label === undefined || number === undefined) return [];
  const [labels] = await lookUpExactly(store, label, weights.match.joined);
  const [numbers] = labels ? await lookUpExactly(store, number, weights.match.joined) : [];
  if (!labels || !numbers) return [];
  const places = new Set(labels.postings.places.filter((place) => !isFacts(store.layout, place >> 1)));
  const joined = within(numbers, places);
  const both = [within(labels, new Set(joined.postings.places)), joined];
  return both.filter(({ postings }) => postings.places.length > 0);
}

/** What a term has in some places. */
function within(match: MatchedTerm, places: ReadonlySet<number>): MatchedTerm {
  const postings: Postings = { places: [], extras: [] };
  for (const [index, place] of match.postings.places.entries()) {
    if (!places.has(place)) continue;
    postings.places.push(place);
    postings.extras.push(match.postings.extras[index] ?? 1);
  }
  return { ...match, postings };
}

/** If the word itself was found, only completions in its own shard count: others are not worth a request. */
export async function lookUpPrefix(store: Store, prefix: string, isWord: boolean): Promise<MatchedTerm[]> {
  const first = store.shardOf(prefix);
  const last = Math.min(store.shardCount - 1, first + (isWord ? 0 : maxPrefixShards - 1));
  const found: MatchedTerm[] = [];
  for (let number = first; number <= last; number++) {
    const shard = await store.shard(number);
    let index = firstNotBelow(shard.terms, prefix);
    for (; shard.terms[index]?.startsWith(prefix) && found.length < maxPrefixTerms; index++) {
      const term = shard.terms[index] ?? "";
      const weight = weights.match.begun * Math.sqrt(prefix.length / term.length);
      found.push({ term, weight, postings: shard.postings(index) });
    }
    if (index < shard.terms.length) break;
  }
  return found;
}

/** Shorter words are corrected from the words of the site alone. */
const leastName = 8;

/**
 * Terms like a misspelt one among its neighbours in the index: rare words and names, which the words of the site do not contain. No digit
 * is corrected.
 */
export async function nearNames(store: Store, typed: string): Promise<string[]> {
  if (typed.length < leastName) return [];
  const { terms } = await store.shard(store.shardOf(typed));
  const digits = digitsOf(typed);
  return corrections(
    typed,
    terms.filter((term) => term.startsWith(typed.slice(0, 3)) && digitsOf(term) === digits),
  );
}

const digitsOf = (text: string) => text.replace(/\D+/g, " ").trim();

/** A stem may end otherwise than its words do: `difficulti` of difficulty and difficulties. */
function sharedBeginning(stem: string, word: string): string {
  let length = 0;
  while (length < stem.length && stem[length] === word[length]) length++;
  return word.slice(0, length > 4 ? length - 1 : length);
}

function indexOf({ terms }: Shard, term: string): number {
  const index = lastNotAbove(terms, term);
  return terms[index] === term ? index : -1;
}

/** The index of the first of the sorted terms that is not before the wanted one. */
export function firstNotBelow(terms: readonly string[], wanted: string): number {
  const index = lastNotAbove(terms, wanted);
  return (terms[index] ?? "") < wanted ? index + 1 : index;
}
