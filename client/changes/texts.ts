/** The lines that a page of changes has, from which `formerText` makes a former text of a proposal. */
import type { ShownChange } from "../../src/shared/former-text.js";

/** The lines that a page shows: what `src/history/lines-html.ts` wrote. */
export function linesIn(page: ParentNode): ShownChange[] {
  return [...page.querySelectorAll<HTMLElement>(".lines pre[data-line]")].map((element) => {
    const [old, come] = [element.querySelector("del"), element.querySelector("ins")];
    const shown = come?.textContent ?? "";
    return {
      line: Number(element.dataset.line) - 1,
      old: old ? (old.textContent ?? "").split("\n") : [],
      shown,
      count: come ? Number(come.dataset.lines ?? shown.split("\n").length) : 0,
    };
  });
}
