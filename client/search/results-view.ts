/** The part of the search page that shows the state of a search, its results, and suggestions if there are none. */
import type { SearchAnswer } from "../../src/shared/search.js";
import { encodeText, fillText } from "../../src/shared/text.js";
import { pageItems } from "./hits.js";
import { hitsPerPage, sayingAtLeast } from "./session.js";
import type { SearchTools } from "./tools.js";

type State = "idle" | "loading" | "found" | "none" | "failed";

export type ResultsView = ReturnType<typeof resultsView>;

export function resultsView(element: HTMLElement, { announce, plural }: SearchTools) {
  const part = (name: string) => element.querySelector(`.search-${name}`) as HTMLElement;
  const count = part("count");
  const list = part("hits");
  const more = part("more");
  const none = part("none");
  const failure = part("failure");
  const note = part("note");
  const forms = JSON.parse(element.dataset.found ?? "{}");

  function show(state: State): void {
    if (state !== "failed" && holdsFocus(failure)) {
      element.tabIndex = -1;
      element.focus({ preventScroll: true });
    }
    element.dataset.state = state;
    element.ariaBusy = String(state === "loading");
    none.hidden = state !== "none";
    failure.hidden = state !== "failed";
    note.hidden = true;
    if (state === "loading") tell(count.dataset.loading ?? "");
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

  /** @param page earlier results stay if only further ones could not be loaded. */
  function fail(page: number): void {
    const hadFocus = holdsFocus(element);
    show("failed");
    if (hadFocus) failure.querySelector("button")?.focus({ preventScroll: true });
    if (page === 0) empty();
    more.hidden = true;
    count.textContent = "";
    if (page > 0) failure.scrollIntoView({ block: "nearest" });
    announce(failure.textContent ?? "");
  }

  /**
   * The focus moves to the first of further results, and of those that a failed search has found at last.
   * @param isBack it was shown before: nothing is announced, and the focus stays.
   */
  function showAnswer(answer: SearchAnswer, page: number, isFiltered: boolean, isBack = false): void {
    const { query, hits, total, unread = 0, corrected, unconfirmed } = answer;
    if (total + unread === 0) {
      showNone(answer, isFiltered);
      return;
    }
    show("found");
    const items = pageItems(hits);
    if (page === 0) list.replaceChildren(...items);
    else list.append(...items);
    if ((page > 0 || document.activeElement === element) && !isBack) items[0]?.querySelector("a")?.focus();
    more.hidden = !hits.length || (page + 1) * hitsPerPage >= total + unread;
    const said = corrected
      ? fillText(note.dataset.corrected ?? "", { query, shown: corrected })
      : ((unconfirmed && note.dataset.unconfirmed) ?? "");
    note.textContent = said;
    note.hidden = !said;
    const text = sayingAtLeast(plural(forms, total), total, unread > 0);
    if (isBack) count.textContent = text;
    else tell([said, text].filter(Boolean).join(" "));
    count.textContent = text;
  }

  function showNone({ query, suggestions = [] }: SearchAnswer, isFiltered: boolean): void {
    show("none");
    part("asked").textContent = query;
    // If only the filters exclude all results, nothing is missing.
    for (const report of none.querySelectorAll<HTMLElement>(".search-report")) report.hidden = isFiltered;
    const box = part("suggestions");
    box.hidden = suggestions.length === 0;
    box.querySelector("ul")?.replaceChildren(...suggestions.map(suggestionItem));
    const link = element.querySelector<HTMLAnchorElement>(".search-missing");
    if (link) link.href = (link.dataset.template ?? "").replaceAll("{query}", encodeText(query));
    announce([none.querySelector("p")?.textContent, box.hidden ? "" : box.textContent].filter(Boolean).join(" "));
  }

  return { show, showAnswer, fail };
}

const holdsFocus = (part: HTMLElement) => part.contains(document.activeElement);

function suggestionItem(suggestion: string): HTMLElement {
  const item = document.createElement("li");
  const button = document.createElement("button");
  button.type = "button";
  button.className = "button button-quiet";
  button.textContent = suggestion;
  item.append(button);
  return item;
}
