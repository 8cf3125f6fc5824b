/** From texts to the places of their terms: the inverted index as it is collected, before it is cut into files. */
import { encodeNumber } from "../../shared/search-index.js";
import { termsOf } from "../../shared/search-text.js";

const maxExtra = 31;

/** Occurrences are kept in the order in which they come, in flat arrays: a list for each term would cost more than all the rest. */
export class Inverted {
  private readonly ids = new Map<string, number>();
  /** By id, the last occurrence. */
  private readonly last: number[] = [];
  /** By occurrence: the term's id, the place, and the extra of `decodePostings`. */
  private readonly terms: number[] = [];
  private readonly places: number[] = [];
  private readonly extras: number[] = [];

  /** @returns how many terms the text has. Places must come in rising order. */
  add(place: number, text: string): number {
    const terms = termsOf(text);
    for (const term of terms) {
      const known = this.occurrence(term, place);
      const times = this.extras[known] ?? 0;
      if (times < maxExtra) this.extras[known] = times + 1;
    }
    return terms.length;
  }

  /** A title's terms are kept with their positions, so that phrases in it are found without it. */
  addTitle(place: number, text: string): number {
    const terms = termsOf(text);
    for (const [position, term] of terms.entries()) {
      const known = this.occurrence(term, place);
      this.extras[known] ||= position + 2;
    }
    return terms.length;
  }

  /** Terms in order of their code units, each with how many places it has and these as text. */
  *sorted(): Generator<{ term: string; places: number; postings: string }> {
    const { starts, byTerm } = this.grouped();
    for (const term of [...this.ids.keys()].sort()) {
      const id = this.ids.get(term) ?? 0;
      const [start = 0, end = 0] = [starts[id], starts[id + 1]];
      let postings = "";
      let before = 0;
      for (let index = start; index < end; index++) {
        const occurrence = byTerm[index] ?? 0;
        const place = this.places[occurrence] ?? 0;
        const extra = this.extras[occurrence] ?? 1;
        postings += encodeNumber((place - before) * 2 + (extra > 1 ? 1 : 0));
        if (extra > 1) postings += encodeNumber(extra);
        before = place;
      }
      yield { term, places: end - start, postings };
    }
  }

  /** The occurrence of a term in a place, with an extra of 0 when it is new. */
  private occurrence(term: string, place: number): number {
    const id = this.ids.get(term) ?? this.ids.size;
    const last = this.last[id];
    if (last === undefined) this.ids.set(term, id);
    else if (this.places[last] === place) return last;
    const occurrence = this.terms.length;
    this.last[id] = occurrence;
    this.terms.push(id);
    this.places.push(place);
    this.extras.push(0);
    return occurrence;
  }

  /** Occurrences term by term, in their order (a counting sort), and where each term's begin. */
  private grouped(): { starts: Int32Array; byTerm: Int32Array } {
    const starts = new Int32Array(this.ids.size + 1);
    for (const id of this.terms) starts[id + 1] = (starts[id + 1] ?? 0) + 1;
    for (let id = 0; id < this.ids.size; id++) starts[id + 1] = (starts[id + 1] ?? 0) + (starts[id] ?? 0);
    const next = starts.slice();
    const byTerm = new Int32Array(this.terms.length);
    this.terms.forEach((id, occurrence) => {
      const at = next[id] ?? 0;
      byTerm[at] = occurrence;
      next[id] = at + 1;
    });
    return { starts, byTerm };
  }
}
