/** The front page: what the register is, what is in it, and what is new. */
import type { HomeView, PageProps } from "../src/shared/view.js";
import Layout from "./Layout.js";
import ProposalEntries from "./ProposalEntries.js";
import SiteLink from "./SiteLink.js";

export default function HomePage({ view, t, once }: PageProps<HomeView>) {
  return (
    <Layout view={view} t={t} once={once}>
      <header className="hero">
        <h1 lang={view.contentLang}>{view.headline}</h1>
        {view.lead && (
          <p className="lead" lang={view.contentLang}>
            {view.lead}
          </p>
        )}
        {view.actions.length > 0 && (
          <ul className="actions">
            {view.actions.map((action, index) => (
              <li key={action.href}>
                <SiteLink className={index ? "button button-quiet" : "button"} link={action} t={t} />
              </li>
            ))}
          </ul>
        )}
      </header>
      {view.counts.length > 0 && (
        <ul className="counts">
          {view.counts.map(({ count, label, href }) => (
            <li key={href}>
              <a href={href}>
                <span className="number">{count}</span> <span>{label}</span>
              </a>
            </li>
          ))}
        </ul>
      )}
      {view.latest.length > 0 && (
        <section className="latest">
          <h2>{t("home.latest")}</h2>
          <ProposalEntries proposals={view.latest} heading="h3" once={once} />
        </section>
      )}
      {view.contentHtml && (
        <div className="prose" lang={view.contentLang} dangerouslySetInnerHTML={{ __html: view.contentHtml }} />
      )}
    </Layout>
  );
}
