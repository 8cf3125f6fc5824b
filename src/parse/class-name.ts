/** Names of statuses and categories as people write them. */

/** Case, spaces, `-` and `_` do not matter. */
export function normalizeName(text: string): string {
  return text.toLowerCase().replace(/[\s_-]+/g, "");
}
