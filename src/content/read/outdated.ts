/** Whether a translation is behind its original. */
import type { Version } from "../../shared/history.js";

/**
 * @param original versions of the original, newest first.
 * @param translation versions of the translation, newest first.
 * @returns the version of the original that the translation translates, if words of the original changed after it.
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
