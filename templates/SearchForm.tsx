/** A field for what is looked for; the search page answers. It is hidden where nothing can answer, without a script. */
import type { Translate } from "../src/shared/view.js";
import { attributes } from "./attributes.js";

export interface SearchFormProps {
  /** Address of the search page. */
  action: string;
  /** Of the form that answers on its own page. */
  id?: string;
  /** Beside a button that matters more. */
  isQuiet?: boolean;
  t: Translate;
}

export default function SearchForm({ action, id, isQuiet, t }: SearchFormProps) {
  return (
    <search>
      <form id={id} className="search-form" action={action} method="get">
        <label htmlFor="searchQuery">{t("search.label")}</label>
        <input
          id="searchQuery"
          type="search"
          name="q"
          {...attributes({ maxlength: 64, autocomplete: "off", spellcheck: "false", enterkeyhint: "search" })}
        />
        <button className={isQuiet ? "button button-quiet" : "button"} type="submit">
          {t("search.submit")}
        </button>
      </form>
    </search>
  );
}
