/** Comparison of lists. */

/** Whether two lists have the same values in the same order. */
export function isSameList<T>(one: readonly T[], other: readonly T[]): boolean {
  return one.length === other.length && one.every((value, index) => value === other[index]);
}
