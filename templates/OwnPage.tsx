/** The frame around a site's own page that is a component. */
import type { OwnPageView, PageProps } from "../src/shared/view.js";
import Layout from "./Layout.js";
import PageTools from "./PageTools.js";

export default function OwnPage({ view, t, once }: PageProps<OwnPageView>) {
  return (
    <Layout view={view} t={t} once={once}>
      <div dangerouslySetInnerHTML={{ __html: view.contentHtml }} />
      {view.editHref && (
        <footer className="after">
          <PageTools editHref={view.editHref} t={t} />
        </footer>
      )}
    </Layout>
  );
}
