/**
 * The form with the filters and the order of the archive. The script applies them; without it the form is hidden. The
 * script changes the count, so the form has its sentence in every plural form of the language, with `#` for the number.
 */

import { countForms } from "../src/shared/plurals.js";
import type { ArchiveView, Translate } from "../src/shared/view.js";
import { attributes } from "./attributes.js";
import Icon from "./Icon.js";

export interface ArchiveFiltersProps {
  view: ArchiveView;
  t: Translate;
}

export default function ArchiveFilters({ view, t }: ArchiveFiltersProps) {
  const { total, statuses, categories, authors, fields, locale } = view;
  const choices: Choice[] = [
    { name: "status", label: t("facts.status"), options: statuses },
    { name: "category", label: t("facts.category"), options: categories },
    { name: "author", label: t("facts.authors", { count: 1 }), options: optionsOf(authors) },
    ...fields.map(({ name, label, values }) => ({ name, label, options: optionsOf(values) })),
    {
      name: "changed",
      label: t("filter.changed"),
      options: view.hasHistory ? [{ id: "30", label: t("filter.lastDays") }] : [],
    },
  ];
  return (
    <search>
      <form
        className="filters"
        method="get"
        aria-label={t("filter.label")}
        data-counts={JSON.stringify(countForms(locale.htmlLang, total, (count) => t("count.proposals", { count })))}
        data-none={t("filter.none")}
      >
        <label className="filter-text">
          <span>{t(view.label ? "filter.text" : "filter.textUnnumbered")}</span>
          <input type="search" name="q" {...attributes({ maxlength: 64, autocomplete: "off", spellcheck: "false" })} />
        </label>
        {choices
          .filter(({ options }) => options.length > 0)
          .map(({ name, label, options }) => (
            <label key={name}>
              <span>{label}</span>
              <select name={name}>
                <option value="">{t("filter.all")}</option>
                {options.map((option) => (
                  <option key={option.id} value={option.id}>
                    {option.label}
                  </option>
                ))}
              </select>
            </label>
          ))}
        <input type="hidden" name="sort" />
        <p className="filter-result">
          <output>{t("count.proposals", { count: total })}</output>
          <button className="filters-clear" type="button">
            <Icon name="close" /> {t("filter.clear")}
          </button>
        </p>
      </form>
    </search>
  );
}

interface Choice {
  name: string;
  label: string;
  options: { id: string; label: string }[];
}

const optionsOf = (values: string[]) => values.map((value) => ({ id: value, label: value }));
