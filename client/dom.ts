/** The few helpers that every part of the client needs. */
import type { readPage } from "./navigation/pages.js";

/** Listens for clicks on the document, so that elements which navigation adds need no binding. */
export function onClick(selector: string, handler: (element: HTMLElement, event: MouseEvent) => void): void {
  document.addEventListener("click", (event) => {
    const element = (event.target as Element).closest<HTMLElement>(selector);
    if (element) handler(element, event);
  });
}

/** A plain click, without a modifier such as that for a new tab. */
export const isPlain = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean =>
  !(button || metaKey || ctrlKey || shiftKey || altKey);

/** The decoded name of a fragment with its `#`, also if it is not well encoded: `#100%`. */
export function elementAt(hash: string): HTMLElement | null {
  const id = hash.slice(1);
  let decoded = id;
  try {
    decoded = decodeURIComponent(id);
  } catch {
    // Not encoded at all, or malformed: taken literally.
  }
  return document.getElementById(id) ?? document.getElementById(decoded);
}

/** A copy of what a template of the page holds: failures are rendered with the page, in its language. */
export function fromTemplate(id: string): HTMLElement | undefined {
  const template = document.getElementById(id) as HTMLTemplateElement | null;
  return template?.content.firstElementChild?.cloneNode(true) as HTMLElement | undefined;
}

/** An element with a class and attributes. */
export function make(tag: string, className: string, attributes: Record<string, string> = {}): HTMLElement {
  const element = document.createElement(tag);
  element.className = className;
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
}

const status = () => document.getElementById("siteStatus");

/** Announces a text to assistive technology. The region is emptied first, because an unchanged text would not be read again. */
export function announce(text: string): void {
  const region = status();
  if (!region) return;
  region.textContent = "";
  setTimeout(() => {
    region.textContent = text;
  }, 50);
}

/** A sentence with a number in the page's language: the page has the sentence for each plural category, with `#` for the number. */
export function plural(forms: Record<string, string>, count: number): string {
  const rules = new Intl.PluralRules(document.documentElement.lang);
  return (forms[rules.select(count)] ?? forms.other ?? "#").replace("#", String(count));
}

/** A string of the interface in the page's language; the status region has those that scripts need. */
export const word = (name: string): string => status()?.dataset[name] ?? "";

/**
 * What code that is loaded later gets of the eager script. It must not import these functions: the bundler would make a file of its own of
 * them, and so another request.
 */
export interface PageTools {
  /** Announces a text to assistive technology. */
  announce(text: string): void;
  /** Adds an entry to the session's history, or replaces the present one. */
  addEntry(address: string, kind: "push" | "replace"): void;
  /** Follows an address as a link would. */
  goTo(href: string): void;
  elementAt: typeof elementAt;
  onClick: typeof onClick;
  plural: typeof plural;
  readPage: typeof readPage;
  word: typeof word;
}
