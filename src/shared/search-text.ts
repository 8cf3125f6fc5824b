/**
 * The words of a text, as search sees them: the one tokenizer of whoever builds an index and of whoever asks it. A term is lower case, without
 * accents, of letters and digits; scripts that put no space between words give pairs of neighbours instead.
 */

/** Longer words are known by their beginning: hashes and addresses must not fill the index. */
const maxTermLength = 32;

const asciiTerm = /[a-z0-9]+/g;
const word = /[\p{L}\p{N}\p{M}]+/gu;
const nonAscii = /[^\0-\x7f]/;
/** Some marks belong to these scripts and to others as well: they count only where they follow a character. */
const unit = String.raw`(?!\p{M})[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}]`;
const unitMarks = String.raw`[\p{M}\uFF9E\uFF9F]*`;
const cjkCharacter = new RegExp(unit, "u");
const cjkRun = new RegExp(`(?:${unit}${unitMarks})+|(?:(?!${unit}).)+`, "gsu");
const cjkUnit = new RegExp(`${unit}${unitMarks}`, "gu");

/** A term and where in the text the word that it comes from stands. */
export interface TermPlace {
  term: string;
  start: number;
  end: number;
}

/** The terms of a text in their order. */
export function termsOf(text: string): string[] {
  if (!nonAscii.test(text)) return (text.toLowerCase().match(asciiTerm) ?? []).map(cut);
  return (text.match(word) ?? []).flatMap((found) =>
    nonAscii.test(found) ? foldWord(found, 0).map(({ term }) => term) : cut(found.toLowerCase()),
  );
}

/** The same terms with their places, for marking them in the text as it is shown. */
export function termPlaces(text: string): TermPlace[] {
  const places: TermPlace[] = [];
  for (const { 0: found, index } of text.matchAll(word)) {
    if (nonAscii.test(found)) places.push(...foldWord(found, index));
    else places.push({ term: cut(found.toLowerCase()), start: index, end: index + found.length });
  }
  return places;
}

/** Written without spaces: a term of it is two neighbouring characters. */
export function isCjk(text: string): boolean {
  return cjkCharacter.test(text);
}

function foldWord(text: string, offset: number): TermPlace[] {
  return [...text.matchAll(cjkRun)].flatMap(({ 0: run, index }) =>
    isCjk(run) ? pairs(run, offset + index) : plainTerms(run, offset + index),
  );
}

/** A word may fold to several terms: ½ is 1 and 2. Each stands where the whole word does. */
function plainTerms(run: string, start: number): TermPlace[] {
  const terms = fold(run).match(/[\p{L}\p{N}]+/gu) ?? [];
  return terms.map((term) => ({ term: cut(term), start, end: start + run.length }));
}

function pairs(run: string, offset: number): TermPlace[] {
  const units = [...run.matchAll(cjkUnit)].map(({ 0: unit, index }) => ({
    term: fold(unit),
    start: offset + index,
    end: offset + index + unit.length,
  }));
  if (units.length === 1) return units;
  return units.slice(0, -1).map((unit, index) => {
    const next = units[index + 1] ?? unit;
    return { term: unit.term + next.term, start: unit.start, end: next.end };
  });
}

/** Compatibility forms as plain ones, marks stripped except those of kana, case folded through upper case (ß is ss). */
function fold(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/(?![\u3099\u309A])\p{M}+/gu, "")
    .normalize("NFC")
    .toUpperCase()
    .toLowerCase();
}

function cut(term: string): string {
  return term.length <= maxTermLength ? term : term.slice(0, maxTermLength).replace(/[\uD800-\uDBFF]$/, "");
}
