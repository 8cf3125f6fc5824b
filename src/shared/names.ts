/** Normalizes names of proposals and of people as readers type them, for search and the archive. */

/** Part of a character class: the scripts that write vowels as combining marks. */
export const vowelMarkScripts = String.raw`\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}`;
/** The characters that `foldText` removes: zero-width spaces, and all combining marks but the voicing marks of kana and the vowels of the scripts above. */
const accents = new RegExp(String.raw`(?:(?![\u3099\u309A${vowelMarkScripts}])\p{M}|\u200B)+`, "gu");

/** Letters that Unicode does not decompose, as people without these letters on their keyboards write them. */
const plainLetters: Record<string, string> = { ł: "l", đ: "d", ø: "o", æ: "ae", œ: "oe", þ: "th", ð: "d", ı: "i" };
const specialLetter = /[łđøæœþðı]/g;

/**
 * Normalizes a text: compatibility forms become plain ones, accents are removed, case is folded through upper case (ß
 * becomes ss), and katakana become hiragana, because readers type what an input method offers first.
 */
export function foldText(text: string): string {
  return (
    text
      .normalize("NFKD")
      .replace(accents, "")
      // The vowel am of Thai and Lao, which NFKD has decomposed.
      .replace(/\u0E4D\u0E32/g, "\u0E33")
      .replace(/\u0ECD\u0EB2/g, "\u0EB3")
      .normalize("NFC")
      .toUpperCase()
      .toLowerCase()
      .replace(specialLetter, (letter) => plainLetters[letter] ?? letter)
      .replace(/[\u30A1-\u30F6]/g, (kana) => String.fromCharCode(kana.charCodeAt(0) - 0x60))
  );
}

/** Removes leading zeros from a word of digits, because registers write a number with and without them. */
export const withoutZeros = (word: string): string => (/^0+\d+$/.test(word) ? word.replace(/^0+(?=\d)/, "") : word);

/** Splits a word such as `rfc0761` into label and digits. @param labels in lower case. @returns undefined for any other word. */
export function labelAndDigits(word: string, labels: readonly string[]): [label: string, digits: string] | undefined {
  const label = labels.find(
    (candidate) => word.startsWith(candidate) && /^\d{1,9}$/.test(word.slice(candidate.length)),
  );
  return label === undefined ? undefined : [label, word.slice(label.length)];
}

const words = /[\p{L}\p{N}\p{M}]+/gu;

/** The words of a name, folded: `RFC-0761` and `rfc761` give rfc and 761, `@Søren` gives soren. @param labels of proposals, in lower case. */
export function nameWords(name: string, labels: readonly string[]): string[] {
  const match = foldText(name).match(words) ?? [];
  return match.flatMap((word) => labelAndDigits(word, labels) ?? word).map(withoutZeros);
}
