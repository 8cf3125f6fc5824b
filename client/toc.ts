/** Marks the section that is being read in the table of contents. */
import { placeOf } from "./dom.js";

/** Headings above this line of the viewport have been reached; the browser scrolls the target of a link to a place above it. */
const line = 110;

/** @returns a function that ends the marking. */
export function startToc(): (() => void) | undefined {
  const toc = document.querySelector<HTMLElement>("nav.toc");
  const links = new Map<Element, HTMLAnchorElement>();
  for (const link of toc?.querySelectorAll("a") ?? []) {
    const heading = placeOf(link.hash);
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
