/** The content that replaces a page that could not be loaded or shown. */
import { fromTemplate } from "../dom.js";

/** The page cannot be fetched: shows the red box. The address is already that of the page, so a reload helps too. */
export function showLoadError(error: unknown): void {
  fill("uiLoadError", messageOf(error), []);
}

export function showCrash(error: unknown): void {
  fill("uiCrash", messageOf(error), causesOf(error));
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message || error.name : String(error);
}

export function causesOf(error: unknown): string[] {
  const causes: string[] = [];
  const seen = new Set<unknown>([error]);
  for (let cause = (error as Error)?.cause; cause !== undefined && !seen.has(cause); cause = (cause as Error)?.cause) {
    seen.add(cause);
    causes.push(messageOf(cause));
  }
  return causes;
}

function fill(template: string, message: string, causes: string[]): void {
  const box = fromTemplate(template);
  if (!box) return;
  const [text, list] = [".failure-message", ".failure-causes"].map((part) => box.querySelector<HTMLElement>(part));
  if (text) text.textContent = message;
  if (list) {
    list.hidden = !causes.length;
    for (const cause of causes) list.querySelector("ul")?.append(listItem(cause));
  }
  const main = document.querySelector<HTMLElement>("main") ?? document.body;
  main.replaceChildren(box);
  main.focus({ preventScroll: true });
  document.title = box.querySelector(".failure-title")?.textContent ?? document.title;
  scrollTo({ top: 0, behavior: "instant" });
}

function listItem(text: string): HTMLLIElement {
  const item = document.createElement("li");
  item.textContent = text;
  return item;
}
