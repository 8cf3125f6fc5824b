/**
 * Makes drawings of figures: scales, axes and shapes, by d3. Axes begin at zero, because areas and lengths are
 * compared.
 */

import { scaleBand, scaleLinear, scaleUtc } from "d3-scale";
import { area, curveLinear, curveMonotoneX, stack } from "d3-shape";
import { utcMonth, utcYear } from "d3-time";
import type { Drawing, Paint } from "../../shared/history-view.js";
import { largestOf } from "../../shared/lists.js";

/** Widths that charts are drawn for: half of a page, and a phone of 390 px. */
export const widths = [600, 358];

interface Labels {
  month(day: string): string;
  number(value: number): string;
}

export interface ChartSeries {
  label: string;
  paint: Paint;
  /** One for each month. */
  values: number[];
}

/** Points that are closer than ten pixels: a curve between them looks like a line, and is three times as long. */
const maxCurved = 60;

/** Points and shapes that are closer than this many pixels are not told apart, and nobody can point at one of them. */
const minGap = 3;

/** Months between the points of a drawing. */
const steps = [1, 3, 6, 12];

const empty = { areas: [], bars: [], ranges: [], strips: [], xTicks: [], yTicks: [] };

/** @param months first days. @param series the lowest first. */
export function stackedAreas(
  months: readonly string[],
  series: readonly ChartSeries[],
  width: number,
  labels: Labels,
): Drawing {
  const height = width < 500 ? 260 : 320;
  const plot = { left: 46, right: width - 8, top: 12, bottom: height - 28 };
  const totals = months.map((_, index) => series.reduce((sum, { values }) => sum + (values[index] ?? 0), 0));
  // A month's counts are those at its end, so the chart begins at the end of the first one: of what was before, nothing is known.
  const ends = months.map((month) => utcMonth.offset(new Date(month), 1));
  const x = scaleUtc([ends[0] ?? new Date(0), ends.at(-1) ?? new Date(0)], [plot.left, plot.right]);
  const y = scaleLinear([0, largestOf(totals, 1)], [plot.bottom, plot.top]).nice(5);
  const points = pointsOf(months.length, plot.right - plot.left);
  const layers = stack<number, number>()
    .keys(series.map((_, index) => index))
    .value((row, key) => series[key]?.values[row] ?? 0)(points);
  const xs = points.map((index) => round(x(ends[index] ?? 0)));
  const curve = area<(typeof layers)[number][number]>()
    .x((_, index) => xs[index] ?? 0)
    .y0(([low]) => round(y(low)))
    .y1(([, high]) => round(y(high)))
    .curve(months.length <= maxCurved ? curveMonotoneX : curveLinear);
  return {
    ...empty,
    ...{ width, height, plot },
    areas: layers.flatMap((layer, index) => {
      const path = layer.some(([low, high]) => high > low) ? curve(layer) : null;
      return path ? [{ path, paint: series[index]?.paint as Paint }] : [];
    }),
    xTicks: timeTicks(x, width, labels),
    yTicks: countTicks(y, labels),
    strips: points.slice(1).map((index, before) => {
      const [from = 0, to = 0] = xs.slice(before);
      const parts = series
        .toReversed()
        .flatMap(({ label, values }) => (values[index] ? [`${label} ${values[index]}`] : []));
      return { x: from, width: round(to - from), title: `${labels.month(months[index] ?? "")}: ${parts.join(", ")}` };
    }),
  };
}

/** The months that are drawn, by index: all, or as many as can be told apart, always the first and the last. */
function pointsOf(count: number, width: number): number[] {
  const step = steps.find((months) => (width / (count - 1)) * months >= minGap) ?? 12;
  return Array.from({ length: count }, (_, index) => index).filter(
    (index) => index === 0 || (count - 1 - index) % step === 0,
  );
}

/** One bar for each month; without a title if it is too narrow to point at. */
export function monthlyBars(
  months: readonly string[],
  values: readonly number[],
  width: number,
  labels: Labels,
): Drawing {
  const height = width < 500 ? 150 : 170;
  const plot = { left: 46, right: width - 8, top: 12, bottom: height - 28 };
  const ends = months.map((month) => utcMonth.offset(new Date(month), 1));
  const x = scaleUtc([new Date(months[0] ?? 0), ends.at(-1) ?? new Date(0)], [plot.left, plot.right]);
  const y = scaleLinear([0, largestOf(values, 1)], [plot.bottom, plot.top]).nice(3);
  const isWide = (plot.right - plot.left) / months.length >= minGap;
  return {
    ...empty,
    ...{ width, height, plot },
    bars: months.flatMap((month, index) => {
      const value = values[index] ?? 0;
      const [from, to] = [x(new Date(month)), x(ends[index] ?? 0)];
      const gap = Math.min(2, (to - from) / 5);
      const bar = {
        x: round(from + gap / 2),
        width: round(to - from - gap),
        y: round(y(value)),
        height: round(plot.bottom - y(value)),
      };
      return value > 0 ? [{ ...bar, ...(isWide && { title: `${labels.month(month)}: ${labels.number(value)}` }) }] : [];
    }),
    xTicks: timeTicks(x, width, labels),
    yTicks: countTicks(y, labels, 3),
  };
}

interface Range {
  label: string;
  lower: number;
  median: number;
  upper: number;
  title: string;
  paint: Paint;
}

const rowHeight = 26;

/** A row for each range, on one scale. @param unit written behind the numbers of the axis. */
export function ranges(rows: readonly Range[], width: number, labels: Labels): Drawing {
  const plotStart = width < 500 ? 118 : 190;
  const plot = { left: plotStart, right: width - 18, top: 8, bottom: 8 + rows.length * rowHeight };
  const x = scaleLinear(
    [
      0,
      largestOf(
        rows.map(({ upper }) => upper),
        1,
      ),
    ],
    [plot.left, plot.right],
  ).nice(5);
  const y = scaleBand(
    rows.map((_, index) => String(index)),
    [plot.top, plot.bottom],
  );
  const middle = (index: number) => round((y(String(index)) ?? 0) + y.bandwidth() / 2);
  return {
    ...empty,
    ...{ width, height: plot.bottom + 28, plot },
    ranges: rows.map(({ lower, median, upper, title, paint }, index) => ({
      y: middle(index),
      from: round(x(lower)),
      middle: round(x(median)),
      to: round(x(upper)),
      ...{ title, paint },
    })),
    xTicks: x.ticks(width < 500 ? 4 : 7).map((index) => ({ at: round(x(index)), text: labels.number(index) })),
    yTicks: rows.map(({ label }, index) => ({ at: middle(index), text: label })),
  };
}

/** Years if there are two or more, otherwise months, and only as many as fit without overlapping labels. */
function timeTicks(x: ReturnType<typeof scaleUtc<number>>, width: number, labels: Labels): Drawing["xTicks"] {
  const [from, to] = x.domain() as [Date, Date];
  const years = utcYear.range(utcYear.ceil(from), to);
  const ticks = years.length >= 2 ? years : utcMonth.range(utcMonth.ceil(from), to);
  const room = years.length >= 2 ? 44 : 72;
  const every = Math.max(1, Math.ceil((ticks.length * room) / (width - 48)));
  return ticks
    .filter((_, index) => index % every === 0)
    .map((tick) => ({
      at: round(x(tick)),
      text: years.length >= 2 ? String(tick.getUTCFullYear()) : labels.month(tick.toISOString().slice(0, 10)),
    }))
    .filter(({ at: index }) => index > 20 && index < width - 16);
}

function countTicks(y: ReturnType<typeof scaleLinear<number>>, labels: Labels, count = 5): Drawing["yTicks"] {
  return y
    .ticks(count)
    .filter(Number.isInteger)
    .map((value) => ({ at: round(y(value)), text: labels.number(value) }));
}

const round = (value: number) => Math.round(value * 10) / 10;
