/**
 * Marks the section that is being read in the table of contents. On narrow screens the folded table stays at the top of the
 * screen, names that section, and opens over the text.
 */
import { elementAt } from "./dom.js";
import { keepInView } from "./reading.js";

/**
 * Styles for the fold, which without this script scrolls away with the text. An open fold lies in the space that is kept
 * free above targets: with that space, the page would scroll whenever a link in the fold gets the focus.
 */
export const contentsStyles = `@layer shell {
  @media (width < 62.25rem) {
    html:has(.toc-fold) { scroll-padding-top: calc(var(--nav) + 4rem) }
    html:has(.toc-fold[open]) { scroll-padding-top: 0 }
    .toc-fold {
      position: sticky; z-index: 4; top: var(--nav); margin-inline: calc(-1 * var(--gutter)); padding-inline: var(--gutter); background: var(--bg);
    }
    [data-navbar-hidden] .toc-fold { top: 0 }
    .toc-fold summary { scroll-margin-top: -9rem; overflow: hidden; text-overflow: ellipsis; white-space: nowrap }
    .toc-fold nav {
      position: absolute; inset: 100% 0 auto; max-height: 70dvh; overflow: auto; overscroll-behavior: contain; padding: var(--space-2) var(--gutter);
      border-block: 1px solid var(--line); background: var(--bg); box-shadow: 0 1rem 1.5rem var(--shadow);
    }
    .toc-fold a[aria-current] { color: var(--ink); font-weight: 600 }
  }
  .toc-now { color: var(--ink-2); font-weight: 400 }
}`;

/** Pixels from the top of the viewport. A heading above this line has been reached: browsers scroll until the target of a link is above it. */
const readingLine = 125;

/** @param page contains both forms of the table. @returns a function that stops it; undefined if the page has no table. */
export function startContents(page: HTMLElement): (() => void) | undefined {
  const tables = [...page.querySelectorAll<HTMLElement>("nav.toc, .toc-fold nav")];
  const links = new Map<Element, HTMLAnchorElement[]>();
  for (const link of tables.flatMap((table) => [...table.querySelectorAll("a")])) {
    const heading = elementAt(link.hash);
    if (heading) links.set(heading, [...(links.get(heading) ?? []), link]);
  }
  if (!links.size) return undefined;
  const ends = new AbortController();
  const { signal } = ends;
  const fold = page.querySelector<HTMLDetailsElement>(".toc-fold");
  const span = document.createElement("span");
  span.className = "toc-now";
  fold?.querySelector("summary")?.append(span);

  let observer: IntersectionObserver | undefined;
  let marked: HTMLAnchorElement[] = [];
  const update = () => {
    const current = links.get(currentHeading([...links.keys()]) as Element) ?? [];
    if (current[0] === marked[0]) return;
    for (const link of marked) link.removeAttribute("aria-current");
    for (const link of current) {
      link.setAttribute("aria-current", "location");
      const table = link.closest("nav");
      // The fold scrolls to the section only when it opens, because a reader may be choosing a link in it.
      if (table && !fold?.contains(table)) keepInView(table, link);
    }
    marked = current;
    span.textContent = current[0] ? ` · ${current[0].textContent}` : "";
  };
  const observe = () => {
    observer?.disconnect();
    observer = new IntersectionObserver(update, { rootMargin: `999999px 0px ${readingLine - innerHeight}px 0px` });
    for (const heading of links.keys()) observer.observe(heading);
  };
  observe();
  addEventListener("resize", observe, { signal });
  addEventListener("hashchange", update, { signal });
  const showMarked = () => {
    const anchor = marked.find((link) => fold?.contains(link));
    if (anchor) keepInView(anchor.closest("nav") as HTMLElement, anchor);
  };
  fold?.addEventListener("toggle", showMarked, { signal });
  setupFold(fold, signal);
  return () => {
    observer?.disconnect();
    ends.abort();
  };
}

/** Closes the fold like a menu: after a click on a link in it or outside it, and on Escape. */
function setupFold(fold: HTMLDetailsElement | null, signal: AbortSignal): void {
  if (!fold) return;
  document.addEventListener(
    "click",
    ({ target }) => {
      if (!fold.contains(target as Node) || (target as Element).closest("a")) fold.open = false;
    },
    { signal },
  );
  fold.addEventListener(
    "keydown",
    ({ key }) => {
      if (key !== "Escape" || !fold.open) return;
      fold.open = false;
      fold.querySelector("summary")?.focus();
    },
    { signal },
  );
}

/** The last heading above the line; at the end of a page, where scrolling stops, the target of the address if there is one. */
function currentHeading(headings: Element[]): Element | undefined {
  const { scrollHeight } = document.documentElement;
  const isEnd = scrollY + innerHeight > scrollHeight - 2;
  const target = isEnd && headings.find(({ id }) => location.hash === `#${encodeURIComponent(id)}`);
  return target || headings.findLast((heading) => heading.getBoundingClientRect().top < readingLine);
}
