/** Answers queries from the files of an index. Runs wherever its files can be loaded: in the worker, in tests, in the bench. */
import {
  type Filters,
  hasFilters,
  joinFilters,
  type SearchAnswer,
  type SearchHit,
  type SearchRequest,
} from "../../../src/shared/search.js";
import type { SectionText } from "../../../src/shared/search-index.js";
import { budget } from "./budget.js";
import { chooseValues, countFacets, isProposal, passesFilters, resolveFilters } from "./facets.js";
import { type BestSection, bestSections, makeHit, marksOf, matchingTerms } from "./hits.js";
import { correctedQuery, matchTerms, type TermMatch } from "./match.js";
import { isSentence, withPhrases, withSentences } from "./phrase.js";
import { parseQuery, type Query, unquoted } from "./query.js";
import { hasAllWords, type RankedPage, rankPages, unrankedPage } from "./rank.js";
import { type Marks, markText } from "./snippet.js";
import { suggestions } from "./spelling.js";
import { isFacts, type Load, openStore, type Store } from "./store.js";
import { TermFiles } from "./terms.js";

export interface Engine {
  search(request: SearchRequest): Promise<SearchAnswer>;
  /** Fetches the files that every query needs. */
  open(): Promise<void>;
}

/** All results of a query, before a page of them is made. */
interface Results {
  query: Query;
  filters: Filters;
  /** The matches of words that the index has. */
  matches: readonly TermMatch[];
  /** The query that was answered, if it differs from the typed one. */
  corrected?: string;
  /** The pages before filters. */
  all: readonly RankedPage[];
  ranked: readonly RankedPage[];
  /** Pages that may have a phrase, whose texts were not read. */
  unread: readonly RankedPage[];
  /** Places that have the words of the query in their order. */
  places: ReadonlySet<number>;
  /** Whether texts or the words of the site were read. */
  isCostly: boolean;
}

const factSeparator = " · ";
/** Minimum number of text files that are read when a sentence is searched in code. */
const minFilesForCode = 3;

/** @param load gets a file of the index as text. If it fails because the site was published again, the index is opened again. */
export function createEngine(load: Load): Engine {
  let store: Promise<Store> | undefined;
  /** The last query and its results, for further pages of them. */
  let last: { key: string; results: Results } | undefined;
  const open = () => {
    store ??= openStore(load);
    store.catch(() => {
      store = undefined;
    });
    return store;
  };
  const answer = async (request: SearchRequest): Promise<SearchAnswer> => {
    const opened = await open();
    const key = JSON.stringify([request.query, request.filters ?? {}]);
    if (last?.key !== key) last = { key, results: await findResults(opened, request.query, request.filters ?? {}) };
    return answerOf(opened, last.results, request);
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

/** A sentence that no text has is searched in code, and a phrase in quotes that no text has is searched as words. */
async function findResults(store: Store, typed: string, chosen: Filters, codeFiles?: number): Promise<Results> {
  const query = parseQuery(typed, store.layout.series, codeFiles !== undefined);
  const filters = joinFilters(chosen, query.filters);
  const files = new TermFiles(store, budget.termFiles);
  const matches = await matchTerms(store, files, query);
  const matched = matches.filter(({ terms }) => terms.length > 0);
  const byScore = await rankPages(store, matched, query);
  const all = query.words.length === 0 && hasFilters(filters) ? allPages(store) : byScore;
  const isWanted = await filterOf(store, filters);
  const { phrases } = query;
  const ordered =
    phrases.length > 0
      ? await withPhrases(store, files, phrases, all, isWanted)
      : await withSentences(store, all.filter(isWanted), matched, query, codeFiles);
  const results: Results = {
    query,
    filters,
    matches: matched,
    corrected: correctedQuery(query, matches),
    all: phrases.length > 0 ? [...ordered.ranked, ...ordered.unread] : all,
    ranked: ordered.ranked.filter(isWanted),
    unread: ordered.unread.filter(isWanted),
    places: ordered.places,
    isCostly: files.hasWords || ordered.files.size > 0,
  };
  if (isSentence(query) && ordered.places.size === 0 && !all.some(hasAllWords)) {
    const asCode = await findResults(
      store,
      typed,
      filters,
      Math.max(minFilesForCode, budget.textFiles - ordered.files.size),
    );
    if (asCode.places.size > 0) return asCode;
    results.isCostly = true;
  }
  const words = unquoted(typed);
  // The texts of pages that the filters leave out are not read, so these pages say nothing of the phrase.
  const mayBeThere = ordered.ranked.length > 0 || results.unread.length > 0;
  if (phrases.length === 0 || mayBeThere || words === query.typed) return results;
  const asWords = await findResults(store, words, filters);
  return asWords.ranked.length > 0 ? { ...asWords, corrected: words } : results;
}

const allPages = ({ layout }: Store) => Array.from({ length: layout.pages }, (_, page) => unrankedPage(page));

async function filterOf(store: Store, filters: Filters): Promise<(ranked: RankedPage) => boolean> {
  if (!hasFilters(filters)) return () => true;
  const facets = await store.facets();
  const chosen = chooseValues(facets, filters);
  return ({ page }) => isProposal(facets, page) && passesFilters(facets, chosen, page);
}

async function answerOf(store: Store, results: Results, request: SearchRequest): Promise<SearchAnswer> {
  const { query, filters, all, ranked, unread, corrected } = results;
  const pages = [...ranked, ...unread];
  const start = request.page * request.hitsPerPage;
  const end = start + request.hitsPerPage;
  const pageHits = pages.slice(start, end).map(({ page }) => page);
  const answer: SearchAnswer = {
    query: request.query,
    hits: await hitsOf(store, results, pageHits, request),
    total: ranked.length || unread.length,
    ...(ranked.length > 0 && unread.length > 0 && { unread: unread.length }),
    ...(ranked.length === 0 && unread.length > 0 && { unconfirmed: true }),
    ...(end < pages.length && { more: true }),
  };
  if (hasFilters(filters)) answer.filters = resolveFilters(await store.facets(), filters);
  if (request.facets) {
    const facets = await store.facets();
    answer.filters ??= [];
    // Without words the values are those of the whole register.
    const counted = query.words.length === 0 ? allPages(store) : all;
    answer.facets = countFacets(
      facets,
      chooseValues(facets, filters),
      counted.map(({ page }) => page),
    );
  }
  if (pages.length === 0) answer.suggestions = await suggestions(store, query, all.length > 0);
  else if (corrected) answer.corrected = corrected;
  return answer;
}

async function hitsOf(
  store: Store,
  { matches, query, places, isCostly }: Results,
  pages: readonly number[],
  request: SearchRequest,
): Promise<SearchHit[]> {
  const best = bestSections(store.layout, matches, pages, places);
  const first = pages.map((page) => best.get(page)?.[0] ?? startOf(store, page));
  const cards = await Promise.all(pages.map((page) => store.card(page)));
  const withText = affordableSections(store, first, request.textFiles ?? (isCostly ? 1 : budget.excerptFiles));
  const marks = marksOf(matches, query.phrases.flat());
  const textOf = async (section: number): Promise<SectionText> => {
    const [anchor, headings, text, code] = await store.text(section);
    return [anchor, headings, isFacts(store.layout, section) ? factsWith(marks, text) : text, code];
  };
  const byPage = await Promise.all(
    pages.map(async (page, index): Promise<SearchHit[]> => {
      const card = cards[index] ?? ["", "", ""];
      const main = first[index] ?? startOf(store, page);
      const hasText = withText.has(main.section);
      const more = (best.get(page) ?? [])
        .slice(1, request.places ?? 1)
        .filter(({ section }) => hasText && store.hasTextFile(store.textFileOf(section)));
      return Promise.all(
        [main, ...more].map(async (section) =>
          makeHit({
            card,
            status: store.layout.statuses[card[3] ?? -1],
            best: section,
            text: hasText ? await textOf(section.section) : undefined,
            marks,
            terms: matchingTerms(store.layout, matches, page),
            words: request.snippetWords,
          }),
        ),
      );
    }),
  );
  return byPage.flat();
}

/** The parts of a proposal's metadata that match, because all of it is no readable excerpt. */
function factsWith(marks: Marks, text: string): string {
  const facts = text.split(factSeparator).filter((fact) => markText(fact, marks).matchLevel !== "none");
  return facts.length > 0 ? facts.join(factSeparator) : text;
}

function startOf({ layout }: Store, page: number): BestSection {
  return { section: layout.firstSection[page] ?? 0, heading: 1, text: 0 };
}

/** The sections whose texts may be shown: those in files that are loaded, and the first ones in `files` further files. */
function affordableSections(store: Store, sections: readonly BestSection[], files: number): Set<number> {
  const wanted = new Set<number>();
  const chosen = sections.filter(({ section }) => {
    const file = store.textFileOf(section);
    const isLoaded = store.hasTextFile(file);
    if (!isLoaded && wanted.size < files) wanted.add(file);
    return isLoaded || wanted.has(file);
  });
  return new Set(chosen.map(({ section }) => section));
}
