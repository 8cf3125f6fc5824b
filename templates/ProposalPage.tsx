/** The page of a proposal: facts, banners, text, and related content. */
import type { PageProps, ProposalLink, ProposalView } from "../src/shared/view.js";
import Banner from "./Banner.js";
import Citation from "./Citation.js";
import Facts from "./Facts.js";
import Layout from "./Layout.js";
import Outdated from "./Outdated.js";
import PageHeader from "./PageHeader.js";
import PageTools from "./PageTools.js";
import PreviousNext from "./PreviousNext.js";
import Relations from "./Relations.js";
import StatusChip from "./StatusChip.js";
import StatusTimeline from "./StatusTimeline.js";
import Toc from "./Toc.js";
import Versions from "./Versions.js";
import Visit from "./Visit.js";
import YearSidebar from "./YearSidebar.js";

export default function ProposalPage({ view, t, once }: PageProps<ProposalView>) {
  const { label, title, description, contentLang, status, category, toc, sidebar } = view;
  return (
    <Layout
      view={view}
      t={t}
      once={once}
      sidebar={
        sidebar.length > 0 && { label: t("sidebar.years"), content: <YearSidebar years={sidebar} once={once} /> }
      }
    >
      <div className="with-toc">
        <article data-digest={view.digest}>
          <p className="crumb">
            {label && <span className="number">{label}</span>}
            {status && <StatusChip status={status} />}
            {status?.reason && <span>{status.reason}</span>}
            {category && (
              <a className="tag" href={category.href}>
                {category.label}
              </a>
            )}
          </p>
          <PageHeader title={title} id={view.titleId} lang={contentLang}>
            {description && (
              <p className="lead" lang={contentLang}>
                {description}
              </p>
            )}
          </PageHeader>
          <Facts view={view} t={t} />
          {view.banners.map((banner) => (
            <Banner key={banner.kind} banner={banner} t={t} />
          ))}
          <Outdated outdated={view.outdated} t={t} />
          <Toc items={toc} lang={contentLang} folded t={t} />
          <div
            className="prose"
            lang={contentLang}
            data-link={t("prose.headingLink", { text: "#" })}
            data-gone={t("prose.partChanged")}
            dangerouslySetInnerHTML={{ __html: view.contentHtml }}
          />
          <footer className="after">
            <Relations relations={view.relations} t={t} />
            {view.companions.length > 0 && (
              <section className="companions">
                <h2>{t("proposal.companions")}</h2>
                <ul>
                  {view.companions.map(({ href, label: text }) => (
                    <li key={href}>
                      <a href={href}>{text}</a>
                    </li>
                  ))}
                </ul>
              </section>
            )}
            {view.history && <StatusTimeline statuses={view.history.statuses} t={t} />}
            {view.history && <Versions {...view.history} t={t} />}
            {view.digest && <Visit compareHref={view.history?.compareHref} t={t} />}
            <Citation citation={view.citation} t={t} />
            <PageTools {...view} t={t} />
            <PreviousNext previous={step(view.previous)} next={step(view.next)} t={t} />
          </footer>
        </article>
        <Toc items={toc} lang={contentLang} t={t} />
      </div>
    </Layout>
  );
}

const step = (proposal?: ProposalLink) =>
  proposal && { href: proposal.href, caption: proposal.label, title: proposal.title, lang: proposal.contentLang };
