/** Finds the terms of the index that the words of a query may mean, each with a confidence. */

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
  /** Confidence that the reader means it: 1 for the typed word. */
  weight: number;
  postings: Postings;
  /** Whether the term joins all words of the query, at least three, into one name. */
  isWhole?: boolean;
}

export interface TermMatch {
  query: QueryTerm;
  terms: MatchedTerm[];
  /** The correction of a word that the index does not have. */
  corrected?: string;
}

const maxCorrections = 3;
/** Maximum number of words that are joined into a name. More words are a sentence. */
const maxJoined = 7;
const maxVariants = 60;
/** Shorter words are not corrected, and names are corrected from other names only if they are long. */
const minWord = 4;
const minName = 8;

/** @returns a match for each word. Left out are words in files beyond the budget, and common words if there are others. */
export async function matchTerms(
  store: Store,
  files: TermFiles,
  { terms: typed, isCode }: Query,
): Promise<TermMatch[]> {
  let terms = typed;
  let matches: TermMatch[] = [];
  const match = async () => {
    await files.load(termsToLoad(store, terms, isCode));
    matches = matchAll(store, files, terms, isCode);
  };
  const isMissing = (term: QueryTerm) => matches.some((match) => match.query === term && isDoubtful(match));
  await match();
  if (isCode || !terms.some(isMissing)) return matches;
  // A word that no text has may be in code.
  await files.load(terms.filter(isMissing).map((term) => codeSign + wordOf(term)));
  await match();
  terms = terms.flatMap((term) => (term.parts && isMissing(term) ? partsOfName(files, term, term.parts) : term));
  await match();
  const isMisspelt = (term: QueryTerm) => !term.exact && isMissing(term);
  if (!terms.some(isMisspelt)) return matches;
  const words = await files.words();
  terms = terms.flatMap((term) => (isMisspelt(term) ? correctTerm(files, term, words) : term));
  await match();
  return matches;
}

const wordOf = ({ spellings: [word = ""] }: QueryTerm) => word;

/** The terms whose files to load: the words, the longest and so rarest first, then the beginnings of their forms, synonyms, and names that they form. */
function termsToLoad({ layout }: Store, terms: readonly QueryTerm[], isCode: boolean): string[] {
  const telling = tellingTerms(layout, terms).sort((a, b) => wordOf(b).length - wordOf(a).length);
  if (isCode) return telling.map(wordOf).flatMap((word) => [codeSign + word, word]);
  const forms = telling.flatMap((term) => {
    const word = wordOf(term);
    if (term.exact || !/^\p{L}+\d*$/u.test(word)) return [];
    return [
      ...(term.near ?? []),
      ...layout.langs.map((lang) => beginningOfForms(word, lang)),
      `${word}s`,
      ...(layout.synonyms.get(word) ?? []),
      ...(labelWithNumber.exec(word)?.slice(1) ?? []),
    ];
  });
  return [...telling.flatMap(({ spellings }) => spellings), ...forms, ...namesOf(terms).map(({ name }) => name)];
}

/** The terms without common words, unless only labels would remain. */
function tellingTerms({ common, series }: Layout, terms: readonly QueryTerm[]): QueryTerm[] {
  const telling = terms.filter((term) => !common.has(wordOf(term)));
  const labels = series.flatMap((register) => register.labels);
  return telling.some((term) => !labels.includes(wordOf(term))) ? telling : [...terms];
}

/** A word that occurs only in another form, and in fewer places than this, is probably misspelt: "acces" is not a form of "acc". */
const doubtfulPlaces = 3;

function isDoubtful({ terms }: TermMatch): boolean {
  const places = terms.reduce((sum, { postings }) => sum + postings.places.length, 0);
  return places < doubtfulPlaces && terms.every(({ weight }) => weight === weights.match.inflected);
}

function matchAll(store: Store, files: TermFiles, terms: readonly QueryTerm[], isCode: boolean): TermMatch[] {
  const matches = tellingTerms(store.layout, terms)
    .filter(({ spellings }) => spellings.some((word) => files.has(word)))
    .map((query) => matchTerm(store, files, query, isCode));
  // The words "price feed" also mean the name PriceFeed.
  for (const { name, parts } of isCode ? [] : namesOf(terms)) {
    const joined = variantsOf(store, files, name, parts.at(-1)?.prefix ?? false).map((match) => ({
      ...match,
      weight: weights.match.joined * match.weight,
      isWhole: parts.length > 2,
    }));
    for (const match of matches) if (parts.includes(match.query)) addAll(match.terms, joined);
  }
  return matches;
}

/** The terms that a word may mean. */
function matchTerm(store: Store, files: TermFiles, query: QueryTerm, isCode: boolean): TermMatch {
  const { spellings, near = [], prefix, exact } = query;
  const [typed = "", ...more] = spellings;
  const find = (terms: readonly string[], weight: number) =>
    terms.flatMap((term): MatchedTerm[] => {
      const postings = files.find(term);
      return postings ? [{ term, weight, postings }] : [];
    });
  // The most frequent correction is most likely meant.
  const corrected = find(near, weights.match.corrected).sort(
    (a, b) => b.postings.places.length - a.postings.places.length,
  );
  if (corrected.length > 0) return { query, terms: corrected, corrected: corrected[0]?.term };
  const terms = find(more, 1);
  if (exact) addAll(terms, find([typed], 1));
  else {
    addAll(terms, variantsOf(store, files, typed, prefix));
    addAll(terms, find(store.layout.synonyms.get(typed) ?? [], weights.match.synonym));
    addAll(terms, labelAndNumber(store, files, typed));
  }
  if (isCode || terms.length === 0) addAll(terms, codeTerms(store, files, query));
  return { query, terms, ...(query.isSplit && { corrected: typed }) };
}

/** The terms that are a word or a name, its other forms, or begin with it. */
function variantsOf({ layout }: Store, files: TermFiles, word: string, prefix: boolean): MatchedTerm[] {
  const variants: MatchedTerm[] = [];
  const postings = files.find(word);
  if (postings) variants.push({ term: word, weight: 1, postings });
  const forms = formsOf(files, word, layout.langs);
  for (const [term, postings] of forms) variants.push({ term, weight: weights.match.inflected, postings });
  // If the index has the word, the reader has probably finished it.
  const begun = postings ? weights.match.longer : weights.match.begun;
  for (const [term, postings] of prefix ? files.beginningWith(word) : []) {
    if (term === word || forms.has(term)) continue;
    if (variants.length >= maxVariants) break;
    variants.push({ term, weight: begun * Math.sqrt(word.length / term.length), postings: postings() });
  }
  return variants;
}

/** The terms of code that a word may mean. Terms that begin with it only if no code has the word. */
function codeTerms({ layout }: Store, files: TermFiles, { spellings, prefix }: QueryTerm): MatchedTerm[] {
  const [typed = ""] = spellings;
  const postings = files.find(codeSign + typed);
  const longer = postings || !prefix ? [] : [...files.beginningWith(codeSign + typed)].slice(0, maxVariants);
  const terms = postings
    ? [{ term: codeSign + typed, weight: 1, postings }]
    : longer.map(([term, postings]) => ({ term, weight: weights.match.begun, postings: postings() }));
  return terms.map(({ postings, ...match }) => ({
    ...match,
    postings: { ...postings, places: postings.places.map((place) => layout.firstCode + place) },
  }));
}

const labelWithNumber = /^(\p{L}{2,})(\d+)$/u;

/** RFC2119 is also written RFC 2119, so these are the places of the number that also have the label. Not in metadata, where they may be a category and a day. */
function labelAndNumber({ layout }: Store, files: TermFiles, word: string): MatchedTerm[] {
  const [, label = "", term = ""] = labelWithNumber.exec(word) ?? [];
  const labelled = new Set(files.find(label)?.places);
  const isBoth = (place: number) => labelled.has(place) && !isFacts(layout, place >> 1);
  const places = files.find(term)?.places.filter(isBoth) ?? [];
  const postings = { places, extras: places.map(() => 1) };
  return places.length > 0 ? [{ term, weight: weights.match.joined, postings }] : [];
}

interface JoinedName {
  name: string;
  parts: readonly QueryTerm[];
}

/** The names that all words form together, and each with its neighbour. Corrected words form corrected names. */
function namesOf(terms: readonly QueryTerm[]): JoinedName[] {
  const pairs = terms.slice(1).map((term, index) => [terms[index] ?? term, term]);
  const all = terms.length > 2 && terms.length <= maxJoined ? [terms] : [];
  return [...all, ...pairs].flatMap((parts): JoinedName[] => {
    const name = parts.map((term) => term.near?.[0] ?? wordOf(term)).join("");
    const isName = !isUnspaced(name) && !/^\d+$/.test(name) && !parts.some(({ exact }) => exact);
    return isName ? [{ name: cutTerm(name), parts }] : [];
  });
}

/** Replaces a term by the words that it consists of. */
const partsOf = (query: QueryTerm, words: readonly string[], isSplit: boolean): QueryTerm[] =>
  words.map((word, index) => ({
    spellings: [word],
    whole: wordOf(query),
    isSplit,
    prefix: query.prefix && index === words.length - 1,
    exact: false,
  }));

/** Replaces a name that no text has by similar names, or else by its words. */
function partsOfName(files: TermFiles, term: QueryTerm, words: readonly string[]): QueryTerm[] {
  const near = namesLike(files, wordOf(term));
  return near.length > 0 ? [{ ...term, near }] : partsOf(term, words, false);
}

/** Corrects a missing word: by one edit, else by splitting it into words, else by more edits, else by a similar name or rare word. */
function correctTerm(files: TermFiles, term: QueryTerm, words: readonly string[]): QueryTerm[] {
  const typed = wordOf(term);
  const isWord = typed.length >= minWord && !/\d/.test(typed) && !isUnspaced(typed);
  const close = isWord ? corrections(typed, words, 1) : [];
  const pieces = isWord && close.length === 0 ? splitWord(typed, new Set(words)) : [];
  if (pieces.length > 0) return partsOf(term, pieces, true);
  const near = isWord && close.length === 0 ? corrections(typed, words, undefined, term.prefix) : close;
  return [{ ...term, near: near.length > 0 ? near.slice(0, maxCorrections) : namesLike(files, typed) }];
}

const digitsOf = (text: string) => text.replace(/\D+/g, " ").trim();

/** Similar names and rare words. The words of the site do not contain them, so they come from the file of the term. Their digits are the same. */
function namesLike(files: TermFiles, typed: string): string[] {
  if (typed.length < minName) return [];
  const isLike = (term: string) => term.startsWith(typed.slice(0, 3)) && digitsOf(term) === digitsOf(typed);
  return corrections(typed, files.neighboursOf(typed).filter(isLike)).slice(0, maxCorrections);
}

/** The query with its corrections; empty if all words were found. */
export function correctedQuery({ words }: Query, matches: readonly TermMatch[]): string {
  const texts = new Map<string, string>();
  for (const { query, corrected } of matches) {
    if (corrected) texts.set(wordOf(query), corrected);
    const parts = query.whole === undefined ? [] : matches.filter((match) => match.query.whole === query.whole);
    if (query.whole !== undefined && parts.some((part) => part.corrected))
      texts.set(query.whole, parts.map((part) => part.corrected ?? wordOf(part.query)).join(" "));
  }
  return words.some((word) => texts.has(word)) ? words.map((word) => texts.get(word) ?? word).join(" ") : "";
}
