/** The differences between a former text of a proposal and today's, section by section; unchanged sections are only named. */
import type { ChangedSectionView, ChangesView } from "../src/shared/history-view.js";
import type { PageProps, Translate } from "../src/shared/view.js";
import ChangeSize from "./ChangeSize.js";
import DateText from "./DateText.js";
import Layout from "./Layout.js";
import PageHeader from "./PageHeader.js";
import Phrase from "./Phrase.js";
import SiteLink from "./SiteLink.js";
import StatusChip from "./StatusChip.js";

export default function ChangesPage({ view, t, once }: PageProps<ChangesView>) {
  const { label, title, proposalHref, contentLang, date, what, commit, sections } = view;
  const changed = sections.filter(({ state }) => state !== "same");
  const day = <DateText date={date} />;
  return (
    <Layout view={view} t={t} once={once}>
      <article className="changes">
        <p className="crumb">
          <a className="number" href={proposalHref}>
            {label}
          </a>
          <span lang={contentLang}>{title}</span>
        </p>
        <PageHeader title={t("changes.title", { label })}>
          <p className="lead">
            {what.kind === "change" ? (
              <Phrase t={t} id="changes.last" slots={{ date: day, subject: <q>{what.subject}</q> }} />
            ) : what.status ? (
              <Phrase
                t={t}
                id="changes.sinceStatus"
                slots={{ date: day, status: <StatusChip status={what.status} /> }}
              />
            ) : (
              <Phrase t={t} id="changes.since" slots={{ date: day }} />
            )}
          </p>
          <p className="change-links">
            <a href={proposalHref}>{t("changes.today")}</a>
            {commit && (
              <>
                {" · "}
                <SiteLink
                  className="external"
                  link={{ ...commit, label: `${t("history.commit")} ${commit.label}` }}
                  t={t}
                />
              </>
            )}
          </p>
        </PageHeader>
        {changed.length > 0 ? (
          <>
            <p className="change-key">
              <ins>{t("changes.new")}</ins> <del>{t("changes.old")}</del>
            </p>
            {groups(sections).map((group) =>
              group[0]?.state === "same" ? (
                <Unchanged key={keyOf(group)} sections={group} lang={contentLang} t={t} />
              ) : (
                group.map((section) => <Changed key={keyOf([section])} section={section} lang={contentLang} t={t} />)
              ),
            )}
          </>
        ) : (
          <p className="empty">{t(what.kind === "change" ? "changes.noneIn" : "changes.none")}</p>
        )}
      </article>
    </Layout>
  );
}

const keyOf = (group: ChangedSectionView[]) => `${group[0]?.state} ${group[0]?.heading} ${group[0]?.href}`;

/** Consecutive unchanged sections form one line. */
function groups(sections: ChangedSectionView[]): ChangedSectionView[][] {
  const found: ChangedSectionView[][] = [];
  for (const section of sections) {
    const last = found.at(-1);
    if (section.state === "same" && !section.heading) continue;
    if (section.state === "same" && last?.[0]?.state === "same") last.push(section);
    else found.push([section]);
  }
  return found;
}

interface SectionProps {
  section: ChangedSectionView;
  lang?: string;
  t: Translate;
}

function Changed({ section, lang, t }: SectionProps) {
  const { state, heading, href, html } = section;
  return (
    <details className={`change change-${state}`} open>
      <summary>
        <h2 lang={heading ? lang : undefined}>{heading || t("history.beginning")}</h2>{" "}
        <ChangeSize size={section} t={t} />
        {state === "new" && <span className="count"> {t("changes.newSection")}</span>}
        {state === "old" && <span className="count"> {t("changes.oldSection")}</span>}
      </summary>
      <div className="prose diff" lang={lang} dangerouslySetInnerHTML={{ __html: html }} />
      {href && (
        <p className="change-links">
          <a href={href}>{t("changes.section")}</a>
        </p>
      )}
    </details>
  );
}

function Unchanged({ sections, lang, t }: { sections: ChangedSectionView[]; lang?: string; t: Translate }) {
  return (
    <details className="change change-same">
      <summary>{t("changes.same", { count: sections.length })}</summary>
      <ul lang={lang}>
        {sections.map(({ heading, href }) => (
          <li key={href}>
            <a href={href}>{heading}</a>
          </li>
        ))}
      </ul>
    </details>
  );
}
