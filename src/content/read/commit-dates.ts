/** Days of commits for counting, corrected where a committer's clock was wrong. */
import type { Version } from "../../shared/history.js";

const secondsOfDay = 86_400;

/** Memoized by days since 1970: commits of the same day are adjacent. */
const days = new Map<number, string>();

/** @param time in seconds since 1970. @returns `YYYY-MM-DD`, UTC. */
export function dayOf(time: number): string {
  const count = Math.floor(time / secondsOfDay);
  const earlierDay = days.get(count);
  if (earlierDay !== undefined) return earlierDay;
  const day = new Date(count * secondsOfDay * 1000).toISOString().slice(0, 10);
  days.set(count, day);
  return day;
}

/** Days from one `YYYY-MM-DD` to another. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / 1000 / secondsOfDay);
}

/** 2100-01-01, in seconds since 1970: no commit is from a later time; many a wrong one is in milliseconds. */
const end = 4_102_444_800;

/** Whether a time can be that of a commit. @param time in seconds since 1970. */
export const isBelievable = (time: number) => time >= 0 && time < end;

/**
 * Times that never decrease: the longest non-decreasing subsequence is kept, of several ones the first, and any other
 * time becomes that of the commit before it. The lengths are found by patience sorting (Fredman 1975) in n log n steps.
 * @param times of commits in seconds, oldest commit first.
 */
export function believableTimes(times: readonly number[]): readonly number[] {
  if (times.every((time, index) => isBelievable(time) && (index === 0 || (times[index - 1] ?? 0) <= time)))
    return times;
  const lengths = runLengths(times);
  let remaining = lengths.reduce((longest, length) => Math.max(longest, length), 0);
  let last: number | undefined;
  const believed = times.map((time, index) => {
    if (remaining > 0 && lengths[index] === remaining && time >= (last ?? 0)) {
      last = time;
      remaining--;
    }
    return last;
  });
  // What comes before the first one that is believed has its time.
  const first = believed.find((time) => time !== undefined) ?? 0;
  return believed.map((time) => time ?? first);
}

/** @returns for each time the length of the longest non-decreasing run that begins with it; 0 for a time that is not believable. */
function runLengths(times: readonly number[]): number[] {
  /** The largest time that a run of each length can begin with; they never increase. */
  const starts: number[] = [];
  const lengths = times.map(() => 0);
  for (let index = times.length - 1; index >= 0; index--) {
    const time = times[index] ?? 0;
    if (!isBelievable(time)) continue;
    let low = 0;
    let high = starts.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((starts[middle] ?? 0) >= time) low = middle + 1;
      else high = middle;
    }
    starts[low] = time;
    lengths[index] = low + 1;
  }
  return lengths;
}

// Whether a translation is up to date.

/**
 * @param original versions, newest first.
 * @param translation the same.
 * @returns the version of the original that the translation was last updated for, if words of the original changed
 * after it.
 */
export function outdatedSince(original: readonly Version[], translation: readonly Version[]): Version | undefined {
  const [last] = translation;
  if (!last) return undefined;
  const index = original.findIndex(({ order }) => order <= last.order);
  if (index <= 0) return undefined;
  return original.slice(0, index).some(({ words }) => words && words.added + words.removed > 0)
    ? original[index]
    : undefined;
}
