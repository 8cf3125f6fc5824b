/** Shows that a page is loading, and replaces a page that could not be loaded or shown. */
import { reasonOf } from "../../src/shared/diagnostic.js";
import { announce, fromTemplate, make, word } from "../dom.js";

const delayMs = 200;
const firstProgress = 0.08;
const fadeMs = 200;
const stepMs = 800;

let timer = 0;
let bar: HTMLElement | undefined;
let spinner: HTMLElement | undefined;

/** After 200 ms, shows a progress bar at the top and a spinner in the content. */
export function startPending(): void {
  clearTimeout(timer);
  if (bar) return;
  timer = window.setTimeout(show, delayMs);
}

/** Removes the spinner at once, and the progress bar after it has reached its end. */
export function stopPending(): void {
  clearTimeout(timer);
  spinner?.remove();
  document.querySelector("main")?.removeAttribute("aria-busy");
  const finished = bar;
  bar = undefined;
  if (!finished) return;
  advance(finished, 1);
  finished.dataset.done = "";
  setTimeout(() => finished.remove(), 2 * fadeMs);
}

/** The progress after the next step. Steps get smaller, and never reach the end. */
export function nextProgress(progress: number): number {
  const step = progress < 0.2 ? 0.1 : progress < 0.5 ? 0.04 : progress < 0.8 ? 0.02 : 0.005;
  return Math.min(0.994, progress + step);
}

function show(): void {
  const main = document.querySelector("main");
  bar = make("div", "progress", { "aria-hidden": "true" });
  spinner = make("div", "spinner", { "aria-hidden": "true" });
  main?.setAttribute("aria-busy", "true");
  main?.append(spinner);
  announce(word("loading"));
  document.body.append(bar);
  run(bar, firstProgress);
}

function run(element: HTMLElement, progress: number): void {
  advance(element, progress);
  timer = window.setTimeout(() => run(element, nextProgress(progress)), stepMs);
}

/** The style sheet animates the change. The policy of pages allows styles set by a script, but no style attributes. */
function advance(element: HTMLElement, progress: number): void {
  element.style.setProperty("--progress", progress.toFixed(3));
}

/** Shows that a page cannot be fetched. The address is already that of the page, so a reload may help. */
export function showLoadError(error: unknown): void {
  fill("uiLoadError", reasonOf(error), []);
}

export function showCrash(error: unknown): void {
  fill("uiCrash", reasonOf(error), causesOf(error));
}

export function causesOf(error: unknown): string[] {
  const causes: string[] = [];
  const seen = new Set<unknown>([error]);
  for (let cause = (error as Error)?.cause; cause !== undefined && !seen.has(cause); cause = (cause as Error)?.cause) {
    seen.add(cause);
    causes.push(reasonOf(cause));
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
    for (const cause of causes) {
      const item = document.createElement("li");
      item.textContent = cause;
      list.querySelector("ul")?.append(item);
    }
  }
  const main = document.querySelector<HTMLElement>("main") ?? document.body;
  main.replaceChildren(box);
  main.focus({ preventScroll: true });
  document.title = box.querySelector(".failure-title")?.textContent ?? document.title;
  scrollTo({ top: 0, behavior: "instant" });
}
