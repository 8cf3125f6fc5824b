/** Collects the fields of all texts of a series by key, to find out how its proposals are written. */

import type { FieldEntry } from "../../../content/metadata/entries.js";
import { plainInline } from "../../../content/metadata/inline.js";
import { normalizeKey } from "../../../content/metadata/keys.js";
import { flatten } from "../../../content/parse/fields.js";
import { getOrAdd } from "../../../shared/lazy.js";
import { largestOf } from "../../../shared/lists.js";
import type { NumberedText } from "./survey.js";

/** One field of one text. */
export interface WrittenField {
  text: NumberedText;
  entry: FieldEntry;
}

/** Fields by normalized key; a key inside a map follows the key of the map and a dot. */
export type Fields = ReadonlyMap<string, WrittenField[]>;

export function fieldsOf(texts: readonly NumberedText[]): Fields {
  const fields = new Map<string, WrittenField[]>();
  const add = (key: string, text: NumberedText, entry: FieldEntry) =>
    getOrAdd(fields, key, () => []).push({ text, entry });
  for (const text of texts) {
    for (const entry of text.metadata.entries ?? []) {
      const key = normalizeKey(entry.key);
      add(key, text, entry);
      if (entry.value.kind === "map")
        for (const inner of entry.value.entries) add(`${key}.${normalizeKey(inner.key)}`, text, inner);
    }
  }
  return fields;
}

/** The most frequent spelling of a key, without remarks in brackets. */
export function spelling(written: readonly WrittenField[]): string {
  const plain = written.map(({ entry }) => entry.key.replace(/\s*\((?!s\))[^()]*\)/g, "").trim());
  return commonest(plain) ?? "";
}

/** @returns the most frequent value; of equally frequent ones the first. */
export function commonest<T>(values: readonly T[]): T | undefined {
  const counts = new Map<T, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort(([, countOfA], [, countOfB]) => countOfB - countOfA)[0]?.[0];
}

/** Counts values by `keyOf`, and names each by its most frequent spelling. */
export function countOf(
  labels: readonly string[],
  keyOf: (label: string) => string,
): Map<string, { label: string; count: number }> {
  const groups = new Map<string, string[]>();
  for (const label of labels) getOrAdd(groups, keyOf(label), () => []).push(label);
  return new Map([...groups].map(([key, group]) => [key, { label: commonest(group) ?? "", count: group.length }]));
}

/** The number of texts that have the most frequent field; at least 1. */
export function largestFieldCount(fields: Fields): number {
  return largestOf(
    [...fields.values()].map((written) => written.length),
    1,
  );
}

/** The first or last text of a value, without markup. */
export function textAt(entry: FieldEntry, index: 0 | -1): string {
  return plainInline(flatten(entry.value).at(index)?.text ?? "");
}
