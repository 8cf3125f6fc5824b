/** Which keys of metadata mean which field of a proposal. */
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
  discussions: ["discussions-to", "discussions"],
};

/** Every field that a proposal may have. */
export const fieldNames: readonly FieldName[] = ["number", ...(Object.keys(usualKeys) as (keyof typeof usualKeys)[])];

/** The keys that a field has where a series does not say otherwise. */
export function usualKeysOf(field: Exclude<FieldName, "number">): string[] {
  return usualKeys[field];
}

/** The keys that a field of this series may have in metadata. */
export function keysOf(series: Series, field: FieldName): string[] {
  return series.keys[field] ?? (field === "number" ? [series.id] : usualKeys[field]);
}

/** Says whether the series' list of fields asks every proposal for a field: then nothing else is taken for it. */
export function isRequired(series: Series, field: FieldName): boolean {
  const keys = keysOf(series, field).map(normalizeKey);
  return series.fields.some(({ key, required }) => required === true && keys.includes(normalizeKey(key)));
}

/** All keys that are read for a proposal of the series, and those that its list of fields names. */
export function knownKeys(series: Series): string[] {
  const listed = series.fields.map(({ key }) => key);
  const read = fieldNames.flatMap((name) => keysOf(series, name));
  return [...new Set([...listed, ...read, ...(series.category.from === "none" ? [] : series.category.keys)])];
}

/** The keys of the series as `normalizeKey` writes them; of `working-group.owner` the key that holds the other. */
export function knownKeySet(series: Series): ReadonlySet<string> {
  const known = sets.get(series) ?? new Set(knownKeys(series).map((key) => normalizeKey(key.split(".")[0] ?? key)));
  sets.set(series, known);
  return known;
}

const sets = new WeakMap<Series, Set<string>>();

/** `Last-Call_Deadline` and `last call deadline` are one key, and so are `Author(s)` and `authors`; other remarks in brackets are left out. */
export function normalizeKey(key: string): string {
  return key
    .toLowerCase()
    .replace(/\(s\)/g, "s")
    .replace(/\([^()]*\)/g, "")
    .replace(/[\s_-]+/g, "");
}
