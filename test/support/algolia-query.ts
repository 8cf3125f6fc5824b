/**
 * How the stand-in for Algolia answers a query: every word must begin a word of a searchable attribute, filters count only on attributes that
 * the settings name as facets, hits come in the order of the settings' ranking. Not a search engine, but the shapes are the original's.
 */
import type { StoredIndex, StoredRecord } from "./algolia-store.js";

export interface QueryParams {
  query?: string;
  page?: number;
  hitsPerPage?: number;
  facetFilters?: string | readonly (string | readonly string[])[];
  attributesToRetrieve?: readonly string[];
  attributesToHighlight?: readonly string[];
  attributesToSnippet?: readonly string[];
  highlightPreTag?: string;
  highlightPostTag?: string;
  distinct?: boolean | number;
  clickAnalytics?: boolean;
}

export function answerQuery(index: StoredIndex, given: QueryParams) {
  const params: QueryParams = { ...index.settings, ...given };
  const { query = "", page = 0, hitsPerPage = 20 } = params;
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const searchable = attributeNames(index.settings.searchableAttributes);
  const found = [...index.records.values()]
    .filter((record) => passes(record, params.facetFilters, attributeNames(index.settings.attributesForFaceting)))
    .map((record) => ({ record, level: matchLevel(record, words, searchable) }))
    .filter(({ level }) => level >= 0)
    .sort((a, b) => a.level - b.level || compareCustom(a.record, b.record, index.settings.customRanking))
    .map(({ record }) => record);
  const hits = params.distinct ? oneEach(found, String(index.settings.attributeForDistinct)) : found;
  return {
    hits: hits.slice(page * hitsPerPage, (page + 1) * hitsPerPage).map((record) => hitOf(record, words, params)),
    nbHits: hits.length,
    page,
    nbPages: Math.ceil(hits.length / hitsPerPage),
    hitsPerPage,
    exhaustiveNbHits: true,
    query,
    processingTimeMS: 1,
    ...(params.clickAnalytics && { queryID: "0123456789abcdef0123456789abcdef" }),
  };
}

/** The attributes of a record that are asked for, by name or dotted path; `*` is all. */
export function retrieve(record: StoredRecord, names: readonly string[] = ["*"]): StoredRecord {
  if (names.includes("*")) return record;
  const kept: StoredRecord = { objectID: record.objectID };
  for (const path of names) {
    const [name = "", ...rest] = path.split(".");
    if (rest.length === 0 && name in record) kept[name] = record[name];
    if (rest.length > 0) kept[name] = { ...(kept[name] as object), [rest.join(".")]: valueAt(record, path) };
  }
  return kept;
}

function hitOf(record: StoredRecord, words: readonly string[], params: QueryParams) {
  const { highlightPreTag: pre = "<em>", highlightPostTag: post = "</em>" } = params;
  const mark = (text: string) => ({
    value: highlight(text, words, pre, post),
    matchLevel: words.length > 0 && beginsWords(text, words) ? "full" : "none",
    matchedWords: words.filter((word) => beginsWords(text, [word])),
  });
  const snippets = (params.attributesToSnippet ?? []).map((entry) => entry.split(":"));
  return {
    ...retrieve(record, params.attributesToRetrieve),
    _highlightResult: nested(record, params.attributesToHighlight ?? ["hierarchy", "content"], mark),
    _snippetResult: nested(
      record,
      snippets.map(([name = ""]) => name),
      (text, path) => {
        const count = Number(snippets.find(([name]) => name === path || path.startsWith(`${name}.`))?.[1] ?? 10);
        return mark(snippet(text, words, count));
      },
    ),
  };
}

/** Marks the texts below the given attributes, in the record's own nesting. */
function nested(record: StoredRecord, names: readonly string[], mark: (text: string, path: string) => object) {
  const result: Record<string, unknown> = {};
  const put = (path: string, value: unknown) => {
    if (typeof value === "object" && value !== null) {
      for (const [key, inner] of Object.entries(value)) put(`${path}.${key}`, inner);
    } else if (typeof value === "string") {
      const [first = "", second] = path.split(".");
      if (second === undefined) result[first] = mark(value, path);
      else result[first] = { ...(result[first] as object), [second]: mark(value, path) };
    }
  };
  for (const name of names) put(name, valueAt(record, name));
  return result;
}

function snippet(text: string, words: readonly string[], count: number): string {
  const all = text.split(/\s+/);
  const match = all.findIndex((word) => words.some((wanted) => word.toLowerCase().includes(wanted)));
  const start = Math.max(0, Math.min(match - Math.floor(count / 2), all.length - count));
  const part = all.slice(start, start + count).join(" ");
  return `${start > 0 ? "…" : ""}${part}${start + count < all.length ? "…" : ""}`;
}

function highlight(text: string, words: readonly string[], pre: string, post: string): string {
  if (words.length === 0) return text;
  const pattern = words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|");
  return text.replace(new RegExp(`(?<![\\p{L}\\p{N}])(?:${pattern})`, "giu"), (match) => `${pre}${match}${post}`);
}

function beginsWords(text: string, words: readonly string[]): boolean {
  const own = text.toLowerCase().split(/[^\p{L}\p{N}]+/u);
  return words.every(
    (word) => own.some((candidate) => candidate.startsWith(word)) || text.toLowerCase().includes(word),
  );
}

/** Position of the first attribute that has one of the words; -1 where a word is nowhere. */
function matchLevel(record: StoredRecord, words: readonly string[], searchable: readonly string[]): number {
  const texts = searchable.map((path) => String(valueAt(record, path) ?? ""));
  if (!words.every((word) => texts.some((text) => beginsWords(text, [word])))) return -1;
  return texts.findIndex((text) => words.length === 0 || words.some((word) => beginsWords(text, [word])));
}

function passes(record: StoredRecord, filters: QueryParams["facetFilters"] = [], facets: readonly string[]): boolean {
  const all = typeof filters === "string" ? (JSON.parse(filters) as (string | string[])[]) : filters;
  return all.every((either) => [either].flat().some((filter) => matches(record, String(filter), facets)));
}

function matches(record: StoredRecord, filter: string, facets: readonly string[]): boolean {
  const colon = filter.indexOf(":");
  const name = filter.slice(0, colon);
  return (
    facets.includes(name) &&
    [record[name]]
      .flat()
      .map(String)
      .includes(filter.slice(colon + 1))
  );
}

function compareCustom(a: StoredRecord, b: StoredRecord, ranking: unknown): number {
  for (const rule of Array.isArray(ranking) ? ranking.map(String) : []) {
    const [, direction, path = ""] = /^(asc|desc)\((.*)\)$/.exec(rule) ?? [];
    const order = Number(valueAt(a, path)) - Number(valueAt(b, path));
    if (order !== 0) return direction === "asc" ? order : -order;
  }
  return 0;
}

function oneEach(records: readonly StoredRecord[], attribute: string): StoredRecord[] {
  return [...new Map(records.toReversed().map((record) => [record[attribute], record])).values()].reverse();
}

/** Names of attributes without modifiers such as `unordered(…)` and `searchable(…)`. */
function attributeNames(setting: unknown): string[] {
  return (Array.isArray(setting) ? setting.map(String) : []).map((name) => name.replace(/^\w+\((.*)\)$/, "$1"));
}

function valueAt(record: StoredRecord, path: string): unknown {
  return path
    .split(".")
    .reduce<unknown>((value, key) => (value as Record<string, unknown> | null | undefined)?.[key], record);
}
