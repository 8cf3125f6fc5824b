/** The statuses that a proposal has had, with their dates and durations. */
import type { StatusPeriodView } from "../src/shared/history-view.js";
import type { Translate } from "../src/shared/view.js";
import DateText from "./DateText.js";
import Phrase from "./Phrase.js";
import StatusChip from "./StatusChip.js";

export interface StatusTimelineProps {
  statuses: StatusPeriodView[];
  t: Translate;
}

export default function StatusTimeline({ statuses, t }: StatusTimelineProps) {
  if (!statuses.length) return null;
  return (
    <section className="timeline">
      <h2>{t("history.statuses")}</h2>
      <ol className="periods">
        {statuses.map(({ status, date, lasted, commitHref, changesHref }) => (
          <li key={`${date.iso} ${status.id}`} data-tone={status.tone} aria-current={lasted ? undefined : "true"}>
            <StatusChip status={status} />
            <span className="when">
              <Phrase t={t} id="history.since" slots={{ date: <DateText date={date} /> }} />
              {lasted && <span className="lasted"> {t("history.lasted", { duration: lasted })}</span>}
            </span>
            {(commitHref || changesHref) && (
              <span className="links">
                {changesHref && <a href={changesHref}>{t("history.changes")}</a>}
                {commitHref && (
                  <a className="external" href={commitHref}>
                    {t("history.commit")}
                  </a>
                )}
              </span>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}
