/** The home page: purpose and numbers of the register, a search field, open last calls, the latest changes and the latest proposals. */
import type { ReactNode } from "react";
import type { HomeView, PageProps } from "../src/shared/view.js";
import { attributes } from "./attributes.js";
import DateText from "./DateText.js";
import Layout from "./Layout.js";
import Phrase from "./Phrase.js";
import ProposalEntries from "./ProposalEntries.js";
import SearchForm from "./SearchForm.js";
import SiteLink from "./SiteLink.js";
import StatusChip from "./StatusChip.js";
import Title from "./Title.js";

export default function HomePage({ view, t, once }: PageProps<HomeView>) {
  const hasNews = view.lastCalls.length > 0 || view.activity.length > 0;
  const hasLatest = view.latest.length > 0;
  const isSplit = hasLatest && (hasNews || view.contentHtml !== "");
  return (
    <Layout view={view} t={t} once={once}>
      <header className="hero">
        <div>
          <h1 id={view.titleId} lang={view.contentLang}>
            {view.headline}
          </h1>
          {view.lead && (
            <p className="lead" lang={view.contentLang}>
              {view.lead}
            </p>
          )}
          {view.navbar.search && <SearchForm action={view.navbar.search.href} isQuiet t={t} />}
          {view.actions.length > 0 && (
            <ul className="actions">
              {view.actions.map((action, index) => (
                <li key={action.href}>
                  <SiteLink className={index ? "button button-quiet" : "button"} link={action} t={t} />
                </li>
              ))}
            </ul>
          )}
        </div>
        <Standing view={view} t={t} />
      </header>
      {(hasLatest || hasNews || view.contentHtml) && (
        <div className={isSplit ? "news split" : "news"}>
          {/* Last calls cannot wait, so they come first; on wide screens they are beside the latest proposals. */}
          {hasNews && (
            <div>
              <LastCalls view={view} t={t} />
              <Activity view={view} t={t} />
            </div>
          )}
          {hasLatest && (
            <section className="latest">
              <h2>{t("home.latest")}</h2>
              <ProposalEntries proposals={view.latest} heading="h3" once={once} />
            </section>
          )}
          {view.contentHtml && (
            <div className="prose" lang={view.contentLang} dangerouslySetInnerHTML={{ __html: view.contentHtml }} />
          )}
        </div>
      )}
    </Layout>
  );
}

type PartProps = Pick<PageProps<HomeView>, "view" | "t">;

/** How many proposals have each status, as a bar and in numbers, and each category. */
function Standing({ view: { total, standing, counts }, t }: PartProps) {
  if (standing.length + counts.length === 0) return null;
  let end = 0;
  const bars = standing.map(({ status: { id, tone }, count }) => {
    end += count;
    return <rect key={id} data-tone={tone} x={end - count} width={count} height="1" />;
  });
  return (
    <section className="standing">
      <h2>{t("count.proposals", { count: total })}</h2>
      {standing.length > 0 && (
        <>
          <svg viewBox={`0 0 ${end} 1`} preserveAspectRatio="none" aria-hidden="true">
            {bars}
          </svg>
          <h3>{t("facts.status")}</h3>
          <ul className="tag-ledger">
            {standing.map(({ status, count, href }) => (
              <li key={status.id}>
                {linkIf(href, <StatusChip status={status} />)} <span className="count">{count}</span>
              </li>
            ))}
          </ul>
        </>
      )}
      {counts.length > 0 && (
        <>
          <h3>{t("facts.category")}</h3>
          <ul className="tag-ledger">
            {counts.map(({ count, label, href }) => (
              <li key={href}>
                <a href={href}>{label}</a> <span className="count">{count}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

const linkIf = (href: string | undefined, content: ReactNode) => (href ? <a href={href}>{content}</a> : content);

/** The script marks deadlines that have passed, because a built page cannot know today's date. */
function LastCalls({ view: { lastCalls }, t }: PartProps) {
  if (lastCalls.length === 0) return null;
  return (
    <section>
      <h2>{t("insights.lastCalls")}</h2>
      <ul className="tag-ledger">
        {lastCalls.map(({ href, label, title, contentLang, deadline }) => (
          <li key={href} data-until={deadline?.iso}>
            <a href={href}>
              {label && `${label} `}
              <span lang={contentLang}>
                <Title text={title} />
              </span>
            </a>{" "}
            {deadline && (
              <span className="count">
                <Phrase t={t} id="home.until" slots={{ date: <DateText date={deadline} /> }} />
                <span hidden> {t("insights.passed")}</span>
              </span>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Activity({ view: { activity }, t }: PartProps) {
  if (activity.length === 0) return null;
  return (
    <section>
      <h2>{t("home.activity")}</h2>
      <ul className="tag-ledger">
        {activity.map(({ href, text, date }) => (
          <li key={`${href} ${text}`}>
            <a href={href}>{text}</a>{" "}
            <time className="count" {...attributes({ datetime: date.iso })}>
              {date.text}
            </time>
          </li>
        ))}
      </ul>
    </section>
  );
}
