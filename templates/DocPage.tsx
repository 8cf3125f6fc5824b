/** A page of the docs. */
import type { DocView, LinkView, PageProps } from "../src/shared/view.js";
import Breadcrumbs from "./Breadcrumbs.js";
import DocsSidebar from "./DocsSidebar.js";
import Layout from "./Layout.js";
import Outdated from "./Outdated.js";
import PageHeader from "./PageHeader.js";
import PageTools from "./PageTools.js";
import PreviousNext from "./PreviousNext.js";
import Toc from "./Toc.js";

export default function DocPage({ view, t, once }: PageProps<DocView>) {
  const { title, contentLang, toc, versionNotice } = view;
  const step = (link: LinkView | undefined, caption: string) => link && { href: link.href, caption, title: link.label };
  return (
    <Layout
      view={view}
      t={t}
      once={once}
      sidebar={{
        label: t("sidebar.docs"),
        content: <DocsSidebar items={view.sidebar} versions={view.versions} t={t} />,
      }}
    >
      <div className="with-toc" data-versions={JSON.stringify(view.versions.map(({ name }) => name))}>
        <article>
          <Breadcrumbs items={view.breadcrumbs} t={t} />
          {versionNotice && (
            <p className="banner banner-draft" role="note">
              {t("docs.oldVersion", { version: versionNotice.label })}{" "}
              <a href={versionNotice.latestHref}>{t("docs.latestVersion")}</a>
            </p>
          )}
          <PageHeader title={title} id={view.titleId} lang={contentLang} />
          <Outdated outdated={view.outdated} t={t} />
          <Toc items={toc} lang={contentLang} folded t={t} />
          <div className="prose" lang={contentLang} dangerouslySetInnerHTML={{ __html: view.contentHtml }} />
          <footer className="after">
            <PageTools {...view} t={t} />
            <PreviousNext
              previous={step(view.previous, t("turn.previous"))}
              next={step(view.next, t("turn.next"))}
              t={t}
            />
          </footer>
        </article>
        <Toc items={toc} lang={contentLang} t={t} />
      </div>
    </Layout>
  );
}
