/**
 * The dependencies of a register, as a drawing with links. The script highlights the connections of one proposal;
 * without it, the whole drawing is shown.
 */
import type { DependenciesView } from "../src/shared/history-view.js";
import type { GraphNodeView, PageProps } from "../src/shared/view.js";
import Layout from "./Layout.js";
import PageHeader from "./PageHeader.js";
import StatusChip from "./StatusChip.js";

const boxWidth = 112;
const boxHeight = 28;

export default function DependenciesPage({ view, t, once }: PageProps<DependenciesView>) {
  const { title, width, height, nodes, edges, statuses, others, insightsHref } = view;
  return (
    <Layout view={view} t={t} once={once}>
      <PageHeader title={title}>
        <p className="lead">{t("dependencies.lead")}</p>
        {insightsHref && (
          <ul className="more">
            <li>
              <a href={insightsHref}>{t("insights.title")}</a>
            </li>
          </ul>
        )}
      </PageHeader>
      {nodes.length > 0 && (
        <>
          <form className="graph-choice">
            <label>
              <span>{t("dependencies.one")}</span>
              <select name="of">
                <option value="">{t("filter.all")}</option>
                {nodes.map(({ label, title: name }, index) => (
                  <option key={label} value={index}>{`${label} ${name}`}</option>
                ))}
              </select>
            </label>
          </form>
          <ul className="legend">
            {statuses.map((status) => (
              <li key={status.id}>
                <StatusChip status={status} />
              </li>
            ))}
          </ul>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys */}
          <section className="dependencies table-scroll" tabIndex={0} aria-label={title}>
            <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`}>
              <title>{title}</title>
              <defs>
                <marker
                  id="graphArrow"
                  viewBox="0 0 8 8"
                  refX="7"
                  refY="4"
                  markerWidth="8"
                  markerHeight="8"
                  orient="auto"
                >
                  <path d="M0 .5 7.5 4 0 7.5Z" />
                </marker>
              </defs>
              {edges.map(({ from, to }) => {
                const [source, target] = [nodes[from], nodes[to]];
                if (!source || !target) return null;
                return (
                  <path
                    key={`${from} ${to}`}
                    className="edge"
                    data-from={from}
                    data-to={to}
                    d={arrowPath(source, target)}
                  />
                );
              })}
              {nodes.map(({ label, title: name, href, tone, x, y }, index) => (
                <a key={label} href={href} className="node" data-tone={tone} data-node={index}>
                  <title>{`${label} ${name}`}</title>
                  <rect x={x - boxWidth / 2} y={y - boxHeight / 2} width={boxWidth} height={boxHeight} rx="6" />
                  <text x={x} y={y} dy=".35em" textAnchor="middle">
                    {label}
                  </text>
                </a>
              ))}
            </svg>
          </section>
        </>
      )}
      {others > 0 && <p className="chart-text">{t("dependencies.others", { count: others })}</p>}
    </Layout>
  );
}

/** The path of an arrow from the side of one box to the facing side of another, level at both ends. */
function arrowPath(from: GraphNodeView, to: GraphNodeView): string {
  const side = ((from.x > to.x ? -1 : 1) * boxWidth) / 2;
  const [start, end] = [from.x + side, to.x - side];
  const middle = (start + end) / 2;
  return `M${start} ${from.y}C${middle} ${from.y} ${middle} ${to.y} ${end} ${to.y}`;
}
