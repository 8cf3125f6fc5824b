/**
 * The neighbourhood of a proposal as a drawing of links: an arrow leads from a proposal to the one that it requires, a dashed one to the
 * one that it supersedes. Positions are centres; the size of a box is this file's own.
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
  const { width, height, nodes, edges } = graph;
  return (
    <figure className="graph">
      <figcaption>{t("graph.caption")}</figcaption>
      <div className="graph-scroll">
        <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`}>
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

/** A line from edge to edge of two boxes. */
function arrow(from: Node, to: Node): string {
  const start = edgePoint(from, to);
  const end = edgePoint(to, from);
  return `M${start}L${end}`;
}

/** Where the line from one box's centre towards the other leaves the box. */
function edgePoint(box: Node, towards: Node): string {
  const dx = towards.x - box.x;
  const dy = towards.y - box.y;
  const scale = Math.min(boxWidth / 2 / Math.abs(dx || 1e-9), boxHeight / 2 / Math.abs(dy || 1e-9), 1);
  return `${Math.round(box.x + dx * scale)} ${Math.round(box.y + dy * scale)}`;
}
