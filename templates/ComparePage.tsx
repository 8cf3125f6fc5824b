/** Two versions of a proposal, side by side: its script reads from the address which ones, and offers the others. */
import type { CompareView } from "../src/shared/history-view.js";
import type { PageProps } from "../src/shared/view.js";
import LightPage from "./LightPage.js";
import PageHeader from "./PageHeader.js";

export default function ComparePage({ view, t, once }: PageProps<CompareView>) {
  return (
    <LightPage view={view} t={t} once={once}>
      <article
        className="changes compare"
        data-same={t("compare.same")}
        data-failed={t("changes.failed")}
        data-title={t("changes.title", { label: "#" })}
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
        <div className="lines">
          <p>{t("compare.lead")}</p>
        </div>
      </article>
    </LightPage>
  );
}
