/** The page for addresses that do not exist. */
import type { NotFoundView, PageProps } from "../src/shared/view.js";
import Layout from "./Layout.js";
import PageHeader from "./PageHeader.js";

export default function NotFoundPage({ view, t, once }: PageProps<NotFoundView>) {
  const actions = [
    [t("notFound.home"), view.homeHref],
    [t("notFound.register"), view.registerHref],
    [t("notFound.archive"), view.archiveHref],
  ];
  return (
    <Layout view={view} t={t} once={once}>
      <div className="notice">
        <PageHeader title={t("notFound.title")}>
          <p className="lead">{t("notFound.text")}</p>
        </PageHeader>
        <ul className="actions">
          {actions.map(([label, href], index) => (
            <li key={label}>
              <a className={index > 0 ? "button button-quiet" : "button"} href={href}>
                {label}
              </a>
            </li>
          ))}
        </ul>
        {view.search && (
          // The script puts the words of the address into the link, and then shows it.
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
