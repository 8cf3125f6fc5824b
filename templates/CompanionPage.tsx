/** A text beside a proposal, with links back to the proposal. */
import type { CompanionView, PageProps } from "../src/shared/view.js";
import Breadcrumbs from "./Breadcrumbs.js";
import Layout from "./Layout.js";
import PageHeader from "./PageHeader.js";
import PageTools from "./PageTools.js";
import StatusChip from "./StatusChip.js";
import Title from "./Title.js";
import Toc from "./Toc.js";
import YearSidebar from "./YearSidebar.js";

export default function CompanionPage({ view, t, once }: PageProps<CompanionView>) {
  const { title, contentLang, toc, sidebar, proposal } = view;
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
        <article>
          <Breadcrumbs items={view.breadcrumbs} t={t} />
          <PageHeader title={title} id={view.titleId} lang={contentLang}>
            <p className="crumb">
              <a href={proposal.href}>
                {proposal.label && <span className="number">{proposal.label}</span>}
                {proposal.label && " "}
                <span lang={proposal.contentLang}>
                  <Title text={proposal.title} />
                </span>
              </a>
              {proposal.status && <StatusChip status={proposal.status} />}
            </p>
          </PageHeader>
          <Toc items={toc} lang={contentLang} folded t={t} />
          <div className="prose" lang={contentLang} dangerouslySetInnerHTML={{ __html: view.contentHtml }} />
          <footer className="after">
            <PageTools {...view} t={t} />
          </footer>
        </article>
        <Toc items={toc} lang={contentLang} t={t} />
      </div>
    </Layout>
  );
}
