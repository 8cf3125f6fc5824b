/** Pure helpers for texts that the generator, the templates and the browser share. */

const htmlEscapes: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

/** Escapes text for HTML content and for attributes in either quote. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => htmlEscapes[character] ?? character);
}

/** The inverse of `escapeHtml`, also for the forms that React writes. */
export function unescapeHtml(html: string): string {
  const plain: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'", "#x27": "'" };
  return html.replace(/&(amp|lt|gt|quot|#39|#x27);/g, (match, name: string) => plain[name] ?? match);
}

/** Compares by code unit, so that an order never depends on the machine's language. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Whether a text is a language tag (BCP 47) such as `de-DE`. */
export function isLanguageTag(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
}

/** White space other than a single space, so that single spaces need not be replaced by themselves. */
const foldableSpace = /[^\S ]\s*| \s+/g;

/** Replaces white space by single spaces. */
export function foldSpaces(text: string): string {
  return text.replace(foldableSpace, " ");
}

/** The most frequent of several spellings, and of equally frequent ones the longest; empty if there are none. */
export function usualSpelling(spellings: readonly string[]): string {
  const [first = ""] = spellings;
  if (spellings.every((spelling) => spelling === first)) return first;
  const counts = new Map<string, number>();
  for (const spelling of spellings) counts.set(spelling, (counts.get(spelling) ?? 0) + 1);
  const [usual] = [...counts].sort(
    ([a, countA], [b, countB]) => countB - countA || b.length - a.length || compareText(a, b),
  );
  return usual?.[0] ?? "";
}

/** The first `limit` code units of a text; a character that would be cut in two is left out. */
export function cutText(text: string, limit: number): string {
  return text.length <= limit ? text : text.slice(0, limit).replace(/[\uD800-\uDBFF]$/, "");
}

/** Fills values into a sentence in place of their `{names}`. A value may contain any text. */
export function fillText(sentence: string, values: Readonly<Record<string, string>>): string {
  return sentence.replace(/\{(\w+)\}/g, (match, name: string) =>
    Object.hasOwn(values, name) ? (values[name] ?? "") : match,
  );
}

/** Encodes a text for an address. Unpaired surrogates, which have no encoding, are replaced. */
export const encodeText = (text: string): string => encodeURIComponent(text.toWellFormed());

/** Shortens at a word boundary to at most `limit` characters, ellipsis included; white space is folded. */
export function truncateText(text: string, limit: number): string {
  const folded = foldSpaces(text).trim();
  if (folded.length <= limit) return folded;
  const cut = cutText(folded, limit - 1);
  const space = cut.lastIndexOf(" ");
  return `${cut.slice(0, space > limit / 2 ? space : cut.length).replace(/[\s,;:.–—-]+$/, "")}…`;
}

/**
 * Edits (insert, delete, replace, swap of neighbours) between two words: optimal string alignment distance, after
 * Damerau (1964). Only the rows that a swap needs are kept. Results above `limit` are not exact.
 */
export function editDistance(a: string, b: string, limit = Number.POSITIVE_INFINITY): number {
  if (Math.abs(a.length - b.length) > limit) return limit + 1;
  // A common prefix costs nothing: routes often have a long one.
  let start = 0;
  while (start < a.length && a[start] === b[start]) start++;
  const width = b.length - start;
  let beforePrevious: number[] = [];
  let previous = Array.from({ length: width + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length - start; i++) {
    const current = [i];
    let rowMinimum = i;
    for (let j = 1; j <= width; j++) {
      const [x, y] = [start + i - 1, start + j - 1];
      const cost = a[x] === b[y] ? 0 : 1;
      let best = Math.min((previous[j] ?? 0) + 1, (current[j - 1] ?? 0) + 1, (previous[j - 1] ?? 0) + cost);
      if (i > 1 && j > 1 && a[x] === b[y - 1] && a[x - 1] === b[y]) {
        best = Math.min(best, (beforePrevious[j - 2] ?? 0) + 1);
      }
      current.push(best);
      if (best < rowMinimum) rowMinimum = best;
    }
    if (rowMinimum > limit) return limit + 1;
    beforePrevious = previous;
    previous = current;
  }
  return previous[width] ?? 0;
}

/** The help of a message about an unknown word: the nearest candidate, or all of them. */
export function suggestion(word: string, candidates: readonly string[]): string {
  const near = didYouMean(word, candidates);
  const verb = candidates.length === 1 ? "is" : "are";
  return near ? `Did you mean "${near}"?` : `There ${verb}: ${candidates.join(", ") || "none"}.`;
}

/**
 * The candidate that `word` was probably meant to be, if one is near enough; case is ignored. In a number at most one digit may differ. In a path,
 * only the part below the common folders counts.
 */
export function didYouMean(word: string, candidates: Iterable<string>): string | undefined {
  return new Candidates(candidates).nearest(word);
}

interface Candidate {
  word: string;
  /** Position among the candidates, because the first of equally near ones is taken. */
  index: number;
  lower: string;
  letters: number;
  /** Computed on demand. */
  numbers?: string;
}

/** Words for several calls of `didYouMean`: thousands of routes are compared with each broken link. */
export class Candidates {
  private readonly byLength = new Map<number, Candidate[]>();

  constructor(words: Iterable<string>) {
    let index = 0;
    for (const word of words) {
      const lower = word.toLowerCase();
      const candidate = { word, index: index++, lower, letters: lettersOf(lower) };
      const same = this.byLength.get(lower.length);
      if (same) same.push(candidate);
      else this.byLength.set(lower.length, [candidate]);
    }
  }

  /** See `didYouMean`. @param exception a candidate that is left out. */
  nearest(word: string, exception?: string): string | undefined {
    const lowerWord = word.toLowerCase();
    const letters = lettersOf(lowerWord);
    const numbers = numbersIn(lowerWord);
    let best: Candidate | undefined;
    let bestDistance = maxEdits(lowerWord.length);
    for (let length = lowerWord.length - bestDistance; length <= lowerWord.length + bestDistance; length++)
      for (const candidate of this.byLength.get(length) ?? []) {
        // Cheap bounds first.
        const limit = best && candidate.index > best.index ? bestDistance - 1 : bestDistance;
        if (candidate.word === exception) continue;
        if (Math.abs(length - lowerWord.length) > limit || bitsIn(letters & ~candidate.letters) > limit) continue;
        candidate.numbers ??= numbersIn(candidate.lower);
        if (candidate.numbers !== numbers && editDistance(numbers, candidate.numbers, 1) > 1) continue;
        const distance = editDistance(lowerWord, candidate.lower, limit);
        if (distance > limit || distance > maxEdits(lowerWord.length - commonFolders(lowerWord, candidate.lower)))
          continue;
        best = candidate;
        bestDistance = distance;
      }
    return best?.word;
  }
}

/** A third of the letters may be wrong, but at least one and at most four. */
const maxEdits = (length: number) => Math.min(4, Math.max(1, Math.floor(length / 3)));

/** The length of the folders that two paths share: long ones do not make two short names alike. */
function commonFolders(a: string, b: string): number {
  let length = 0;
  for (let index = 0; index < a.length && a[index] === b[index]; index++) if (a[index] === "/") length = index + 1;
  return length;
}

/** The numbers in a word, without leading zeros. */
function numbersIn(word: string): string {
  return [...word.matchAll(/[1-9]\d*/g)].join(" ");
}

/** The letters of a word as a set of bits, some of which stand for several letters. Each bit that another word lacks takes at least one edit. */
export function lettersOf(word: string): number {
  let bits = 0;
  for (let index = 0; index < word.length; index++) bits |= 1 << (word.charCodeAt(index) & 31);
  return bits;
}

/** The number of bits that are set. */
export function bitsIn(bits: number): number {
  let count = 0;
  for (let remaining = bits; remaining !== 0; remaining &= remaining - 1) count++;
  return count;
}

/** Escapes a text for a regular expression, which then matches it literally. */
export function escapePattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

/** Similarity of two lists, from 0 to 1, regardless of order (Dice 1945). */
export function overlap(a: readonly string[], b: readonly string[]): number {
  const counts = new Map<string, number>();
  for (const key of a) counts.set(key, (counts.get(key) ?? 0) + 1);
  let common = 0;
  for (const key of b) {
    const count = counts.get(key) ?? 0;
    if (count > 0) {
      common++;
      counts.set(key, count - 1);
    }
  }
  return a.length + b.length === 0 ? 0 : (2 * common) / (a.length + b.length);
}

/** Joins words: `a, b or c`. */
export function orList(words: readonly string[]): string {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} or ${words.at(-1)}`;
}

/**
 * Quotes a word for a shell, if that is needed: with double quotes, which every shell of Windows knows too, unless the word has characters with
 * a meaning inside them.
 */
export function shellWord(word: string): string {
  if (/^[\w./@%+=:-]+$/.test(word)) return word;
  return /["$`!]|\\(?=$|\\)/.test(word) ? `'${word.replaceAll("'", `'\\''`)}'` : `"${word}"`;
}
