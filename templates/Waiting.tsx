/** Proposals that need attention, each with a day. The script marks days that have passed, because a built page cannot know today's date. */
import type { WaitingView } from "../src/shared/history-view.js";
import type { Translate } from "../src/shared/view.js";
import DateText from "./DateText.js";
import StatusChip from "./StatusChip.js";
import Title from "./Title.js";

export interface WaitingProps {
  list: WaitingView;
  t: Translate;
}

export default function Waiting({ list: { id, title, text, dateHead, hasDeadlines, rows, more }, t }: WaitingProps) {
  return (
    <section className="chart" id={id}>
      <h2>{title}</h2>
      <p className="chart-text">{text}</p>
      <table className="rank">
        <thead>
          <tr>
            <th scope="col">{t("insights.proposal")}</th>
            <th scope="col">{t("facts.status")}</th>
            <th scope="col" className="figure">
              {dateHead}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ label, title: name, href, contentLang, status, date }) => (
            <tr key={href} data-until={hasDeadlines ? date?.iso : undefined}>
              <th scope="row">
                <a href={href}>
                  {label && <span className="number">{label}</span>}{" "}
                  <span lang={contentLang}>
                    <Title text={name} />
                  </span>
                </a>
              </th>
              <td>{status && <StatusChip status={status} />}</td>
              <td className="figure">
                {date ? <DateText date={date} /> : "–"}
                {hasDeadlines && date && <span hidden> {t("insights.passed")}</span>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {more > 0 && <p className="chart-text">{t("insights.more", { count: more })}</p>}
    </section>
  );
}
