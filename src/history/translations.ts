/** Whether a translation is up to date. */
import type { Version } from "../shared/history.js";

/**
 * @param original versions, newest first.
 * @param translation the same.
 * @returns the version of the original that the translation was last updated for, if words of the original changed
 * after it.
 */
export function outdatedSince(original: readonly Version[], translation: readonly Version[]): Version | undefined {
  const [last] = translation;
  if (!last) return undefined;
  const at = original.findIndex(({ order }) => order <= last.order);
  if (at <= 0) return undefined;
  return original.slice(0, at).some(({ changes }) => changes && changes.length > 0) ? original[at] : undefined;
}
