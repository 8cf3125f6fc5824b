/** What DocSearch is given: any provider as its client, corrections of its markup, analytics, and a note above the results. */
import type { DocSearchProps, DocSearchTransformClient } from "@docsearch/react";
import {
  insightsOrigin,
  type SearchAnswer,
  type SearchHit,
  type SearchProvider,
  type SearchStrings,
} from "../../src/shared/search.js";
import { escapeHtml, fillText } from "../../src/shared/text.js";
import type { HostedUi } from "./hosted.js";
import { siteHref, typingPause } from "./session.js";

/** Milliseconds after which DocSearch reports a search as slow, even if it has failed by then. */
const stallThreshold = 300;

export interface SearchListener {
  /** False once the reader has typed another query: then a failure no longer matters. */
  isWanted(query: string): boolean;
  answered(answer: SearchAnswer): void;
  failed(): void;
}

/** The parts of DocSearch's request that a provider gets. */
interface DocSearchRequest {
  query: string;
  hitsPerPage: number;
}

/** @param words how many words a snippet has. */
export function docSearchClient(
  provider: SearchProvider,
  words: () => number,
  { isWanted, answered, failed }: SearchListener,
): DocSearchTransformClient {
  let latest = 0;
  const ask = async ({ query, hitsPerPage }: DocSearchRequest) => {
    const turn = ++latest;
    const started = Date.now();
    await until(started + typingPause);
    if (turn !== latest) return never;
    try {
      const answer = await provider.search({ query, page: 0, hitsPerPage, snippetWords: words() });
      if (isWanted(query)) answered(answer);
      return { results: [{ hits: answer.hits.map(toDocSearchHit), nbHits: answer.total, queryID: answer.queryID }] };
    } catch (cause) {
      // Dropped in favour of a newer query, which may be the same.
      if (cause instanceof DOMException && cause.name === "AbortError") return never;
      await until(started + stallThreshold + 20);
      if (!isWanted(query)) return never;
      failed();
      // The error name that DocSearch takes for an unreachable provider.
      throw Object.assign(new Error("nobody answers", { cause }), { name: "RetryError" });
    }
  };
  const search = ({ requests }: { requests: [DocSearchRequest] }) => keepError(ask(requests[0]));
  return { search, addAlgoliaAgent: () => {}, transporter: {} } as unknown as DocSearchTransformClient;
}

const never = new Promise<never>(() => {});

/**
 * DocSearch shows its error screen in the `catch` of a search, but the library below it resets the state to idle when
 * the search settles. So a failed search must never settle.
 */
function keepError<T>(search: Promise<T>): Promise<T> {
  const shown = (show: (error: unknown) => unknown) =>
    search.then(undefined, (error) => {
      try {
        show(error);
      } catch {
        // The code that shows an error throws it again.
      }
      return never;
    });
  return Object.assign(search, { catch: shown });
}

const until = (time: number) => new Promise((resolve) => setTimeout(resolve, time - Date.now()));

/** DocSearch inserts the name of a group as text, and everything else as HTML, even if nothing is marked. */
export function toDocSearchHit(hit: SearchHit) {
  const group = hit.hierarchy.lvl0 ?? "";
  const levels = Object.entries(hit.hierarchy).map(([level, text]) => [level, text && escapeHtml(text)]);
  const marked = hit._highlightResult;
  return {
    ...hit,
    url: siteHref(hit.url),
    hierarchy: { ...Object.fromEntries(levels), lvl0: group },
    content: hit.content && escapeHtml(hit.content),
    _highlightResult: { ...marked, hierarchy: { ...marked.hierarchy, lvl0: { value: group } } },
  };
}

// Corrects DocSearch's markup for assistive technology from outside: its container has the role of a button, its field
// has none, and its results are options, which must not contain links and buttons, in lists with the same id. Here they
// become a combobox and the items of its trees, which may contain both. DocSearch sets its attributes once, so the
// corrections stay.

type Attributes = Record<string, string | null>;

const fixed: Record<string, Attributes> = {
  ".DocSearch-Container": {
    role: null,
    tabindex: null,
    "aria-expanded": null,
    "aria-haspopup": null,
    "aria-labelledby": null,
  },
  ".DocSearch-SearchBar, .DocSearch-Footer": { role: "presentation" },
  ".DocSearch-Input": { role: "combobox", "aria-haspopup": "tree", "aria-autocomplete": "list" },
};

/** DocSearch sets it again, even if the elements stay. */
const observed = ["aria-controls", "aria-activedescendant", "aria-selected"];

const changing: Record<string, Attributes> = {
  "[role=listbox]": { role: "tree", "aria-labelledby": null },
  "[role=option]": { role: "treeitem" },
  ".DocSearch-Container": { "aria-controls": null },
};

/** @returns a function that stops it. */
export function fixAccessibility(dialog: HTMLElement): () => void {
  const fix = () => {
    setAll(dialog, changing);
    const trees = [...dialog.querySelectorAll("[role=tree]")];
    for (const tree of trees) {
      tree.ariaLabel = tree.previousElementSibling?.textContent ?? "";
      // The attribute that names what the field controls.
      tree.id = tree.firstElementChild?.id.replace(/-item-.*/, "-list") ?? "";
    }
    const ids = trees.map(({ id }) => id).join(" ");
    const chosen = dialog.querySelector("[role=tree] [aria-selected=true]")?.id ?? null;
    const field = {
      "aria-expanded": String(ids !== ""),
      "aria-controls": ids || null,
      "aria-activedescendant": chosen,
    };
    setAll(dialog, { ".DocSearch-Input": field });
  };
  setAll(dialog, fixed);
  fix();
  const observer = new MutationObserver(fix);
  observer.observe(dialog, { childList: true, subtree: true, attributeFilter: observed });
  dialog.addEventListener("keydown", guardKeys, true);
  return () => observer.disconnect();
}

/**
 * The dialog keeps the focus in itself, so DocSearch need not catch Tab; and Enter that ends a composition chooses nothing, which Safari
 * tells by its code alone.
 */
function guardKeys(event: KeyboardEvent): void {
  if (event.key === "Tab" || event.isComposing || event.keyCode === 229) event.stopPropagation();
}

function setAll(within: HTMLElement, rules: Record<string, Attributes>): void {
  for (const [selector, attributes] of Object.entries(rules)) {
    for (const element of within.querySelectorAll(selector)) setAttributes(element, attributes);
  }
}

function setAttributes(element: Element, attributes: Attributes): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null) element.removeAttribute(name);
    else if (element.getAttribute(name) !== value) element.setAttribute(name, value);
  }
}

// Sends what readers see and choose to the hosted provider's analytics, if the site turns that on. It takes the place
// of the provider's own script, which would come from a third host; readers are not recognized from one page load to
// the next.

type InsightsClient = Exclude<DocSearchProps["insights"], boolean | undefined>["insightsClient"];

const kinds: Record<string, string> = { viewedObjectIDs: "view", clickedObjectIDsAfterSearch: "click" };

interface Payload {
  eventName: string;
  index: string;
  objectIDs: string[];
  positions?: number[];
  queryID?: string;
}

/** @returns a client of the shape of search-insights, as far as DocSearch calls it. */
export function insightsClient({ appId, apiKey }: HostedUi): InsightsClient {
  const userToken = `anonymous-${crypto.randomUUID()}`;
  const send = (method: string, payload?: Payload) => {
    const eventType = kinds[method];
    if (!eventType || !payload) return;
    const { eventName, index, objectIDs, positions, queryID } = payload;
    const event = { eventType, eventName, index, objectIDs, positions, queryID, userToken };
    // The page may be closing; events that cannot be sent are dropped.
    fetch(`${insightsOrigin}/1/events`, {
      method: "POST",
      keepalive: true,
      headers: { "x-algolia-application-id": appId, "x-algolia-api-key": apiKey, "content-type": "application/json" },
      body: JSON.stringify({ events: [event] }),
    }).catch(() => {});
  };
  return send as InsightsClient;
}

// The note above the results in the dialog: the correction of the query, why pages may lack a phrase, or suggestions. DocSearch suggests names of sections there.

export type Note = ReturnType<typeof noteOf>;

export function noteOf(dialog: HTMLElement, { corrected, unconfirmed, modal }: SearchStrings) {
  const element = document.createElement("p");
  element.className = "search-dialog-note";
  const clear = () => element.replaceChildren();
  element.addEventListener("click", ({ target }) => {
    const query = (target as Element).closest("button")?.textContent;
    const field = dialog.querySelector<HTMLInputElement>(".DocSearch-Input");
    if (!query || !field) return;
    type(field, query);
    field.focus();
  });
  dialog.addEventListener("input", ({ target }) => {
    if ((target as HTMLInputElement).value === "") clear();
  });
  return {
    element,
    clear,
    /** @returns the note. */
    show({ query, corrected: shown, unconfirmed: isUnconfirmed, suggestions = [] }: SearchAnswer): string {
      clear();
      if (shown) element.append(fillText(corrected, { query, shown }));
      else if (isUnconfirmed) element.append(unconfirmed);
      else if (suggestions.length > 0)
        element.append(`${modal.noResultsScreen.suggestedQueryText}: `, ...suggestions.map(suggestionButton));
      return element.textContent ?? "";
    },
  };
}

function suggestionButton(suggestion: string): HTMLElement {
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = suggestion;
  return button;
}

/** As if it had been typed: React notices a value only if the element's own setter is called. */
export function type(field: HTMLInputElement, query: string): void {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(field, query);
  field.dispatchEvent(new Event("input", { bubbles: true }));
}
