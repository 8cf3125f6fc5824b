/** Marks the section that is being read in the table of contents. */

/** @returns what ends the marking. */
export function startToc(): (() => void) | undefined {
  const toc = document.querySelector<HTMLElement>("nav.toc");
  const links = new Map<Element, HTMLAnchorElement>();
  for (const link of toc?.querySelectorAll("a") ?? []) {
    const heading = document.getElementById(decodeURIComponent(link.hash.slice(1)));
    if (heading) links.set(heading, link);
  }
  if (!toc || !links.size) return undefined;

  const passed = new Set<Element>();
  let marked: HTMLAnchorElement | undefined;
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) passed[isIntersecting ? "add" : "delete"](target);
      const current = links.get([...links.keys()].findLast((heading) => passed.has(heading)) as Element);
      if (current === marked) return;
      marked?.removeAttribute("aria-current");
      current?.setAttribute("aria-current", "location");
      marked = current;
      if (current) keepInView(toc, current);
    },
    // All that is above this line of the viewport, however far, has been reached.
    { rootMargin: "999999px 0px -66% 0px" },
  );
  for (const heading of links.keys()) observer.observe(heading);
  return () => observer.disconnect();
}

/** Scrolls a column by itself; scrollIntoView would move the page as well. */
export function keepInView(column: HTMLElement, item: HTMLElement): void {
  const top = item.getBoundingClientRect().top - column.getBoundingClientRect().top;
  if (top < 0 || top + item.offsetHeight > column.clientHeight) column.scrollTop += top - column.clientHeight / 2;
}
