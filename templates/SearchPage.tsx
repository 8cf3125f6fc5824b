/**
 * The search page. A script adds the results and shows one of the states below; without it, the page links to the
 * register and the archive.
 */

import { countForms } from "../src/shared/plurals.js";
import type { PageProps, SearchView, Translate } from "../src/shared/view.js";
import Layout from "./Layout.js";
import PageHeader from "./PageHeader.js";
import Phrase from "./Phrase.js";
import SearchForm from "./SearchForm.js";

export default function SearchPage({ view, t, once }: PageProps<SearchView>) {
  return (
    <Layout view={view} t={t} once={once}>
      <PageHeader title={t("search.title")} />
      <SearchForm id="searchForm" action={view.action} t={t} />
      <Filters t={t} />
      <Results view={view} t={t} />
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

/** Enough for every plural category of whole numbers below a million. */
const countedTo = 200;

function Results({ view, t }: { view: SearchView; t: Translate }) {
  const forms = countForms(view.locale.htmlLang, countedTo, (count) => t("search.found", { count }));
  return (
    <div className="search-results" data-found={JSON.stringify(forms)}>
      <div className="failure search-failure" hidden>
        <p className="failure-title">{t("search.failed")}</p>
        <p>{t("search.failedHelp")}</p>
        <button className="button search-retry" type="button">
          {t("search.retry")}
        </button>
      </div>
      <p
        className="search-note"
        data-corrected={t("search.corrected", { query: "{query}", shown: "{shown}" })}
        data-unconfirmed={t("search.unconfirmed")}
        hidden
      />
      <p className="search-count" data-loading={t("search.loading")} />
      <ol className="search-hits" />
      <button className="button button-quiet search-more" type="button" hidden>
        {t("search.more")}
      </button>
      <div className="search-none" hidden>
        <p className="state-title">
          {t("search.noResults")} “<strong className="search-asked" />”
        </p>
        <div className="search-suggestions" hidden>
          <p>{t("search.didYouMean")}</p>
          <ul className="actions" />
        </div>
        {view.missingResultsUrl && (
          <p className="search-report">
            {t("search.missing")}{" "}
            <a
              className="search-missing"
              href={view.missingResultsUrl.replaceAll("{query}", "")}
              data-template={view.missingResultsUrl}
            >
              {t("search.missingLink")}
            </a>
          </p>
        )}
      </div>
    </div>
  );
}

/** The script fills it as soon as it has the values of the filters. */
function Filters({ t }: { t: Translate }) {
  const fields = {
    status: t("facts.status"),
    category: t("facts.category"),
    author: t("facts.authors", { count: 1 }),
    year: t("search.year"),
  };
  return (
    <section
      className="search-filters"
      aria-label={t("search.filters")}
      data-fields={JSON.stringify(fields)}
      data-remove={t("search.removeFilter", { filter: "{filter}" })}
    >
      <ul className="search-chips" hidden />
      <div className="search-facets" />
    </section>
  );
}
