/** From texts to the places of their terms: the inverted index as it is collected, before it is cut into files. */
import { encodeNumber } from "../../shared/search-index.js";
import { termsOf } from "../../shared/search-text.js";

/** What is known of a term while places are added in rising order. */
interface Entry {
  /** The place that is being counted, and how often the term stands there (or where, in a title). */
  place: number;
  extra: number;
  /** The place before, to which the difference is written. */
  before: number;
  /** Numbers of `decodePostings`. */
  numbers: number[];
  places: number;
}

const maxExtra = 31;

export class Inverted {
  private readonly entries = new Map<string, Entry>();

  /** @returns how many terms the text has. Places must come in rising order. */
  add(place: number, text: string): number {
    const terms = termsOf(text);
    for (const term of terms) {
      const entry = this.entryAt(term, place);
      if (entry.extra < maxExtra) entry.extra++;
    }
    return terms.length;
  }

  /** A title's terms are kept with their positions, so that phrases in it are found without it. */
  addTitle(place: number, text: string): number {
    const terms = termsOf(text);
    for (const [position, term] of terms.entries()) {
      const entry = this.entryAt(term, place);
      if (entry.extra === 0) entry.extra = position + 2;
    }
    return terms.length;
  }

  /** Terms in order of their code units, each with how many places it has and these as text. */
  *sorted(): Generator<{ term: string; places: number; postings: string }> {
    for (const term of [...this.entries.keys()].sort()) {
      const entry = this.entries.get(term) as Entry;
      finishPlace(entry);
      let postings = "";
      for (const number of entry.numbers) postings += encodeNumber(number);
      yield { term, places: entry.places, postings };
    }
  }

  private entryAt(term: string, place: number): Entry {
    const known = this.entries.get(term);
    if (!known) {
      const entry: Entry = { place, extra: 0, before: 0, numbers: [], places: 0 };
      this.entries.set(term, entry);
      return entry;
    }
    if (known.place !== place) {
      finishPlace(known);
      known.place = place;
      known.extra = 0;
    }
    return known;
  }
}

function finishPlace(entry: Entry): void {
  const { place, before, extra, numbers } = entry;
  if (extra > 1) numbers.push((place - before) * 2 + 1, extra);
  else numbers.push((place - before) * 2);
  entry.before = place;
  entry.places++;
}
