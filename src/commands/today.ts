/** The day that new files are dated by: that of the author, not that of UTC. */

/** @returns `YYYY-MM-DD` where the author is. */
export function localDay(date: Date): string {
  const part = (value: number) => String(value).padStart(2, "0");
  return `${date.getFullYear()}-${part(date.getMonth() + 1)}-${part(date.getDate())}`;
}
