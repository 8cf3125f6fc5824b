/**
 * The words of a text for search: the only tokenizer, for the index and for queries. A term consists of letters and
 * digits in lower case without accents; in scripts without spaces between words, of two adjacent characters with their
 * marks. A number has no zeros before it. A name in code is one term, and the words in it are terms as well (see
 * `nameForms`).
 */
import { addAll } from "./lists.js";
import { foldText, withoutZeros, withVowelMarks } from "./names.js";
import { cutText } from "./text.js";

/** Longer words are cut: hashes and addresses must not fill the index. */
export const maxTermLength = 32;

const asciiTerm = /[a-z0-9]+/g;
/**
 * Scripts without spaces: those of East Asia, whose words are mostly one or two characters, and those whose vowels are marks. Korean has
 * spaces, but what is said of a word is joined to it: 토큰을, 토큰은, EIP-20은.
 */
const eastAsian = String.raw`\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{sc=Hangul}`;
/** A syllable of Korean in its letters, as some systems write it. */
const syllable = String.raw`[\u1100-\u115F][\u1160-\u11A7][\u11A8-\u11FF]?`;
/** Some texts have an invisible space between the words of these scripts. It is part of the word before. */
const wordOf = (characters: string) =>
  new RegExp(String.raw`[${characters}]+(?:\u200B+(?=[${withVowelMarks}])[${characters}]+)*`, "gu");
const word = wordOf(String.raw`\p{L}\p{N}\p{M}`);
const nonAscii = /[^\0-\x7f]/;
export const wordOrName = wordOf(String.raw`\p{L}\p{N}\p{M}_`);
const nameShape = /[a-z\d][A-Z]|[A-Za-z\d]_+[A-Za-z\d]/;
const nameBoundary = /_+|(?<=[a-z\d])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/;
const names = /\b\w*?(?:[a-z\d][A-Z]|[A-Za-z\d]_+[A-Za-z\d])\w*/g;
/** Some marks belong to these scripts and to others: they count only after a character of these scripts. */
const unit = String.raw`(?!\p{M})(?:${syllable}|[${eastAsian}]|(?!\p{N})[${withVowelMarks}])`;
/** The vowel am of Thai and Lao is a letter, but never without one before it. */
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
export function termsOf(text: string): string[] {
  if (!nonAscii.test(text)) return (text.toLowerCase().match(asciiTerm) ?? []).map(termOf);
  return (text.match(word) ?? []).flatMap((found) =>
    nonAscii.test(found) ? foldWord(found, 0).map(({ term }) => term) : termOf(found.toLowerCase()),
  );
}

/** The terms of a text as `termsOf` has them, with their places. */
export function wordPlaces(text: string): TermPlace[] {
  return [...text.matchAll(word)].flatMap(({ 0: found, index }) =>
    nonAscii.test(found) ? foldWord(found, index) : wordPlace(found, index),
  );
}

/** The terms of a text with their places, for highlighting; the whole of a name before its words. */
export function termPlaces(text: string): TermPlace[] {
  const places: TermPlace[] = [];
  for (const { 0: found, index } of text.matchAll(wordOrName)) {
    if (nonAscii.test(found)) {
      for (const { 0: part, index: at } of found.matchAll(word)) addAll(places, foldWord(part, index + at));
    } else if (isName(found)) {
      addAll(places, namePlaces(found, index));
    } else {
      for (const { 0: part, index: at } of found.matchAll(word)) {
        places.push(wordPlace(part, index + at));
      }
    }
  }
  return places;
}

const wordPlace = (word: string, start: number): TermPlace => ({
  term: termOf(word.toLowerCase()),
  start,
  end: start + word.length,
});

/** A name of several words, as code has them: `safeTransferFrom`, `MAX_SIZE`, `PriceFeed`. */
export function isName(text: string): boolean {
  return nameShape.test(text);
}

/** The terms of a name: the whole without underscores, and its words. */
export function nameForms(name: string): string[] {
  const whole = cutTerm(name.replaceAll("_", "").toLowerCase());
  const words = name.split(nameBoundary).flatMap((part) => (part.length > 1 ? [termOf(part.toLowerCase())] : []));
  return [...new Set([whole, ...words])];
}

/** The names in a text, in order. */
export function namesIn(text: string): string[] {
  return text.match(names) ?? [];
}

function namePlaces(name: string, offset: number): TermPlace[] {
  const places = [{ term: cutTerm(name.replaceAll("_", "").toLowerCase()), start: offset, end: offset + name.length }];
  let start = offset;
  for (const part of name.split(/(_+)/)) {
    const end = start + part.length;
    const words = part.split(nameBoundary);
    if (words.length > 1) places.push({ term: termOf(part.toLowerCase()), start, end });
    for (const piece of words) {
      if (piece && !piece.startsWith("_"))
        places.push({ term: termOf(piece.toLowerCase()), start, end: start + piece.length });
      start += piece.length;
    }
    start = end;
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

/** The terms of a query as text: neighbouring pairs of characters are a word again. */
export function joinTerms(terms: readonly string[]): string {
  let text = "";
  let last = "";
  for (const term of terms) {
    const units = unitsOf(term);
    if (text && units.length === 2 && units[0] === last) text += units[1];
    else text += text ? ` ${term}` : term;
    last = units.at(-1) ?? "";
  }
  return text;
}

function foldWord(text: string, offset: number): TermPlace[] {
  return [...text.matchAll(unspacedRun)].flatMap(({ 0: run, index }) =>
    isUnspaced(run) ? pairs(run, offset + index) : plainTerms(run, offset + index),
  );
}

/** A word may become several terms: ½ is 1 and 2. Each has the place of the whole word. */
function plainTerms(run: string, start: number): TermPlace[] {
  const terms = foldText(run).match(/[\p{L}\p{N}]+/gu) ?? [];
  return terms.map((term) => ({ term: termOf(term), start, end: start + run.length }));
}

function pairs(run: string, offset: number): TermPlace[] {
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

// Words with a hyphen, which readers also write as one: `front-running` is the term `frontrunning`, too. Digits joined by hyphens are one word.

const hyphen = "-";
/** Longer ones are mostly parts of addresses. */
const mostLetters = 24;
/** Shorter parts of a word with several hyphens are words like "of" and "to". */
const leastPartInChain = 3;
/** `2-of-3`, `2024-03-14` */
export const figure = String.raw`\d+(?:-(?:[a-z]{1,3}-)*\d+)+(?![\p{L}\p{N}_-])`;
const figureHere = new RegExp(String.raw`(?<![\p{L}\p{N}_-])${figure}`, "iuy");
/** Most words, which need no folding. */
const plainPair = /^[a-z][a-z\d]*-[a-z\d]+$/i;
const labelAndNumber = /^[a-z]+-\d+$/i;
const wordCharacter = /[\p{L}\p{N}\p{M}_]/u;

/** The term of digits joined by hyphens. */
export function figureOf(text: string): string {
  return cutTerm(termsOf(text).join(hyphen));
}

/** The words with a hyphen in a text, by two parts each, and its joined digits, in order. */
export function compoundPlaces(text: string): TermPlace[] {
  const places: TermPlace[] = [];
  for (let at = text.indexOf(hyphen); at >= 0; at = text.indexOf(hyphen, at + 1)) {
    let start = at;
    while (start > 0 && isOfWord(text, start - 1)) start--;
    figureHere.lastIndex = start;
    const [joined] = (start < at && figureHere.exec(text)) || [];
    if (joined) {
      at = start + joined.length;
      places.push({ term: figureOf(joined), start, end: at });
      continue;
    }
    let end = at + 1;
    while (end < text.length && isOfWord(text, end)) end++;
    const least = text[start - 1] === hyphen || text[end] === hyphen ? leastPartInChain : 1;
    if (at - start < least || end - at - 1 < Math.max(2, least) || end - start > mostLetters) continue;
    const term = compoundOf(text.slice(start, at), text.slice(at + 1, end));
    if (term) places.push({ term, start, end });
  }
  return places;
}

function isOfWord(text: string, index: number): boolean {
  const code = text.charCodeAt(index);
  if (code > 127) return wordCharacter.test(text[index] ?? "");
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57) || code === 95;
}

/** A label with its number is not one (`RFC-2119`), nor are names of code. */
function compoundOf(first: string, second: string): string | undefined {
  const pair = first + hyphen + second;
  if (plainPair.test(pair)) return labelAndNumber.test(pair) ? undefined : (first + second).toLowerCase();
  if (!/^\p{L}/u.test(first) || pair.includes("_") || /^\d+$/.test(second)) return undefined;
  const terms = [termsOf(first), termsOf(second)];
  const isPlain = terms.every(([term = "", ...more]) => term && more.length === 0 && !isUnspaced(term));
  return isPlain ? terms.join("") : undefined;
}
