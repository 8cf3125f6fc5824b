/**
 * Answers what is typed into the plain field while the dialog's code is on its way: pages with their titles and statuses, which look as in the dialog
 * and stay until it shows its own.
 */
import type { SearchAnswer, SearchHit } from "../../src/shared/search.js";
import { markOnArrival } from "./arrival.js";
import { reducePasted } from "./pasted.js";
import { hitsPerPage, markedOf, searchSession, siteHref, snippetWords, typingPause } from "./session.js";

/** The list is short: the dialog has the others, with their excerpts. */
const shownHits = 5;
/** Milliseconds after which the dialog's code waits no longer. */
const patience = 3_000;
const answered = new WeakSet<HTMLInputElement>();

/**
 * Asks the embedded index alone: an answer of a hosted one comes as late as the dialog's own, and may be paid for.
 * @returns when what was typed by then is answered: the dialog's code, fetched before, would take the answer's share of a slow line.
 */
export async function answerAhead(uiHref: string, field: HTMLInputElement): Promise<void> {
  const { ui, provider } = await searchSession(uiHref, "modal");
  if (ui.provider.kind !== "local" || answered.has(field)) return;
  answered.add(field);
  const list = document.createElement("ul");
  list.className = "search-ahead";
  /** The query that the list answers. */
  let shown = "";
  const show = ({ query, hits }: SearchAnswer) => {
    shown = query;
    list.replaceChildren(...hits.map(hitItem));
    if (field.isConnected) field.after(list);
  };
  const ask = async () => {
    const { value: query, isConnected } = field;
    if (!isConnected || query === "") return list.replaceChildren();
    const whole = { query, page: 0, hitsPerPage, snippetWords: snippetWords() };
    try {
      show(await provider.search({ ...whole, hitsPerPage: shownHits, textFiles: 0 }));
      // What the dialog is going to ask for comes beside its code.
      if (field.isConnected && field.value === query) provider.search(whole).catch(() => {});
    } catch {
      // A newer query was asked, or the dialog will say what is wrong.
    }
  };
  let timer = 0;
  let done = () => {};
  const askAfter = (pause: number) => {
    clearTimeout(timer);
    timer = window.setTimeout(() => ask().then(done), pause);
  };
  field.addEventListener("input", () => askAfter(typingPause));
  field.addEventListener("paste", reducePasted);
  field.addEventListener("keydown", (event) => {
    const first = list.querySelector("a");
    if (!first || shown !== field.value || event.isComposing || event.keyCode === 229) return;
    if (event.key === "Enter") first.click();
    if (event.key === "ArrowDown") first.focus();
  });
  list.addEventListener("click", ({ target }) => {
    const link = (target as Element).closest("a");
    if (link) markOnArrival(link);
  });
  list.addEventListener("keydown", ({ key, target }) => {
    const links = [...list.querySelectorAll("a")];
    const at = links.indexOf(target as HTMLAnchorElement);
    if (key === "ArrowDown") links[at + 1]?.focus();
    if (key === "ArrowUp") (links[at - 1] ?? field).focus();
  });
  if (field.value === "") return;
  const sinceTyped = performance.now() - Number(field.dataset.typed);
  await new Promise<void>((resolve) => {
    done = resolve;
    askAfter(typingPause - sinceTyped);
    setTimeout(resolve, patience);
  });
}

/** In the look of the dialog's hits. */
function hitItem(hit: SearchHit): HTMLElement {
  const { url, status, date, lang } = hit;
  const item = part("li", "DocSearch-Hit", "");
  const link = item.appendChild(document.createElement("a"));
  link.href = siteHref(url);
  if (lang) link.lang = lang;
  link.append(part("span", "DocSearch-Hit-title", markedOf(hit, "lvl1")));
  if (!status) return item;
  link.dataset.status = status.id;
  const facts = link.appendChild(part("span", "search-hit-facts", ""));
  const chip = facts.appendChild(part("span", "chip", ""));
  chip.textContent = status.label;
  chip.dataset.tone = status.tone;
  if (date) facts.appendChild(document.createElement("time")).textContent = date;
  return item;
}

function part(name: string, className: string, html: string): HTMLElement {
  const made = document.createElement(name);
  made.className = className;
  made.innerHTML = html;
  return made;
}
