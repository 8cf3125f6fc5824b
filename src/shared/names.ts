/** Names of proposals and of people as readers type them: search and the archive read them alike. */

/** Scripts whose vowels are marks. */
export const withVowelMarks = String.raw`\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}`;
/** Marks without which a word stays the same: not those of kana, nor vowels. */
const accents = new RegExp(String.raw`(?:(?![\u3099\u309A${withVowelMarks}])\p{M}|\u200B)+`, "gu");

/** Letters that Unicode does not decompose, in the spelling of people without them on their keyboards. */
const plainLetters: Record<string, string> = { ł: "l", đ: "d", ø: "o", æ: "ae", œ: "oe", þ: "th", ð: "d", ı: "i" };
const specialLetter = /[łđøæœþðı]/g;

/**
 * Normalizes a text: compatibility forms become plain ones, accents are removed, case is folded through upper case (ß
 * becomes ss), and katakana become hiragana, because readers type what an input method offers first.
 */
export function foldText(text: string): string {
  return text
    .normalize("NFKD")
    .replace(accents, "")
    .replace(/\u0E4D\u0E32/g, "\u0E33")
    .replace(/\u0ECD\u0EB2/g, "\u0EB3")
    .normalize("NFC")
    .toUpperCase()
    .toLowerCase()
    .replace(specialLetter, (letter) => plainLetters[letter] ?? letter)
    .replace(/[\u30A1-\u30F6]/g, (kana) => String.fromCharCode(kana.charCodeAt(0) - 0x60));
}

/** A number is the same however many zeros a register writes before it. */
export const withoutZeros = (word: string): string => (/^0+\d+$/.test(word) ? word.replace(/^0+(?=\d)/, "") : word);

/** The label and the digits of a word that has both (`rfc0761`). @param labels in lower case. */
export function labelAndDigits(word: string, labels: readonly string[]): [label: string, digits: string] | undefined {
  const label = labels.find(
    (candidate) => word.startsWith(candidate) && /^\d{1,9}$/.test(word.slice(candidate.length)),
  );
  return label === undefined ? undefined : [label, word.slice(label.length)];
}

const words = /[\p{L}\p{N}\p{M}]+/gu;

/** The words of a name, folded: `RFC-0761` and `rfc761` are rfc and 761, `@Søren` is soren. @param labels of proposals. */
export function nameWords(name: string, labels: readonly string[]): string[] {
  const match = foldText(name).match(words) ?? [];
  return match.flatMap((word) => labelAndDigits(word, labels) ?? word).map(withoutZeros);
}
