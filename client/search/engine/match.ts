/** From the words of a query to the terms of the index that they may mean, each with a confidence. */

import { addAll } from "../../../src/shared/lists.js";
import { codeSign, type Postings } from "../../../src/shared/search-index.js";
import { cutTerm, isUnspaced } from "../../../src/shared/search-text.js";
import type { Query, QueryTerm } from "./query.js";
import { corrections, splitWord } from "./spelling.js";
import { isFacts, type Layout, type Store } from "./store.js";
import { beginningOfForms, formsOf, type TermFiles } from "./terms.js";
import { weights } from "./weights.js";

export interface MatchedTerm {
  term: string;
  /** Confidence that it is meant: 1 for the word that was typed. */
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
const maxPrefixTerms = 60;

/** @returns a match for each word that is looked up. Words in files beyond the budget and, beside others, common ones are left out. */
export async function matchTerms(store: Store, files: TermFiles, query: Query): Promise<TermMatch[]> {
  let terms = query.terms;
  await files.load(termsToLoad(store, terms, query.isCode));
  let matches = matchAll(store, files, terms, query.isCode);
  const isMissing = (term: QueryTerm) => matches.some((match) => match.query === term && isDoubtful(match));
  for (const match of matches) if (match.query.parts) correctName(files, match);
  if (terms.some((term) => term.parts && isMissing(term))) {
    terms = terms.flatMap((term) => (term.parts && isMissing(term) ? partsOf(term, term.parts) : term));
    await files.load(termsToLoad(store, terms, query.isCode));
    matches = matchAll(store, files, terms, query.isCode);
  }
  if (query.isCode || !terms.some((term) => isMissing(term) && !term.exact)) return matches;
  // What no text has may be in code.
  const missing = matches.filter((match) => match.terms.length === 0).map((match) => match.query.spellings[0] ?? "");
  await files.load(missing.map((word) => codeSign + word));
  for (const match of matches) if (match.terms.length === 0) match.terms = codeTerms(store, files, match.query);
  return terms.some((term) => isMissing(term) && !term.exact) ? correctAll(store, files, terms, isMissing) : matches;
}

const wordOf = ({ spellings: [word = ""] }: QueryTerm) => word;

/** What to load for words: the longest ones, which are the rarest, then the neighbours that may be forms of them, and names that they form. */
function termsToLoad({ layout }: Store, terms: readonly QueryTerm[], isCode: boolean): string[] {
  const telling = tellingTerms(layout, terms).sort((a, b) => wordOf(b).length - wordOf(a).length);
  const typed = telling.flatMap(({ spellings }) =>
    isCode ? spellings.flatMap((word) => [codeSign + word, word]) : spellings,
  );
  if (isCode) return typed;
  const forms = telling.flatMap((term) => {
    const word = wordOf(term);
    if (term.longer) return term.longer;
    if (term.exact || !/^\p{L}+\d*$/u.test(word)) return [];
    const beginnings = layout.langs.map((lang) => beginningOfForms(word, lang));
    return [
      ...beginnings,
      `${word}s`,
      ...(layout.synonyms.get(word) ?? []),
      ...(labelWithNumber.exec(word)?.slice(1) ?? []),
    ];
  });
  return [...typed, ...forms, ...namesOf(terms, wordOf).map(({ name }) => name)];
}

/** Common words are ignored if there are others than labels. */
function tellingTerms({ common, series }: Layout, terms: readonly QueryTerm[]): QueryTerm[] {
  const telling = terms.filter((term) => !common.has(wordOf(term)));
  const labels = series.flatMap((register) => register.labels);
  return telling.some((term) => !labels.includes(wordOf(term))) ? telling : [...terms];
}

/** With so few places, a word that is only there in another form is more likely a misspelt one: "acces" is not a form of "acc". */
const doubtfulPlaces = 3;

function isDoubtful({ terms }: TermMatch): boolean {
  const places = terms.reduce((sum, { postings }) => sum + postings.places.length, 0);
  return places < doubtfulPlaces && terms.every(({ weight }) => weight === weights.match.inflected);
}

function matchAll(store: Store, files: TermFiles, terms: readonly QueryTerm[], isCode: boolean): TermMatch[] {
  const matches = tellingTerms(store.layout, terms)
    .filter((term) => term.spellings.some((word) => files.has(word)))
    .map((query): TermMatch => {
      const found = alternativesOf(store, files, query);
      return { query, terms: isCode ? [...found, ...codeTerms(store, files, query)] : found };
    });
  if (!isCode) addNames(store, files, namesOf(terms, wordOf), matches);
  return matches;
}

/** The terms that a word may mean, without corrections. */
function alternativesOf(
  store: Store,
  files: TermFiles,
  { spellings, longer = [], prefix, exact }: QueryTerm,
): MatchedTerm[] {
  const { layout } = store;
  const byTerm = new Map<string, MatchedTerm>();
  const add = (term: string, weight: number, postings: Postings | undefined) => {
    if (postings && (byTerm.get(term)?.weight ?? 0) < weight) byTerm.set(term, { term, weight, postings });
  };
  const [typed = ""] = spellings;
  for (const term of spellings) add(term, 1, files.find(term));
  for (const term of longer) add(term, weights.match.longer, files.find(term));
  if (!exact) {
    for (const [term, postings] of formsOf(files, typed, layout.langs)) add(term, weights.match.inflected, postings);
    for (const [term, postings] of labelAndNumber(store, files, typed)) add(term, weights.match.joined, postings);
    for (const term of layout.synonyms.get(typed) ?? []) add(term, weights.match.synonym, files.find(term));
  }
  if (prefix) {
    // A word that there is may be finished.
    const begun = byTerm.has(typed) ? weights.match.longer : weights.match.begun;
    for (const [term, postings] of files.beginningWith(typed)) {
      if (byTerm.size >= maxPrefixTerms) break;
      add(term, begun * Math.sqrt(typed.length / term.length), postings());
    }
  }
  return [...byTerm.values()];
}

/** The terms of code that a word may mean; longer ones only if no code has the word. */
function codeTerms({ layout }: Store, files: TermFiles, { spellings, prefix }: QueryTerm): MatchedTerm[] {
  const terms: MatchedTerm[] = [];
  const add = (term: string, weight: number, postings: Postings | undefined) => {
    const places = postings?.places.map((place) => layout.firstCode + place);
    if (postings && places && terms.length < maxPrefixTerms)
      terms.push({ term, weight, postings: { ...postings, places } });
  };
  for (const word of spellings) add(codeSign + word, 1, files.find(codeSign + word));
  if (terms.length > 0 || !prefix) return terms;
  for (const [term, postings] of files.beginningWith(codeSign + spellings[0]))
    add(term, weights.match.begun, postings());
  return terms;
}

const labelWithNumber = /^(\p{L}{2,})(\d+)$/u;

/** RFC2119 is also written RFC 2119: the places that have both parts of such a word. In front matter a category and a day would be such parts. */
function labelAndNumber({ layout }: Store, files: TermFiles, word: string): [term: string, postings: Postings][] {
  const [, label = "", number = ""] = labelWithNumber.exec(word) ?? [];
  const [labels, numbers] = [files.find(label), files.find(number)];
  if (!labels || !numbers) return [];
  const places = new Set(labels.places);
  const both = new Set(numbers.places.filter((place) => places.has(place) && !isFacts(layout, place >> 1)));
  if (both.size === 0) return [];
  return [
    [label, within(labels, both)],
    [number, within(numbers, both)],
  ];
}

function within({ places, extras }: Postings, wanted: ReadonlySet<number>): Postings {
  const indexes = [...places.keys()].filter((index) => wanted.has(places[index] ?? -1));
  return { places: indexes.map((index) => places[index] ?? 0), extras: indexes.map((index) => extras[index] ?? 1) };
}

interface JoinedName {
  name: string;
  parts: readonly QueryTerm[];
}

/** The names that words form: "price feed" is also PriceFeed. Two neighbours, or all words. */
function namesOf(terms: readonly QueryTerm[], spell: (term: QueryTerm) => string): JoinedName[] {
  const pairs = terms.slice(1).map((term, index) => [terms[index] ?? term, term]);
  const all = terms.length > 2 && terms.length <= maxJoined ? [terms] : [];
  return [...all, ...pairs].flatMap((parts): JoinedName[] => {
    const words = parts.map(spell);
    const isName =
      !parts.some(({ exact }) => exact) && !words.some(isUnspaced) && !words.every((word) => /^\d+$/.test(word));
    return isName ? [{ name: cutTerm(words.join("")), parts }] : [];
  });
}

function addNames(
  { layout }: Store,
  files: TermFiles,
  names: readonly JoinedName[],
  matches: readonly TermMatch[],
): void {
  for (const { name, parts } of names) {
    const found = formsOf(files, name, layout.langs);
    const weight = weights.match.joined;
    const joined = [...found].map(([term, postings]) => ({ term, weight: weight * weights.match.inflected, postings }));
    const postings = files.find(name);
    if (postings) joined.push({ term: name, weight, postings });
    if (parts.at(-1)?.prefix) {
      for (const [term, postings] of files.beginningWith(name))
        if (term !== name && !found.has(term) && joined.length < maxPrefixTerms)
          joined.push({
            term,
            weight: weight * weights.match.begun * Math.sqrt(name.length / term.length),
            postings: postings(),
          });
    }
    const isWhole = parts.length > 2;
    for (const match of matches)
      if (parts.includes(match.query))
        addAll(
          match.terms,
          joined.map((term) => ({ ...term, isWhole })),
        );
  }
}

/** The terms of the words that a term is made of, in its place. */
function partsOf(query: QueryTerm, words: readonly string[]): QueryTerm[] {
  return words.map((word, index) => ({
    spellings: [word],
    whole: wordOf(query),
    position: query.position + index / words.length,
    prefix: query.prefix && index === words.length - 1,
    exact: false,
  }));
}

/** What missing words may be: one edit, then several words as one, then more edits. */
async function correctAll(
  store: Store,
  files: TermFiles,
  terms: readonly QueryTerm[],
  isMissing: (term: QueryTerm) => boolean,
): Promise<TermMatch[]> {
  const words = await files.words();
  const wordSet = new Set(words);
  const near = new Map<QueryTerm, string[]>();
  const pieces = new Set<QueryTerm>();
  const corrected = terms.flatMap((term): QueryTerm[] => {
    const typed = wordOf(term);
    if (!isMissing(term) || term.exact || typed.length < 4 || isUnspaced(typed)) return [term];
    if (/\d/.test(typed)) return [term];
    const close = corrections(typed, words, { limit: 1 });
    const parts = close.length > 0 ? [] : splitWord(typed, wordSet);
    if (parts.length > 0) {
      const split = partsOf(term, parts);
      for (const part of split) pieces.add(part);
      return split;
    }
    const others = close.length > 0 ? close : corrections(typed, words, { begun: term.prefix });
    near.set(term, others.slice(0, maxCorrections));
    return [term];
  });
  const spell = (term: QueryTerm) => near.get(term)?.[0] ?? wordOf(term);
  const names = namesOf(corrected, spell).filter(({ parts }) =>
    parts.some((term) => near.has(term) || pieces.has(term)),
  );
  await files.load([...[...near.values()].flat(), ...[...pieces].map(wordOf), ...names.map(({ name }) => name)]);
  const matches = matchAll(store, files, corrected, false);
  for (const match of matches) {
    const { query } = match;
    if (pieces.has(query)) match.corrected = wordOf(query);
    setCorrections(files, match, near.get(query) ?? []);
    if (match.terms.length === 0) correctName(files, match);
  }
  addNames(
    store,
    files,
    names.filter(({ parts }) => parts.some((term) => near.has(term))),
    matches,
  );
  return matches;
}

/** Shorter words are corrected from the words of the site alone. */
const leastName = 8;
const digitsOf = (text: string) => text.replace(/\D+/g, " ").trim();

/** Names and rare words, which the words of the site do not contain, are corrected from the neighbours in their file. No digit is corrected. */
function correctName(files: TermFiles, match: TermMatch): void {
  const typed = wordOf(match.query);
  if (!isDoubtful(match) || match.query.exact || typed.length < leastName) return;
  const isLike = (term: string) => term.startsWith(typed.slice(0, 3)) && digitsOf(term) === digitsOf(typed);
  const near = corrections(typed, files.neighboursOf(typed).filter(isLike));
  setCorrections(files, match, near);
}

/** The most frequent correction is most likely meant. */
function setCorrections(files: TermFiles, match: TermMatch, near: readonly string[]): void {
  const found = near.slice(0, maxCorrections).flatMap((term): MatchedTerm[] => {
    const postings = files.find(term);
    return postings ? [{ term, weight: weights.match.corrected, postings }] : [];
  });
  if (found.length === 0) return;
  match.terms = found.sort((a, b) => b.postings.places.length - a.postings.places.length);
  match.corrected = match.terms[0]?.term;
}

/** The query with its corrections; empty if all words were found. */
export function correctedQuery({ words }: Query, matches: readonly TermMatch[]): string {
  const texts = new Map<string, string>();
  for (const { query, corrected } of matches) {
    if (corrected) texts.set(wordOf(query), corrected);
    if (query.whole === undefined) continue;
    const parts = matches.filter((match) => match.query.whole === query.whole);
    if (parts.some((part) => part.corrected !== undefined))
      texts.set(query.whole, parts.map((part) => part.corrected ?? wordOf(part.query)).join(" "));
  }
  return words.some((word) => texts.has(word)) ? words.map((word) => texts.get(word) ?? word).join(" ") : "";
}
