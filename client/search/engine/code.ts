/**
 * Lines of code and of JSON that were copied from a text. Code has an index of its own, of which no other query fetches anything: each word of it,
 * whatever it is in (names, strings, comments, numbers), by section. A section that has all words of a line, or nearly all, is taken for its source.
 */
import { getOrAdd } from "../../../src/shared/lazy.js";
import { addAll, largestOf } from "../../../src/shared/lists.js";
import { termsOf } from "../../../src/shared/search-text.js";
import { longestRun } from "./first.js";
import { firstNotBelow, longestFirst } from "./look-up.js";
import { type RankedPage, rarityOf, unranked } from "./rank.js";
import type { CodeShards, Store } from "./store.js";

/** What prose and names do not have: brackets, assignments, ends of statements, keys of JSON, comments. */
const codeSigns = /[{}[\];=<>|&]|\w\(|\)\.|["']\s*[:,]|\/\/|\/\*|^\s*[#*+-]|->|::|\w_\w+:|\w:\s+\w*[a-z\d][A-Z]/;
/** Shorter ones are names and calls, which texts declare. */
const leastWords = 3;
/** The share of a line, by the rarity of its words, that a section must have. */
const leastShare = 0.8;
/** The first letters of a word that was cut. */
const leastBegun = 1;
/** The longest words are looked up, a request each, some at a time: as long as a section may have enough of the line. */
const mostTerms = 8;
const atOnce = 3;
const mostBegun = 200;
const mostPages = 200;
/** Files of code that are read to see in which order they have the words. */
const mostFiles = 6;

/** Whether a query is a line of code rather than words or a name. */
export function looksLikeCode(query: string): boolean {
  return codeSigns.test(query) && termsOf(query).length >= leastWords;
}

/** What code has of a query: pages, and the section of each that has most of it, with the line there. */
export interface CodeFound {
  ranked: RankedPage[];
  /** Places as of texts. */
  places: ReadonlySet<number>;
  /** By section. */
  lines: ReadonlyMap<number, string>;
  /** Whether a line has the query as it was typed. */
  isExact: boolean;
}

/** By section, how often a word is there. */
type Sections = ReadonlyMap<number, number>;

interface Source {
  page: number;
  section: number;
  share: number;
  times: number;
}

export async function findCode(store: Store, query: string): Promise<CodeFound | undefined> {
  const words = termsOf(query);
  const code = words.length > 0 ? await store.code() : undefined;
  if (!code) return undefined;
  const isOpen = /[\p{L}\p{N}]$/u.test(query);
  const sources = (await sourcesOf(store, code, words, isOpen)).slice(0, mostPages);
  const read = await readSources(store, code, sources, words, query);
  const value = ({ page, share }: Source) => (read.get(page)?.run ?? 0) + share;
  const isExact = ({ page }: Source) => read.get(page)?.isExact ?? false;
  sources.sort(
    (a, b) =>
      Number(isExact(b)) - Number(isExact(a)) ||
      (read.get(b.page)?.run ?? 0) - (read.get(a.page)?.run ?? 0) ||
      (read.get(a.page)?.more ?? 0) - (read.get(b.page)?.more ?? 0),
  );
  return {
    ranked: sources.map((source) => ({ ...unranked(source.page), score: value(source), coverage: source.share })),
    places: new Set(sources.map(({ page, section }) => 2 * (read.get(page)?.section ?? section) + 1)),
    lines: new Map([...read.values()].map(({ section, line }) => [section, line])),
    isExact: [...read.values()].some((line) => line.isExact),
  };
}

/** The pages that have nearly all words of a line in one section, those with most of them first. */
async function sourcesOf(store: Store, code: CodeShards, words: readonly string[], isOpen: boolean): Promise<Source[]> {
  const { layout } = store;
  const terms = longestFirst([...new Set(words)]).slice(0, mostTerms);
  const pageOf = (section: number) => layout.pageOfSection[section] ?? 0;
  const found: Sections[] = [];
  const rarities: number[] = [];
  while (found.length < terms.length) {
    const some = terms.slice(found.length, found.length + atOnce);
    const more = await Promise.all(some.map((term) => sectionsWith(code, term, isOpen && term === words.at(-1))));
    addAll(found, more);
    addAll(
      rarities,
      more.map((sections) => rarityOf(layout, new Set([...sections.keys()].map(pageOf)).size)),
    );
    if (!mayHaveShare(found, rarities, (terms.length - found.length) * rarityOf(layout, 0))) return [];
  }
  const all = sum(rarities);
  const scores = new Map<number, Source>();
  for (const [index, sections] of found.entries()) {
    const share = (rarities[index] ?? 0) / all;
    for (const [section, times] of sections) {
      const score = getOrAdd(scores, section, () => ({ page: pageOf(section), section, share: 0, times: 0 }));
      score.share += share;
      score.times += share * Math.log(times + 1);
    }
  }
  const best = new Map<number, Source>();
  for (const score of scores.values()) {
    const known = best.get(score.page);
    if (score.share >= leastShare && (!known || value(score) > value(known))) best.set(score.page, score);
  }
  return [...best.values()].sort((a, b) => value(b) - value(a) || a.page - b.page);
}

/** Whether a section may have enough of a line. @param left the rarity that its other words have at most. */
function mayHaveShare(found: readonly Sections[], rarities: readonly number[], left: number): boolean {
  const shares = new Map<number, number>();
  for (const [index, sections] of found.entries())
    for (const section of sections.keys()) shares.set(section, (shares.get(section) ?? 0) + (rarities[index] ?? 0));
  return largestOf(shares.values(), 0) + left >= leastShare * (sum(rarities) + left);
}

const sum = (numbers: readonly number[]) => numbers.reduce((all, number) => all + number, 0);

/** A line of a page that is like the query. */
interface Line {
  section: number;
  line: string;
  /** How many words follow each other as in the query. */
  run: number;
  /** Whether all of the query is in the line, with its signs. */
  isExact: boolean;
  /** The characters of the line that the query has not. */
  more: number;
}

/** The best line of each page whose code is read. */
async function readSources(
  store: Store,
  code: CodeShards,
  sources: readonly Source[],
  words: readonly string[],
  query: string,
): Promise<Map<number, Line>> {
  const files = new Set<number>();
  const chosen = sources.filter(({ page }) => {
    if (files.size < mostFiles) files.add(code.fileOf(page));
    return files.has(code.fileOf(page));
  });
  const wanted = folded(query);
  const read = new Map<number, Line>();
  await Promise.all(
    chosen.map(async ({ page }) => {
      const text = await code.text(page);
      for (let index = 0; index < text.length; index += 2) {
        const section = (store.layout.firstSection[page] ?? 0) + Number(text[index]);
        for (const line of String(text[index + 1]).split("\n")) {
          const run = longestRun(termsOf(line), words);
          const known = read.get(page);
          if (known && run < known.run) continue;
          const own = folded(line);
          const found: Line = { section, line, run, isExact: own.includes(wanted), more: own.length - wanted.length };
          if (!known || isBetter(found, known)) read.set(page, found);
        }
      }
    }),
  );
  return read;
}

const isBetter = (one: Line, other: Line) =>
  one.run > other.run || (one.isExact && !other.isExact) || (one.isExact === other.isExact && one.more < other.more);

const folded = (text: string) => text.replace(/\s+/g, " ").trim();

/** Of sections with equal shares the one that has the words more often. */
const value = ({ share, times }: Source) => 100 * Math.round(20 * share) + times;

/** @param isLast whether the word may be cut: then longer ones count too, if no code has it. */
async function sectionsWith(code: CodeShards, term: string, isLast: boolean): Promise<Sections> {
  const shard = await code.shard(code.shardOf(term));
  const from = firstNotBelow(shard.terms, term);
  const found = new Map<number, number>();
  const isWhole = shard.terms[from] === term;
  const most = isLast && term.length >= leastBegun ? mostBegun : isWhole ? 1 : 0;
  for (let index = from; index < from + most && shard.terms[index]?.startsWith(term); index++) {
    const { places, extras } = shard.postings(index);
    for (const [at, place] of places.entries())
      found.set(place >> 1, Math.max(found.get(place >> 1) ?? 0, extras[at] ?? 1));
  }
  return found;
}
