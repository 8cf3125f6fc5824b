/**
 * The neighbourhood of a proposal as a drawing of links: an arrow leads from a proposal to the one that it requires, a dashed one to the
 * one that it supersedes. Positions are centres; the size of a box is this file's own and leaves room between columns of 120 units.
 */
import type { GraphView, Translate } from "../src/shared/view.js";

export interface GraphProps {
  graph: GraphView;
  t: Translate;
}

type Node = GraphView["nodes"][number];

const boxWidth = 96;
const boxHeight = 32;

export default function Graph({ graph, t }: GraphProps) {
  const { nodes, edges } = graph;
  // The drawing begins where its first box does, so that it is aligned with the text.
  const columns = nodes.map(({ x }) => x);
  const left = Math.min(...columns) - boxWidth / 2 - 2;
  const width = Math.max(...columns) + boxWidth / 2 + 2 - left;
  return (
    <figure className="graph">
      <figcaption>
        {[...new Set(edges.map(({ kind }) => kind))].map((kind) => (
          <span key={kind}>{t(`graph.${kind}`)} </span>
        ))}
      </figcaption>
      <div className="graph-scroll">
        <svg width={width} height={graph.height} viewBox={`${left} 0 ${width} ${graph.height}`}>
          <title>{t("graph.label")}</title>
          <defs>
            <marker id="graphArrow" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" orient="auto">
              <path d="M0 .5 7.5 4 0 7.5Z" />
            </marker>
          </defs>
          {edges.map(({ from, to, kind }) => {
            const source = nodes[from];
            const target = nodes[to];
            if (!source || !target) return null;
            return <path key={`${from} ${to} ${kind}`} className={`edge edge-${kind}`} d={arrow(source, target)} />;
          })}
          {nodes.map(({ label, title, href, tone, x, y, current }) => (
            <a key={href} href={href} className="node" data-tone={tone} aria-current={current ? "page" : undefined}>
              <title>{`${label} ${title}`}</title>
              <rect x={x - boxWidth / 2} y={y - boxHeight / 2} width={boxWidth} height={boxHeight} rx="6" />
              <text x={x} y={y} dy=".35em" textAnchor="middle">
                {label}
              </text>
            </a>
          ))}
        </svg>
      </div>
    </figure>
  );
}

/** A curve from the side of one box to the facing side of another, level at both ends. */
function arrow(from: Node, to: Node): string {
  const side = (Math.sign(to.x - from.x) * boxWidth) / 2;
  const start = from.x + side;
  const end = to.x - side;
  const middle = (start + end) / 2;
  return `M${start} ${from.y}C${middle} ${from.y} ${middle} ${to.y} ${end} ${to.y}`;
}
