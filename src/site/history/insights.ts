/**
 * Statistics of a register, from the history of its proposals. No clock: every period ends with the register's newest
 * commit. Days are the corrected ones (see dates.ts).
 */
import { quantileSorted } from "d3-array";
import { utcMonth } from "d3-time";
import { daysBetween } from "../../content/read/commit-dates.js";
import type { FileHistory, StatusChange } from "../../shared/history.js";
import { compareText } from "../../shared/text.js";

/** The data that is counted for a proposal. */
export interface Counted {
  category: string;
  history: FileHistory;
}

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
  /** Empty for all categories together. */
  category: string;
  count: number;
  lower: number;
  median: number;
  upper: number;
}

export interface Person {
  name: string;
  changes: number;
  proposals: number;
}

const dayText = (date: Date) => date.toISOString().slice(0, 10);

/** @param end day of the newest commit. */
export function monthlyCounts(proposals: readonly Counted[], end: string): MonthCounts[] {
  const first = proposals.map(({ history }) => history.created).sort(compareText)[0];
  if (first === undefined) return [];
  const months = utcMonth.range(utcMonth.floor(new Date(first)), new Date(Date.parse(end) + 1)).map(dayText);
  const monthIndex = new Map(months.map((month, index) => [month.slice(0, 7), index]));
  const counts = months.map((month): MonthCounts => ({ month, statuses: new Map(), created: 0, changes: 0 }));
  for (const { history } of proposals) {
    const { statuses, created } = history;
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

/** Median and quartiles by status, of all proposals and of each category that has some. */
export function stays(proposals: readonly Counted[]): Stay[] {
  const lengths = new Map<string, Map<string, number[]>>();
  const add = (status: string, category: string, days: number) => {
    const byCategory = lengths.get(status) ?? new Map<string, number[]>();
    lengths.set(status, byCategory);
    byCategory.set(category, [...(byCategory.get(category) ?? []), days]);
  };
  for (const { category, history } of proposals) {
    for (const [index, { status, day }] of history.statuses.entries()) {
      const next: StatusChange | undefined = history.statuses[index + 1];
      if (!next) continue;
      add(status, "", daysBetween(day, next.day));
      if (category) add(status, category, daysBetween(day, next.day));
    }
  }
  return [...lengths].flatMap(([status, byCategory]) =>
    [...byCategory].map(([category, days]): Stay => {
      const sorted = days.sort((a, b) => a - b);
      const quantile = (share: number) => Math.round(quantileSorted(sorted, share) ?? 0);
      return {
        status,
        category,
        count: sorted.length,
        lower: quantile(0.25),
        median: quantile(0.5),
        upper: quantile(0.75),
      };
    }),
  );
}

/** The day a number of months before another one. */
export function monthsBefore(day: string, months: number): string {
  const date = new Date(day);
  const month = utcMonth.offset(utcMonth.floor(date), -months);
  const last = new Date(Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + 1, 0)).getUTCDate();
  month.setUTCDate(Math.min(date.getUTCDate(), last));
  return dayText(month);
}

/**
 * The authors of versions in the year before the end, and the editors: people who merged or applied the changes of
 * others, or changed a proposal that does not name them as an author. Programs (`[bot]`) are excluded.
 */
export function people(proposals: readonly Counted[], end: string): { authors: Person[]; editors: Person[] } {
  const start = monthsBefore(end, 12);
  const [authors, editors] = [
    new Map<string, { changes: number; of: Set<Counted> }>(),
    new Map<string, { changes: number; of: Set<Counted> }>(),
  ];
  const count = (table: typeof authors, name: string, proposal: Counted) => {
    if (!name || name.endsWith("[bot]")) return;
    const entry = table.get(name) ?? { changes: 0, of: new Set<Counted>() };
    entry.changes++;
    entry.of.add(proposal);
    table.set(name, entry);
  };
  for (const proposal of proposals) {
    for (const { day, author, editor, authors: named = [] } of proposal.history.versions) {
      if (day <= start) continue;
      const isAuthor = named.some((name) => name.toLowerCase().startsWith(author.toLowerCase()));
      count(isAuthor || editor ? authors : editors, author, proposal);
      if (editor) count(editors, editor, proposal);
    }
  }
  const ranked = (table: typeof authors): Person[] =>
    [...table]
      .map(([name, { changes, of }]) => ({ name, changes, proposals: of.size }))
      .sort((a, b) => b.changes - a.changes || compareText(a.name, b.name));
  return { authors: ranked(authors), editors: ranked(editors) };
}
