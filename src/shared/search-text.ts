/**
 * The tokenizer of search, for the index and for queries. A term consists of letters and digits in lower case without
 * accents; in scripts without spaces between words, of two adjacent characters with their marks. A number has no leading zeros. A name in code is one
 * term, and the words in it are terms as well (see `nameForms`).
 */
import { foldText, vowelMarkScripts, withoutZeros } from "./names.js";
import { cutText } from "./text.js";

/** Longer words are cut: hashes and addresses must not fill the index. */
export const maxTermLength = 32;

/**
 * Scripts that are searched by pairs of characters: besides those with vowel marks, those of East Asia, whose words are mostly one or two characters.
 * Korean has spaces between words, but joins particles to them: 토큰을, 토큰은, EIP-20은.
 */
const eastAsian = String.raw`\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{sc=Hangul}`;
/** A Korean syllable that some systems write as separate letters. */
const syllable = String.raw`[\u1100-\u115F][\u1160-\u11A7][\u11A8-\u11FF]?`;
/** A run of these characters. The invisible space that some texts have between words with vowel marks does not end it. */
const wordOf = (characters: string) =>
  new RegExp(String.raw`[${characters}]+(?:\u200B+(?=[${vowelMarkScripts}])[${characters}]+)*`, "gu");
const word = wordOf(String.raw`\p{L}\p{N}\p{M}`);
const nonAscii = /[^\0-\x7f]/;
export const wordOrName = wordOf(String.raw`\p{L}\p{N}\p{M}_`);
const nameShape = /[a-z\d][A-Z]|[A-Za-z\d]_+[A-Za-z\d]/;
export const nameBoundary = /_+|(?<=[a-z\d])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/;
/** A character of these scripts. A mark, which several scripts share, is part of the character before it. */
const unit = String.raw`(?!\p{M})(?:${syllable}|[${eastAsian}]|(?!\p{N})[${vowelMarkScripts}])`;
/** The marks of a character, and the vowel am of Thai and Lao, a letter that always follows another. */
const unitMarks = String.raw`[\p{M}\uFF9E\uFF9F\u0E33\u0EB3\u200B]*`;
const unspacedCharacter = new RegExp(unit, "u");
const unspacedRun = new RegExp(`(?:${unit}${unitMarks})+|(?:(?!${unit}).)+`, "gsu");
const unspacedUnit = new RegExp(`${unit}${unitMarks}`, "gu");

/** A term, and the range of its word in the text. */
export interface TermPlace {
  term: string;
  start: number;
  end: number;
}

/** The terms of a text, in order. */
export const termsOf = (text: string): string[] => wordPlaces(text).map(({ term }) => term);

/** The terms of a text as `termsOf` has them, with their places. */
export function wordPlaces(text: string, offset = 0): TermPlace[] {
  return [...text.matchAll(word)].flatMap(({ 0: match, index }) =>
    nonAscii.test(match) ? foldWord(match, offset + index) : placeOf(match, offset + index),
  );
}

/** The terms of a text with their places, for highlighting; the whole of a name before its words. */
export function termPlaces(text: string): TermPlace[] {
  return [...text.matchAll(wordOrName)].flatMap(({ 0: match, index }) =>
    isName(match) ? namePlaces(match, index) : wordPlaces(match, index),
  );
}

const placeOf = (word: string, start: number): TermPlace => ({
  term: termOf(word.toLowerCase()),
  start,
  end: start + word.length,
});

/** A name of several words, as code has them: `safeTransferFrom`, `MAX_SIZE`, `PriceFeed`. */
export const isName = (word: string): boolean => nameShape.test(word) && !nonAscii.test(word);

/** The names in a text, in order. */
export const namesIn = (text: string): string[] => (text.match(wordOrName) ?? []).filter(isName);

/** The terms of a name: the whole without underscores, and its words. */
export function nameForms(name: string): string[] {
  const places = namePlaces(name, 0).filter(({ start, end }) => end - start > 1);
  return [...new Set(places.map(({ term }) => term))];
}

function namePlaces(name: string, offset: number): TermPlace[] {
  const places = [{ term: cutTerm(name.replaceAll("_", "").toLowerCase()), start: offset, end: offset + name.length }];
  for (const { 0: part, index } of name.matchAll(/[^_]+/g)) {
    const words = part.split(nameBoundary);
    let start = offset + index;
    if (words.length > 1) places.push(placeOf(part, start));
    for (const word of words) {
      places.push(placeOf(word, start));
      start += word.length;
    }
  }
  return places;
}

/** In a script without spaces between words, a term is two adjacent characters. */
export function isUnspaced(text: string): boolean {
  return unspacedCharacter.test(text);
}

/** The characters of a term in such a script, each with its marks. */
export function unitsOf(term: string): readonly string[] {
  return term.match(unspacedUnit) ?? [];
}

function foldWord(text: string, offset: number): TermPlace[] {
  return [...text.matchAll(unspacedRun)].flatMap(({ 0: run, index }) =>
    isUnspaced(run) ? pairTerms(run, offset + index) : plainTerms(run, offset + index),
  );
}

/** A word may become several terms: ½ is 1 and 2. Each has the place of the whole word. */
function plainTerms(run: string, start: number): TermPlace[] {
  const terms = foldText(run).match(/[\p{L}\p{N}]+/gu) ?? [];
  return terms.map((term) => ({ term: termOf(term), start, end: start + run.length }));
}

function pairTerms(run: string, offset: number): TermPlace[] {
  const units = [...run.matchAll(unspacedUnit)].map(({ 0: unit, index }) => ({
    term: cutTerm(foldText(unit)),
    start: offset + index,
    end: offset + index + unit.length,
  }));
  if (units.length === 1) return units;
  return units.slice(0, -1).map((unit, index) => {
    const next = units[index + 1] ?? unit;
    return { term: cutTerm(unit.term + next.term), start: unit.start, end: next.end };
  });
}

/** The term of a word in lower case. */
function termOf(word: string): string {
  return cutTerm(withoutZeros(word));
}

/** The cut form of a long term. */
export function cutTerm(term: string): string {
  return cutText(term, maxTermLength);
}

// Words with a hyphen, which readers also write without it: `front-running` has the term `frontrunning`, too. Digits joined by hyphens are one word.

const hyphen = "-";
/** Longer words with a hyphen are mostly parts of addresses. */
const maxLetters = 24;
/** In a word with several hyphens, shorter parts are words like "of" and "to". */
const minPartInChain = 3;
const withHyphens = new RegExp(String.raw`(?<![\p{L}\p{N}\p{M}_])${wordOrName.source}(?:-${wordOrName.source})+`, "gu");
/** Source of a pattern for digits joined by hyphens: `2-of-3`, `2024-03-14`. */
export const figure = String.raw`\d+(?:-(?:[a-z]{1,3}-)*\d+)+(?![\p{L}\p{N}_-])`;
const isFigure = new RegExp(`^${figure}$`, "iu");

/** The term of digits joined by hyphens. */
export function figureOf(text: string): string {
  return cutTerm(termsOf(text).join(hyphen));
}

const space = /[ \t\n]/g;
const isSpace = (code: number) => code === 32 || code === 9 || code === 10;

/** The start of the piece between white space that contains a character. */
export function startOfPiece(text: string, index: number): number {
  let start = index;
  while (start > 0 && !isSpace(text.charCodeAt(start - 1))) start--;
  return start;
}

export function endOfPiece(text: string, index: number): number {
  space.lastIndex = index;
  return space.exec(text)?.index ?? text.length;
}

/** The terms of words with a hyphen, one for each two adjacent parts, and of digits joined by hyphens, in order. */
export function compoundPlaces(text: string): TermPlace[] {
  const places: TermPlace[] = [];
  // A first pass finds pieces without spaces, because patterns with classes of Unicode are slow.
  let pieceEnd = 0;
  for (let index = text.indexOf(hyphen); index >= 0; index = text.indexOf(hyphen, pieceEnd)) {
    const pieceStart = startOfPiece(text, index);
    pieceEnd = endOfPiece(text, index);
    for (const { 0: chain, index: chainIndex } of text.slice(pieceStart, pieceEnd).matchAll(withHyphens)) {
      let start = pieceStart + chainIndex;
      if (isFigure.test(chain)) {
        places.push({ term: figureOf(chain), start, end: start + chain.length });
        continue;
      }
      const parts = chain.split(hyphen);
      const minLength = parts.length > 2 ? minPartInChain : 1;
      for (const [part, first] of parts.entries()) {
        const second = parts[part + 1] ?? "";
        const end = start + first.length + 1 + second.length;
        const isWord =
          first.length >= minLength && second.length >= Math.max(2, minLength) && end - start <= maxLetters;
        const term = isWord ? compoundOf(first, second) : undefined;
        if (term) places.push({ term, start, end });
        start += first.length + 1;
      }
    }
  }
  return places;
}

/** The joined term of two parts; undefined for a label with its number (`RFC-2119`) and for names in code. */
function compoundOf(first: string, second: string): string | undefined {
  if (!/^\p{L}/u.test(first) || /_/.test(first + second)) return undefined;
  if (/^\d+$/.test(second) && /^[a-z]+$/i.test(first)) return undefined;
  const terms = [termsOf(first), termsOf(second)];
  const isPlain = terms.every(([term = "", ...more]) => term && more.length === 0 && !isUnspaced(term));
  return isPlain ? terms.join("") : undefined;
}
