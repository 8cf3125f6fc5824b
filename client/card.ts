/**
 * Shows a card with the cited proposal beside a link while the pointer or the focus is on the link. The content of the card
 * comes from the proposal's page, which is fetched anyway for a reader who may follow the link. If the page cannot be
 * fetched, the link keeps its title.
 */
import type { PageTools } from "./dom.js";

export const cardStyles = `@layer register {
  .card {
    position: absolute; z-index: 5; width: min(25rem, 100vw - 2 * var(--gutter)); padding: var(--space-3) var(--space-4);
    border: 1px solid var(--line-strong); border-radius: var(--radius); background: var(--raise);
    box-shadow: 0 0.5rem 1.5rem var(--shadow); color: var(--ink-2); font-size: var(--small); line-height: 1.5;
  }
  .card p { margin: 0 }
  .card .card-title { color: var(--ink); font-size: 1rem; font-weight: 600 }
  @media print { .card { display: none } }
}`;

/** Milliseconds, so that a pointer that crosses a link opens no card, and one that moves to the card does not close it. */
const openAfter = 300;
const closeAfter = 200;

/** @param selector of links that may cite a proposal. @param firstEvent the event that loaded this code. @returns a function that stops it. */
export function startCards(selector: string, { readPage }: PageTools, firstEvent: Event): () => void {
  const controller = new AbortController();
  const { signal } = controller;
  let timer = 0;
  let open: { link: HTMLAnchorElement; title: string; card: HTMLElement } | undefined;
  let dismissed: Element | undefined;

  const close = () => {
    clearTimeout(timer);
    open?.card.remove();
    open?.link.removeAttribute("aria-describedby");
    if (open?.title) open.link.title = open.title;
    open = undefined;
  };
  const closeUnlessUsed = () => {
    const isUsed = open?.card.matches(":hover") || open?.link.matches(":hover, :focus-visible");
    if (!isUsed) close();
  };
  const show = async (link: HTMLAnchorElement) => {
    const card = cardOf((await readPage(link)?.page)?.html ?? "");
    if (!card || signal.aborted || dismissed || !link.matches(":hover, :focus-visible")) return;
    close();
    open = { link, title: link.title, card };
    // The browser would show the title over the card.
    link.removeAttribute("title");
    link.setAttribute("aria-describedby", card.id);
    placeCard(card, link);
  };
  const follow = ({ target, type, pointerType }: Event & { pointerType?: string }) => {
    if (pointerType === "touch") return clearTimeout(timer);
    clearTimeout(timer);
    const link = (target as Element).closest<HTMLAnchorElement>(selector);
    if (link !== dismissed) dismissed = undefined;
    if (link && link !== open?.link && !dismissed && (type === "pointerover" || link.matches(":focus-visible")))
      timer = window.setTimeout(() => show(link).catch(() => {}), openAfter);
    else if (open) timer = window.setTimeout(closeUnlessUsed, closeAfter);
  };
  document.addEventListener("pointerover", follow, { signal, passive: true });
  document.addEventListener("focusin", follow, { signal });
  document.addEventListener(
    "keydown",
    ({ key }) => {
      if (key !== "Escape") return;
      dismissed = open?.link;
      close();
    },
    { signal },
  );
  follow(firstEvent);
  return () => {
    controller.abort();
    close();
  };
}

/** @param html of a page. @returns undefined if it is not the page of a proposal. */
function cardOf(html: string): HTMLElement | undefined {
  const page = new DOMParser().parseFromString(html.split('<div class="prose"')[0] ?? "", "text/html");
  const heading = page.querySelector(".page-proposal h1");
  if (!heading) return undefined;
  const paragraph = (name: string, ...content: (Node | string | null)[]) => {
    const element = document.createElement("p");
    element.className = name;
    element.append(...content.flatMap((part) => part ?? []));
    return element;
  };
  const lang = heading.getAttribute("lang") ?? page.documentElement.lang;
  const description = page.querySelector<HTMLMetaElement>("meta[name=description]")?.content ?? "";
  const title = paragraph("card-title", ...heading.childNodes);
  const text = paragraph("", firstSentence(description, lang));
  title.lang = text.lang = lang;
  const card = document.createElement("div");
  card.className = "card";
  card.id = "uiCard";
  card.role = "tooltip";
  const facts = [".crumb .number", ".crumb .chip", ".facts time"].map((part) => page.querySelector(part));
  card.append(paragraph("crumb", ...facts), title, text);
  return card;
}

function firstSentence(text: string, lang: string): string {
  if (!("Segmenter" in Intl)) return text;
  const [first] = new Intl.Segmenter(lang, { granularity: "sentence" }).segment(text);
  return first?.segment ?? "";
}

/** Places the card below the link, or above it if there is no room. */
function placeCard(card: HTMLElement, link: Element): void {
  document.querySelector("main")?.append(card);
  const { left, top, bottom } = link.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = card;
  const gap = 6;
  const isAbove = bottom + height + gap > innerHeight && top > height + gap;
  const furthest = document.documentElement.clientWidth - width - gap;
  card.style.left = `${scrollX + Math.max(gap, Math.min(left, furthest))}px`;
  card.style.top = `${scrollY + (isAbove ? top - height - gap : bottom + gap)}px`;
}
