/**
 * Every proposal of a register in a table for each year, or for a very large register an index of years, each with its own
 * page. Browsers do not lay out a year outside the screen, so they need an estimate of its height. The script filters and
 * sorts the rows by their data attributes, in which authors are separated by a vertical line.
 */

import type { ArchiveView, PageProps, ProposalCard } from "../src/shared/view.js";
import ArchiveFilters from "./ArchiveFilters.js";
import { attributes } from "./attributes.js";
import DateText from "./DateText.js";
import Layout from "./Layout.js";
import PageHeader from "./PageHeader.js";
import StatusChip from "./StatusChip.js";
import Title from "./Title.js";

export default function ArchivePage({ view, t, once }: PageProps<ArchiveView>) {
  const { year } = view;
  const isIndex = view.years.some(({ href }) => href);
  return (
    <Layout view={view} t={t} once={once}>
      <PageHeader title={year ? `${t("archive.title")}: ${year.label}` : t("archive.title")}>
        <p className="lead">{t("archive.summary", { count: view.total })}</p>
        {year && (
          <p>
            <a href={year.allHref}>{t("archive.allYears")}</a>
          </p>
        )}
      </PageHeader>
      {isIndex ? <YearIndex view={view} t={t} /> : <Proposals view={view} t={t} />}
    </Layout>
  );
}

type PartProps = Pick<PageProps<ArchiveView>, "view" | "t">;

function YearIndex({ view, t }: PartProps) {
  return (
    <ul className="year-index">
      {view.years.map(({ id, label, count, href }) => (
        <li key={id} id={id}>
          <a href={href}>{label}</a> <span className="count">{t("count.proposals", { count })}</span>
        </li>
      ))}
    </ul>
  );
}

function Proposals({ view, t }: PartProps) {
  const categories = view.categories.length > 0;
  const statuses = view.statuses.length > 0;
  return (
    <>
      <ArchiveFilters view={view} t={t} />
      {view.years.map(({ id, label, count, items }) => (
        <section key={id} id={id} className="year-rows" {...attributes({ "data-rows": sizeOf(count) })}>
          <h2>
            {label} <span className="count">{t("count.proposals", { count })}</span>
          </h2>
          <table className="archive">
            <thead>
              <tr>
                {view.label && (
                  <th scope="col" className="number" data-column="number">
                    {view.label}
                  </th>
                )}
                <Column name="title" label={t("archive.column.title")} />
                {statuses && <Column name="status" label={t("facts.status")} />}
                {categories && <Column name="category" label={t("facts.category")} />}
                <Column name="date" label={t("archive.column.date")} />
              </tr>
            </thead>
            <tbody>
              {items.map((proposal) => (
                <Row key={proposal.href} proposal={proposal} categories={categories} statuses={statuses} />
              ))}
            </tbody>
          </table>
        </section>
      ))}
    </>
  );
}

/** @param props.name names the column in the address of the sorted archive. */
function Column({ name, label }: { name: string; label: string }) {
  return (
    <th scope="col" data-column={name}>
      {label}
    </th>
  );
}

/** Numbers of rows that the style sheet has a height for. Estimates are rounded up, because a higher year would cover the next one. */
const sizes = [8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256, 384, 512, 768, 1024];
const sizeOf = (rows: number) => sizes.find((size) => size >= rows) ?? 1024;

function Row({ proposal, categories, statuses }: { proposal: ProposalCard; categories: boolean; statuses: boolean }) {
  const { number, title, href, contentLang, status, category, date, authors, handles, fieldValues, updated, digest } =
    proposal;
  return (
    <tr
      data-status={status?.id ?? ""}
      data-category={category?.id}
      data-authors={authors.join("|")}
      data-handles={handles.join(" ") || undefined}
      data-fields={fieldValues?.length ? JSON.stringify(fieldValues) : undefined}
      data-updated={updated}
      data-digest={digest}
    >
      {number && <td className="number">{number}</td>}
      <th scope="row">
        <a href={href} lang={contentLang}>
          <Title text={title} />
        </a>
      </th>
      {statuses && <td>{status && <StatusChip status={status} />}</td>}
      {categories && <td>{category && <a href={category.href}>{category.label}</a>}</td>}
      <td>{date && <DateText date={date} />}</td>
    </tr>
  );
}
