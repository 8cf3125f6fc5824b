/** Code that few pages need: it is loaded with the element that it controls. */
import type { SearchTools } from "./search/tools.js";

/** The functions of the eager script that such code gets. It must not import them, because the bundler would make a shared file of them. */
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
  ["a[data-versions]", () => import("./version.js")],
];

/** @returns a function that stops them. If a part cannot be loaded, the page stays as it is. */
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
