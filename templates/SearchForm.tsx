/** A search field that opens the search page. It is hidden without scripts, because search needs them. */
import { maxQueryLength } from "../src/shared/search.js";
import type { Translate } from "../src/shared/view.js";
import { attributes } from "./attributes.js";

export interface SearchFormProps {
  /** Address of the search page. */
  action: string;
  /** Id of the form, on the search page itself. */
  id?: string;
  /** Whether another button nearby is more important. */
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
          {...attributes({
            maxlength: maxQueryLength,
            autocomplete: "off",
            spellcheck: "false",
            enterkeyhint: "search",
          })}
        />
        <button className={isQuiet ? "button button-quiet" : "button"} type="submit">
          {t("search.submit")}
        </button>
      </form>
    </search>
  );
}
