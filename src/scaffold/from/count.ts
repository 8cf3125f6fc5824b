/** Counting what texts say: which spelling is the commonest, how often each thing is named. */

/** @returns the value that is there most often, of equals the first. */
export function commonest<T>(values: readonly T[]): T | undefined {
  const counts = new Map<T, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort(([, one], [, other]) => other - one)[0]?.[0];
}

/** How often each thing is named, by `keyOf` its name, and under the name that it mostly has. */
export function countOf(
  labels: readonly string[],
  keyOf: (label: string) => string,
): Map<string, { label: string; count: number }> {
  const groups = new Map<string, string[]>();
  for (const label of labels) groups.set(keyOf(label), [...(groups.get(keyOf(label)) ?? []), label]);
  return new Map([...groups].map(([key, all]) => [key, { label: commonest(all) ?? "", count: all.length }]));
}
