/** Whether a translation is behind its original. */
import type { Version } from "../../shared/history.js";

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
