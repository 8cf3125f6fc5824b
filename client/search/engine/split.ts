/** Words that were typed as one: `muirglacier`, `proofofstake`. */

const maxPieces = 4;
/** Shorter pieces occur in nearly every word. */
const telling = 4;

/** @returns the fewest words of the site that a typed one consists of, or none: at most one of them is short. */
export function splitWord(typed: string, words: ReadonlySet<string>): string[] {
  const best: (string[] | undefined)[] = [[]];
  for (let end = 2; end <= typed.length; end++) {
    for (let start = 0; start <= end - 2; start++) {
      const before = best[start];
      const piece = typed.slice(start, end);
      if (piece === typed || !before || before.length >= maxPieces || !words.has(piece)) continue;
      const pieces = [...before, piece];
      if (shortOnes(pieces) > 1) continue;
      const known = best[end];
      if (!known || rank(pieces) < rank(known)) best[end] = pieces;
    }
  }
  const found = best[typed.length] ?? [];
  return found.length > 1 && found.some(({ length }) => length >= telling) ? found : [];
}

const shortOnes = (pieces: readonly string[]) => pieces.filter(({ length }) => length < telling).length;

const rank = (pieces: readonly string[]) => pieces.length * 10 + shortOnes(pieces);
