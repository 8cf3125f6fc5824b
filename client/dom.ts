/** Helpers that several parts of the client need. */
import { decodePart } from "./decode.js";
import type { readPage } from "./navigation/pages.js";

/** Handles clicks on elements, also on those that navigation adds later: it listens on the document. */
export function onClick(selector: string, handler: (element: HTMLElement, event: MouseEvent) => void): void {
  document.addEventListener("click", (event) => {
    const element = (event.target as Element).closest<HTMLElement>(selector);
    if (element) handler(element, event);
  });
}

/** Whether a click has the main button and no modifier, such as that for a new tab. */
export const isPlainClick = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean =>
  !(button || metaKey || ctrlKey || shiftKey || altKey);

/** The element that a fragment names. @param hash with its `#`; may be badly encoded, such as `#100%`. */
export function elementAt(hash: string): HTMLElement | null {
  const id = hash.slice(1);
  return document.getElementById(id) ?? document.getElementById(decodePart(id));
}

/** A copy of a `<template>`: messages of failures are rendered with the page, in its language. */
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

/** A sentence with a number. @param forms the sentence for each plural category of the page's language, with `#` for the number. */
export function plural(forms: Record<string, string>, count: number): string {
  const rules = new Intl.PluralRules(document.documentElement.lang);
  return (forms[rules.select(count)] ?? forms.other ?? "#").replace("#", String(count));
}

/** A string of the interface in the page's language; the status region has those that scripts need. */
export const word = (name: string): string => status()?.dataset[name] ?? "";

/**
 * The functions of the eager script that chunks get as arguments. If a chunk imported them, the bundler would put a second
 * copy into the chunk.
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
