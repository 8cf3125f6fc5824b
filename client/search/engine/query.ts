/** Parses what a reader typed: terms, phrases in quotes, proposals by number in every spelling, and filters. */
import { addAll } from "../../../src/shared/lists.js";
import { labelAndDigits } from "../../../src/shared/names.js";
import { type Filters, takeFilters } from "../../../src/shared/search.js";
import {
  cutTerm,
  figure,
  figureOf,
  isName,
  isUnspaced,
  nameBoundary,
  termsOf,
  unitsOf,
  wordOrName,
} from "../../../src/shared/search-text.js";

export interface QueryTerm {
  /** Spellings, of which a text has at least one. The first is the typed one. */
  spellings: string[];
  /** The words to search for if a name in code is not found. */
  parts?: string[];
  /** The name or word that this is a part of. */
  whole?: string;
  /** Whether it is a part of a word that was split as a correction. The words of a name in code are not a correction. */
  isSplit?: boolean;
  /** Words and names that a misspelt one may mean. */
  near?: string[];
  /** Whether the reader may not have finished it. */
  prefix: boolean;
  /** Whether it is neither inflected nor corrected: in quotes, in a decimal or a version, or of a proposal that does not exist. */
  exact: boolean;
}

/** A proposal that a query names by its number; without a label, that of any register. */
export interface Reference {
  number: number;
  label?: string;
  /** Whether it is a number among other words: it means a proposal only if that has the words. */
  isLoose?: boolean;
}

export interface Query {
  terms: QueryTerm[];
  /** Phrases in quotes. Each has one or more spellings, and each spelling is a list of consecutive terms. */
  phrases: string[][][];
  references: Reference[];
  filters: Filters;
  /** The words that were typed, without filters, in their order. */
  words: string[];
  /** The text that was typed, without filters. */
  typed: string;
  /** Whether it is a line of code, and not words or a name. */
  isCode: boolean;
}

/** The names by which queries refer to the proposals of a register. */
interface Series {
  /** In lower case. */
  labels: readonly string[];
  /** The page of each number. */
  pages: ReadonlyMap<number, number>;
}

const quotes = /["“”„«»「」『』]/g;
/** A query without its quotes, and without its filters. */
export const unquoted = (query: string) => takeFilters(query).words.replace(quotes, " ").replace(/\s+/g, " ").trim();

/** Signs that only code has: brackets, assignments, ends of statements, keys of JSON, comments. */
const codeSigns = /[{}[\];=<>|&]|\w\(|\)\.|["']\s*[:,]|\/\/|\/\*|^\s*[#*+-]|->|::|\w_\w+:|\w:\s+\w*[a-z\d][A-Z]/;
/** Shorter code is a name or a call, which is found by its name. */
const minWordsOfCode = 3;
const isOnePhrase = (text: string) => /^\s*"[^"]+"\s*$/.test(text.replace(quotes, '"'));

const maxTerms = 32;

export function parseQuery(text: string, series: readonly Series[], asCode = false): Query {
  const { words: typed, filters } = takeFilters(text.slice(0, 500));
  const isCode = asCode || (codeSigns.test(typed) && termsOf(typed).length >= minWordsOfCode && !isOnePhrase(typed));
  const query: Query = { terms: [], phrases: [], references: [], filters, words: [], typed, isCode };
  // Every second part is a phrase, if a quote follows it.
  const parts = isCode ? [typed.replace(quotes, " ")] : typed.split(quotes);
  let last: QueryTerm | undefined;
  for (const [index, part] of parts.entries()) {
    const isQuoted = index % 2 === 1 && index < parts.length - 1;
    const words = termsOf(isCode ? part : withoutHosts(part));
    addAll(query.words, words);
    let tokens: Token[];
    if (isCode) tokens = words.map((word) => ({ spellings: [word] }));
    else if (isQuoted) tokens = quotedTokens(part, words, query, series);
    else tokens = withReferences(tokensOf(part), series, query, index === parts.length - 1);
    for (const { exact = isQuoted, isPlain: _, ...token } of tokens) {
      const same = query.terms.find((term) => term.spellings[0] === token.spellings[0]);
      if (same) same.exact ||= exact;
      else if (query.terms.length < maxTerms) query.terms.push({ ...token, prefix: false, exact });
      last = same ?? query.terms.at(-1);
    }
  }
  const [word = ""] = last?.spellings ?? [];
  const isAfterOthers = query.terms.length > 1 && last === query.terms.at(-1);
  // A single letter after other words is ignored, because it may begin any word.
  if (last && !last.exact && !isCode && isAfterOthers && /^[a-z]$/.test(word)) query.terms.pop();
  // In languages without spaces, a pair of characters counts as finished.
  else if (last && !last.exact) last.prefix = isUnspaced(word) ? unitsOf(word).length === 1 : true;
  addNumbers(query, series);
  return query;
}

/** A word in its spellings, or a name of code with its words. */
interface Token {
  spellings: string[];
  parts?: string[];
  exact?: boolean;
  /** Part of a mail address, a version, or numbers joined by hyphens (`2-of-3`), so never a proposal. */
  isPlain?: boolean;
}

/** Of a mail address, the index has only the part before the `@`. */
const mail = String.raw`(?:mailto:)?[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}`;
const withoutHosts = (text: string) =>
  text.replace(new RegExp(mail, "g"), (address) => address.replace(/^mailto:|@.*/g, ""));
/** A decimal or a version: `3.14`, `0.8.20`, `v1.2`. */
const version = String.raw`v?\d+(?:\.\d+)+(?![\p{L}\d]|-[\p{L}\d])`;
const token = new RegExp(`(${mail})|(?<![\\p{L}\\d.^-])(?:(${version})|(${figure}))|${wordOrName.source}`, "giu");
const hexadecimal = /^(?=.*\d)[\da-f]{8,}$/;

function tokensOf(text: string): Token[] {
  return [...text.matchAll(token)].flatMap(([written, address, decimal, digits]): Token[] => {
    if (digits) return [{ spellings: [figureOf(digits)], parts: termsOf(digits), isPlain: true }];
    const words = termsOf(withoutHosts(written));
    if (address || decimal)
      return words.map((word) => ({ spellings: [word], isPlain: true, exact: decimal !== undefined }));
    // A selector or a hash is also searched with the `0x` that texts have before it.
    if (hexadecimal.test(written.toLowerCase()))
      return words.map((word) => ({ spellings: [word, cutTerm(`0x${written.toLowerCase()}`)] }));
    if (!isName(written) || words.length === 0) return words.map((word) => ({ spellings: [word] }));
    const parts = written.split(nameBoundary).flatMap(termsOf);
    // A digest in letters of both cases is not split: it seems to consist of dozens of short words.
    const areWords = parts.length <= 7 || parts.join("").length >= 4 * parts.length;
    return [{ spellings: [termsOf(written.replaceAll("_", "")).join("")], ...(areWords && { parts }) }];
  });
}

/** The words of a phrase, which is also searched with its mail addresses in full. A label with a number in quotes means its proposal, too. */
function quotedTokens(text: string, words: string[], query: Query, series: readonly Series[]): Token[] {
  const whole = termsOf(text);
  if (words.length > 0) query.phrases.push(words.length === whole.length ? [words] : [words, whole]);
  const named = words.length <= 2 ? namedProposal(words[0] ?? "", words[1] ?? "", series) : undefined;
  if (named?.exists && named.isFused === (words.length === 1))
    query.references.push({ number: Number(named.digits), label: named.label });
  return words.map((word) => ({ spellings: [word] }));
}

const numeric = /^\d{1,9}$/;
const year = /^(19|20)\d\d$/;

/**
 * Finds references to proposals: "EIP 20", "eip20", "EIPs 20". Of an existing proposal, only the number remains as a term,
 * with its spellings. If there is none, the query means proposals whose numbers begin with these digits, or else texts that
 * contain label and number.
 * @param isEnd whether the query ends with these tokens, so that the last number may go on.
 */
function withReferences(tokens: readonly Token[], series: readonly Series[], query: Query, isEnd: boolean): Token[] {
  const rest: Token[] = [];
  for (let index = 0; index < tokens.length; index++) {
    const token = tokens[index] as Token;
    const next = tokens[index + 1];
    const [word = ""] = token.spellings;
    const named = token.isPlain
      ? undefined
      : namedProposal(word, next?.isPlain ? "" : (next?.spellings[0] ?? ""), series);
    if (!named) {
      rest.push(token);
      continue;
    }
    const { label, digits, isFused, exists } = named;
    if (!isFused) index++;
    const longer = !exists && isEnd && index === tokens.length - 1 ? longerNumbers(label, digits, series) : [];
    const plainDigits = String(Number(digits));
    const spellings = [...new Set([plainDigits, label + plainDigits, label + digits])];
    for (const number of longer.length > 0 ? longer : [Number(digits)]) query.references.push({ number, label });
    if (exists || longer.length > 0) rest.push({ spellings });
    else {
      query.phrases.push([[label, digits], [label + digits]]);
      rest.push(
        { spellings: [label, label + digits], exact: true },
        { spellings: [digits, label + digits], exact: true },
      );
    }
  }
  return rest;
}

interface NamedProposal {
  label: string;
  digits: string;
  /** Whether label and number are one word. */
  isFused: boolean;
  exists: boolean;
}

/** Labels and numbers may be plurals: "EIPs 20 and 721", "ERC20s". "EIPs 2018" means the year, so it is no reference. */
function namedProposal(word: string, next: string, series: readonly Series[]): NamedProposal | undefined {
  const labels = series.flatMap((register) => register.labels);
  const isThere = (label: string, digits: string) =>
    series.some((register) => register.labels.includes(label) && register.pages.has(Number(digits)));
  for (const [text, isPlural] of [
    [word, false],
    [word.replace(/s$/, ""), true],
  ] as const) {
    const [label = text, digits = next] = labelAndDigits(text, labels) ?? [];
    const isFused = label !== text;
    if (!labels.includes(label) || !numeric.test(digits)) continue;
    const exists = isThere(label, digits);
    const isYear = !isFused && year.test(digits) && (isPlural || !exists);
    if (!isYear && (exists || !isPlural)) return { label, digits, isFused, exists };
  }
  return undefined;
}

/** Maximum number of proposals that an unfinished number stands for, the lowest first. */
const maxUnfinished = 10;
/** Readers and registers write zeros before shorter numbers. */
const usualDigits = 4;

/** The numbers of proposals that begin with these digits, as a reader types them. */
function longerNumbers(label: string, digits: string, series: readonly Series[]): number[] {
  const isLonger = (number: number) =>
    String(number).startsWith(digits) || String(number).padStart(usualDigits, "0").startsWith(digits);
  return series
    .filter(({ labels }) => labels.includes(label))
    .flatMap(({ pages }) => [...pages.keys()].filter(isLonger))
    .sort((a, b) => a - b)
    .slice(0, maxUnfinished);
}

/** An address of a site or of a file: `bips.dev/32/`, `65.md`. The numbers at the end of forum addresses are those of topics. */
const address = /(?<!\S)(?:https?:\/\/\S+|[\w-]+(?:\.[\w-]+)+\/\S*|(?:[\w-]+\/)*\d+\.\p{L}\w*)(?!\S)/giu;
const forum = /\/t\//;
/** A part of a path that is a number, also before words and an extension. */
const numberInPath = /^(\d{1,9})(?:[-_][^/]*|\.\p{L}\w*)?$/u;

/**
 * Adds references by number if no label names a proposal: from an address, the last number of the path that is a
 * proposal's; otherwise the bare numbers.
 */
function addNumbers(query: Query, series: readonly Series[]): void {
  if (query.references.length > 0) return;
  for (const [text] of query.typed.matchAll(address)) {
    const [path = ""] = text.replace(/^https?:\/\//i, "").split(/[?#]/);
    if (forum.test(path)) continue;
    const numbers = path.split("/").flatMap((part) => Number(numberInPath.exec(part)?.[1] ?? Number.NaN));
    const number = numbers.findLast((candidate) => series.some(({ pages }) => pages.has(candidate)));
    if (number !== undefined) query.references.push({ number });
  }
  if (query.references.length > 0) return;
  const numbers = query.terms.filter(({ spellings: [word = ""], exact }) => numeric.test(word) && !exact);
  const areAlone = query.terms.length === numbers.length;
  for (const {
    spellings: [word = ""],
  } of numbers)
    if (areAlone || word.length > 1)
      query.references.push({ number: Number(word), ...(!areAlone && { isLoose: true }) });
}
