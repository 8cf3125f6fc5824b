/** A site's own page that is a text, such as a page about the project. */
import type { PageProps, TextPageView } from "../src/shared/view.js";
import Breadcrumbs from "./Breadcrumbs.js";
import Layout from "./Layout.js";
import Outdated from "./Outdated.js";
import PageHeader from "./PageHeader.js";
import PageTools from "./PageTools.js";
import Toc from "./Toc.js";

export default function TextPage({ view, t, once }: PageProps<TextPageView>) {
  const { title, contentLang, toc } = view;
  return (
    <Layout view={view} t={t} once={once}>
      <div className="with-toc">
        <article>
          <Breadcrumbs items={view.breadcrumbs} t={t} />
          <PageHeader title={title} id={view.titleId} lang={contentLang} />
          <Outdated outdated={view.outdated} t={t} />
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
