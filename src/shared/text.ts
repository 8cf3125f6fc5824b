/** Small pure text helpers that the generator, the templates and the browser share. */

const htmlEscapes: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

/** Escapes text for HTML content and for attributes in either quote. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => htmlEscapes[character] ?? character);
}

/** Compares by code unit, so that an order never depends on the machine's language. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Says whether a text is a language tag (BCP 47) as `de-DE` is one. */
export function isLanguageTag(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
}

/** Shortens at a word boundary to at most `limit` characters, ellipsis included; white space is folded. */
export function truncateText(text: string, limit: number): string {
  const folded = text.replace(/\s+/g, " ").trim();
  if (folded.length <= limit) return folded;
  const cut = folded.slice(0, limit - 1).replace(/[\uD800-\uDBFF]$/, "");
  const space = cut.lastIndexOf(" ");
  return `${cut.slice(0, space > limit / 2 ? space : cut.length).replace(/[\s,;:.–—-]+$/, "")}…`;
}

/**
 * Edits (insert, delete, replace, swap of neighbours) between two words: optimal string alignment distance, after Damerau (1964).
 * Rows are kept only as far back as a swap reaches. Anything above `limit` is only said to be above it.
 */
export function editDistance(a: string, b: string, limit = Number.POSITIVE_INFINITY): number {
  if (Math.abs(a.length - b.length) > limit) return limit + 1;
  let beforePrevious: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const current = [i];
    for (let j = 1; j <= b.length; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1;
      let best = Math.min((previous[j] ?? 0) + 1, (current[j - 1] ?? 0) + 1, (previous[j - 1] ?? 0) + cost);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        best = Math.min(best, (beforePrevious[j - 2] ?? 0) + 1);
      }
      current.push(best);
    }
    if (Math.min(...current) > limit) return limit + 1;
    beforePrevious = previous;
    previous = current;
  }
  return previous[b.length] ?? 0;
}

/** What to say of a word that is not among those that there are. */
export function suggestion(word: string, known: readonly string[]): string {
  const near = didYouMean(word, known);
  const verb = known.length === 1 ? "is" : "are";
  return near ? `Did you mean "${near}"?` : `There ${verb}: ${known.join(", ") || "none"}.`;
}

/** The candidate that `word` was probably meant to be, if one is near enough; case is ignored. */
export function didYouMean(word: string, candidates: Iterable<string>): string | undefined {
  const wanted = word.toLowerCase();
  let best: string | undefined;
  let bestDistance = Math.min(5, Math.max(1, Math.floor(wanted.length / 3)) + 1);
  for (const candidate of candidates) {
    const distance = editDistance(wanted, candidate.toLowerCase(), bestDistance - 1);
    if (distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}
