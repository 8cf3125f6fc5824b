/** Answers queries from the files of an index. Runs wherever its files can be loaded: in the worker, in tests, in the bench. */
import {
  type Filters,
  hasFilters,
  joinFilters,
  type SearchAnswer,
  type SearchHit,
  type SearchRequest,
  takeFilters,
} from "../../../src/shared/search.js";
import type { SectionText } from "../../../src/shared/search-index.js";
import { type CodeFound, findCode, looksLikeCode } from "./code.js";
import { choose, countFacets, isProposal, passes, resolve } from "./facets.js";
import { abbreviatedFirst, accountsFirst, exactFirst, sentencesFirst, typedFirst, wholeFirst } from "./first.js";
import { type BestSection, bestSections, foundTerms, makeHit, markedTerms } from "./hits.js";
import { withinShards } from "./look-up.js";
import { correctedQuery, matchTerms, type TermMatch } from "./match.js";
import {
  type Candidate,
  hasPhrases,
  mayHavePhrases,
  phraseCandidates,
  placesWithPhrases,
  type Reading,
  startReading,
} from "./phrase.js";
import { isOnePhrase, newestOf, parseQuery, type Query, type QueryTerm, unquoted, withoutQuotes } from "./query.js";
import { hasAll, type RankedPage, rankPages, unranked } from "./rank.js";
import { type MarkedTerms, mark } from "./snippet.js";
import { suggestions } from "./spelling.js";
import { isFacts, type Load, openStore, type Store } from "./store.js";

export interface Engine {
  search(request: SearchRequest): Promise<SearchAnswer>;
  /** Fetches the files that every query needs. */
  open(): Promise<void>;
}

/** All results of a query, before a page of them is made. */
interface Found {
  key: string;
  query: Query;
  filters: Filters;
  matches: TermMatch[];
  /** The query without its quotes, which was searched because no text has the phrase. */
  asWords?: string;
  /** Before filters. */
  all: readonly RankedPage[];
  ranked: readonly RankedPage[];
  /** Places that have the words of a sentence in their order. */
  places?: ReadonlySet<number>;
  /** Of a line that was found in code: it, by section. */
  lines?: CodeFound["lines"];
  /** Of a query with phrases: the pages that may have them, before filters, and the reading of those that pass. */
  phrases?: { candidates: readonly Candidate[]; reading: Reading };
}

/** The first hits always get their texts, however many requests the terms took, and the last ones do not, however few. */
const leastTextFiles = 1;
const mostTextFiles = 6;
const maxSuggestions = 3;
const factSeparator = " · ";

/** @param load gets a file of the index as text. If the site was published again meanwhile, the index is opened again. */
export function createEngine(load: Load): Engine {
  let store: Promise<Store> | undefined;
  /** What was asked last, and how many files had been fetched before it. */
  let last: { found: Found; before: number } | undefined;
  const open = () => {
    store ??= openStore(load);
    store.catch(() => {
      store = undefined;
    });
    return store;
  };
  const answer = async (request: SearchRequest): Promise<SearchAnswer> => {
    const before = store ? (await store).requests() : 0;
    const opened = await open();
    const key = JSON.stringify([request.query, request.filters ?? {}]);
    if (last?.found.key !== key) last = { found: await findBest(opened, key, request), before };
    return answerOf(opened, last.found, request, request.page === 0 ? last.before : before);
  };
  return {
    async open() {
      await open();
    },
    async search(request) {
      const before = store;
      try {
        return await answer(request);
      } catch (error) {
        if (!before) throw error;
        store = undefined;
        last = undefined;
        return answer(request);
      }
    },
  };
}

/**
 * A line of code is looked for in code first, and words that no text has are, too: a phrase that texts have is a sentence, whatever signs it has. A number
 * at the end that neither a proposal nor a text has may be unfinished. If no text has what is in quotes, its words are searched.
 */
async function findBest(store: Store, key: string, request: SearchRequest): Promise<Found> {
  const { words } = takeFilters(request.query);
  const isCode = looksLikeCode(words);
  if (isCode && isOnePhrase(words)) {
    const phrase = await find(store, key, request);
    await resultsOf(phrase, request);
    if (phrase.phrases && phrase.phrases.reading.found.length > 0) return phrase;
  }
  // Both at once: one after the other, a slow network makes a reader wait for each of their requests.
  const [code, rest] = await Promise.all([
    isCode ? findCode(store, words) : undefined,
    isCode
      ? findInTexts(store, key, { ...request, query: unquoted(request.query) }, { isSecond: true, isRest: true })
      : undefined,
  ]);
  const isInCode = code?.ranked[0] !== undefined;
  const texts = rest && isInCode ? rest : await findInTexts(store, key, request, { isSecond: code !== undefined });
  const isFound = texts.phrases !== undefined || texts.ranked.some(hasAll) || hasFilters(texts.filters);
  if (isCode) return withCode(store, texts, code, true);
  if (isFound || texts.query.references.length > 0 || texts.asWords) return texts;
  const more = await findCode(store, words);
  return withCode(store, texts, more, more?.isExact ?? false);
}

/** The pages whose code has the query, before or after those whose texts have it. */
async function withCode(store: Store, texts: Found, code: CodeFound | undefined, isFirst: boolean): Promise<Found> {
  if (!code || code.ranked.length === 0) return texts;
  const pages = new Set(code.ranked.map(({ page }) => page));
  const others = texts.all.filter(({ page }) => !pages.has(page));
  const all = isFirst ? [...code.ranked, ...others] : [...others, ...code.ranked];
  const ranked = await filtered(store, all, texts.filters);
  return {
    ...texts,
    query: { ...texts.query, phrases: [] },
    phrases: undefined,
    all,
    ranked,
    places: code.places,
    lines: code.lines,
  };
}

async function findInTexts(store: Store, key: string, request: SearchRequest, how: How): Promise<Found> {
  const found = await find(store, key, request, how);
  const asWords = withoutQuotes(request.query);
  const isPhrase = found.phrases !== undefined && asWords !== request.query;
  if ((!found.query.mayGoOn && !isPhrase) || (await resultsOf(found, request)).isFound) return found;
  if (!isPhrase) return find(store, key, request, { ...how, goesOn: true });
  const words = await find(store, key, { ...request, query: asWords, filters: found.filters }, { isSecond: true });
  return words.ranked.length > 0 ? { ...words, asWords } : found;
}

interface How {
  /** The number at its end is unfinished. */
  goesOn?: boolean;
  /** Code has it: pages with its words follow, as they are. */
  isRest?: boolean;
  /** It was looked for in code or as a phrase before, which took a part of what a query may cost. */
  isSecond?: boolean;
}

async function find(
  store: Store,
  key: string,
  request: SearchRequest,
  { goesOn = false, isSecond = false, isRest = false }: How = {},
): Promise<Found> {
  const { layout } = store;
  const before = store.requests();
  const parsed = parseQuery(request.query, layout.series, goesOn);
  const query = { ...parsed, terms: tellingTerms(store, parsed.terms, isSecond) };
  const filters = joinFilters(request.filters ?? {}, parsed.filters);
  const newest = newestFirst(newestOf(query.words, layout.series));
  if (newest.length > 0)
    return { key, query, filters, matches: [], all: newest, ranked: await filtered(store, newest, filters) };
  const matches = await matchTerms(store, query, isRest);
  const known = matches.filter(({ terms }) => terms.length > 0);
  const byScore = wholeFirst(layout, rankPages(layout, known, query.references), known, request.query);
  const typed = typedFirst(layout, await accountsFirst(store, byScore, query.accounts), known);
  const exact = await exactFirst(store, typed, query.words);
  const ranked = await abbreviatedFirst(store, exact, request.query);
  if (query.phrases.length > 0) {
    const candidates = await phraseCandidates(store, ranked, query.phrases);
    const passing = new Set(
      await filtered(
        store,
        candidates.map((candidate) => candidate.ranked),
        filters,
      ),
    );
    const reading = startReading(
      store,
      candidates.filter((candidate) => passing.has(candidate.ranked)),
      query.words.length,
      store.requests() - before,
    );
    return { key, query, filters, matches, all: ranked, ranked, phrases: { candidates, reading } };
  }
  const all = ranked.length === 0 && query.words.length === 0 ? wholeRegister(layout.pages) : ranked;
  if (isRest) return { key, query, filters, matches, all, ranked: await filtered(store, all, filters) };
  const sentences = await sentencesFirst(store, await filtered(store, all, filters), query, known, isSecond);
  return { key, query, filters, matches, all, ranked: sentences.ranked, places: sentences.places };
}

interface Results {
  /** Those of the page that was asked for, and whether there is a next one. */
  pages: readonly RankedPage[];
  more: boolean;
  /** Whether there are any. */
  isFound: boolean;
  counts: Pick<SearchAnswer, "total" | "unread" | "unconfirmed">;
}

async function resultsOf({ ranked, phrases }: Found, { page, hitsPerPage }: SearchRequest): Promise<Results> {
  if (!phrases) {
    const start = page * hitsPerPage;
    return resultsBetween(ranked, start, start + hitsPerPage, { total: ranked.length });
  }
  const { reading } = phrases;
  const [start, end] = await reading.readPage(page, hitsPerPage);
  const { found, unread } = reading;
  const all = [...found, ...unread].map((candidate) => candidate.ranked);
  const counts: Results["counts"] = isUnconfirmed(reading)
    ? { total: unread.length, unconfirmed: true }
    : { total: found.length, ...(unread.length > 0 && { unread: unread.length }) };
  return resultsBetween(all, start, end, counts);
}

function resultsBetween(all: readonly RankedPage[], start: number, end: number, counts: Results["counts"]): Results {
  return { pages: all.slice(start, end), more: end < all.length, isFound: all.length > 0, counts };
}

const isUnconfirmed = ({ found, unread }: Reading) => found.length === 0 && unread.length > 0;

/** Common words are ignored if there are others, and so are short words of a sentence. */
function tellingTerms(store: Store, terms: readonly QueryTerm[], isSecond: boolean): QueryTerm[] {
  const { layout } = store;
  const telling: QueryTerm[] = [];
  const wordOf = ({ spellings: [word = ""] }: QueryTerm) => word;
  const words = terms.map(wordOf).filter((word) => !layout.common.has(word));
  const isWanted = withinShards(store, words, isSecond || terms.some(({ exact }) => exact));
  let skipped: string[] = [];
  for (const term of terms) {
    const word = wordOf(term);
    if (layout.common.has(word) || !isWanted(word)) skipped.push(word);
    else {
      telling.push({ ...term, before: skipped });
      skipped = [];
    }
  }
  const last = telling.at(-1);
  if (last) last.after = skipped;
  const labels = new Set(layout.series.flatMap((series) => series.labels));
  return telling.some(({ spellings: [word = ""] }) => !labels.has(word)) ? telling : [...terms];
}

/** By their numbers, which registers give one after another. */
function newestFirst(series: readonly { pages: ReadonlyMap<number, number> }[]): RankedPage[] {
  const numbered = series.flatMap(({ pages }) => [...pages]).sort(([one], [other]) => other - one);
  return numbered.map(([number, page]) => ({ ...unranked(page), score: number + 1 }));
}

/** The pages that filters without words select. */
function wholeRegister(pages: number): RankedPage[] {
  return Array.from({ length: pages }, (_, page) => unranked(page));
}

async function filtered(store: Store, pages: readonly RankedPage[], filters: Filters): Promise<RankedPage[]> {
  if (!hasFilters(filters))
    return pages.some(({ score }) => score > 0) || pages.length < store.layout.pages ? [...pages] : [];
  const facets = await store.facets();
  const chosen = choose(facets, filters);
  return pages.filter(({ page }) => isProposal(facets, page) && passes(facets, chosen, page));
}

/** @param before number of files that had been fetched before this query. */
async function answerOf(store: Store, found: Found, request: SearchRequest, before: number): Promise<SearchAnswer> {
  const { query } = found;
  const { pages, more, isFound, counts } = await resultsOf(found, request);
  const hits = await hitsOf(
    store,
    found,
    pages.map(({ page }) => page),
    request,
    before,
  );
  const corrected = correctedQuery(query, found.matches) || found.asWords;
  const answer: SearchAnswer = {
    query: request.query,
    hits,
    ...counts,
    ...(more && { more: true }),
    ...(corrected && isFound && { corrected }),
    ...(await filterFacts(store, found, request)),
  };
  return isFound ? answer : { ...answer, suggestions: await findingSomething(store, query, request) };
}

/** Suggestions without results are dropped. */
async function findingSomething(store: Store, query: Query, request: SearchRequest): Promise<string[]> {
  const found: string[] = [];
  for (const suggestion of await suggestions(store, query)) {
    const asked = { ...request, query: suggestion, page: 0 };
    const { isFound } = await resultsOf(await find(store, suggestion, asked), asked);
    if (isFound) found.push(suggestion);
    if (found.length === maxSuggestions) break;
  }
  return found;
}

async function filterFacts(
  store: Store,
  { filters, all, phrases }: Found,
  request: SearchRequest,
): Promise<Partial<SearchAnswer>> {
  if (!request.facets && !hasFilters(filters)) return {};
  const facets = await store.facets();
  const own = resolve(facets, filters);
  if (!request.facets) return { filters: own };
  const proposals = (pages: readonly RankedPage[]) =>
    pages.map(({ page }) => page).filter((page) => isProposal(facets, page));
  const [sure, unread] = phrases
    ? (isUnconfirmed(phrases.reading) ? [mayHavePhrases] : [hasPhrases, mayHavePhrases]).map((is) =>
        phrases.candidates.filter(is).map(({ ranked }) => ranked),
      )
    : [all];
  return {
    filters: own,
    facets: countFacets(facets, choose(facets, filters), proposals(sure ?? []), proposals(unread ?? [])),
  };
}

async function hitsOf(
  store: Store,
  { matches: all, query, phrases, places = new Set(), lines }: Found,
  pages: readonly number[],
  request: SearchRequest,
  before: number,
): Promise<SearchHit[]> {
  const matches = all.filter(({ terms }) => terms.length > 0);
  const asTyped = phrases ? placesWithPhrases(phrases.reading.found) : places;
  const best = bestSections(store.layout, matches, pages, asTyped);
  const first = pages.map((page) => best.get(page)?.[0] ?? startOf(store, page));
  const cards = await Promise.all(pages.map((page) => store.card(page)));
  const left = Math.max(leastTextFiles, Math.min(mostTextFiles, store.usualRequests - (store.requests() - before)));
  const withText = affordable(store, first, request.textFiles ?? left);
  const inCode: MarkedTerms = new Map(query.words.map((word, index) => [word, index]));
  const inTexts = markedTerms(matches);
  const textOf = async (section: number, isRead: boolean): Promise<SectionText | undefined> => {
    const line = lines?.get(section);
    if (line === undefined && isRead && isFacts(store.layout, section)) {
      const [anchor, headings, text] = await store.text(section);
      return [anchor, headings, factsWith(inTexts, text)];
    }
    if (line === undefined) return isRead ? store.text(section) : undefined;
    const [anchor, headings] = isRead ? await store.text(section) : (["", []] as const);
    return [anchor, headings, line.trim()];
  };
  const byPage = await Promise.all(
    pages.map(async (page, index): Promise<SearchHit[]> => {
      const card = cards[index] ?? ["", "", ""];
      const shown = first[index] ?? startOf(store, page);
      const others = (best.get(page) ?? [])
        .slice(1, request.places ?? 1)
        .filter(({ section }) => withText.has(shown.section) && store.isLoaded(store.textFileOf(section)));
      const sections = [shown, ...others];
      return Promise.all(
        sections.map(async (section) =>
          makeHit({
            card,
            status: store.layout.statuses[card[3] ?? -1],
            best: section,
            text: await textOf(section.section, withText.has(shown.section)),
            terms: lines?.has(section.section) ? inCode : inTexts,
            phrases: query.phrases.flat(),
            found: foundTerms(store.layout, matches, page),
            wanted: matches.length,
            words: request.snippetWords,
          }),
        ),
      );
    }),
  );
  return byPage.flat();
}

/** Of metadata only what was asked for: the whole row is no text. */
function factsWith(terms: MarkedTerms, text: string): string {
  const facts = text.split(factSeparator).filter((fact) => mark(fact, terms, 1).matchLevel !== "none");
  return facts.length > 0 ? facts.join(factSeparator) : text;
}

function startOf({ layout }: Store, page: number): BestSection {
  return { section: layout.firstSection[page] ?? 0, heading: 1, text: 0 };
}

/** The sections whose texts may be fetched: the first ones, and all whose file is loaded anyway. */
function affordable(store: Store, sections: readonly BestSection[], files: number): Set<number> {
  const read = new Set<number>();
  const affordable = new Set<number>();
  for (const { section } of sections) {
    const file = store.textFileOf(section);
    if (read.size < files) read.add(file);
    if (read.has(file) || store.isLoaded(file)) affordable.add(section);
  }
  return affordable;
}
