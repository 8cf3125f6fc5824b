/** Functions of the eager script for the chunks of search: if they imported them, the script would be split and take two requests. */
import type { CountForms } from "../../src/shared/plurals.js";

export interface SearchTools {
  /** Announces a text to assistive technology. */
  announce(text: string): void;
  addEntry(address: string, kind: "push" | "replace"): void;
  /** Follows an address as a link would. */
  goTo(href: string): void;
  plural(forms: CountForms, count: number): string;
}
