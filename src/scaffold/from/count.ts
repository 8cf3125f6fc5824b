/** Counts values in texts: the most frequent spelling, and how often each occurs. */

/** @returns the most frequent value; the first of equals. */
export function commonest<T>(values: readonly T[]): T | undefined {
  const counts = new Map<T, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort(([, one], [, other]) => other - one)[0]?.[0];
}

/** Counts values by `keyOf`, and names each by its most frequent spelling. */
export function countOf(
  labels: readonly string[],
  keyOf: (label: string) => string,
): Map<string, { label: string; count: number }> {
  const groups = new Map<string, string[]>();
  for (const label of labels) groups.set(keyOf(label), [...(groups.get(keyOf(label)) ?? []), label]);
  return new Map([...groups].map(([key, all]) => [key, { label: commonest(all) ?? "", count: all.length }]));
}
