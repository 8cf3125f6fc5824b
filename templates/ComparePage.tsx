/** The page that compares two versions of a proposal. Its script reads from the address which ones, and offers all others. */
import type { CompareView } from "../src/shared/history-view.js";
import type { PageProps } from "../src/shared/view.js";
import Layout from "./Layout.js";
import PageHeader from "./PageHeader.js";
import Phrase from "./Phrase.js";

/** Strings that the script shows. */
const words = {
  beginning: "history.beginning",
  failed: "changes.failed",
  metadata: "compare.metadata",
  same: "compare.same",
  text: "compare.text",
  title: "changes.title",
};

export default function ComparePage({ view, t, once }: PageProps<CompareView>) {
  const texts = Object.entries(words).map(([name, id]) => [name, t(id, { label: "#" })]);
  return (
    <Layout view={view} t={t} once={once}>
      <article
        className="compare"
        data-proposals={view.proposals}
        data-words={JSON.stringify(Object.fromEntries(texts))}
      >
        <p className="crumb">
          <a className="number" href={view.registerHref}>
            {view.registerTitle}
          </a>
        </p>
        <PageHeader title={view.title}>
          <form className="compare-form" hidden>
            <input type="hidden" name="of" />
            <label>
              {t("compare.from")} <select name="from" />
            </label>
            <label>
              {t("compare.to")} <select name="to" />
            </label>
            <button className="button" type="submit">
              {t("compare.button")}
            </button>
          </form>
        </PageHeader>
        <p className="change-key" hidden>
          <ins>{t("changes.new")}</ins> <del>{t("changes.old")}</del>
        </p>
        <div className="differences">
          <p>{t("compare.lead")}</p>
          <noscript>
            <p>
              <Phrase
                t={t}
                id="compare.noScript"
                slots={{ register: <a href={view.registerHref}>{view.registerTitle}</a> }}
              />
            </p>
          </noscript>
        </div>
      </article>
    </Layout>
  );
}
