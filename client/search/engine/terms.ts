/** Finds the terms of an index in the files that a query may load: a term itself, its other forms, terms that begin with it, and its neighbours. */
import { stemmer as english } from "@orama/stemmers/english";
import { stemmer as german } from "@orama/stemmers/german";
import { stemmer as portuguese } from "@orama/stemmers/portuguese";
import { stemmer as spanish } from "@orama/stemmers/spanish";
import type { Postings } from "../../../src/shared/search-index.js";
import { lastNotAbove, type Shard, type Store } from "./store.js";

/** The files of terms of one query. Files that another query has loaded are ignored, because answers must not depend on earlier queries. */
export class TermFiles {
  private readonly shards = new Map<number, Shard>();
  /** Whether the words of the site are loaded, too. */
  hasWords = false;

  constructor(
    private readonly store: Store,
    /** Maximum number of files. */
    private readonly most: number,
  ) {}

  /** Loads the files of these terms at once, as far as their number allows. @param terms the most important first. */
  async load(terms: readonly string[]): Promise<void> {
    const wanted = new Set<number>();
    for (const term of terms) {
      const number = this.store.shardOf(term);
      if (!this.shards.has(number) && this.shards.size + wanted.size < this.most) wanted.add(number);
    }
    const loaded = await Promise.all(
      [...wanted].map(async (number) => [number, await this.store.shard(number)] as const),
    );
    for (const [number, shard] of loaded) this.shards.set(number, shard);
  }

  /** All words of the site. */
  words(): Promise<string[]> {
    this.hasWords = true;
    return this.store.words();
  }

  /** Whether the file that would have a term is loaded. */
  has(term: string): boolean {
    return this.shards.has(this.store.shardOf(term));
  }

  find(term: string): Postings | undefined {
    const shard = this.shards.get(this.store.shardOf(term));
    const index = shard ? lastNotAbove(shard.terms, term) : 0;
    return shard?.terms[index] === term ? shard.postings(index) : undefined;
  }

  /** The terms in the file that would have a term. */
  neighboursOf(term: string): readonly string[] {
    return this.shards.get(this.store.shardOf(term))?.terms ?? [];
  }

  /** The loaded terms with this beginning, in order. */
  *beginningWith(beginning: string): Generator<[term: string, postings: () => Postings]> {
    for (let number = this.store.shardOf(beginning); ; number++) {
      const shard = this.shards.get(number);
      if (!shard) return;
      for (let index = firstNotBelow(shard.terms, beginning); index < shard.terms.length; index++) {
        const term = shard.terms[index] ?? "";
        if (!term.startsWith(beginning)) return;
        yield [term, () => shard.postings(index)];
      }
    }
  }
}

function firstNotBelow(terms: readonly string[], wanted: string): number {
  const index = lastNotAbove(terms, wanted);
  return (terms[index] ?? "") < wanted ? index + 1 : index;
}

const inflected = /^\p{L}{3,}$/u;

const stemmers: Record<string, (word: string) => string> = {
  de: german,
  en: english,
  es: spanish,
  pt: portuguese,
};

/** The stem of a word by the algorithms of Snowball; in other languages the word without a plural `s`. @param lang language tag of the texts. */
function stemOf(word: string, lang: string): string {
  if (!inflected.test(word)) return word;
  const stem = stemmers[lang.split("-")[0] ?? ""];
  return stem ? stem(word) : word.replace(/s$/, "");
}

/** The beginning of all forms of a word. It may be shorter than the stem, which is `difficulti` for difficulty. */
export function beginningOfForms(word: string, lang: string): string {
  const stem = stemOf(word, lang);
  let length = 0;
  while (length < stem.length && stem[length] === word[length]) length++;
  return word.slice(0, length > 4 ? length - 1 : length);
}

/** How many letters longer a form of a word may be. */
const maxEnding = 6;

/** The loaded words with the same stem as a word, in any language of the texts. */
export function formsOf(files: TermFiles, word: string, langs: readonly string[]): Map<string, Postings> {
  const forms = new Map<string, Postings>();
  for (const lang of inflected.test(word) ? langs : []) {
    const stem = stemOf(word, lang);
    const beginning = beginningOfForms(word, lang);
    if (beginning.length < 3) continue;
    for (const [term, postings] of files.beginningWith(beginning))
      if (term !== word && term.length <= word.length + maxEnding && stemOf(term, lang) === stem)
        forms.set(term, postings());
  }
  return forms;
}
