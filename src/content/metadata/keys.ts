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

/** @returns the keys of a field in this series; none for the number if its proposals have no numbers. */
export function keysOf(series: Pick<Series, "id" | "keys" | "numbers">, field: FieldName): string[] {
  if (field === "number" && series.numbers === "none") return [];
  return series.keys[field] ?? (field === "number" ? [series.id] : usualKeys[field]);
}

/** Whether the list of fields requires a field in every proposal of the series: then its value is not taken from a heading or the file name. */
export function isRequired(series: Series, field: FieldName): boolean {
  const keys = keysOf(series, field).map(normalizeKey);
  return series.fields.some(({ key, required }) => required === true && keys.includes(normalizeKey(key)));
}

/** Whether the list of fields of the series describes front matter, and is not only a list of other fields to show. */
export function listsFrontMatter(series: Pick<Series, "id" | "keys" | "numbers" | "fields" | "category">): boolean {
  const keysRead = new Set(readKeys(series).map(normalizeKey));
  return series.fields.some(
    ({ key, required, initial, show }) =>
      !show || required !== false || initial !== undefined || keysRead.has(normalizeKey(key)),
  );
}

/** @returns all keys that the program reads in proposals of the series, and the keys in its list of fields. */
export function allKeysOf(series: Pick<Series, "id" | "keys" | "numbers" | "fields" | "category">): string[] {
  return [...new Set([...series.fields.map(({ key }) => key), ...readKeys(series)])];
}

function readKeys(series: Pick<Series, "id" | "keys" | "numbers" | "category">): string[] {
  const keys = fieldNames.flatMap((name) => keysOf(series, name));
  return [...keys, "unlisted", ...(series.category.from === "none" ? [] : series.category.keys)];
}

/** @returns all keys of the series, normalized; for `working-group.owner`, the key of the map. */
export function normalizedKeysOf(series: Series): ReadonlySet<string> {
  const keys = keySets.get(series) ?? new Set(allKeysOf(series).map((key) => normalizeKey(key.split(".")[0] ?? key)));
  keySets.set(series, keys);
  return keys;
}

const keySets = new WeakMap<Series, Set<string>>();

/** Gives the spellings of a key one form: `Last-Call_Deadline` and `last call deadline`, `Author(s)` and `authors`. Words in parentheses are ignored. */
export function normalizeKey(key: string): string {
  const storedName = normalizedKeys.get(key);
  if (storedName !== undefined) return storedName;
  const name = key
    .toLowerCase()
    .replace(/\(s\)/g, "s")
    .replace(/\([^()]*\)/g, "")
    .replace("supercede", "supersede")
    .replace(/[\s_-]+/g, "");
  if (normalizedKeys.size < maxNormalizedKeys) normalizedKeys.set(key, name);
  return name;
}

/** Stored because every text of a register has the same few keys, which are looked up many times. */
const normalizedKeys = new Map<string, string>();
const maxNormalizedKeys = 1000;

const wordsOf = (text: string): readonly string[] => text.split(" ");

/** The keys of common fields in other languages. */
export const translatedKeys = {
  title: wordsOf("título titre titel titolo заголовок название タイトル 件名 标题 標題 제목"),
  author: wordsOf(
    "autor autores autoren auteur auteurs autore autori decisores décideurs entscheider автор авторы 作成者 著者 決定者 作者 提交作者 决策者 작성자",
  ),
  status: wordsOf("estado estatus statut stato durum статус состояние ステータス 状態 状态 狀態 상태"),
  date: wordsOf("fecha datum data tarih дата 日付 日時 日期 提交时间 날짜"),
};

const statusWords: ReadonlySet<string> = new Set(["status", ...translatedKeys.status]);
const fieldWords: ReadonlySet<string> = new Set([
  ...statusWords,
  "date",
  ...translatedKeys.date,
  ...translatedKeys.author,
]);

/** Whether a heading or a key is the word for the status in some language. */
export const isStatusWord = (word: string): boolean => statusWords.has(word.toLowerCase());

/** Whether a heading is the word for a field of decision records. */
export const isFieldWord = (word: string): boolean =>
  fieldWords.has(word.toLowerCase()) || /^(?:deciders|decision[- ]makers|authors?)$/i.test(word);
