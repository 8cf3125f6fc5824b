/** Which words of the site a misspelt one may be. */
import { editDistance } from "../../../src/shared/text.js";

/** The words nearest to a typed one: one edit away, two from eight letters on. Those that begin alike come first. */
export function corrections(typed: string, words: readonly string[], limit = typed.length < 8 ? 1 : 2): string[] {
  const letters = lettersOf(typed);
  const near: { word: string; distance: number }[] = [];
  for (const word of words) {
    if (Math.abs(word.length - typed.length) > limit) continue;
    // An edit changes at most two of the letters that occur: most words need no more than this look.
    if (bits(lettersOf(word) ^ letters) > 2 * limit) continue;
    const distance = editDistance(typed, word, limit);
    if (distance > 0 && distance <= limit) near.push({ word, distance });
  }
  const best = Math.min(...near.map(({ distance }) => distance));
  const strange = (word: string) => (word[0] === typed[0] ? 0 : 1);
  return near
    .filter(({ distance }) => distance === best)
    .sort((a, b) => strange(a.word) - strange(b.word))
    .map(({ word }) => word);
}

/** A bit for each letter; those outside a to z share one. */
function lettersOf(word: string): number {
  let letters = 0;
  for (let index = 0; index < word.length; index++) {
    const code = word.charCodeAt(index) - 97;
    letters |= 1 << (code >= 0 && code < 26 ? code : 26);
  }
  return letters;
}

function bits(number: number): number {
  let count = 0;
  for (let rest = number; rest !== 0; rest &= rest - 1) count++;
  return count;
}
