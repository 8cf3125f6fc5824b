/** A proposal in a drawing of dependencies: a box with its number that leads to its page. */
import type { GraphNodeView } from "../src/shared/view.js";

export interface GraphNodeProps {
  node: GraphNodeView;
  /** Size of the box, whose centre is at the node's coordinates. */
  width: number;
  height: number;
  /** Whether it is the proposal of this page. */
  isCurrent?: boolean;
  /** Index of the node, for the script. */
  index?: number;
}

export default function GraphNode({ node, width, height, isCurrent, index }: GraphNodeProps) {
  const { label, title, href, tone, x, y } = node;
  return (
    <a href={href} className="node" data-tone={tone} data-node={index} aria-current={isCurrent ? "page" : undefined}>
      <title>{`${label} ${title}`}</title>
      <rect x={x - width / 2} y={y - height / 2} width={width} height={height} rx="6" />
      <text x={x} y={y} dy=".35em" textAnchor="middle">
        {label}
      </text>
    </a>
  );
}

// The geometry of drawings of dependencies.

/** The centre of a box. */
interface Centre {
  x: number;
  y: number;
}

/** The path of an arrow from the side of one box to the facing side of another, level at both ends. @param width of the boxes. */
export function arrowPath(from: Centre, to: Centre, width: number): string {
  const side = ((from.x > to.x ? -1 : 1) * width) / 2;
  const [start, end] = [from.x + side, to.x - side];
  const middle = (start + end) / 2;
  return `M${start} ${from.y}C${middle} ${from.y} ${middle} ${to.y} ${end} ${to.y}`;
}
