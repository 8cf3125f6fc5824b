/** A page of the register, or of the proposals of one tag. */
import type { ListView, PageProps } from "../src/shared/view.js";
import Layout from "./Layout.js";
import PageHeader from "./PageHeader.js";
import Pager from "./Pager.js";
import ProposalEntries from "./ProposalEntries.js";
import SiteLink from "./SiteLink.js";
import YearSidebar from "./YearSidebar.js";

export default function ListPage({ view, t, once }: PageProps<ListView>) {
  const { title, tag, pagination, items, sidebar } = view;
  const { total: count, page, pages } = pagination;
  const isNumbered = items[0]?.number !== "";
  const summary = `${tag && !tag.isCategory ? "tag" : "list"}.${pages > 1 ? "summaryPaged" : "summary"}`;
  return (
    <Layout
      view={view}
      t={t}
      once={once}
      sidebar={
        sidebar.length > 0 && { label: t("sidebar.years"), content: <YearSidebar years={sidebar} once={once} /> }
      }
    >
      <PageHeader title={title}>
        <p className="lead">
          {t(isNumbered ? summary : "count.proposals", { count, page, pages, tag: tag?.name ?? "" })}
        </p>
        {tag && (
          <p>
            <a href={tag.allHref}>{t("tag.all")}</a>
          </p>
        )}
        {view.more.length > 0 && (
          <ul className="more">
            {view.more.map((link) => (
              <li key={link.href}>
                <SiteLink link={link} t={t} />
              </li>
            ))}
          </ul>
        )}
      </PageHeader>
      {items.length > 0 ? (
        <ProposalEntries proposals={items} once={once} />
      ) : (
        <p className="empty">{t("list.empty")}</p>
      )}
      <Pager pagination={pagination} t={t} />
    </Layout>
  );
}
