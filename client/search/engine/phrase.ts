/**
 * Phrases in quotes. The index has no word order: texts that have all words of a phrase are read until there are enough pages, those of
 * the best pages and the likeliest places first. What was not read may have the phrase.
 */
import { getOrAdd } from "../../../src/shared/lazy.js";
import { declaredExtra } from "../../../src/shared/search-index.js";
import { termsOf } from "../../../src/shared/search-text.js";
import { longestFirst, lookUpExactly } from "./look-up.js";
import type { RankedPage } from "./rank.js";
import { isTitle, pageOfPlace, type Store } from "./store.js";

/** Number of text files that are read at first; each further time as many as before. If any page is found in twice as many, the next page of hits reads on. */
const firstFiles = 12;
/** A sentence is in few texts: so many are read at first, and if any has it, the next page of hits reads on. */
const sentenceFiles = 4;
/** Requests for the words and the texts of a sentence. What has it in further texts is shown as what may have it. */
const sentenceRequests = 10;
/** So many words in quotes are a sentence, and so many in a query with quotes. */
const sentenceWords = 5;
const longQuery = 8;
/** Words of a phrase that are looked up at a time and at most, and the number of places that no further ones are looked up for. */
const atOnce = 4;
const mostWords = 8;
const fewPlaces = 8;
/** Maximum number of text files that are read for a query. */
const mostFiles = 96;
/** Number of a page's places that are read at first; each further time it is twice as many. */
const firstPlaces = 2;

type Terms = readonly string[];
/** Its spellings. */
type Phrase = readonly Terms[];

/** A page that has all words of every phrase, each phrase's in one place. */
export interface Candidate {
  ranked: RankedPage;
  /** Phrases that were not found yet, with the places to read, the likeliest first. */
  open: { phrase: Phrase; places: number[] }[];
  /** Places that have a phrase. */
  places: number[];
}

export const hasPhrases = ({ open }: Candidate): boolean => open.length === 0;

/** Whether it is not known yet. */
export const mayHavePhrases = ({ open }: Candidate): boolean =>
  open.length > 0 && open.every(({ places }) => places.length > 0);

export interface Reading {
  /** Pages that have every phrase; further ones are added at the end. */
  found: Candidate[];
  /** Pages that may have them. */
  unread: Candidate[];
  /** Whether nothing more is read. */
  isOver(): boolean;
  /** Reads for a page of hits, after those before it. Resolves with its first candidate and the one after it, among the found and the unread. */
  readPage(page: number, size: number): Promise<[start: number, end: number]>;
}

export const placesWithPhrases = (found: readonly Candidate[]): Set<number> =>
  new Set(found.flatMap(({ places }) => places));

/** The pages that may have every phrase, in their order. */
export async function phraseCandidates(
  store: Store,
  ranked: readonly RankedPage[],
  phrases: readonly Phrase[],
): Promise<Candidate[]> {
  const placesOf = await Promise.all(phrases.map((phrase) => commonPlaces(store, phrase)));
  return ranked.flatMap((page) => {
    const open = phrases.map((phrase, index) => ({ phrase, places: placesOf[index]?.get(page.page) ?? [] }));
    if (open.some(({ places }) => places.length === 0)) return [];
    return [{ ranked: page, open: open.filter(({ phrase }) => phrase.some((terms) => terms.length > 1)), places: [] }];
  });
}

/** @param words number of words of the query. @param spent requests that were made for it before. */
export function startReading(store: Store, candidates: readonly Candidate[], words: number, spent: number): Reading {
  const order = new Map(candidates.map((candidate, index) => [candidate, index]));
  const files = new Set<number>();
  const isSentence =
    words >= longQuery || candidates.some(({ open }) => open.some(({ phrase }) => phrase.some(isLong)));
  const [leastFiles, enoughFiles] = isSentence ? [sentenceFiles, sentenceFiles] : [firstFiles, 2 * firstFiles];
  const limit = isSentence ? Math.max(2, sentenceRequests - spent) : mostFiles;
  let placeCount = firstPlaces;
  /** By page of hits. */
  const ends: number[] = [];
  let settled = 0;
  let last = Promise.resolve();

  const readBatch = async () => {
    const isChosen = withinFiles(store, files, Math.min(limit, files.size + Math.max(leastFiles, files.size)));
    const chosen = reading.unread.map((candidate) => ({
      candidate,
      places: candidate.open.map(({ places }) => places.slice(0, placeCount).filter(isChosen)),
    }));
    await Promise.all(chosen.map(({ candidate, places }) => read(store, candidate, places)));
    placeCount *= 2;
    sort();
  };

  const readNext = async (size: number) => {
    const start = ends.at(-1) ?? 0;
    const before = files.size;
    const isEnough = () =>
      reading.found.length >= start + size || (reading.found.length > start && files.size - before >= enoughFiles);
    while (!isEnough() && !reading.isOver()) await readBatch();
    settled = Math.min(start + size, reading.found.length);
    ends.push(reading.isOver() ? start + size : settled);
  };

  const sort = () => {
    const more = [...reading.found.slice(settled), ...reading.unread.filter(hasPhrases)];
    more.sort((a, b) => (order.get(a) ?? 0) - (order.get(b) ?? 0));
    reading.found = [...reading.found.slice(0, settled), ...more];
    reading.unread = reading.unread.filter(mayHavePhrases);
  };

  const reading: Reading = {
    found: [],
    unread: [...candidates],
    isOver: () => reading.unread.length === 0 || files.size >= limit,
    async readPage(page, size) {
      const read = async () => {
        while (ends.length <= page) await readNext(size);
      };
      last = last.catch(() => {}).then(read);
      await last;
      return [ends[page - 1] ?? 0, ends[page] ?? 0];
    },
  };
  sort();
  return reading;
}

const isLong = (terms: Terms) => terms.length >= sentenceWords;

/** By page, the places that have all words of a phrase, the likeliest first. */
async function commonPlaces(store: Store, phrase: Phrase): Promise<Map<number, number[]>> {
  const likely = new Map<number, number>();
  for (const spelling of await Promise.all(phrase.map((terms) => likelyPlaces(store, terms))))
    for (const [place, how] of spelling) likely.set(place, Math.max(how, likely.get(place) ?? 0));
  const byPage = new Map<number, number[]>();
  for (const [place] of [...likely].sort(([a, one], [b, other]) => other - one || a - b)) {
    const page = pageOfPlace(store.layout, place);
    getOrAdd(byPage, page, (): number[] => []).push(place);
  }
  return byPage;
}

/** The places that have all of these words, with how likely they have them side by side. */
async function likelyPlaces(store: Store, terms: Terms): Promise<ReadonlyMap<number, number>> {
  const isCommon = (word: string) => store.layout.common.has(word);
  const words = longestFirst([...new Set(terms)]).sort((a, b) => Number(isCommon(a)) - Number(isCommon(b)));
  let likely: ReadonlyMap<number, number> | undefined;
  // The last ones exclude few places: they are only looked up if there is much to read.
  for (
    let index = 0;
    index < Math.min(mostWords, words.length) && (!likely || likely.size > fewPlaces);
    index += atOnce
  )
    likely = await narrow(store, likely, words.slice(index, index + atOnce));
  return likely ?? new Map();
}

/** The places that have these words too, with how likely they have them side by side: in a title, in a heading, often in a text. */
async function narrow(
  store: Store,
  places: ReadonlyMap<number, number> | undefined,
  words: readonly string[],
): Promise<ReadonlyMap<number, number> | undefined> {
  let narrowed = places;
  const found = await Promise.all(words.map((word) => lookUpExactly(store, word, 1)));
  for (const [match] of found) {
    const both = new Map<number, number>();
    for (const [index, place] of (match?.postings.places ?? []).entries()) {
      const known = narrowed ? narrowed.get(place) : Number.POSITIVE_INFINITY;
      if (known !== undefined)
        both.set(place, Math.min(known, likelihood(store, place, match?.postings.extras[index] ?? 1)));
    }
    narrowed = both;
  }
  return narrowed;
}

function likelihood(store: Store, place: number, extra: number): number {
  const times = extra % declaredExtra;
  return isTitle(store.layout, place) ? 2 * declaredExtra : place & 1 ? times : declaredExtra + times;
}

/** Looks for the phrases of a page in these of their places. */
async function read(store: Store, candidate: Candidate, places: readonly (readonly number[])[]): Promise<void> {
  const open = await Promise.all(
    candidate.open.map(async ({ phrase, places: all }, index) => {
      const now = places[index] ?? [];
      for (const place of now) {
        if (!(await textsAt(store, place)).some((text) => hasPhrase(termsOf(text), phrase))) continue;
        candidate.places.push(place);
        return [];
      }
      return [{ phrase, places: all.filter((place) => !now.includes(place)) }];
    }),
  );
  candidate.open = open.flat();
}

/**
 * Whether the text of a place is in a chosen file. Files are chosen before any is read: the answer must not depend on what was fetched before.
 * @param files the chosen ones; those of further places are added up to `most`.
 */
export function withinFiles(store: Store, files: Set<number>, most: number): (place: number) => boolean {
  return (place) => {
    const file = store.textFileOf(place >> 1);
    if (files.size < most) files.add(file);
    return files.has(file);
  };
}

/** The text of a place, and each name in its code. */
export async function textsAt(store: Store, place: number): Promise<string[]> {
  if (isTitle(store.layout, place)) return [(await store.card(pageOfPlace(store.layout, place)))[1]];
  const [, headings, text, names = ""] = await store.text(place >> 1);
  // Front matter is one text, without a heading.
  return place & 1 ? [text, ...names.split(" ")] : [headings.at(-1) ?? text];
}

const hasPhrase = (terms: Terms, phrase: Phrase) => phrase.some((spelling) => phraseStart(terms, spelling) >= 0);

/** Where a phrase is among the terms of a text, from an index on; -1 if it is not. */
export function phraseStart(terms: Terms, phrase: Terms, from = 0): number {
  return terms.findIndex((_, start) => start >= from && phrase.every((term, index) => terms[start + index] === term));
}
