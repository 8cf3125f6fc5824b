/** Statistics of a register: statuses over time, durations, and open proposals. */
import type { InsightsView } from "../src/shared/history-view.js";
import type { PageProps } from "../src/shared/view.js";
import DateText from "./DateText.js";
import Layout from "./Layout.js";
import PageHeader from "./PageHeader.js";
import Phrase from "./Phrase.js";
import Rank from "./Rank.js";
import Waiting from "./Waiting.js";

export default function InsightsPage({ view, t, once }: PageProps<InsightsView>) {
  const { title, registerTitle, until, graphHref, feedHref, ranks, waiting } = view;
  return (
    <Layout view={view} t={t} once={once}>
      <PageHeader title={title}>
        <p className="lead">
          <Phrase t={t} id="insights.lead" slots={{ title: registerTitle, date: <DateText date={until} /> }} />
        </p>
        <ul className="more">
          {graphHref && (
            <li>
              <a href={graphHref}>{t("dependencies.title")}</a>
            </li>
          )}
          <li>
            <a href={feedHref}>{t("feed.link")}</a>
          </li>
        </ul>
      </PageHeader>
      <div className="charts">
        {ranks.map((rank) => (
          <Rank key={rank.id} rank={rank} />
        ))}
        {waiting.map((list) => (
          <Waiting key={list.id} list={list} t={t} />
        ))}
      </div>
    </Layout>
  );
}
