/**
 * What changed since a former text of a proposal. A register has several such pages for each proposal, so they bring
 * only what they need: the lines that changed, and a script that makes the whole difference from them.
 */
import type { ChangesView } from "../src/shared/history-view.js";
import type { PageProps } from "../src/shared/view.js";
import DateText from "./DateText.js";
import LightPage from "./LightPage.js";
import PageHeader from "./PageHeader.js";
import Phrase from "./Phrase.js";
import SiteLink from "./SiteLink.js";
import Title from "./Title.js";

type ChangesProps = PageProps<ChangesView>;

export default function ChangesPage({ view, t, once }: ChangesProps) {
  const { label, title, proposalHref, sourceHref, contentLang, date, what, commit, newer, older, linesHtml } = view;
  const day = <DateText date={date} />;
  const subject = what.kind === "change" && (
    <q>
      <Title text={what.subject} />
    </q>
  );
  const nothing = what.kind === "change" ? "changes.noneIn" : "changes.none";
  return (
    <LightPage view={view} t={t} once={once}>
      <article className="changes" data-source={sourceHref}>
        <p className="crumb">
          <a className="number" href={proposalHref}>
            {label}
          </a>
          <span lang={contentLang}>{title}</span>
        </p>
        <PageHeader title={t("changes.title", { label })}>
          <p className="lead">
            {what.kind === "change" ? (
              <Phrase t={t} id="changes.last" slots={{ date: day, subject }} />
            ) : what.status ? (
              <Phrase t={t} id="changes.sinceStatus" slots={{ date: day, status: <b>{what.status.label}</b> }} />
            ) : (
              <Phrase t={t} id="changes.since" slots={{ date: day }} />
            )}
          </p>
          <p className="change-links">
            <a href={proposalHref}>{t("changes.today")}</a>
            {older && (
              <a rel="prev" href={older.href}>
                {t("changes.older", { date: older.date.text })}
              </a>
            )}
            {newer && (
              <a rel="next" href={newer.href}>
                {t("changes.newer", { date: newer.date.text })}
              </a>
            )}
            {view.compareHref && <a href={view.compareHref}>{t("compare.link")}</a>}
            {commit && (
              <SiteLink
                className="external"
                link={{ ...commit, label: `${t("history.commit")} ${commit.label}` }}
                t={t}
              />
            )}
          </p>
        </PageHeader>
        {linesHtml && (
          <p className="change-key">
            <ins>{t("changes.new")}</ins> <del>{t("changes.old")}</del>{" "}
            {newer && <span className="until">{t("changes.until", { date: newer.date.text })}</span>}
          </p>
        )}
        {linesHtml ? (
          <div className="lines" lang={contentLang} dangerouslySetInnerHTML={{ __html: linesHtml }} />
        ) : (
          <div className="lines">
            <p>{t(linesHtml === undefined ? "changes.failed" : newer ? "changes.noLines" : nothing)}</p>
          </div>
        )}
      </article>
    </LightPage>
  );
}
