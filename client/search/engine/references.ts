/** The proposals that a query names by their numbers, in every spelling, and what is searched for beside them. */
import { addAll } from "../../../src/shared/lists.js";
import { termsOf } from "../../../src/shared/search-text.js";
import type { Query, Reference } from "./query.js";

/** The names by which queries refer to the proposals of a register. */
export interface Series {
  /** In lower case. */
  labels: readonly string[];
  /** By number. */
  pages: ReadonlyMap<number, number>;
}

/** A word in its spellings, or a name of code with the words it is made of. */
export interface Token {
  word: string;
  spellings: string[];
  words?: string[];
}

export interface Spelled {
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
export function withoutSeparators(text: string, series: readonly Series[]): string {
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
export function withReferences(
  tokens: readonly Token[],
  series: readonly Series[],
  query: Query,
  isEnd: boolean,
): Spelled[] {
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
  for (const label of labels) {
    const digits = word.startsWith(label) ? numberIn(label, word.slice(label.length)) : undefined;
    if (digits !== undefined) return { label, digits, isFused: true, exists: isThere(label, digits) };
  }
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

/** Where a whole phrase is a proposal's label and number, its proposal. */
export function referenceOf(
  [word = "", next = "", ...others]: readonly string[],
  series: readonly Series[],
): Reference[] {
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
export function bareNumbers(query: Query, text: string, series: readonly Series[]): Query {
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
