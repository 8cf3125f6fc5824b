/** Parses what a reader typed: terms, phrases in quotes, proposals by number in every spelling, and filters. */
import { addAll } from "../../../src/shared/lists.js";
import { type Filters, takeFilters } from "../../../src/shared/search-filters.js";
import { cutTerm, isName, isUnspaced, termsOf, unitsOf, wordOrName } from "../../../src/shared/search-text.js";
import {
  bareNumbers,
  referenceOf,
  type Series,
  type Spelled,
  type Token,
  withoutSeparators,
  withReferences,
} from "./references.js";

export interface QueryTerm {
  /** Any of them may be in the text. The first is what was typed. */
  spellings: string[];
  /** The whole of which this is a part. */
  typed?: string;
  /** Of a name in code: the words to search for if the name is not found. */
  words?: string[];
  /** Its place in the query, counted in terms. */
  position: number;
  /** Ignored words before it, and after the last one: a name may contain them. */
  before?: readonly string[];
  after?: readonly string[];
  /** The reader may not have finished it. */
  prefix: boolean;
  /** In quotes: neither inflected nor corrected. */
  exact: boolean;
}

/** A proposal that is named by its number; without labels any register's. */
export interface Reference {
  number: number;
  label?: string;
  /** A bare number beside words may be just a number: it means only a proposal that has the words. */
  loose?: boolean;
}

export interface Query {
  terms: QueryTerm[];
  /** Each in one spelling or several: lists of terms that follow each other. */
  phrases: string[][][];
  references: Reference[];
  filters: Filters;
  /** Mail addresses and `@handles`, in lower case. */
  accounts: string[];
  /** Everything that was typed beside filters, in its order. */
  words: string[];
  /** No proposal has the number at its end, which is the beginning of others' numbers. */
  mayGoOn: boolean;
  /** Whether that number is read as the beginning of theirs. */
  goesOn: boolean;
}

const quotes = /["“”„«»「」『』]/;
/** The index contains only the part before the `@`. */
const mailAddress = /(?:mailto:)?([\w.+-]{1,64})@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}/g;
/** A decimal or a version: `3.14`, `0.8.20`, `v1.2`. */
const figure = /(?<![\p{L}\d.-])(v?\d+(?:\.\d+)+)(?![\p{L}\d])/giu;
const account = /[\w.+-]{0,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){0,8}/g;
const maxTerms = 32;
const hexadecimal = /^(?=.*\d)[\da-f]{8,}$/;

/** @param goesOn see `Query`. */
export function parseQuery(text: string, series: readonly Series[], goesOn = false): Query {
  const { words: typed, filters } = takeFilters(text.slice(0, 500));
  const words = withoutSeparators(typed, series);
  const accounts = (words.toLowerCase().match(account) ?? []).slice(0, maxTerms);
  const query: Query = {
    terms: [],
    phrases: [],
    references: [],
    filters,
    accounts,
    words: termsOf(mailboxes(words)),
    mayGoOn: false,
    goesOn,
  };
  const parts = words.split(quotes);
  let position = 0;
  for (const [index, part] of parts.entries()) {
    // What follows an odd quote is a phrase when another quote closes it.
    const quoted = index % 2 === 1 && index < parts.length - 1;
    const words = termsOf(mailboxes(part));
    if (quoted && words.length > 0) query.phrases.push(spellingsOfPhrase(words, termsOf(part)));
    if (quoted) addAll(query.references, referenceOf(words, series));
    const taken = quoted
      ? words.map((word): Spelled => ({ spellings: [word], exact: true }))
      : withAddresses(part, series, query, index === parts.length - 1);
    for (const { spellings, words, exact = false } of taken) {
      const word = spellings[0] ?? "";
      const known = query.terms.find(({ spellings: [first] }) => first === word);
      if (known) known.exact ||= exact;
      else if (query.terms.length < maxTerms) query.terms.push({ spellings, words, position, prefix: false, exact });
      position++;
    }
  }
  const last = query.terms.at(-1);
  if (last && !last.exact) {
    if (tooShort(last, query.terms.length)) query.terms.pop();
    else last.prefix = mayGoOn(last.spellings[0] ?? "", query.terms.length);
  }
  return bareNumbers(query, words, series);
}

/** @param whole with all of its mail addresses, as a text has them; front matter has only what is before the `@`. */
const spellingsOfPhrase = (words: string[], whole: string[]) =>
  words.length === whole.length ? [words] : [words, whole];

const mailboxes = (text: string) => text.replace(mailAddress, "$1");

/** Nothing in a mail address names a proposal. */
function withAddresses(text: string, series: readonly Series[], query: Query, isEnd: boolean): Spelled[] {
  return text
    .split(mailAddress)
    .flatMap((part, index, parts) =>
      index % 2 === 1
        ? termsOf(part).map((word) => ({ spellings: [word] }))
        : withFigures(part, series, query, isEnd && index === parts.length - 1),
    );
}

/** The numbers of a decimal or a version are no proposals'. */
function withFigures(text: string, series: readonly Series[], query: Query, isEnd: boolean): Spelled[] {
  return text
    .split(figure)
    .flatMap((part, index, parts) =>
      index % 2 === 1
        ? termsOf(part).map((word) => ({ spellings: [word], exact: true }))
        : withReferences(tokensOf(part), series, query, isEnd && index === parts.length - 1),
    );
}

/** A single letter after other words is ignored: it may be the beginning of any. */
function tooShort({ spellings: [term = ""] }: QueryTerm, terms: number): boolean {
  return terms > 1 && /^[a-z]$/.test(term);
}

/** A pair of characters counts as complete. */
function mayGoOn(term: string, terms: number): boolean {
  return isUnspaced(term) ? unitsOf(term).length === 1 : term.length > 1 || terms === 1;
}

function tokensOf(text: string): Token[] {
  return (text.match(wordOrName) ?? []).flatMap((found) => {
    const words = termsOf(found);
    if (!isName(found) || words.length === 0 || hexadecimal.test(found.toLowerCase()))
      return words.map((word) => ({ word, spellings: spellingsOf(word, found) }));
    const parts = found.split(/_+|(?<=[a-z\d])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/).flatMap(termsOf);
    const word = termsOf(found.replaceAll("_", "")).join("");
    return [{ word, spellings: [word], words: parts }];
  });
}

/** A selector or hash, also without the `0x` that texts have before it. @param written as it was typed. */
function spellingsOf(word: string, written: string): string[] {
  const digits = written.toLowerCase();
  return hexadecimal.test(digits) ? [word, cutTerm(`0x${digits}`)] : [word];
}
