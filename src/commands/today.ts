/** The date of new files: in the author's time zone, not in UTC. */

/** @returns `YYYY-MM-DD` in the local time zone. */
export function localDay(date: Date): string {
  const part = (value: number) => String(value).padStart(2, "0");
  return `${date.getFullYear()}-${part(date.getMonth() + 1)}-${part(date.getDate())}`;
}
