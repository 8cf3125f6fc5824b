/** Highlights the connections of one proposal in the drawing of a register: all that it requires, and all that require it. */

type Side = "from" | "to";

/** @param choice holds the list of proposals. */
export function start(choice: HTMLElement): undefined {
  choice.addEventListener("change", ({ target }) => {
    if (target instanceof HTMLSelectElement) show(target.value);
  });
}

/** @param chosen number of a node; empty for all of them. */
function show(chosen: string): void {
  const edges = [...document.querySelectorAll<SVGElement>(".dependencies .edge")];
  const parts = chosen ? [reach(chosen, edges, "from", "to"), reach(chosen, edges, "to", "from")] : [];
  const dim = (element: SVGElement, ...ids: (string | undefined)[]) => {
    const isShown = !chosen || parts.some((part) => ids.every((id) => part.has(id)));
    element.toggleAttribute("data-dim", !isShown);
  };
  for (const node of document.querySelectorAll<SVGElement>(".dependencies [data-node]")) {
    dim(node, node.dataset.node);
    if (node.dataset.node === chosen) node.scrollIntoView({ block: "nearest", inline: "center" });
  }
  for (const edge of edges) dim(edge, edge.dataset.from, edge.dataset.to);
}

/** All nodes that can be reached from a node. @param side the end of an edge to start from. @param farSide its other end. */
function reach(start: string, edges: readonly SVGElement[], side: Side, farSide: Side): Set<string | undefined> {
  const reachedIds = new Set<string | undefined>([start]);
  for (const id of reachedIds)
    for (const { dataset } of edges) if (dataset[side] === id) reachedIds.add(dataset[farSide]);
  return reachedIds;
}
