/** Days of commits for counting, corrected where a committer's clock was wrong. */

const secondsOfDay = 86_400;

/** Memoized by days since 1970: commits of the same day are adjacent. */
const days = new Map<number, string>();

/** @param time in seconds since 1970. @returns `YYYY-MM-DD`, UTC. */
export function dayOf(time: number): string {
  const count = Math.floor(time / secondsOfDay);
  const known = days.get(count);
  if (known !== undefined) return known;
  const day = new Date(count * secondsOfDay * 1000).toISOString().slice(0, 10);
  days.set(count, day);
  return day;
}

/** Days from one `YYYY-MM-DD` to another. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / 1000 / secondsOfDay);
}

/**
 * Times that never decrease: the longest non-decreasing subsequence is kept, and any other time becomes that of the
 * commit before it. The run is found by patience sorting (Fredman 1975) in n log n steps.
 * @param times of commits in seconds, oldest commit first.
 */
export function believableTimes(times: readonly number[]): readonly number[] {
  if (times.every((time, index) => index === 0 || (times[index - 1] ?? 0) <= time)) return times;
  const run = longestRun(times);
  const believed = new Set(run);
  let last = times[run[0] ?? 0] ?? 0;
  return times.map((time, index) => {
    if (believed.has(index)) last = time;
    return last;
  });
}

/** @returns indexes of the longest non-decreasing subsequence. */
function longestRun(times: readonly number[]): number[] {
  /** Index of the smallest time that a run of each length can end with. */
  const ends: number[] = [];
  const before: number[] = [];
  for (const [index, time] of times.entries()) {
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((times[ends[middle] ?? 0] ?? 0) <= time) low = middle + 1;
      else high = middle;
    }
    before[index] = ends[low - 1] ?? -1;
    ends[low] = index;
  }
  const run: number[] = [];
  for (let at = ends.at(-1) ?? -1; at >= 0; at = before[at] ?? -1) run.push(at);
  return run.reverse();
}
