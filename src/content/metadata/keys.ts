/** The keys of metadata that belong to each field of a proposal, and their names in other languages. */
import type { FieldName, Series } from "../../config/index.js";

const usualKeys: Record<Exclude<FieldName, "number">, string[]> = {
  title: ["title"],
  description: ["description"],
  author: ["author", "authors"],
  status: ["status"],
  statusReason: ["status-reason", "withdrawal-reason"],
  tags: ["tags"],
  keywords: ["keywords"],
  date: ["date", "created"],
  updated: ["updated"],
  deadline: ["last-call-deadline"],
  lang: ["lang"],
  requires: ["requires"],
  supersedes: ["supersedes", "replaces"],
  supersededBy: ["superseded-by", "replaced-by"],
  updates: ["updates", "amends", "clarifies"],
  updatedBy: ["updated-by", "amended-by", "clarified-by"],
  discussions: ["discussions-to", "discussions"],
};

/** Every field that a proposal may have. */
export const fieldNames: readonly FieldName[] = ["number", ...(Object.keys(usualKeys) as (keyof typeof usualKeys)[])];

/** The keys of each field, unless a series configures others. */
export function usualKeysOf(field: Exclude<FieldName, "number">): string[] {
  return usualKeys[field];
}

/** The keys of a field in this series; a number has none where proposals have no numbers. */
export function keysOf(series: Pick<Series, "id" | "keys" | "numbers">, field: FieldName): string[] {
  if (field === "number" && series.numbers === "none") return [];
  return series.keys[field] ?? (field === "number" ? [series.id] : usualKeys[field]);
}

/** Whether the series' list of fields requires a field in every proposal: then no other key is read as that field. */
export function isRequired(series: Series, field: FieldName): boolean {
  const keys = keysOf(series, field).map(normalizeKey);
  return series.fields.some(({ key, required }) => required === true && keys.includes(normalizeKey(key)));
}

/** Whether the series' list of fields is that of its front matter: fields that are only listed to be shown have no place in it. */
export function listsFrontMatter(series: Pick<Series, "id" | "keys" | "numbers" | "fields" | "category">): boolean {
  const read = new Set(readKeys(series).map(normalizeKey));
  return series.fields.some(
    ({ key, required, initial, show }) =>
      !show || required !== false || initial !== undefined || read.has(normalizeKey(key)),
  );
}

/** All keys that are read for proposals of the series, and those in its list of fields. */
export function knownKeys(series: Pick<Series, "id" | "keys" | "numbers" | "fields" | "category">): string[] {
  return [...new Set([...series.fields.map(({ key }) => key), ...readKeys(series)])];
}

function readKeys(series: Pick<Series, "id" | "keys" | "numbers" | "category">): string[] {
  const keys = fieldNames.flatMap((name) => keysOf(series, name));
  return [...keys, "unlisted", ...(series.category.from === "none" ? [] : series.category.keys)];
}

/** The normalized keys of the series; for `working-group.owner`, the key of the map. */
export function knownKeySet(series: Series): ReadonlySet<string> {
  const keys = sets.get(series) ?? new Set(knownKeys(series).map((key) => normalizeKey(key.split(".")[0] ?? key)));
  sets.set(series, keys);
  return keys;
}

const sets = new WeakMap<Series, Set<string>>();

/** `Last-Call_Deadline` and `last call deadline` are one key, and so are `Author(s)` and `authors`; other remarks in brackets are left out. */
export function normalizeKey(key: string): string {
  const entry = normalized.get(key);
  if (entry !== undefined) return entry;
  const name = key
    .toLowerCase()
    .replace(/\(s\)/g, "s")
    .replace(/\([^()]*\)/g, "")
    .replace("supercede", "supersede")
    .replace(/[\s_-]+/g, "");
  if (normalized.size < maxNormalized) normalized.set(key, name);
  return name;
}

/** Every text of a register has the same few keys, which are looked up many times. */
const normalized = new Map<string, string>();
const maxNormalized = 1000;

const wordsOf = (text: string): readonly string[] => text.split(" ");

/** What registers in other languages call the fields that nearly all have. */
export const otherWords = {
  title: wordsOf("título titre titel titolo заголовок название タイトル 件名 标题 標題 제목"),
  author: wordsOf(
    "autor autores autoren auteur auteurs autore autori decisores décideurs entscheider автор авторы 作成者 著者 決定者 作者 决策者 작성자",
  ),
  status: wordsOf("estado estatus statut stato durum статус состояние ステータス 状態 状态 狀態 상태"),
  date: wordsOf("fecha datum data tarih дата 日付 日時 日期 날짜"),
};

const statusWords: ReadonlySet<string> = new Set(["status", ...otherWords.status]);
const fieldWords: ReadonlySet<string> = new Set([...statusWords, "date", ...otherWords.date, ...otherWords.author]);

/** Whether a heading or a key is the word for the status in some language. */
export const isStatusWord = (word: string): boolean => statusWords.has(word.toLowerCase());

/** Whether a heading is the word for a field of decision records. */
export const isFieldWord = (word: string): boolean =>
  fieldWords.has(word.toLowerCase()) || /^(?:deciders|decision[- ]makers|authors?)$/i.test(word);
