/** Days of commits, corrected where a committer's clock was wrong. */

const secondsOfDay = 86_400;

/** Memoized by days since 1970: commits of the same day are adjacent. */
const days = new Map<number, string>();

/** @param time in seconds since 1970. @returns `YYYY-MM-DD`, UTC. */
export function dayOf(time: number): string {
  const count = Math.floor(time / secondsOfDay);
  const memoizedDay = days.get(count);
  if (memoizedDay !== undefined) return memoizedDay;
  const day = new Date(count * secondsOfDay * 1000).toISOString().slice(0, 10);
  days.set(count, day);
  return day;
}

/** The number of days from one `YYYY-MM-DD` to another. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / 1000 / secondsOfDay);
}

/** 2100-01-01, in seconds since 1970. Later times are wrong, many because they are in milliseconds. */
const latestBelievable = 4_102_444_800;

/** Whether a time can be that of a commit. @param time in seconds since 1970. */
export const isBelievable = (time: number) => time >= 0 && time < latestBelievable;

/**
 * Corrects times so that they never decrease: a time that is impossible, or before that of an earlier commit, becomes that of the commit before it.
 * @param times of commits in seconds since 1970, oldest commit first.
 */
export function believableTimes(times: readonly number[]): number[] {
  let last = times.find(isBelievable) ?? 0;
  return times.map((time) => {
    if (isBelievable(time) && time > last) last = time;
    return last;
  });
}
