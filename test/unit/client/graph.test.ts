/** The drawing of a register's dependencies: what stays visible when a reader chooses one proposal. */
import fc from "fast-check";
import { Window } from "happy-dom";
import { expect, test, vi } from "vitest";
import { start } from "../../../client/graph.js";
import { runs } from "../../support/runs.js";

type Edge = [from: number, to: number];
const size = 7;
const node = fc.nat({ max: size - 1 });
/** Cycles too: a register may have them, with a finding of lint. */
const edgesOfAny = fc.uniqueArray(fc.tuple(node, node), { selector: String, maxLength: 14 });

/** Draws the nodes and edges, and chooses. @returns the nodes and edges that stay visible after each choice. */
function shownAfter(edges: readonly Edge[], choices: readonly string[]) {
  const window = new Window();
  for (const name of ["document", "HTMLSelectElement"] as const) vi.stubGlobal(name, window[name]);
  const { document } = window;
  const options = ["", ...Array(size).keys()].map((value) => `<option value="${value}">a</option>`);
  const paths = edges.map(([from, to]) => `<path class="edge" data-from="${from}" data-to="${to}"/>`);
  const boxes = [...Array(size).keys()].map((index) => `<a data-node="${index}"></a>`);
  document.body.innerHTML = `<form><select>${options.join("")}</select></form>
    <section class="dependencies"><svg>${paths.join("")}${boxes.join("")}</svg></section>`;
  const select = document.querySelector("select");
  const form = document.querySelector("form");
  if (!select || !form) throw new Error("the page was not made");
  start(form as unknown as HTMLElement);
  return choices.map((choice) => {
    select.value = choice;
    select.dispatchEvent(new window.Event("change", { bubbles: true }));
    const visible = (selector: string) => [...document.querySelectorAll(`${selector}:not([data-dim])`)];
    return {
      nodes: visible("[data-node]").map((element) => Number(element.getAttribute("data-node"))),
      edges: visible(".edge").map((element) =>
        ["from", "to"].map((side) => Number(element.getAttribute(`data-${side}`))),
      ),
    };
  });
}

/** All nodes that lie on a way from the start. */
function closure(start: number, edges: readonly Edge[]): Set<number> {
  const found = new Set([start]);
  for (let before = 0; before < found.size; ) {
    before = found.size;
    for (const [from, to] of edges) if (found.has(from)) found.add(to);
  }
  return found;
}

test("all that the proposal requires and all that require it, whatever lies between, and nothing else", () => {
  fc.assert(
    fc.property(edgesOfAny, node, (edges, chosen) => {
      const required = closure(chosen, edges);
      const requiring = closure(
        chosen,
        edges.map(([from, to]) => [to, from]),
      );
      const [shown] = shownAfter(edges, [String(chosen)]);
      expect(shown?.nodes).toEqual([...Array(size).keys()].filter((one) => required.has(one) || requiring.has(one)));
      expect(shown?.edges).toEqual(
        edges.filter((edge) => [required, requiring].some((part) => edge.every((one) => part.has(one)))),
      );
    }),
    { numRuns: runs(50) },
  );
});
