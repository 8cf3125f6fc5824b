/** What helps to read a page: a navbar that makes room, a table of contents that follows, copying of code and of addresses. */
import { announce, elementAt, fromTemplate, onClick, word } from "./dom.js";

interface ScrollState {
  y: number;
  before: number;
  viewport: number;
  height: number;
  navbar: number;
}

/** @returns undefined when the movement is too small to mean anything. */
export function isHiddenAt({ y, before, viewport, height, navbar }: ScrollState): boolean | undefined {
  const nearTop = y < navbar;
  const nearBottom = y + viewport > height - navbar;
  if (nearTop || nearBottom) return false;
  if (Math.abs(y - before) < 4) return undefined;
  return y > before;
}

/** It leaves when the reader scrolls down, and returns when they scroll up or reach an end. */
export function setupNavbar(): void {
  const root = document.documentElement;
  let before = scrollY;
  let waiting = false;

  const update = () => {
    waiting = false;
    const bar = document.querySelector<HTMLElement>(".navbar");
    if (!bar) return;
    const y = scrollY;
    const hidden = isHiddenAt({
      y,
      before,
      viewport: innerHeight,
      height: root.scrollHeight,
      navbar: bar.offsetHeight,
    });
    if (hidden === undefined) return;
    before = y;
    const inUse = bar.matches(":focus-within") || bar.querySelector("details[open]") !== null;
    root.toggleAttribute("data-navbar-hidden", hidden && !inUse);
  };

  addEventListener(
    "scroll",
    () => {
      if (!waiting) requestAnimationFrame(update);
      waiting = true;
    },
    { passive: true },
  );
  document.addEventListener("focusin", ({ target }) => {
    if ((target as Element).closest(".navbar")) root.removeAttribute("data-navbar-hidden");
  });
}

/** Headings above this line of the viewport have been reached; the browser scrolls the target of a link to a place above it. */
const line = 110;

/** @returns a function that ends the marking. */
export function startToc(): (() => void) | undefined {
  const toc = document.querySelector<HTMLElement>("nav.toc");
  const links = new Map<Element, HTMLAnchorElement>();
  for (const link of toc?.querySelectorAll("a") ?? []) {
    const heading = elementAt(link.hash);
    if (heading) links.set(heading, link);
  }
  if (!toc || !links.size) return undefined;

  let observer: IntersectionObserver | undefined;
  let marked: HTMLAnchorElement | undefined;
  const update = () => {
    const current = links.get(currentHeading([...links.keys()]) as Element);
    if (current === marked) return;
    marked?.removeAttribute("aria-current");
    current?.setAttribute("aria-current", "location");
    marked = current;
    if (current) keepInView(toc, current);
  };
  const observe = () => {
    observer?.disconnect();
    observer = new IntersectionObserver(update, { rootMargin: `999999px 0px ${line - innerHeight}px 0px` });
    for (const heading of links.keys()) observer.observe(heading);
  };
  observe();
  addEventListener("resize", observe);
  addEventListener("hashchange", update);
  return () => {
    observer?.disconnect();
    removeEventListener("resize", observe);
    removeEventListener("hashchange", update);
  };
}

/** The last heading above the line; at the end of a page, where scrolling stops, the heading of the last link. */
function currentHeading(headings: Element[]): Element | undefined {
  const { scrollHeight } = document.documentElement;
  const isEnd = scrollY + innerHeight > scrollHeight - 2;
  const asked = isEnd && headings.find(({ id }) => location.hash === `#${encodeURIComponent(id)}`);
  return asked || headings.findLast((heading) => heading.getBoundingClientRect().top < line);
}

/** Scrolls a column by itself; scrollIntoView would move the page as well. */
export function keepInView(column: HTMLElement, item: HTMLElement): void {
  const top = item.getBoundingClientRect().top - column.getBoundingClientRect().top;
  if (top < 0 || top + item.offsetHeight > column.clientHeight) column.scrollTop += top - column.clientHeight / 2;
}

const shownFor = 2000;

export function setupCopy(): void {
  onClick(".code-copy", (button) => copy(button, button.closest(".code")?.querySelector("pre")?.textContent.trimEnd()));
  onClick(".anchor", (link) => copy(link, (link as HTMLAnchorElement).href));
  onClick(".code-wrap", (button) => {
    const wrapped = button.closest(".code")?.querySelector("pre")?.classList.toggle("wrap");
    button.ariaPressed = String(wrapped);
  });
}

async function copy(element: HTMLElement, text = ""): Promise<void> {
  let done = true;
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    done = false;
  }
  announce(word(done ? "copied" : "copyFailed"));
  if (!done) return;
  element.dataset.copied = "";
  setTimeout(() => delete element.dataset.copied, shownFor);
}

/**
 * Adds the buttons of every block of code; the one for wrapping only if a line is too long.
 * @returns a function that stops watching the blocks.
 */
export function startCode(): () => void {
  const watcher = new ResizeObserver((entries) => {
    for (const { target } of entries) {
      if (target.scrollWidth > target.clientWidth) target.closest(".code")?.setAttribute("data-overflows", "");
    }
  });
  for (const figure of document.querySelectorAll(".code")) {
    const tools = fromTemplate("uiCodeTools");
    const pre = figure.querySelector("pre");
    if (!tools || !pre || figure.querySelector(".code-tools")) continue;
    tools.querySelector(".code-wrap")?.setAttribute("aria-pressed", String(pre.classList.contains("wrap")));
    figure.append(tools);
    watcher.observe(pre);
  }
  return () => watcher.disconnect();
}
