/** The search page: runs the query of its address, keeps the address up to date, and shows results, also again to readers who return. */
import {
  addFilter,
  type FilterField,
  type Filters,
  hasFilters,
  joinFilters,
  readSearchQuery,
  removeFilter,
  type SearchAnswer,
  searchQuery,
  takeFilters,
} from "../../src/shared/search.js";
import type { PageTools } from "../dom.js";
import { type FiltersView, filtersView, type ResultsView, resultsView } from "./page-views.js";
import { reducePasted, reduceQuery } from "./pasted.js";
import { hitsPerPage, searchSession, snippetWords, stallThreshold, typingPause } from "./session.js";

/** @returns a function that stops it. */
export function start(form: HTMLFormElement, tools: PageTools): (() => void) | undefined {
  const uiHref = document.querySelector<HTMLElement>("a.find")?.dataset.ui;
  return uiHref === undefined ? undefined : startSearch(form, uiHref, tools);
}

function startSearch(form: HTMLFormElement, uiHref: string, tools: PageTools): () => void {
  const field = form.elements.namedItem("q") as HTMLInputElement;
  const element = document.querySelector(".search-results") as HTMLElement;
  const filterView = filtersView(document.querySelector(".search-filters") as HTMLElement);
  const results = createResults(uiHref, resultsView(element, tools), filterView);
  let timer = 0;
  /** The next input is a new query, and so an entry of its own in the history. */
  let isSettled = true;

  const readAddress = () => {
    clearTimeout(timer);
    results.remember();
    isSettled = true;
    const next = queryInAddress();
    field.value = next.words;
    results.enterWith(next);
  };

  const submitQuery = (next: PageQuery, kind: "push" | "replace") => {
    clearTimeout(timer);
    const address = addressOf(next);
    if (address !== addressOf(queryInAddress())) {
      results.remember();
      tools.addEntry(location.pathname + address, kind);
      results.enter();
    } else if (!results.isEmpty()) return;
    results.ask(next);
  };

  /** @param isDone typing has ended, so filters in the query are complete. */
  const askTyped = (kind: "push" | "replace", isDone: boolean) => {
    const { filters } = results.query();
    const parsedQuery = takeFilters(field.value);
    const isWhole = hasFilters(parsedQuery.filters) && (isDone || /\s$/.test(field.value));
    if (isWhole) field.value = parsedQuery.words && `${parsedQuery.words} `;
    const words = isWhole ? parsedQuery.words : field.value.trim();
    submitQuery({ words, filters: isWhole ? joinFilters(filters, parsedQuery.filters) : filters }, kind);
  };

  const onInput = (event: Event) => {
    if ((event as InputEvent).isComposing) return;
    clearTimeout(timer);
    timer = window.setTimeout(() => {
      const before = location.search;
      askTyped(isSettled && before ? "push" : "replace", false);
      if (location.search !== before) isSettled = false;
    }, typingPause);
  };

  const onSubmit = (event: Event) => {
    event.preventDefault();
    askTyped(isSettled ? "push" : "replace", true);
    isSettled = true;
  };

  const onClick = (event: Event) => {
    const target = event.target as Element;
    if (target.matches(".search-more, .search-retry")) results.more();
    const suggested = target.closest<HTMLButtonElement>(".search-suggestions button")?.textContent;
    if (suggested) {
      field.value = suggested;
      field.focus();
      askTyped("push", true);
    }
  };

  const onFilterClick = ({ target }: Event) => {
    const button = (target as Element).closest<HTMLButtonElement>("button[data-field]");
    if (!button) return;
    const { value = "", asked: written = value } = button.dataset;
    const name = button.dataset.field as FilterField;
    const isOn = button.getAttribute("aria-pressed") !== "false";
    const { words, filters } = results.query();
    submitQuery(
      { words, filters: isOn ? removeFilter(filters, name, written) : addFilter(filters, name, value) },
      "push",
    );
    isSettled = true;
    if (button.closest(".search-chips")) field.focus();
  };

  const onOnline = () => element.dataset.state === "failed" && results.more();

  const listeners: [target: EventTarget, type: string, listener: (event: Event) => void][] = [
    [field, "paste", reducePasted],
    [field, "input", onInput],
    [field, "compositionend", onInput],
    [form, "submit", onSubmit],
    [element, "click", onClick],
    [filterView.element, "click", onFilterClick],
    [document, "cipgen:query", readAddress],
    [window, "online", onOnline],
    [window, "pagehide", results.remember],
  ];
  for (const [target, type, listener] of listeners) target.addEventListener(type, listener);
  searchSession(uiHref).then(
    ({ provider }) => provider.open?.(),
    () => {},
  );
  if (field.value && !location.search) askTyped("replace", false);
  else readAddress();
  return () => {
    results.stop();
    clearTimeout(timer);
    for (const [target, type, listener] of listeners) target.removeEventListener(type, listener);
  };
}

/** Filters may be among the words, as they were typed in the dialog. */
function queryInAddress(): PageQuery {
  const { words, filters } = readSearchQuery(location.search);
  const taken = takeFilters(reduceQuery(words));
  return { words: taken.words, filters: joinFilters(filters, taken.filters) };
}

/** Maximum number of places that are shown below a page. */
const placesPerPage = 3;

/** The query with its filters. */
export interface PageQuery {
  words: string;
  filters: Filters;
}

/** The results shown in an entry of the history. */
interface ShownResults {
  address: string;
  answers: SearchAnswer[];
  scroll: number;
}

const shownByEntry = new Map<string, ShownResults>();

/** @param uiHref address of the locale's `SearchUi`. */
export function createResults(uiHref: string, view: ResultsView, filterView: FiltersView) {
  let asked: PageQuery = { words: "", filters: {} };
  let answers: SearchAnswer[] = [];
  let entry = entryKey();
  let latest = 0;
  const pageTitle = document.title;

  /** The query is in the title, by which readers find it in their history and among their tabs. */
  function showQuery(next: PageQuery): void {
    asked = next;
    document.title = next.words ? `${next.words}: ${pageTitle}` : pageTitle;
    filterView.showChosen(next.filters);
  }

  /** @param first page of results, from 0. @param saved how many pages an earlier document showed, and how far they were scrolled. */
  async function ask(next: PageQuery, first = 0, saved?: SavedResults): Promise<void> {
    let page = first;
    const turn = ++latest;
    const isLatest = () => turn === latest;
    showQuery(next);
    if (page === 0) answers = [];
    if (!isAsking(next)) view.show("idle");
    const stall = setTimeout(() => isLatest() && isAsking(next) && view.show("loading"), stallThreshold);
    try {
      const { provider } = await searchSession(uiHref);
      if (isAsking(next)) {
        const end = saved?.pages ?? first + 1;
        for (; page < end; page++) {
          const answer = await provider.search({ ...requestOf(next, page), places: placesPerPage });
          if (!isLatest()) return;
          answers = [...answers.slice(0, page), answer];
          view.showAnswer(answer, page, isFiltered(answer), saved && page > 0);
        }
        if (saved) scrollTo({ top: saved.scroll, behavior: "instant" });
      }
      clearTimeout(stall);
      await askFacets(next, isLatest).catch(() => {});
    } catch {
      if (isLatest() && isAsking(next)) view.fail(page);
    } finally {
      clearTimeout(stall);
    }
  }

  /**
   * Fetches the values of the filters, if they are still missing: they are in another file, for which the results do not wait, so a reader
   * may ask for more results, or return to these, before it has come. If it does not come, the results are shown without filters.
   */
  async function askFacets(next: PageQuery, isLatest: () => boolean): Promise<void> {
    const { provider, ui } = await searchSession(uiHref);
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
    saveResults(entry, { address, pages: answers.length, scroll: scrollY });
  }

  /** To be called in a new entry of the history. */
  function enter(): void {
    entry = entryKey();
  }

  /** Shows the query of an entry of the history, with the results that the entry showed before. */
  function enterWith(next: PageQuery): void {
    enter();
    const address = addressOf(next);
    const shown = shownByEntry.get(entry);
    const saved = load().get(entry);
    if (shown?.address === address) comeBack(next, shown);
    else ask(next, 0, saved?.address === address ? saved : undefined);
  }

  function comeBack(next: PageQuery, shown: ShownResults): void {
    const turn = ++latest;
    showQuery(next);
    answers = shown.answers;
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
    query: () => asked,
    isEmpty: () => answers.length === 0,
    /** Answers that arrive from now on are not shown. */
    stop() {
      remember();
      latest++;
    },
  };
}

export const addressOf = ({ words, filters }: PageQuery): string => searchQuery(words, filters);

const requestOf = ({ words, filters }: PageQuery, page: number) => ({
  query: words,
  filters,
  page,
  hitsPerPage,
  snippetWords: snippetWords(),
});

const isAsking = ({ words, filters }: PageQuery) => words !== "" || hasFilters(filters);

const isFiltered = ({ filters }: SearchAnswer) => (filters ?? []).length > 0;

const entryKey = (): string => history.state?.key ?? "";

const storageKey = "results";
const maxSaved = 50;

/** The results of an entry of the history, stored for a reload. */
interface SavedResults {
  /** The query with its filters, as in the address. */
  address: string;
  pages: number;
  scroll: number;
}

function saveResults(entry: string, saved: SavedResults): void {
  const all = load();
  all.delete(entry);
  all.set(entry, saved);
  try {
    sessionStorage.setItem(storageKey, JSON.stringify([...all].slice(-maxSaved)));
  } catch {
    // Blocked or full: then a reload shows the first page of results.
  }
}

function load(): Map<string, SavedResults> {
  try {
    return new Map(JSON.parse(sessionStorage.getItem(storageKey) ?? "[]"));
  } catch {
    return new Map();
  }
}
