/** The geometry of drawings of dependencies. */

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
