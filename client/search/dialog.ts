/**
 * The content of the search dialog, for embedded and for hosted search: recent hits, hits of a query, and failures. Its
 * field and its list are a combobox (https://www.w3.org/WAI/ARIA/apg/patterns/combobox/). Loaded when a reader is about to
 * search.
 */
import { type SearchAnswer, searchQuery, takeFilters } from "../../src/shared/search.js";
import { escapeHtml } from "../../src/shared/text.js";
import { isPlainClick, make, type PageTools } from "../dom.js";
import {
  type Act,
  barButtons,
  buttonsHtml,
  failureHtml,
  type Group,
  groupHtml,
  noResultsHtml,
  skeleton,
} from "./dialog-parts.js";
import type { ShownHit } from "./hit.js";
import { reducePasted } from "./pasted.js";
import { storedRecents } from "./recents.js";
import {
  hitsPerPage,
  markAtLeast,
  noteOf,
  type SearchSession,
  searchSession,
  snippetWords,
  stallThreshold,
  typingPause,
} from "./session.js";

const maxSuggestions = 3;
const phone = "(width < 62.25rem), (pointer: coarse)";

type State = "idle" | "loading" | "stalled" | "found" | "none" | "error";

/** Whether a query has been answered in this document, so that the files that every query needs are loaded. */
let isWarm = false;

/** @param asked the response of `uiHref`, see `searchSession`. */
export async function prepare(uiHref: string, asked?: Promise<Response>): Promise<SearchSession> {
  const session = await searchSession(uiHref, asked);
  session.provider.open?.();
  await addStylesheet(session.ui.stylesheet);
  return session;
}

function addStylesheet(href: string): Promise<void> {
  if (document.querySelector(`link[href="${CSS.escape(href)}"]`)) return Promise.resolve();
  const link = make("link", "", { rel: "stylesheet", href, "data-late": "" });
  return new Promise((resolve, reject) => {
    link.onload = () => resolve();
    link.onerror = () => {
      link.remove();
      reject(new Error(href));
    };
    document.head.append(link);
  });
}

/**
 * Fills a dialog that has only its field, in which the reader may already type.
 * @returns a function to call before the dialog is closed.
 */
export function fill(dialog: HTMLDialogElement, { ui, provider }: SearchSession, tools: PageTools, close: () => void) {
  const { strings } = ui;
  const field = dialog.querySelector("input") as HTMLInputElement;
  field.insertAdjacentHTML("afterend", barButtons(strings));
  dialog.insertAdjacentHTML("beforeend", skeleton(ui));
  const part = (name: string) => dialog.querySelector(`.search-${name}`) as HTMLElement;
  const list = part("list");
  const status = part("status");
  const recents = storedRecents(ui.provider.kind === "local" ? ui.provider.base : ui.provider.indexName);
  /** The hits of the options, in their order. */
  let shown: ShownHit[] = [];
  let options: HTMLAnchorElement[] = [];
  let selected: HTMLAnchorElement | undefined;
  let isSelectedByReader = false;
  /** The answer whose hits are shown; undefined while the reader types. */
  let answer: SearchAnswer | undefined;
  /** Whether to follow the first hit as soon as it is shown. */
  let opensFirstHit = false;
  let isLeaving = false;
  /** The sections of the last hits that were shown, which are suggested if a query has none. */
  let sections: string[] = [];
  let latest = 0;
  let timers: number[] = [];

  function setState(state: State): void {
    for (const timer of timers) clearTimeout(timer);
    dialog.dataset.state = state;
    list.ariaBusy = String(state === "loading" || state === "stalled");
    if (state === "stalled") status.textContent = strings.loading;
  }

  function select(option: HTMLAnchorElement | undefined, byReader: boolean): void {
    if (selected) selected.ariaSelected = "false";
    selected = option;
    isSelectedByReader = byReader;
    if (option) option.ariaSelected = "true";
    field.setAttribute("aria-activedescendant", option?.id ?? "");
  }

  /** @param message in place of hits, as HTML. */
  function show(state: State, groups: readonly Group[], message = ""): void {
    const before = isSelectedByReader ? selected?.href : undefined;
    setState(state);
    shown = groups.flatMap(({ hits }) => hits);
    list.innerHTML = groups.map(groupHtml).join("");
    part("actions").innerHTML = groups.map(buttonsHtml).join("");
    part("message").innerHTML = message;
    options = [...list.querySelectorAll("a")];
    for (const [at, option] of options.entries()) option.id = `searchOption${at}`;
    list.hidden = options.length === 0;
    field.ariaExpanded = String(!list.hidden);
    part("all").hidden = state !== "found";
    part("note").textContent = "";
    status.textContent =
      state === "idle" ? "" : [...part("message").children].map((line) => line.textContent).join(" · ");
    const same = options.find(({ href }) => href === before);
    select(same ?? options[0], same !== undefined);
  }

  function showStart(): void {
    const { recent, saveRecent, removeRecent, favourites, removeFavourite, noRecent } = strings;
    const groups: Group[] = [
      {
        title: recent,
        hits: recents.recent(),
        buttons: [
          ["favour", saveRecent],
          ["forget", removeRecent],
        ],
      },
      { title: favourites, hits: recents.favourites(), buttons: [["forget", removeFavourite]] },
    ];
    const filled = groups.filter(({ hits }) => hits.length > 0);
    show("idle", filled, filled.length > 0 ? "" : escapeHtml(noRecent));
  }

  function showAnswer(nextAnswer: SearchAnswer): void {
    const { query, hits, total, unread = 0, suggestions = [] } = nextAnswer;
    answer = nextAnswer;
    if (total + unread === 0) {
      const tries = suggestions.length > 0 ? suggestions : sections;
      show("none", [], noResultsHtml(query, tries.slice(0, maxSuggestions), ui));
      return;
    }
    sections = [...new Set(hits.map(({ hierarchy }) => hierarchy.lvl0 ?? ""))];
    const groups = sections.map((title) => ({
      title,
      hits: hits.filter(({ hierarchy }) => (hierarchy.lvl0 ?? "") === title).slice(0, ui.maxResultsPerGroup),
    }));
    show("found", groups);
    const say = (forms: Record<string, string>) => markAtLeast(tools.plural(forms, total), total, unread > 0);
    const note = noteOf(nextAnswer, strings);
    const { words, filters } = takeFilters(query);
    const all = part("all") as HTMLAnchorElement;
    part("note").textContent = note;
    status.textContent = `${note} ${say(strings.found)}`.trim();
    all.href = ui.searchHref + searchQuery(words, filters);
    all.textContent = say(strings.seeAll);
    provider.viewed?.(shown);
  }

  async function ask(): Promise<void> {
    const request = { query: field.value, page: 0, hitsPerPage, snippetWords: snippetWords() };
    const turn = ++latest;
    const isLatest = () => turn === latest;
    try {
      // The first query of a document fetches most, so its hits are shown before the texts of their excerpts are fetched.
      if (!isWarm && ui.provider.kind === "local") {
        const first = await provider.search({ ...request, textFiles: 0 });
        if (!isLatest()) return;
        if (first.hits.length > 0) showAnswer(first);
      }
      const whole = await provider.search(request);
      isWarm = true;
      if (!isLatest()) return;
      showAnswer(whole);
      if (opensFirstHit) selected?.click();
    } catch {
      if (isLatest()) show("error", [], failureHtml(strings));
    }
  }

  /** @param pause milliseconds without typing after which the query is sent. */
  function onType(pause: number): void {
    latest++;
    answer = undefined;
    opensFirstHit = isSelectedByReader = false;
    part("bar").dataset.query = field.value;
    if (field.value.trim() === "") {
      showStart();
      return;
    }
    setState("loading");
    timers = [window.setTimeout(ask, pause), window.setTimeout(setState, stallThreshold, "stalled")];
  }

  function type(query: string): void {
    field.value = query;
    field.focus();
    onType(0);
  }

  function onKeyDown(event: KeyboardEvent): void {
    const { key, isComposing, keyCode, ctrlKey, metaKey } = event;
    // In Safari, only this code shows that a key ends a composition.
    if (isComposing || keyCode === 229) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[key];
    if (step && selected) {
      select(options.at((options.indexOf(selected) + step) % options.length), true);
      if (selected === options[0]) part("panel").scrollTop = 0;
      else selected.scrollIntoView({ block: "nearest" });
    } else if (key === "Enter" && selected && (ctrlKey || metaKey)) {
      choose(selected);
      window.open(selected.href, "_blank", "noopener");
    } else if (key === "Enter" && (answer || dialog.dataset.state === "idle")) selected?.click();
    else if (key === "Enter") opensFirstHit = true;
    else return;
    event.preventDefault();
  }

  function choose(option: HTMLAnchorElement): void {
    const at = options.indexOf(option);
    const hit = shown[at];
    if (!hit) return;
    recents.remember(hit);
    if (answer) provider.chosen?.(hit, at + 1, answer.queryID);
  }

  function onHitClick(event: MouseEvent): void {
    const target = event.target as Element;
    const link = target.closest<HTMLAnchorElement>("a[href]:not([target])");
    if (link) follow(link, event);
    const button = target.closest<HTMLElement>("[data-act]");
    const hit = shown[[...dialog.querySelectorAll(".search-row")].findIndex((row) => row.contains(button))];
    if (button && hit) recents[button.dataset.act as Act](hit);
    // Remembered hits are shown only while the field is empty.
    if (button) type(button.dataset.act === "try" ? (button.textContent ?? "") : "");
  }

  function follow(link: HTMLAnchorElement, event: MouseEvent): void {
    choose(link);
    if (!isPlainClick(event)) return;
    event.preventDefault();
    isLeaving = true;
    close();
    tools.goTo(link.href);
  }

  function onPointerMove({ target, movementX, movementY }: PointerEvent): void {
    const option = (target as Element).closest<HTMLAnchorElement>(".search-option");
    // A hit that appears under a resting pointer is not selected.
    if (option && option !== selected && (movementX || movementY)) select(option, true);
  }

  const online = () => dialog.dataset.state === "error" && onType(0);
  const input = (event: Event) => (event as InputEvent).isComposing || onType(typingPause);
  field.role = "combobox";
  field.ariaAutoComplete = "list";
  field.setAttribute("aria-controls", list.id);
  field.addEventListener("input", input);
  field.addEventListener("compositionend", input);
  field.addEventListener("paste", reducePasted);
  field.addEventListener("keydown", onKeyDown);
  dialog.addEventListener("click", onHitClick);
  dialog.addEventListener("pointermove", onPointerMove);
  addEventListener("online", online);
  const stopBack = closeOnBack(tools, close);
  onType(Math.max(0, typingPause - performance.now() + Number(field.dataset.typed ?? 0)));
  return () => {
    latest++;
    setState("idle");
    removeEventListener("online", online);
    stopBack(isLeaving);
  };
}

/** On a phone, Back closes the dialog: while it is open, the session's history has an entry for it, which the page of a hit replaces. */
function closeOnBack({ addEntry }: PageTools, close: () => void): (isLeaving: boolean) => void {
  if (!matchMedia(phone).matches) return () => {};
  const isOfDialog = () => history.state?.isDialog === true;
  const moved = () => isOfDialog() || close();
  addEntry(location.href, "push");
  history.replaceState({ ...history.state, isDialog: true }, "");
  addEventListener("popstate", moved);
  return (isLeaving) => {
    removeEventListener("popstate", moved);
    if (!isLeaving && isOfDialog()) history.back();
  };
}
