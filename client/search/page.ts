/** The search page: asks what its address says, shows the answer page by page, and keeps what is typed in the address. */
import type { SearchAnswer } from "../../src/shared/search.js";
import { pageItems } from "./hits.js";
import { hitsPerPage, searchSession, snippetWords } from "./session.js";
import type { SearchTools } from "./tools.js";

/** Milliseconds without a key before what is typed is asked. */
const typingPause = 200;
/** Milliseconds before it is said that a search takes long. */
const stallThreshold = 300;

type State = "idle" | "loading" | "found" | "none" | "failed";

/** @returns what stops it. */
export function start(form: HTMLFormElement, uiHref: string, tools: SearchTools): () => void {
  const field = form.elements.namedItem("q") as HTMLInputElement;
  const view = viewOf(document.querySelector(".search-results") as HTMLElement, tools);
  let latest = 0;
  let page = 0;
  let timer = 0;
  /** What is typed next is something new to look for, and so an entry of its own in the history. */
  let isSettled = true;

  async function ask(query: string, nextPage: number): Promise<void> {
    const turn = ++latest;
    const isLatest = () => turn === latest;
    page = nextPage;
    if (!query) {
      view.show("idle");
      return;
    }
    const stall = setTimeout(() => isLatest() && view.show("loading"), stallThreshold);
    try {
      const { provider } = await searchSession(uiHref, "page");
      const answer = await provider.search({ query, page, hitsPerPage, snippetWords: snippetWords() });
      if (isLatest()) view.showAnswer(answer, page);
    } catch {
      if (isLatest()) view.show("failed");
    } finally {
      clearTimeout(stall);
    }
  }

  const readAddress = () => {
    clearTimeout(timer);
    isSettled = true;
    field.value = queryInAddress();
    ask(field.value, 0);
  };

  const askTyped = (entry: "push" | "replace") => {
    clearTimeout(timer);
    const query = field.value.trim();
    if (query !== queryInAddress()) {
      tools.addEntry(location.pathname + (query && `?q=${encodeURIComponent(query)}`), entry);
    }
    ask(query, 0);
  };

  const typed = (event: Event) => {
    if ((event as InputEvent).isComposing) return;
    clearTimeout(timer);
    timer = window.setTimeout(() => {
      askTyped(isSettled && queryInAddress() ? "push" : "replace");
      isSettled = false;
    }, typingPause);
  };

  const submitted = (event: Event) => {
    event.preventDefault();
    askTyped(isSettled ? "push" : "replace");
    isSettled = true;
  };

  const clicked = ({ target }: Event) => {
    const button = target as Element;
    if (button.matches(".search-more")) ask(queryInAddress(), page + 1);
    if (button.matches(".search-retry")) ask(queryInAddress(), page);
  };

  const listeners: [target: EventTarget, type: string, listener: (event: Event) => void][] = [
    [field, "input", typed],
    [field, "compositionend", typed],
    [form, "submit", submitted],
    [view.element, "click", clicked],
    [document, "cipgen:query", readAddress],
  ];
  for (const [target, type, listener] of listeners) target.addEventListener(type, listener);
  if (field.value && !queryInAddress()) askTyped("replace");
  else readAddress();
  return () => {
    latest++;
    clearTimeout(timer);
    for (const [target, type, listener] of listeners) target.removeEventListener(type, listener);
  };
}

const queryInAddress = () => (new URLSearchParams(location.search).get("q") ?? "").slice(0, 64);

/** The part of the page that shows how the search stands. */
function viewOf(element: HTMLElement, { announce, plural }: SearchTools) {
  const part = (name: string) => element.querySelector(`.search-${name}`) as HTMLElement;
  const count = part("count");
  const list = part("hits");
  const more = part("more");
  const none = part("none");
  const failure = part("failure");
  const forms = JSON.parse(element.dataset.found ?? "{}");

  function show(state: State): void {
    element.dataset.state = state;
    element.ariaBusy = String(state === "loading");
    none.hidden = state !== "none";
    failure.hidden = state !== "failed";
    if (state === "loading") tell(count.dataset.loading ?? "");
    if (state === "failed") fail();
    if (state === "idle" || state === "none") empty();
  }

  function empty(): void {
    list.replaceChildren();
    more.hidden = true;
    count.textContent = "";
  }

  function tell(text: string): void {
    count.textContent = text;
    announce(text);
  }

  /** What has been found stays: only more of it could not be had. */
  function fail(): void {
    more.hidden = true;
    count.textContent = "";
    announce(failure.textContent ?? "");
  }

  function showAnswer({ query, hits, total }: SearchAnswer, page: number): void {
    if (!total) {
      showNone(query);
      return;
    }
    show("found");
    const items = pageItems(hits);
    if (page === 0) list.replaceChildren(...items);
    else {
      list.append(...items);
      items[0]?.querySelector("a")?.focus();
    }
    more.hidden = !hits.length || (page + 1) * hitsPerPage >= total;
    tell(plural(forms, total));
  }

  function showNone(query: string): void {
    show("none");
    part("asked").textContent = query;
    const link = element.querySelector<HTMLAnchorElement>(".search-missing");
    if (link) link.href = (link.dataset.template ?? "").replaceAll("{query}", encodeURIComponent(query));
    announce(none.querySelector("p")?.textContent ?? "");
  }

  return { element, show, showAnswer };
}
