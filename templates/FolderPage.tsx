/** The files of a folder that a proposal links to. */
import type { FolderView, PageProps } from "../src/shared/view.js";
import Breadcrumbs from "./Breadcrumbs.js";
import Layout from "./Layout.js";
import PageHeader from "./PageHeader.js";

export default function FolderPage({ view, t, once }: PageProps<FolderView>) {
  const { title, breadcrumbs, files } = view;
  return (
    <Layout view={view} t={t} once={once}>
      <article>
        <Breadcrumbs items={breadcrumbs} t={t} />
        <PageHeader title={title} />
        <ul className="prose files">
          {files.map(({ href, label }) => (
            <li key={label}>
              <a href={href}>{label}</a>
            </li>
          ))}
        </ul>
      </article>
    </Layout>
  );
}
