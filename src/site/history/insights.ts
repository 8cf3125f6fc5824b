/**
 * Statistics of a register, from the history of its proposals. No clock: every period ends with the register's newest
 * commit. Days are the corrected ones (see dates.ts).
 */
import { quantileSorted } from "d3-array";
import { utcMonth } from "d3-time";
import { daysBetween } from "../../content/read/commit-dates.js";
import type { FileHistory } from "../../shared/history.js";
import { compareText } from "../../shared/text.js";

export interface MonthCounts {
  /** First day of the month. */
  month: string;
  /** Proposals by status at the end of the month, or of the period within it. */
  statuses: Map<string, number>;
  /** New proposals of the month. */
  created: number;
  /** Changes of status in the month, without the first status of each proposal. */
  changes: number;
}

/** How long proposals had a status, in days; only periods that have ended. */
export interface Stay {
  status: string;
  count: number;
  lower: number;
  median: number;
  upper: number;
}

const dayText = (date: Date) => date.toISOString().slice(0, 10);

/** @param end day of the newest commit. */
export function monthlyCounts(histories: readonly FileHistory[], end: string): MonthCounts[] {
  const first = histories.map(({ created }) => created).sort(compareText)[0];
  if (first === undefined) return [];
  const months = utcMonth.range(utcMonth.floor(new Date(first)), new Date(Date.parse(end) + 1)).map(dayText);
  const monthIndex = new Map(months.map((month, index) => [month.slice(0, 7), index]));
  const counts = months.map((month): MonthCounts => ({ month, statuses: new Map(), created: 0, changes: 0 }));
  for (const { statuses, created } of histories) {
    const count = counts[monthIndex.get(created.slice(0, 7)) ?? 0];
    if (count) count.created++;
    for (const [index, change] of statuses.entries()) {
      const from = monthIndex.get(change.day.slice(0, 7)) ?? 0;
      const next = statuses[index + 1];
      const until = next ? (monthIndex.get(next.day.slice(0, 7)) ?? months.length) : months.length;
      if (index > 0 && counts[from]) counts[from].changes++;
      for (const month of counts.slice(from, until)) {
        month.statuses.set(change.status, (month.statuses.get(change.status) ?? 0) + 1);
      }
    }
  }
  return counts;
}

/** Median and quartiles by status. */
export function stays(histories: readonly FileHistory[]): Stay[] {
  const lengths = new Map<string, number[]>();
  for (const { statuses } of histories)
    for (const [index, { status, day }] of statuses.entries()) {
      const next = statuses[index + 1];
      if (next) lengths.set(status, [...(lengths.get(status) ?? []), daysBetween(day, next.day)]);
    }
  return [...lengths].map(([status, days]): Stay => {
    const sorted = days.sort((a, b) => a - b);
    const quantile = (share: number) => Math.round(quantileSorted(sorted, share) ?? 0);
    return { status, count: sorted.length, lower: quantile(0.25), median: quantile(0.5), upper: quantile(0.75) };
  });
}

/** The day a number of months before another one. */
export function monthsBefore(day: string, months: number): string {
  const date = new Date(day);
  const month = utcMonth.offset(utcMonth.floor(date), -months);
  const last = new Date(Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + 1, 0)).getUTCDate();
  month.setUTCDate(Math.min(date.getUTCDate(), last));
  return dayText(month);
}
