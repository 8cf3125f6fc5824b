/** The shapes of charts: what they show is right, and a register of decades has a page of some hundred kilobytes. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { monthlyBars, stackedAreas, widths } from "../../src/output/views/charts.js";
import { runs } from "../support/runs.js";

const labels = { month: (day: string) => day.slice(0, 7), number: String };
const monthsOf = (count: number) =>
  Array.from({ length: count }, (_, index) => new Date(Date.UTC(2000, index, 1)).toISOString().slice(0, 10));
const paint = { tone: "draft" as const, step: 0 };

/** The corners of a shape of straight lines. */
const cornersOf = (path: string) =>
  [...path.matchAll(/([\d.]+),([\d.]+)/g)].map(([, x, y]): [number, number] => [Number(x), Number(y)]);

/** The lowest and the highest place of a shape at x. */
function spanAt(corners: readonly [number, number][], x: number): [number, number] {
  const heights = corners.flatMap(([right, low], index) => {
    const [left, high] = corners.at(index - 1) as [number, number];
    if (Math.min(left, right) > x + 0.01 || Math.max(left, right) < x - 0.01) return [];
    return left === right ? [low, high] : [high + ((low - high) * (x - left)) / (right - left)];
  });
  return [Math.min(...heights), Math.max(...heights)];
}

test("every area of straight lines is as high as its figures, wherever it has a tooltip", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 61, max: 330 }).chain((count) =>
        fc.record({
          values: fc.array(fc.array(fc.nat({ max: 40 }), { minLength: count, maxLength: count }), {
            minLength: 1,
            maxLength: 3,
          }),
          begins: fc.nat({ max: 60 }),
          width: fc.constantFrom(...widths),
        }),
      ),
      ({ values, begins, width }) => {
        const series = values.map((own, index) => ({
          label: `s${index}`,
          paint,
          // A status that proposals have from some month on.
          values: own.map((value, month) => (index === 0 && month < begins ? 0 : value)),
        }));
        const months = monthsOf(values[0]?.length ?? 0);
        const { areas, strips, plot, yTicks } = stackedAreas(months, series, width, labels);
        const scale = (plot.bottom - plot.top) / Number(yTicks.at(-1)?.text ?? 1);
        expect(strips.at(-1)?.title).toContain(months.at(-1)?.slice(0, 7));
        const shown = areas.map(({ path }) => cornersOf(path));
        for (const { x, width: size, title } of strips) {
          const month = months.findIndex((day) => title.startsWith(day.slice(0, 7)));
          const heights = series.map((own) => own.values[month] ?? 0).filter((value) => value > 0);
          const drawn = shown
            .map((corners) => spanAt(corners, x + size))
            .map(([top, bottom]) => bottom - top)
            .filter((height) => height > 0.01 && Number.isFinite(height));
          expect(drawn.length).toBe(heights.length);
          for (const [index, height] of heights.entries())
            expect(Math.abs((drawn[index] ?? 0) - height * scale)).toBeLessThan(0.35);
        }
      },
    ),
    { numRuns: runs(30) },
  );
});

test("26 years of 14 statuses are drawn with what can be told apart, so that their page stays small", () => {
  const months = monthsOf(313);
  const series = Array.from({ length: 14 }, (_, index) => ({
    label: `Status ${index}`,
    paint,
    values: months.map((_month, month) => Math.round(month * (index % 5) * 0.2) + ((month * 7 + index) % 4)),
  }));
  const drawings = widths.flatMap((width) => [
    stackedAreas(months, series, width, labels),
    monthlyBars(months, series[4]?.values ?? [], width, labels),
  ]);
  expect(JSON.stringify(drawings).length).toBeLessThan(170_000);
  const [areas, bars] = drawings;
  expect(areas?.strips.every(({ width }) => width >= 3)).toBe(true);
  expect(areas?.strips.at(-1)?.title).toContain("2026-01");
  expect(bars?.bars.some(({ title }) => title !== undefined)).toBe(false);
  expect(monthlyBars(months.slice(0, 24), series[4]?.values ?? [], 600, labels).bars[0]?.title).toBe("2000-02: 4");
});
