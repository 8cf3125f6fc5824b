/** Commands in messages, as they can be typed. */

/** A word for a shell, in quotes if it needs them: in double ones, which every shell of Windows knows too, unless they would leave something in it a meaning. */
export function shellWord(word: string): string {
  if (/^[\w./@%+=:-]+$/.test(word)) return word;
  return /["$`!]|\\(?=$|\\)/.test(word) ? `'${word.replaceAll("'", `'\\''`)}'` : `"${word}"`;
}
