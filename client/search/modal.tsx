/** The search modal: DocSearch in a dialog, with the provider of the site. Loaded when a reader is about to search. */

import { DocSearchModal, type InternalDocSearchHit, type StoredDocSearchHit } from "@docsearch/react";
import { Component, type ReactNode } from "react";
import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import { type SearchAnswer, type SearchHit, searchQuery, takeFilters } from "../../src/shared/search.js";
import { encodeText } from "../../src/shared/text.js";
import { isPlain, type PageTools } from "../dom.js";
import { markOnArrival } from "./arrival.js";
import {
  docSearchClient,
  fixAccessibility,
  insightsClient,
  type Note,
  noteOf,
  type SearchListener,
  type,
} from "./docsearch.js";
import { reducePasted } from "./pasted.js";
import { type SearchSession, sayingAtLeast, snippetWords } from "./session.js";

/** What a modal needs of the page. */
export interface ModalHost {
  tools: PageTools;
  close(): void;
  /** The modal cannot be shown: the search page opens instead. */
  giveUp(query: string): void;
}

/**
 * Puts the modal into a dialog.
 * @param query what the reader has typed so far.
 * @returns a function that removes the modal.
 */
export function show(dialog: HTMLDialogElement, query: string, session: SearchSession, host: ModalHost): () => void {
  const { tools, close, giveUp } = host;
  const { ui, provider } = session;
  const place = dialog.appendChild(document.createElement("div"));
  const status = dialog.appendChild(statusRegion());
  const note = noteOf(dialog, ui.strings);
  let isLeast = false;
  /** What answered the plain field, until the dialog has an answer or another query. */
  const ahead = dialog.querySelectorAll(".search-ahead");
  const dropAhead = () => {
    for (const element of ahead) element.remove();
  };
  const listener = listenerFor(dialog, session, tools, note, (text, answer) => {
    dropAhead();
    status.textContent = text;
    isLeast = (answer?.unread ?? 0) > 0;
  });
  const client = docSearchClient(provider, snippetWords, listener);
  const names = indexNames(ui.provider);
  forgetUnreadable(names.indexName);
  dialog.dataset.provider = ui.provider.kind;
  const root = createRoot(place);
  const modal = (
    <Guard failed={() => giveUp(query)}>
      <DocSearchModal
        {...names}
        initialScrollY={scrollY}
        initialQuery={query}
        placeholder={ui.strings.placeholder}
        translations={ui.strings.modal}
        maxResultsPerGroup={ui.maxResultsPerGroup}
        transformSearchClient={() => client}
        hitComponent={Hit}
        resultsFooterComponent={({ state }) => (
          <a href={pageHref(ui.searchHref, state.query)}>
            {sayingAtLeast(
              tools.plural(ui.strings.seeAll, Number(state.context.nbHits)),
              Number(state.context.nbHits),
              isLeast,
            )}
          </a>
        )}
        getMissingResultsUrl={missingResultsUrl(ui.missingResultsUrl)}
        insights={
          ui.provider.kind === "algolia" && ui.provider.insights && { insightsClient: insightsClient(ui.provider) }
        }
        navigator={{ navigate: ({ itemUrl }) => tools.goTo(itemUrl) }}
        onClose={close}
      />
    </Guard>
  );
  flushSync(() => root.render(modal));
  const stopFixing = fixAccessibility(dialog);
  dialog.addEventListener("click", ({ target }) => mark((target as Element).closest(".DocSearch-Hit a")));
  // Before DocSearch removes the hits.
  const chosen = (event: KeyboardEvent) => {
    if (event.key === "Enter") mark(dialog.querySelector(".DocSearch-Hit[aria-selected=true] a"));
  };
  dialog.addEventListener("keydown", chosen, true);
  dialog.addEventListener("paste", reducePasted, true);
  for (const type of ["input", "reset"]) dialog.addEventListener(type, dropAhead);
  const retry = () => {
    const field = dialog.querySelector<HTMLInputElement>(".DocSearch-Input");
    if (!field || !dialog.querySelector(".DocSearch-ErrorScreen")) return;
    const { value } = field;
    type(field, "");
    type(field, value);
  };
  addEventListener("online", retry);
  const stopBack = closeOnBack(dialog, tools, close);
  dialog.querySelector(".DocSearch-SearchBar")?.after(note.element, ...ahead);
  const field = dialog.querySelector<HTMLInputElement>(".DocSearch-Input");
  if (query) field?.setSelectionRange(field.value.length, field.value.length);
  return () => {
    stopBack();
    removeEventListener("online", retry);
    dialog.removeEventListener("keydown", chosen, true);
    stopFixing();
    root.unmount();
  };
}

/** Shows nothing in place of what fails. */
class Guard extends Component<{ failed(): void; children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override componentDidCatch() {
    this.props.failed();
  }

  override render() {
    return this.state.hasFailed ? null : this.props.children;
  }
}

function mark(hit: Element | null): void {
  if (hit) markOnArrival(hit as HTMLAnchorElement);
}

/** The search page for what was typed, with its filters as filters. */
function pageHref(searchHref: string, typed: string): string {
  const { words, filters } = takeFilters(typed);
  return searchHref + searchQuery(words, filters);
}

type ShownHit = (InternalDocSearchHit | StoredDocSearchHit) & Pick<SearchHit, "status" | "date" | "lang">;

/** A link that the field keeps the focus of: arrow keys choose, Enter follows. */
function Hit({ hit, children }: { hit: InternalDocSearchHit | StoredDocSearchHit; children: ReactNode }) {
  const { url, status, date, lang } = hit as ShownHit;
  return (
    <a href={url} tabIndex={-1} data-status={status?.id} lang={lang}>
      {children}
      {status && (
        <span className="search-hit-facts">
          <span className="chip" data-tone={status.tone}>
            {status.label}
          </span>
          {date && <time dateTime={date}>{date}</time>}
        </span>
      )}
    </a>
  );
}

/** DocSearch creates its own client from these even if it uses another one, and stores recent searches under the index name. */
function indexNames(provider: SearchSession["ui"]["provider"]) {
  if (provider.kind === "local") return { appId: "local", apiKey: "local", indexName: provider.base };
  const { appId, apiKey, indexName } = provider;
  return { appId, apiKey, indexName };
}

function listenerFor(
  dialog: HTMLDialogElement,
  { ui }: SearchSession,
  { plural }: PageTools,
  note: Note,
  say: (text: string, answer?: SearchAnswer) => void,
): SearchListener {
  const { noResultsScreen, errorScreen } = ui.strings.modal;
  return {
    isWanted: (query) => dialog.querySelector<HTMLInputElement>(".DocSearch-Input")?.value === query,
    answered: (answer) => {
      const { query, total, unread = 0 } = answer;
      const found =
        total + unread > 0
          ? sayingAtLeast(plural(ui.strings.found, total), total, unread > 0)
          : `${noResultsScreen.noResultsText} “${query}”`;
      say([note.show(answer), found].filter(Boolean).join(" "), answer);
    },
    failed: () => {
      note.clear();
      say(`${errorScreen.titleText}. ${errorScreen.helpText}`);
    },
  };
}

/** Inside the dialog: screen readers do not announce anything outside while it is open. */
function statusRegion(): HTMLElement {
  const region = document.createElement("p");
  region.className = "visually-hidden";
  region.role = "status";
  return region;
}

function missingResultsUrl(template: string | undefined) {
  if (!template) return undefined;
  return ({ query }: { query: string }) => template.replaceAll("{query}", encodeText(query));
}

/** DocSearch does not start if its stored data has another form. */
function forgetUnreadable(indexName: string): void {
  for (const kind of ["RECENT", "FAVORITE"]) {
    const key = `__DOCSEARCH_${kind}_SEARCHES__${indexName}`;
    try {
      if (!Array.isArray(JSON.parse(localStorage.getItem(key) ?? "[]"))) localStorage.removeItem(key);
    } catch {
      forget(key);
    }
  }
}

function forget(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // Storage is blocked, so it is empty.
  }
}

// On a phone, Back closes the dialog of search: while it is open, the session's history has an entry for it, which the page of a hit replaces.

const phone = "(width < 62.25rem), (pointer: coarse)";

const isOfDialog = (): boolean => history.state?.isDialog === true;

/** @returns what takes the entry away when the dialog is closed in another way. */
function closeOnBack(dialog: HTMLElement, { addEntry }: PageTools, close: () => void): () => void {
  if (!matchMedia(phone).matches) return () => {};
  let isLeaving = false;
  const clicked = (event: MouseEvent) => {
    isLeaving ||= isPlain(event) && (event.target as Element).closest("a[href]") !== null;
  };
  const pressed = ({ key }: KeyboardEvent) => {
    isLeaving ||= key === "Enter" && dialog.querySelector(".DocSearch-Hit[aria-selected=true]") !== null;
  };
  const moved = () => {
    if (!isOfDialog()) close();
  };
  addEntry(location.href, "push");
  history.replaceState({ ...history.state, isDialog: true }, "");
  dialog.addEventListener("click", clicked, true);
  dialog.addEventListener("keydown", pressed, true);
  addEventListener("popstate", moved);
  return () => {
    removeEventListener("popstate", moved);
    if (!isLeaving && isOfDialog()) history.back();
  };
}
