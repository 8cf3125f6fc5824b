/** Answers questions from the files of an index. Runs wherever its files can be loaded: in the worker, in tests, in the bench. */
import type { SearchAnswer, SearchHit, SearchRequest } from "../../../src/shared/search.js";
import { makeHit, markedTerms } from "./hits.js";
import { matchTerms, type TermMatch } from "./match.js";
import { phrasePages } from "./phrase.js";
import { parseQuery, type Query } from "./query.js";
import { type BestSection, bestSections, type RankedPage, rankPages } from "./rank.js";
import { type Load, openStore, type Store } from "./store.js";
import { suggestions } from "./suggest.js";

export interface Engine {
  search(request: SearchRequest): Promise<SearchAnswer>;
}

/** All that a query finds, before a page of it is made. */
interface Found {
  key: string;
  query: Query;
  matches: TermMatch[];
  ranked: RankedPage[];
}

/** However much the terms have cost, the first hits get their texts. */
const leastTextFiles = 1;

/** @param load gets a file of the index as text. When the site was published anew in between, the index is opened once more. */
export function createEngine(load: Load): Engine {
  let store: Promise<Store> | undefined;
  let last: Found | undefined;
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
    const found = last?.key === request.query ? last : await find(opened, request.query);
    last = found;
    return answerOf(opened, found, request, before);
  };
  return {
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

async function find(store: Store, key: string): Promise<Found> {
  const { layout } = store;
  const parsed = parseQuery(
    key,
    layout.series.flatMap(({ labels }) => labels),
  );
  const telling = parsed.terms.filter(({ spellings: [term = ""] }) => !layout.common.has(term));
  const query = telling.length > 0 ? { ...parsed, terms: telling } : parsed;
  const matches = await matchTerms(store, query.terms);
  const known = matches.filter(({ terms }) => terms.length > 0);
  const ranked = rankPages(layout, known, query.references);
  const kept = query.phrases.length > 0 ? await phrasePages(store, ranked, known, query.phrases) : ranked;
  return { key, query, matches: known, ranked: kept };
}

/** @param before how many files had been fetched when the question came. */
async function answerOf(store: Store, found: Found, request: SearchRequest, before: number): Promise<SearchAnswer> {
  const { ranked, matches } = found;
  const start = request.page * request.hitsPerPage;
  const pages = ranked.slice(start, start + request.hitsPerPage).map(({ page }) => page);
  const best = bestSections(store.layout, matches, pages);
  const sections = pages.map((page) => best.get(page) ?? startOf(store, page));
  const cards = await Promise.all(pages.map((page) => store.card(page)));
  const left = Math.max(leastTextFiles, store.usualRequests - (store.requests() - before));
  const withText = affordable(store, sections, request.textFiles ?? left);
  const terms = markedTerms(matches);
  const hits = await Promise.all(
    pages.map(async (page, index): Promise<SearchHit> => {
      const section = sections[index] ?? startOf(store, page);
      const text = withText.has(section.section) ? await store.text(section.section) : undefined;
      return makeHit(
        { card: cards[index] ?? ["", "", ""], best: section, text },
        terms,
        matches.length,
        request.snippetWords,
      );
    }),
  );
  const answer: SearchAnswer = { query: request.query, hits, total: ranked.length };
  return ranked.length > 0 ? answer : { ...answer, suggestions: await suggestions(store, found.query) };
}

function startOf({ layout }: Store, page: number): BestSection {
  return { section: layout.firstSection[page] ?? 0, heading: 1, text: 0 };
}

/** The sections whose texts may be fetched: the first ones, and all whose file is there anyway. */
function affordable(store: Store, sections: readonly BestSection[], files: number): Set<number> {
  const fetched = new Set<number>();
  const affordable = new Set<number>();
  for (const { section } of sections) {
    const file = store.textFileOf(section);
    if (!store.isLoaded(file) && !fetched.has(file)) {
      if (fetched.size >= files) continue;
      fetched.add(file);
    }
    affordable.add(section);
  }
  return affordable;
}
