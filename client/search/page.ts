/** The search page: runs the query of its address, and writes query and filters into the address as they are typed and chosen. */
import {
  addFilter,
  type FilterField,
  hasFilters,
  joinFilters,
  readSearchQuery,
  removeFilter,
  takeFilters,
} from "../../src/shared/search.js";
import { cutText } from "../../src/shared/text.js";
import type { PageTools } from "../dom.js";
import { markOnArrival } from "./arrival.js";
import { filtersView } from "./filters-view.js";
import { resultsView } from "./results-view.js";
import { searchSession } from "./session.js";
import { type Asked, addressOf, shownResults } from "./shown-results.js";

/** Milliseconds without a key press before the query is sent. */
const typingPause = 120;
const maxLength = 64;

/** @returns what stops it. */
export function start(form: HTMLFormElement, tools: PageTools): (() => void) | undefined {
  const uiHref = document.querySelector<HTMLElement>("a.find")?.dataset.ui;
  return uiHref === undefined ? undefined : startAsking(form, uiHref, tools);
}

function startAsking(form: HTMLFormElement, uiHref: string, tools: PageTools): () => void {
  const field = form.elements.namedItem("q") as HTMLInputElement;
  const element = document.querySelector(".search-results") as HTMLElement;
  const filterView = filtersView(document.querySelector(".search-filters") as HTMLElement);
  const results = shownResults(uiHref, resultsView(element, tools), filterView);
  let timer = 0;
  /** The next input is a new query, and so an entry of its own in the history. */
  let isSettled = true;

  const readAddress = () => {
    clearTimeout(timer);
    results.remember();
    isSettled = true;
    const next = askedInAddress();
    field.value = next.words;
    results.enterWith(next);
  };

  const goOn = (next: Asked, kind: "push" | "replace") => {
    clearTimeout(timer);
    const address = addressOf(next);
    if (address !== addressOf(askedInAddress())) {
      results.remember();
      tools.addEntry(location.pathname + address, kind);
      results.enter();
    } else if (!results.isEmpty()) return;
    results.ask(next);
  };

  /** @param isDone typing has ended, so filters in the query are complete. */
  const askTyped = (kind: "push" | "replace", isDone: boolean) => {
    const { filters } = results.asked();
    const taken = takeFilters(field.value);
    const isWhole = hasFilters(taken.filters) && (isDone || /\s$/.test(field.value));
    if (isWhole) field.value = taken.words && `${taken.words} `;
    const words = isWhole ? taken.words : field.value.trim();
    goOn({ words, filters: isWhole ? joinFilters(filters, taken.filters) : filters }, kind);
  };

  const typed = (event: Event) => {
    if ((event as InputEvent).isComposing) return;
    clearTimeout(timer);
    timer = window.setTimeout(() => {
      const before = location.search;
      askTyped(isSettled && before ? "push" : "replace", false);
      if (location.search !== before) isSettled = false;
    }, typingPause);
  };

  const submitted = (event: Event) => {
    event.preventDefault();
    askTyped(isSettled ? "push" : "replace", true);
    isSettled = true;
  };

  const clicked = (event: Event) => {
    const target = event.target as Element;
    const link = target.closest<HTMLAnchorElement>(".search-hit a");
    if (link) markOnArrival(link);
    if (target.matches(".search-more, .search-retry")) results.more();
    const suggested = target.closest<HTMLButtonElement>(".search-suggestions button")?.textContent;
    if (suggested) {
      field.value = suggested;
      field.focus();
      askTyped("push", true);
    }
  };

  const filterClicked = ({ target }: Event) => {
    const button = (target as Element).closest<HTMLButtonElement>("button[data-field]");
    if (!button) return;
    const { value = "", asked: written = value } = button.dataset;
    const name = button.dataset.field as FilterField;
    const isOn = button.getAttribute("aria-pressed") !== "false";
    const { words, filters } = results.asked();
    goOn({ words, filters: isOn ? removeFilter(filters, name, written) : addFilter(filters, name, value) }, "push");
    isSettled = true;
    if (button.closest(".search-chips")) field.focus();
  };

  const online = () => element.dataset.state === "failed" && results.more();

  const listeners: [target: EventTarget, type: string, listener: (event: Event) => void][] = [
    [field, "input", typed],
    [field, "compositionend", typed],
    [form, "submit", submitted],
    [element, "click", clicked],
    [filterView.element, "click", filterClicked],
    [document, "cipgen:query", readAddress],
    [window, "online", online],
    [window, "pagehide", results.remember],
  ];
  for (const [target, type, listener] of listeners) target.addEventListener(type, listener);
  searchSession(uiHref, "page").then(
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
function askedInAddress(): Asked {
  const { words, filters } = readSearchQuery(location.search);
  const taken = takeFilters(cutText(words, maxLength));
  return { words: taken.words, filters: joinFilters(filters, taken.filters) };
}
