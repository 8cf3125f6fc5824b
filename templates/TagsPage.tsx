/** The index of all tags. */
import type { PageProps, View } from "../src/shared/view.js";
import Layout from "./Layout.js";
import PageHeader from "./PageHeader.js";

export interface TagsView extends View<"tags"> {
  tags: { name: string; label: string; href: string; count: number }[];
}

export default function TagsPage({ view, t, once }: PageProps<TagsView>) {
  return (
    <Layout view={view} t={t} once={once}>
      <PageHeader title={t("tags.title")}>
        <p className="lead">{t("tags.summary", { count: view.tags.length })}</p>
      </PageHeader>
      <ul className="tag-ledger">
        {view.tags.map(({ name, label, href, count }) => (
          <li key={name}>
            <a href={href}>{label}</a> <span className="count">{t("count.proposals", { count })}</span>
          </li>
        ))}
      </ul>
    </Layout>
  );
}
