/** What the eager script lends to the chunks of search: they import nothing of it, or it would be split and take two requests. */
import type { CountForms } from "../../src/shared/plurals.js";

export interface SearchTools {
  /** Tells assistive technology. */
  announce(text: string): void;
  addEntry(address: string, kind: "push" | "replace"): void;
  /** Goes where a link would lead. */
  goTo(href: string): void;
  plural(forms: CountForms, count: number): string;
}
