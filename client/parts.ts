/** Code that few pages have a use for: it is loaded where the element is that it brings to life. */
import type { SearchTools } from "./search/tools.js";

/** Everything that such code is given of the eager script, which it must not import: a copy would be a file of its own. */
export type PartTools = SearchTools;

interface Part {
  // The element is of the kind that the selector names.
  start(element: never, tools: PartTools): (() => void) | undefined;
}

const parts: [selector: string, load: () => Promise<Part>][] = [
  ["form.filters", () => import("./archive.js")],
  ["#searchForm", () => import("./search/page.js")],
  [".missing", () => import("./search/missing.js")],
  [".graph-choice", () => import("./graph.js")],
];

/** @returns what stops them. A part that cannot be loaded leaves the page as it is. */
export function startParts(tools: PartTools): () => void {
  const stops: ((() => void) | undefined)[] = [];
  let isLeft = false;
  for (const [selector, load] of parts) {
    const element = document.querySelector(selector);
    if (!element) continue;
    load().then(
      ({ start }) => isLeft || stops.push(start(element as never, tools)),
      () => {},
    );
  }
  return () => {
    isLeft = true;
    for (const stop of stops) stop?.();
  };
}
