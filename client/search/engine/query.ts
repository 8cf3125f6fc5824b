/** Parses what a reader typed: terms, phrases in quotes, proposals by number in every spelling, and filters. */
import { type Filters, takeFilters } from "../../../src/shared/search-filters.js";
import { cutTerm, isName, isUnspaced, termsOf, unitsOf, wordOrName } from "../../../src/shared/search-text.js";

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
}

const quotes = /["“”„«»「」『』]/;
/** The index contains only the part before the `@`. */
const mailAddress = /(?:mailto:)?([\w.+-]{1,64})@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}/g;
/** A number with separators between its groups of three digits. */
const grouped = /(?<![\p{L}\d.,'’])[1-9]\d{0,2}(?:[.,'’]\d{3}){1,2}(?![\p{L}\d]|[.,'’]\d)/gu;
/** A decimal or a version: `3.14`, `0.8.20`, `v1.2`. */
const figure = /(?<![\p{L}\d.-])(v?\d+(?:\.\d+)+)(?![\p{L}\d])/giu;
const account = /[\w.+-]{0,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){0,8}/g;
const maxTerms = 32;
const numeric = /^\d{1,9}$/;
const hexadecimal = /^(?=.*\d)[\da-f]{8,}$/;
const year = /^(19|20)\d\d$/;

/** A word in its spellings, or a name of code with the words it is made of. */
interface Token {
  word: string;
  spellings: string[];
  words?: string[];
}

/** The names by which queries refer to the proposals of a register. */
interface Series {
  /** In lower case. */
  labels: readonly string[];
  /** By number. */
  pages: ReadonlyMap<number, number>;
}

export function parseQuery(text: string, series: readonly Series[]): Query {
  const { words: typed, filters } = takeFilters(text.slice(0, 500));
  const words = withoutSeparators(typed, series);
  const accounts = (words.toLowerCase().match(account) ?? []).slice(0, maxTerms);
  const query: Query = { terms: [], phrases: [], references: [], filters, accounts, words: termsOf(mailboxes(words)) };
  const parts = words.split(quotes);
  let position = 0;
  for (const [index, part] of parts.entries()) {
    // What follows an odd quote is a phrase when another quote closes it.
    const quoted = index % 2 === 1 && index < parts.length - 1;
    const words = termsOf(mailboxes(part));
    if (quoted && words.length > 0) query.phrases.push([words]);
    const taken = quoted
      ? words.map((word): Spelled => ({ spellings: [word], exact: true }))
      : withAddresses(part, series, query);
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
  return bareNumbers(query);
}

/** "EIP 1,559", and "1,559" alone: one number where a proposal has it. Elsewhere they are figures, or several numbers. */
function withoutSeparators(text: string, series: readonly Series[]): string {
  const isAlone = !/\p{L}/u.test(text);
  return text.replace(grouped, (figure, offset: number) => {
    const digits = figure.replace(/\D/g, "");
    const before = termsOf(text.slice(0, offset)).at(-1) ?? "";
    const isMeant = ({ labels, pages }: Series) => (isAlone || labels.includes(before)) && pages.has(Number(digits));
    return series.some(isMeant) ? digits : figure;
  });
}

const mailboxes = (text: string) => text.replace(mailAddress, "$1");

/** Nothing in a mail address names a proposal. */
function withAddresses(text: string, series: readonly Series[], query: Query): Spelled[] {
  return text
    .split(mailAddress)
    .flatMap((part, index) =>
      index % 2 === 1 ? termsOf(part).map((word) => ({ spellings: [word] })) : withFigures(part, series, query),
    );
}

/** The numbers of a decimal or a version are no proposals'. */
function withFigures(text: string, series: readonly Series[], query: Query): Spelled[] {
  return text
    .split(figure)
    .flatMap((part, index) =>
      index % 2 === 1
        ? termsOf(part).map((word) => ({ spellings: [word], exact: true }))
        : withReferences(tokensOf(part), series, query),
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
    if (!isName(found) || words.length === 0)
      return words.map((word) => ({ word, spellings: spellingsOf(word, found) }));
    const parts = found.split(/_+|(?<=[a-z\d])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/).flatMap(termsOf);
    const word = termsOf(found.replaceAll("_", "")).join("");
    return [{ word, spellings: [word], words: parts }];
  });
}

interface Spelled {
  spellings: string[];
  words?: string[];
  exact?: boolean;
}

/**
 * "EIP 20", "eip20": the label is dropped, the number stays with its spellings. If there is no such proposal, only
 * texts that name it match; a year after a label is a year.
 */
function withReferences(tokens: readonly Token[], series: readonly Series[], query: Query): Spelled[] {
  const labels = series.flatMap((own) => own.labels);
  const found: Spelled[] = [];
  for (let index = 0; index < tokens.length; index++) {
    const { word, spellings, words } = tokens[index] ?? { word: "", spellings: [] };
    const next = tokens[index + 1]?.word ?? "";
    const fused = labels.find((label) => word.startsWith(label) && numeric.test(word.slice(label.length)));
    const label = fused ?? (labels.includes(word) && numeric.test(next) ? word : undefined);
    const digits = fused ? word.slice(fused.length) : next;
    const exists = series.some((own) => own.labels.includes(label ?? "") && own.pages.has(Number(digits)));
    if (label === undefined || (!exists && !fused && year.test(digits))) {
      found.push({ spellings, words });
      continue;
    }
    if (!fused) index++;
    query.references.push({ number: Number(digits), label });
    if (exists) {
      const number = String(Number(digits));
      found.push({ spellings: [...new Set([number, label + number, label + digits])] });
    } else {
      const joined = label + digits;
      query.phrases.push([[label, digits], [joined]]);
      found.push({ spellings: [label, joined], exact: true }, { spellings: [digits, joined], exact: true });
    }
  }
  return found;
}

/** A selector or hash, also without the `0x` that texts have before it. @param written as it was typed. */
function spellingsOf(word: string, written: string): string[] {
  const digits = written.toLowerCase();
  return hexadecimal.test(digits) ? [word, cutTerm(`0x${digits}`)] : [word];
}

/** Numbers alone are proposals'; beside words one may be. */
function bareNumbers(query: Query): Query {
  if (query.references.length > 0) return query;
  const numbers = query.terms.filter(({ spellings: [word = ""], exact }) => numeric.test(word) && !exact);
  const areAlone = query.terms.length === numbers.length;
  return {
    ...query,
    references: numbers
      .filter(({ spellings: [word = ""] }) => areAlone || word.length > 1)
      .map(({ spellings: [word = ""] }) => ({ number: Number(word), ...(!areAlone && { loose: true }) })),
  };
}
