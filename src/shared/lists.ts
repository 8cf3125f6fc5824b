/** Helpers for lists. */

/** Whether two lists have the same values in the same order. */
export function isSameList<T>(a: readonly T[], b: readonly T[]): boolean {
  return a.length === b.length && a.every((value, index) => value === b[index]);
}

/** Adds items one by one, because some 100,000 arguments of `push` would overflow the stack. */
export function addAll<T>(list: T[], items: Iterable<T>): void {
  for (const item of items) list.push(item);
}

/** The largest number of a list of any length. @param least the result for an empty list. */
export const largestOf = (numbers: Iterable<number>, least = Number.NEGATIVE_INFINITY): number => {
  let largest = least;
  for (const number of numbers) if (number > largest) largest = number;
  return largest;
};

/** The smallest number of a list of any length. */
export const smallestOf = (numbers: Iterable<number>): number => {
  let smallest = Number.POSITIVE_INFINITY;
  for (const number of numbers) if (number < smallest) smallest = number;
  return smallest;
};
