/**
 * The neighbours of a proposal as a drawing with links: an arrow leads from a proposal to one that it requires, a dashed
 * arrow to one that it supersedes. The view has the centres of the boxes, in columns of 120 units.
 */
import { largestOf, smallestOf } from "../src/shared/lists.js";
import type { GraphView, Translate } from "../src/shared/view.js";
import GraphNode, { arrowPath } from "./GraphNode.js";

export interface GraphProps {
  graph: GraphView;
  t: Translate;
}

const boxWidth = 96;
const boxHeight = 32;

export default function Graph({ graph, t }: GraphProps) {
  const { nodes, edges } = graph;
  // The drawing begins where its first box does, so that it is aligned with the text.
  const columns = nodes.map(({ x }) => x);
  const remaining = smallestOf(columns) - boxWidth / 2 - 2;
  const width = largestOf(columns) + boxWidth / 2 + 2 - remaining;
  return (
    <figure className="graph">
      <figcaption>
        {[...new Set(edges.map(({ kind }) => kind))].map((kind) => (
          <span key={kind}>{t(`graph.${kind}`)} </span>
        ))}
      </figcaption>
      <div className="table-scroll">
        <svg width={width} height={graph.height} viewBox={`${remaining} 0 ${width} ${graph.height}`}>
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
            return (
              <path
                key={`${from} ${to} ${kind}`}
                className={`edge edge-${kind}`}
                d={arrowPath(source, target, boxWidth)}
              />
            );
          })}
          {nodes.map((node) => (
            <GraphNode key={node.href} node={node} width={boxWidth} height={boxHeight} isCurrent={node.current} />
          ))}
        </svg>
      </div>
    </figure>
  );
}
