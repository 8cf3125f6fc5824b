/** The index of all categories and tags. */
import type { PageProps, ProposalLink, Translate, View } from "../src/shared/view.js";
import Layout from "./Layout.js";
import Ledger from "./Ledger.js";
import PageHeader from "./PageHeader.js";

export interface TagRow {
  name: string;
  label: string;
  href: string;
  count: number;
  /** Empty on a page with many tags. */
  latest: ProposalLink[];
}

export interface TagsView extends View<"tags"> {
  categories: TagRow[];
  tags: TagRow[];
}

export default function TagsPage({ view: { categories, tags, ...view }, t, once }: PageProps<TagsView>) {
  return (
    <Layout view={view} t={t} once={once}>
      <PageHeader title={t("tags.title")} />
      {categories.length > 0 && <Rows title={t("tags.categories")} rows={categories} t={t} />}
      {tags.length > 0 && <Rows title={t("tag.all")} rows={tags} t={t} />}
    </Layout>
  );
}

function Rows({ title, rows, t }: { title: string; rows: TagRow[]; t: Translate }) {
  return (
    <section>
      <h2>
        {title} <span className="count">{rows.length}</span>
      </h2>
      <ul className="tag-ledger">
        {rows.map(({ name, label, href, count, latest }) => (
          <li key={name}>
            <a href={href}>{label}</a> <span className="count">{t("count.proposals", { count })}</span>
            {latest.length > 0 && <Ledger items={latest} />}
          </li>
        ))}
      </ul>
    </section>
  );
}
