/** The page for addresses that do not exist. */
import type { NotFoundView, PageProps } from "../src/shared/view.js";
import Layout from "./Layout.js";
import PageHeader from "./PageHeader.js";

export default function NotFoundPage({ view, t, once }: PageProps<NotFoundView>) {
  return (
    <Layout view={view} t={t} once={once}>
      <div className="notice">
        <PageHeader title={t("notFound.title")}>
          <p className="lead">{t("notFound.text")}</p>
        </PageHeader>
        <ul className="actions">
          <li>
            <a className="button" href={view.homeHref}>
              {t("notFound.home")}
            </a>
          </li>
          <li>
            <a className="button button-quiet" href={view.registerHref}>
              {t("notFound.register")}
            </a>
          </li>
          <li>
            <a className="button button-quiet" href={view.archiveHref}>
              {t("notFound.archive")}
            </a>
          </li>
        </ul>
        {view.search && (
          // Hidden until the script puts the words of the address into the link.
          <div className="missing" hidden data-base={view.search.base}>
            <p className="missing-search">
              {t("notFound.search")} <a href={view.search.href}>{t("notFound.search")}</a>
            </p>
            <p className="missing-proposal" hidden>
              {t("notFound.proposal")}
            </p>
          </div>
        )}
      </div>
    </Layout>
  );
}
