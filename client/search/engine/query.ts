/** From what a reader typed to what is looked for: terms, phrases in quotes, and proposals by number in every spelling. */
import { isCjk, termsOf } from "../../../src/shared/search-text.js";

export interface QueryTerm {
  /** Any of them may stand in the text. The first is what was typed. */
  spellings: string[];
  /** Its place in the query, counted in terms. */
  position: number;
  /** The reader may not have finished it. */
  prefix: boolean;
  /** In quotes: neither inflected nor corrected. */
  exact: boolean;
}

/** A proposal that is named by its number; without labels any register's. */
export interface Reference {
  number: number;
  label?: string;
}

export interface Query {
  terms: QueryTerm[];
  /** Each is a list of terms that follow each other. */
  phrases: string[][];
  references: Reference[];
}

const quotes = /["“”„«»「」『』]/;
const maxTerms = 32;
const numeric = /^\d{1,9}$/;

/** @param labels by which registers name their proposals, in lower case. */
export function parseQuery(text: string, labels: readonly string[]): Query {
  const query: Query = { terms: [], phrases: [], references: [] };
  const parts = text.slice(0, 500).split(quotes);
  let position = 0;
  for (const [index, part] of parts.entries()) {
    // What follows an odd quote is a phrase when another quote closes it.
    const quoted = index % 2 === 1 && index < parts.length - 1;
    const words = termsOf(part);
    if (quoted && words.length > 0) query.phrases.push(words);
    const taken = quoted ? words.map((word) => [word]) : withReferences(words, labels, query.references);
    for (const spellings of taken) {
      const word = spellings[0] ?? "";
      const known = query.terms.find(({ spellings: [first] }) => first === word);
      if (known) known.exact ||= quoted;
      else if (query.terms.length < maxTerms) query.terms.push({ spellings, position, prefix: false, exact: quoted });
      position++;
    }
  }
  const last = query.terms.at(-1);
  if (last && !last.exact) last.prefix = mayGoOn(last.spellings[0] ?? "", query.terms.length);
  return bareNumber(query);
}

/** One letter beside other words says nothing yet; a pair of characters is whole. */
function mayGoOn(term: string, terms: number): boolean {
  return isCjk(term) ? [...term].length === 1 : term.length > 1 || terms === 1;
}

/** "EIP 20", "eip20": the label goes, the number stays with its spellings. */
function withReferences(words: readonly string[], labels: readonly string[], references: Reference[]): string[][] {
  const found: string[][] = [];
  for (let index = 0; index < words.length; index++) {
    const word = words[index] ?? "";
    const next = words[index + 1] ?? "";
    const fused = labels.find((label) => word.startsWith(label) && numeric.test(word.slice(label.length)));
    const label = fused ?? (labels.includes(word) && numeric.test(next) ? word : undefined);
    if (label === undefined) {
      found.push([word]);
      continue;
    }
    const digits = fused ? word.slice(label.length) : next;
    if (!fused) index++;
    references.push({ number: Number(digits), label });
    found.push([...new Set([String(Number(digits)), digits, label + digits])]);
  }
  return found;
}

function bareNumber(query: Query): Query {
  const [only, ...others] = query.terms;
  const word = only?.spellings[0] ?? "";
  if (!only || others.length > 0 || only.exact || query.references.length > 0 || !numeric.test(word)) return query;
  const number = Number(word);
  const terms = [{ ...only, spellings: [...new Set([String(number), word])] }];
  return { ...query, terms, references: [{ number }] };
}
