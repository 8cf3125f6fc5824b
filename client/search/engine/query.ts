/** Parses what a reader typed: terms, phrases in quotes, proposals by number in every spelling, and filters. */
import { addAll } from "../../../src/shared/lists.js";
import { labelAndDigits } from "../../../src/shared/names.js";
import { type Filters, takeFilters } from "../../../src/shared/search.js";
import {
  cutTerm,
  figureOf,
  isName,
  isUnspaced,
  termsOf,
  unitsOf,
  wordOrName,
} from "../../../src/shared/search-text.js";

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
export const unquoted = (query: string) => query.replace(new RegExp(quotes, "g"), " ");
export const withoutQuotes = (query: string) => unquoted(takeFilters(query).words).replace(/\s+/g, " ").trim();

/** Whether all of a query is in one pair of quotes. */
export const isOnePhrase = (query: string) => /^\s*"[^"]+"\s*$/.test(query.replace(new RegExp(quotes, "g"), '"'));

/** The index contains only the part before the `@`. */
const mailAddress = /(?:mailto:)?([\w.+-]{1,64})@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}/g;
/** A decimal, a version, or digits joined by hyphens: `3.14`, `0.8.20`, `v1.2`, `2-of-3`. */
const figure = /(?<![\p{L}\d.^-])(v?\d+(?:\.\d+)+|\d+(?:-(?:[a-z]{1,3}-)*\d+)+)(?![\p{L}\d]|-[\p{L}\d])/giu;
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

/** The numbers of a decimal or a version are not proposals'. */
function withFigures(text: string, series: readonly Series[], query: Query, isEnd: boolean): Spelled[] {
  return text
    .split(figure)
    .flatMap((part, index, parts) =>
      index % 2 === 1
        ? spelledFigure(part)
        : withReferences(tokensOf(part), series, query, isEnd && index === parts.length - 1),
    );
}

function spelledFigure(text: string): Spelled[] {
  const words = termsOf(text);
  if (text.includes("-")) return [{ spellings: [figureOf(text)], words }];
  return words.map((word) => ({ spellings: [word], exact: true }));
}

/** A single letter after other words is ignored: it may be the beginning of any. */
function tooShort({ spellings: [term = ""] }: QueryTerm, terms: number): boolean {
  return terms > 1 && /^[a-z]$/.test(term);
}

/** A pair of characters counts as complete. */
function mayGoOn(term: string, terms: number): boolean {
  return isUnspaced(term) ? unitsOf(term).length === 1 : term.length > 1 || terms === 1;
}

/** "e-mail" is one word. */
const oneLetter = /(?<![\p{L}\p{N}_-])(\p{L})-(?=\p{L}{2})/gu;

function tokensOf(text: string): Token[] {
  return (text.replace(oneLetter, "$1").match(wordOrName) ?? []).flatMap((found) => {
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

/** The names by which queries refer to the proposals of a register. */
interface Series {
  /** In lower case. */
  labels: readonly string[];
  /** By number. */
  pages: ReadonlyMap<number, number>;
}

/** A word in its spellings, or a name of code with the words it is made of. */
interface Token {
  word: string;
  spellings: string[];
  words?: string[];
}

interface Spelled {
  spellings: string[];
  words?: string[];
  exact?: boolean;
}

/** A number with separators between its groups of three digits. */
const grouped = /(?<![\p{L}\d.,'’])[1-9]\d{0,2}(?:[.,'’]\d{3}){1,2}(?![\p{L}\d]|[.,'’]\d)/gu;
const numeric = /^\d{1,9}$/;
const year = /^(19|20)\d\d$/;
/** Of the proposals whose numbers go on like an unfinished one, the first ones are meant. */
const mostUnfinished = 10;
/** Readers and registers write zeros before shorter numbers. */
const usualDigits = 4;

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

/**
 * "EIP 20", "eip20", "EIPs 20": the label is dropped, the number stays with its spellings. If there is no such
 * proposal, only texts that name it match; a year after a label is a year.
 * @param isEnd whether the query ends with these tokens, so that the last number may go on.
 */
function withReferences(tokens: readonly Token[], series: readonly Series[], query: Query, isEnd: boolean): Spelled[] {
  const found: Spelled[] = [];
  for (let index = 0; index < tokens.length; index++) {
    const { word, spellings, words } = tokens[index] ?? { word: "", spellings: [] };
    const named = namedProposal(word, tokens[index + 1]?.word ?? "", series);
    if (!named) {
      found.push({ spellings, words });
      continue;
    }
    const { label, digits, isFused, exists } = named;
    if (!isFused) index++;
    if (exists) {
      query.references.push({ number: Number(digits), label });
      const number = String(Number(digits));
      found.push({ spellings: [...new Set([number, label + number, label + digits])] });
      continue;
    }
    const longer = isEnd && index === tokens.length - 1 ? longerNumbers(label, digits, series) : [];
    query.mayGoOn ||= longer.length > 0;
    if (longer.length > 0 && query.goesOn) {
      addAll(
        query.references,
        longer.map((number) => ({ number, label, loose: true })),
      );
      found.push({ spellings: [...longer.map(String), ...longer.map((number) => label + number)] });
      continue;
    }
    query.references.push({ number: Number(digits), label });
    const joined = label + digits;
    query.phrases.push([[label, digits], [joined]]);
    found.push({ spellings: [label, joined], exact: true }, { spellings: [digits, joined], exact: true });
  }
  return found;
}

interface Named {
  label: string;
  digits: string;
  /** Label and number are one word. */
  isFused: boolean;
  exists: boolean;
}

/** Of labels and of numbers there are plurals: "EIPs 20 and 721", "ERC20s". */
function namedProposal(word: string, next: string, series: readonly Series[]): Named | undefined {
  const labels = series.flatMap((own) => own.labels);
  const isThere = (label: string, digits: string) =>
    series.some((own) => own.labels.includes(label) && own.pages.has(Number(digits)));
  const numberIn = (label: string, text: string) => {
    const one = text.replace(/s$/, "");
    return numeric.test(text) ? text : numeric.test(one) && isThere(label, one) ? one : undefined;
  };
  const fused = labelAndDigits(word, labels);
  const [own = "", number = ""] = fused ?? labelAndDigits(word.replace(/s$/, ""), labels) ?? [];
  if (fused || isThere(own, number)) return { label: own, digits: number, isFused: true, exists: isThere(own, number) };
  const label = labels.find((own) => own === word) ?? labels.find((own) => `${own}s` === word);
  const digits = label === undefined ? undefined : numberIn(label, next);
  if (label === undefined || digits === undefined) return undefined;
  const exists = isThere(label, digits);
  // "EIPs 2018" are those of that year.
  const isYear = year.test(digits) && (!exists || label !== word);
  if (isYear || (!exists && label !== word)) return undefined;
  return { label, digits, isFused: false, exists };
}

/** The numbers of proposals that begin with these digits, as a reader types them. */
function longerNumbers(label: string, digits: string, series: readonly Series[]): number[] {
  const isLonger = (number: number) =>
    String(number).startsWith(digits) || String(number).padStart(usualDigits, "0").startsWith(digits);
  return series
    .filter(({ labels }) => labels.includes(label))
    .flatMap(({ pages }) => [...pages.keys()].filter(isLonger))
    .sort((a, b) => a - b)
    .slice(0, mostUnfinished);
}

const recent = ["latest", "newest", "recent"];
const anyProposal = ["proposal", "proposals"];

/** The registers whose newest proposals a query asks for, and for nothing else: "latest EIPs", "recent proposals". None for another query. */
export function newestOf<S extends Series>(words: readonly string[], series: readonly S[]): S[] {
  const others = words.filter((word) => !recent.includes(word));
  if (others.length === 0 || others.length === words.length) return [];
  const namesOf = ({ labels }: S) => labels.flatMap((label) => [label, `${label}s`]);
  const named = series.filter((one) => namesOf(one).some((name) => others.includes(name)));
  const known = [...anyProposal, ...named.flatMap(namesOf)];
  if (!others.every((word) => known.includes(word))) return [];
  return named.length > 0 ? named : [...series];
}

/** Where a whole phrase is a proposal's label and number, its proposal. */
function referenceOf([word = "", next = "", ...others]: readonly string[], series: readonly Series[]): Reference[] {
  const named = others.length === 0 ? namedProposal(word, next, series) : undefined;
  if (!named?.exists || named.isFused !== (next === "")) return [];
  return [{ number: Number(named.digits), label: named.label }];
}

/** An address of a site or of a file: `bips.dev/32/`, `65.md`. */
const address = /(?<!\S)(?:https?:\/\/\S+|[\w-]+(?:\.[\w-]+)+\/\S*|(?:[\w-]+\/)*\d+\.\p{L}\w*)(?!\S)/giu;
/** The numbers at the end of forum addresses are those of topics. */
const forum = /\/t\//;
/** A part of a path that is a number, also before words and an extension. */
const numberInPath = /^(\d{1,9})(?:[-_][^/]*|\.\p{L}\w*)?$/u;

/** The proposals that an address names without their label: the last number in its path that a proposal has. */
function addressed(text: string, series: readonly Series[]): Reference[] {
  return (text.match(address) ?? []).flatMap((found) => {
    const [path = ""] = found.replace(/^https?:\/\//i, "").split(/[?#]/);
    if (forum.test(path)) return [];
    const numbers = path.split("/").flatMap((part) => Number(numberInPath.exec(part)?.[1] ?? Number.NaN));
    const number = numbers.findLast((one) => series.some(({ pages }) => pages.has(one)));
    return number === undefined ? [] : [{ number }];
  });
}

/**
 * Numbers alone are proposals'; beside words one may be.
 * @param text what was typed.
 */
function bareNumbers(query: Query, text: string, series: readonly Series[]): Query {
  const { terms } = query;
  const references = query.references.length > 0 ? query.references : addressed(text, series);
  if (references.length > 0) {
    // An unfinished number alone means its proposals; beside words those that have the words.
    const isAlone = terms.length === 1;
    return { ...query, references: isAlone ? references.map(({ number, label }) => ({ number, label })) : references };
  }
  const numbers = terms.filter(({ spellings: [word = ""], exact }) => numeric.test(word) && !exact);
  const areAlone = terms.length === numbers.length;
  return {
    ...query,
    references: numbers
      .filter(({ spellings: [word = ""] }) => areAlone || word.length > 1)
      .map(({ spellings: [word = ""] }) => ({ number: Number(word), ...(!areAlone && { loose: true }) })),
  };
}
