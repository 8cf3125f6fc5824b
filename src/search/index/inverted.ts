/** Collects the places of all terms in the texts: the inverted index before it is cut into files. */
import { declaredExtra, maxTimes } from "../../shared/search-index.js";
import { maxTermLength, nameForms, namesIn, termsOf } from "../../shared/search-text.js";
import { PostingsWriter } from "./postings.js";
import { TermTable } from "./term-table.js";

const isAscii = (text: string) => !/[^\0-\x7f]/.test(text);

/** Everything between white space that has a character outside ASCII. Starts only after white space, so that its time is linear. */
const notAscii = /(?<![^ \t\n])[^ \t\n]*[^\0-\x7f][^ \t\n]*/g;

/** The kinds of ASCII characters, by code. */
const [other, digit, lower, upper, underscore] = [0, 1, 2, 3, 4];
const kinds = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code);
  if (/[a-z]/.test(character)) return lower;
  if (/[A-Z]/.test(character)) return upper;
  return /\d/.test(character) ? digit : character === "_" ? underscore : other;
});

/** Occurrences are stored in order, in flat arrays: a list for each term would take longer than all other work. */
export class Inverted {
  private readonly table = new TermTable();
  /** The numbers of the terms of each name, the whole name first. */
  private readonly names = new Map<string, number[]>();
  /** By term: the index of its last occurrence plus one, or 0 if there is none. */
  private last = new Int32Array(1 << 14);
  /** By occurrence: the term, the place, and `extra` of `decodePostings`. */
  private terms = new Int32Array(1 << 16);
  private places = new Int32Array(1 << 16);
  private extras = new Int32Array(1 << 16);
  private occurrences = 0;
  /** State while a text is read. */
  private bytes = Buffer.alloc(1 << 14);

  /** Adds a text. Places must be in ascending order. @returns its number of terms. */
  add(place: number, text: string): number {
    if (isAscii(text)) return this.addAscii(place, text);
    let count = 0;
    const rest = text.replace(notAscii, (part) => {
      for (const name of namesIn(part)) this.addName(place, name);
      count += this.addTerms(place, termsOf(part));
      return " ";
    });
    return count + this.addAscii(place, rest);
  }

  private addName(place: number, name: string): void {
    const [whole = 0, ...words] = this.formsOf(name);
    // The text's own terms are the words between underscores.
    if (name.includes("_")) this.count(whole, place);
    if (words.length > 1 && /[a-z\d][A-Z]/.test(name)) for (const word of words) this.count(word, place);
  }

  /** Adds names of code; a query for one finds first the places that declare it. */
  addNames(place: number, names: readonly string[], areDeclared: boolean): void {
    for (const name of names) {
      const [whole = 0, ...words] = this.formsOf(name);
      const known = this.count(whole, place);
      if (areDeclared) this.extras[known] = (this.extras[known] ?? 0) | declaredExtra;
      for (const word of words) this.count(word, place);
    }
  }

  /** Adds a title's terms with their positions, so that phrases are found without the title. */
  addTitle(place: number, text: string): number {
    const terms = termsOf(text);
    for (const [position, term] of terms.entries()) this.position(this.table.numberOf(term), place, position);
    for (const name of namesIn(text)) {
      const start = terms.indexOf(termsOf(name)[0] ?? "");
      const [whole = 0, ...words] = this.formsOf(name);
      this.position(whole, place, start);
      for (const [index, word] of words.entries()) this.position(word, place, start + index);
    }
    return terms.length;
  }

  private addTerms(place: number, terms: readonly string[]): number {
    for (const term of terms) this.count(this.table.numberOf(term), place);
    return terms.length;
  }

  /** Equivalent to `termsOf` and `namesIn`, without a string for each word. */
  private addAscii(place: number, text: string): number {
    if (text.length > this.bytes.length) this.bytes = Buffer.alloc(2 * text.length);
    const { bytes } = this;
    const length = bytes.write(text, "latin1");
    let count = 0;
    let start = -1;
    let nameStart = -1;
    let isName = false;
    let before = other;
    /** The last character that was not an underscore. */
    let sign = other;
    for (let index = 0; index <= length; index++) {
      const kind = index < length ? (kinds[bytes[index] as number] as number) : other;
      if (kind === other || kind === underscore) {
        if (start >= 0) {
          this.count(this.table.numberAt(bytes, start, Math.min(index, start + maxTermLength)), place);
          count++;
          start = -1;
        }
      } else if (start < 0) start = index;
      if (kind === other) {
        if (isName) this.addName(place, text.slice(nameStart, index));
        nameStart = -1;
        isName = false;
        sign = other;
      } else {
        if (nameStart < 0) nameStart = index;
        if (kind === upper && (before === lower || before === digit)) isName = true;
        if (kind !== underscore && before === underscore && sign !== other) isName = true;
        if (kind !== underscore) sign = kind;
      }
      before = kind;
    }
    return count;
  }

  private formsOf(name: string): number[] {
    const known = this.names.get(name);
    if (known) return known;
    const forms = nameForms(name).map((form) => this.table.numberOf(form));
    this.names.set(name, forms);
    return forms;
  }

  private count(term: number, place: number): number {
    const known = this.occurrence(term, place);
    const extra = this.extras[known] ?? 0;
    if (extra % declaredExtra < maxTimes) this.extras[known] = extra + 1;
    return known;
  }

  private position(term: number, place: number, position: number): void {
    const known = this.occurrence(term, place);
    this.extras[known] ||= position + 2;
  }

  /** Yields the terms in order of their code units, each with its number of places and the encoded places. */
  *sorted(): Generator<{ term: string; places: number; postings: string }> {
    const { starts, byTerm } = this.grouped();
    const ids = new Map(this.table.terms.map((term, id) => [term, id]));
    const writer = new PostingsWriter();
    for (const term of [...this.table.terms].sort()) {
      const id = ids.get(term) ?? 0;
      const [start = 0, end = 0] = [starts[id], starts[id + 1]];
      for (let index = start; index < end; index++) {
        const occurrence = byTerm[index] ?? 0;
        writer.add(this.places[occurrence] ?? 0, this.extras[occurrence] ?? 1);
      }
      yield { term, places: end - start, postings: writer.take() };
    }
  }

  /** The occurrence of a term in a place; a new one has an extra of 0. */
  private occurrence(term: number, place: number): number {
    if (term >= this.last.length) this.last = longer(this.last, term);
    const last = (this.last[term] ?? 0) - 1;
    if (last >= 0 && this.places[last] === place) return last;
    const occurrence = this.occurrences++;
    if (occurrence === this.terms.length) {
      this.terms = longer(this.terms, occurrence);
      this.places = longer(this.places, occurrence);
      this.extras = longer(this.extras, occurrence);
    }
    this.last[term] = occurrence + 1;
    this.terms[occurrence] = term;
    this.places[occurrence] = place;
    return occurrence;
  }

  /** The occurrences sorted by term (counting sort), and the start of each term's. */
  private grouped(): { starts: Int32Array; byTerm: Int32Array } {
    const { terms, occurrences } = this;
    const starts = new Int32Array(this.table.terms.length + 1);
    for (let index = 0; index < occurrences; index++) add(starts, (terms[index] ?? 0) + 1, 1);
    for (let id = 0; id < this.table.terms.length; id++) add(starts, id + 1, starts[id] ?? 0);
    const next = starts.slice();
    const byTerm = new Int32Array(occurrences);
    for (let index = 0; index < occurrences; index++) byTerm[add(next, terms[index] ?? 0, 1)] = index;
    return { starts, byTerm };
  }
}

/** @returns the former number. */
function add(numbers: Int32Array, index: number, more: number): number {
  const before = numbers[index] ?? 0;
  numbers[index] = before + more;
  return before;
}

/** A copy with space for at least `index`. */
function longer(numbers: Int32Array, index: number): Int32Array<ArrayBuffer> {
  const copy = new Int32Array(Math.max(numbers.length * 2, index + 1));
  copy.set(numbers);
  return copy;
}
