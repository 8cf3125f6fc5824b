/** The search page. Its results come with a script; what works without one is the way to the register and the archive. */

import type { PageProps, SearchView } from "../src/shared/view.js";
import { attributes } from "./attributes.js";
import Layout from "./Layout.js";
import PageHeader from "./PageHeader.js";
import Phrase from "./Phrase.js";

export default function SearchPage({ view, t, once }: PageProps<SearchView>) {
  return (
    <Layout view={view} t={t} once={once}>
      <PageHeader title={t("search.title")} />
      <search>
        <form className="search-form" action={view.action} method="get">
          <label htmlFor="searchQuery">{t("search.label")}</label>
          <input
            id="searchQuery"
            type="search"
            name="q"
            {...attributes({ maxlength: 64, autocomplete: "off", spellcheck: "false" })}
          />
          <button className="button" type="submit">
            {t("search.submit")}
          </button>
        </form>
      </search>
      <p className="search-browse">
        <Phrase
          t={t}
          id="search.browse"
          slots={{
            register: <a href={view.registerHref}>{t("search.register")}</a>,
            archive: <a href={view.archiveHref}>{t("search.archive")}</a>,
          }}
        />
      </p>
    </Layout>
  );
}
