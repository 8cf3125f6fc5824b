/** Code that few pages need: it is loaded with the element that it controls. */
import type { SearchTools } from "./search/tools.js";

/** The functions of the eager script that such code gets. It must not import them, because the bundler would make a shared file of them. */
export type PartTools = SearchTools;

interface Part {
  // The element is of the kind that the selector names.
  start(element: never, tools: PartTools): (() => void) | undefined;
}

/** What does nothing without its code is hidden; the search form loads the page that answers, and links lead somewhere. */
const parts: [selector: string, load: () => Promise<Part>, isUseless?: boolean][] = [
  [".filters", () => import("./archive.js"), true],
  ["#searchForm", () => import("./search/page.js")],
  [".missing", () => import("./search/missing.js")],
  [".graph-choice", () => import("./graph.js"), true],
  ["a[data-versions]", () => import("./version.js")],
];

/** @returns a function that stops them. A part that cannot be loaded is tried again on the next page that has one. */
export function startParts(tools: PartTools): () => void {
  const stops: ((() => void) | undefined)[] = [];
  let isLeft = false;
  for (const [selector, load, isUseless] of parts) {
    const element = document.querySelector<HTMLElement>(selector);
    if (!element) continue;
    load().then(
      ({ start }) => isLeft || stops.push(start(element as never, tools)),
      () => {
        if (isUseless) element.hidden = true;
      },
    );
  }
  return () => {
    isLeft = true;
    for (const stop of stops) stop?.();
  };
}
