/**
 * Every proposal of a register in one table, by year. The data attributes are what the script filters the rows by; authors are
 * separated by a vertical line.
 */

import type { ArchiveView, PageProps, ProposalCard } from "../src/shared/view.js";
import ArchiveFilters from "./ArchiveFilters.js";
import { attributes } from "./attributes.js";
import DateText from "./DateText.js";
import Layout from "./Layout.js";
import PageHeader from "./PageHeader.js";
import StatusChip from "./StatusChip.js";

export default function ArchivePage({ view, t, once }: PageProps<ArchiveView>) {
  const categories = view.categories.length > 0;
  return (
    <Layout view={view} t={t} once={once}>
      <PageHeader title={t("archive.title")}>
        <p className="lead">{t("archive.summary", { count: view.total })}</p>
      </PageHeader>
      <ArchiveFilters view={view} t={t} />
      <table className="archive">
        <thead>
          <tr>
            <th scope="col">{view.label}</th>
            <th scope="col">{t("archive.column.title")}</th>
            <th scope="col">{t("facts.status")}</th>
            {categories && <th scope="col">{t("facts.category")}</th>}
            <th scope="col">{t("archive.column.date")}</th>
          </tr>
        </thead>
        {view.years.map(({ label, items }) => (
          <tbody key={label}>
            <tr className="year">
              <th scope="rowgroup" {...attributes({ colspan: categories ? 5 : 4 })}>
                {label} <span className="count">{t("count.proposals", { count: items.length })}</span>
              </th>
            </tr>
            {items.map((proposal) => (
              <Row key={proposal.href} proposal={proposal} categories={categories} />
            ))}
          </tbody>
        ))}
      </table>
    </Layout>
  );
}

function Row({ proposal, categories }: { proposal: ProposalCard; categories: boolean }) {
  const { number, title, href, contentLang, status, category, date, authors } = proposal;
  return (
    <tr data-status={status.id} data-category={category?.id} data-authors={authors.join("|")}>
      <td className="number">{number}</td>
      <th scope="row">
        <a href={href} lang={contentLang}>
          {title}
        </a>
      </th>
      <td>
        <StatusChip status={status} />
      </td>
      {categories && <td>{category && <a href={category.href}>{category.label}</a>}</td>}
      <td>{date && <DateText date={date} />}</td>
    </tr>
  );
}
