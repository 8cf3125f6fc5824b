/**
 * The filters of the archive, and how it is sorted. The script applies them; without it the form is hidden. The count changes while
 * filtering, so the form has its sentence in every plural form of the language, with `#` for the number.
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
        <Choice name="status" label={t("facts.status")} all={t("filter.all")} options={statuses} />
        <Choice name="category" label={t("facts.category")} all={t("filter.all")} options={categories} />
        <Choice
          name="author"
          label={t("facts.authors", { count: 1 })}
          all={t("filter.all")}
          options={authors.map((author) => ({ id: author, label: author }))}
        />
        {fields.map(({ name, label, values }) => (
          <Choice
            key={name}
            name={name}
            label={label}
            all={t("filter.all")}
            options={values.map((value) => ({ id: value, label: value }))}
          />
        ))}
        {view.hasHistory && (
          <Choice
            name="changed"
            label={t("filter.changed")}
            all={t("filter.all")}
            options={[{ id: "30", label: t("filter.lastDays") }]}
          />
        )}
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

interface ChoiceProps {
  name: string;
  label: string;
  all: string;
  options: { id: string; label: string }[];
}

function Choice({ name, label, all, options }: ChoiceProps) {
  if (!options.length) return null;
  return (
    <label>
      <span>{label}</span>
      <select name={name}>
        <option value="">{all}</option>
        {options.map((option) => (
          <option key={option.id} value={option.id}>
            {option.label}
          </option>
        ))}
      </select>
    </label>
  );
}
