/** Brings the search page to life, with code that no other page asks for. */
import type { SearchTools } from "./tools.js";

/** @returns what stops it. */
export function startSearchPage(tools: SearchTools): (() => void) | undefined {
  const form = document.querySelector<HTMLFormElement>(".search-form");
  const uiHref = document.querySelector<HTMLElement>("a.find")?.dataset.ui;
  if (!form || !uiHref) return undefined;
  let stop: (() => void) | undefined;
  let isLeft = false;
  import("./page.js").then(
    ({ start }) => {
      if (!isLeft) stop = start(form, uiHref, tools);
    },
    // Without it the page says what else there is to do.
    () => {},
  );
  return () => {
    isLeft = true;
    stop?.();
  };
}
