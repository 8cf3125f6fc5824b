/** The layout of what requires what, for any relations at all. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { layOut } from "../../src/history/layers.js";

const graph = fc.integer({ min: 1, max: 12 }).chain((count) =>
  fc.record({
    count: fc.constant(count),
    edges: fc.array(fc.tuple(fc.nat(count - 1), fc.nat(count - 1)), { maxLength: 30 }),
  }),
);

test("no two are in one place, and where there is no circle what is required is left", () => {
  fc.assert(
    fc.property(graph, ({ count, edges }) => {
      const { places, columns, rows } = layOut(count, edges);
      const spots = places.map(({ column, row }) => `${column} ${row}`);
      expect(new Set(spots).size).toBe(count);
      for (const { column, row } of places) {
        expect(column).toBeLessThan(columns);
        expect(row).toBeGreaterThanOrEqual(0);
        expect(row).toBeLessThan(Math.max(1, rows));
      }
    }),
  );
  fc.assert(
    fc.property(graph, ({ count, edges }) => {
      const forward = edges.filter(([from, to]) => from > to);
      const { places } = layOut(count, forward);
      for (const [from, to] of forward) expect(places[to]?.column).toBeLessThan(places[from]?.column ?? 0);
    }),
  );
});
