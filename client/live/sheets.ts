/** Styles that changed, without loading the page again. */
import { sheetName } from "../../src/shared/live.js";

export function swapSheets(hrefs: readonly string[]): void {
  for (const link of document.querySelectorAll<HTMLLinkElement>("link[rel=stylesheet]")) {
    const old = link.getAttribute("href") ?? "";
    const href = hrefs.find((candidate) => sheetName(candidate) === sheetName(old));
    // One that another kind of page has used is loaded again with the next of them.
    if (href === undefined || href === old || link.dataset.old !== undefined || link.sheet?.disabled) continue;
    const next = link.cloneNode() as HTMLLinkElement;
    next.href = href;
    // Until the new one is there the page keeps its looks.
    link.dataset.old = "";
    next.onload = next.onerror = () => link.remove();
    link.after(next);
  }
}
