/** The note above the results in the dialog: the correction of the query, why pages may lack a phrase, or suggestions. DocSearch suggests names of sections there. */
import type { SearchAnswer, SearchStrings } from "../../src/shared/search.js";
import { fillText } from "../../src/shared/text.js";

export interface Note {
  element: HTMLElement;
  /** @returns the note. */
  show(answer: SearchAnswer): string;
  clear(): void;
}

export function noteOf(dialog: HTMLElement, { corrected, unconfirmed, modal }: SearchStrings): Note {
  const element = document.createElement("p");
  element.className = "search-dialog-note";
  const clear = () => element.replaceChildren();
  element.addEventListener("click", ({ target }) => {
    const query = (target as Element).closest("button")?.textContent;
    const field = dialog.querySelector<HTMLInputElement>(".DocSearch-Input");
    if (!query || !field) return;
    type(field, query);
    field.focus();
  });
  dialog.addEventListener("input", ({ target }) => {
    if ((target as HTMLInputElement).value === "") clear();
  });
  return {
    element,
    clear,
    show({ query, corrected: shown, unconfirmed: isUnconfirmed, suggestions = [] }) {
      clear();
      if (shown) element.append(fillText(corrected, { query, shown }));
      else if (isUnconfirmed) element.append(unconfirmed);
      else if (suggestions.length > 0)
        element.append(`${modal.noResultsScreen.suggestedQueryText}: `, ...suggestions.map(suggestionButton));
      return element.textContent ?? "";
    },
  };
}

function suggestionButton(suggestion: string): HTMLElement {
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = suggestion;
  return button;
}

/** As if it had been typed: React notices a value only if the element's own setter is called. */
export function type(field: HTMLInputElement, query: string): void {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(field, query);
  field.dispatchEvent(new Event("input", { bubbles: true }));
}
