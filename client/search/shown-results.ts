/** The results that the search page shows: requested page by page, and shown again to readers who return to them. */
import { type Filters, hasFilters, type SearchAnswer, searchQuery } from "../../src/shared/search.js";
import type { FiltersView } from "./filters-view.js";
import type { ResultsView } from "./results-view.js";
import { hitsPerPage, searchSession, snippetWords } from "./session.js";

/** Milliseconds before a search is reported as slow. */
const stallThreshold = 300;
/** Maximum number of places that are shown below a page. */
const placesPerPage = 3;

/** The query with its filters. */
export interface Asked {
  words: string;
  filters: Filters;
}

/** The results shown in an entry of the history. */
interface Shown {
  address: string;
  answers: SearchAnswer[];
  scroll: number;
}

const shownByEntry = new Map<string, Shown>();

/** @param uiHref address of the locale's `SearchUi`. */
export function shownResults(uiHref: string, view: ResultsView, filterView: FiltersView) {
  let asked: Asked = { words: "", filters: {} };
  let answers: SearchAnswer[] = [];
  let entry = entryKey();
  let latest = 0;

  /** @param left what an earlier document showed of it. */
  async function ask(next: Asked, first = 0, left?: Left): Promise<void> {
    let page = first;
    const turn = ++latest;
    const isLatest = () => turn === latest;
    asked = next;
    filterView.showChosen(next.filters);
    if (page === 0) answers = [];
    if (!isAsking(next)) view.show("idle");
    const stall = setTimeout(() => isLatest() && isAsking(next) && view.show("loading"), stallThreshold);
    try {
      const { provider } = await searchSession(uiHref, "page");
      if (isAsking(next)) {
        const end = left?.pages ?? first + 1;
        for (; page < end; page++) {
          const answer = await provider.search({ ...requestOf(next, page), places: placesPerPage });
          if (!isLatest()) return;
          answers = [...answers.slice(0, page), answer];
          view.showAnswer(answer, page, isFiltered(answer), left && page > 0);
        }
        if (left) scrollTo({ top: left.scroll, behavior: "instant" });
      }
      clearTimeout(stall);
      await askFacets(next, isLatest);
    } catch {
      if (isLatest() && isAsking(next)) view.fail(page);
    } finally {
      clearTimeout(stall);
    }
  }

  /**
   * The values of the filters are in another file, for which the results need not wait. A query for more results, or a
   * visit to one of them, may have come before they were there.
   */
  async function askFacets(next: Asked, isLatest: () => boolean): Promise<void> {
    const { provider, ui } = await searchSession(uiHref, "page");
    if (answers[0]?.facets || ui.provider.kind !== "local" || !isLatest()) return;
    const { facets, filters } = await provider.search({ ...requestOf(next, 0), textFiles: 0, facets: true });
    if (!isLatest()) return;
    answers = answers.map((answer, index) => (index === 0 ? { ...answer, facets, filters } : answer));
    filterView.showFacets(facets ?? [], filters ?? [], next.filters);
  }

  /** To be called before another entry of the history is shown. */
  function remember(): void {
    if (answers.length === 0 || !entry) return;
    const address = addressOf(asked);
    shownByEntry.set(entry, { address, answers, scroll: scrollY });
    saveLeft(entry, { address, pages: answers.length, scroll: scrollY });
  }

  /** To be called in a new entry of the history. */
  function enter(): void {
    entry = entryKey();
  }

  /** Shows the query of an entry of the history, with the results that the entry showed before. */
  function enterWith(next: Asked): void {
    enter();
    const address = addressOf(next);
    const shown = shownByEntry.get(entry);
    const left = leftAt(entry);
    if (shown?.address === address) comeBack(next, shown);
    else ask(next, 0, left?.address === address ? left : undefined);
  }

  function comeBack(next: Asked, shown: Shown): void {
    const turn = ++latest;
    asked = next;
    answers = shown.answers;
    filterView.showChosen(next.filters);
    for (const [page, answer] of answers.entries()) view.showAnswer(answer, page, isFiltered(answer), true);
    const [first] = answers;
    if (first?.facets) filterView.showFacets(first.facets, first.filters ?? [], next.filters);
    else askFacets(next, () => turn === latest).catch(() => {});
    scrollTo({ top: shown.scroll, behavior: "instant" });
  }

  return {
    ask,
    /** The next page of results, also one that could not be fetched. */
    more: () => ask(asked, answers.length),
    remember,
    enter,
    enterWith,
    asked: () => asked,
    isEmpty: () => answers.length === 0,
    /** Answers that arrive from now on are not shown. */
    stop() {
      remember();
      latest++;
    },
  };
}

export const addressOf = ({ words, filters }: Asked): string => searchQuery(words, filters);

const requestOf = ({ words, filters }: Asked, page: number) => ({
  query: words,
  filters,
  page,
  hitsPerPage,
  snippetWords: snippetWords(),
});

const isAsking = ({ words, filters }: Asked) => words !== "" || hasFilters(filters);

const isFiltered = ({ filters }: SearchAnswer) => (filters ?? []).length > 0;

const entryKey = (): string => history.state?.key ?? "";

const storageKey = "results";
const most = 50;

interface Left {
  /** The query with its filters, as in the address. */
  address: string;
  pages: number;
  scroll: number;
}

const leftAt = (entry: string): Left | undefined => load().get(entry);

function saveLeft(entry: string, left: Left): void {
  const all = load();
  all.delete(entry);
  all.set(entry, left);
  try {
    sessionStorage.setItem(storageKey, JSON.stringify([...all].slice(-most)));
  } catch {
    // Blocked or full: then a reload shows the first page of results.
  }
}

function load(): Map<string, Left> {
  try {
    return new Map(JSON.parse(sessionStorage.getItem(storageKey) ?? "[]"));
  } catch {
    return new Map();
  }
}
