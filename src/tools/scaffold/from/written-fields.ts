/** The metadata of all texts of a series by key, as evidence of how its proposals are written. */

import type { FieldEntry } from "../../../content/metadata/entries.js";
import { plainInline } from "../../../content/metadata/inline.js";
import { normalizeKey } from "../../../content/metadata/keys.js";
import { flatten } from "../../../content/parse/fields.js";
import { largestOf } from "../../../shared/lists.js";
import type { NumberedText } from "./survey.js";

/** One field of one text. */
export interface Written {
  text: NumberedText;
  entry: FieldEntry;
}

/** By normalized key; a key inside a map follows that of the map and a dot. */
export type Fields = ReadonlyMap<string, Written[]>;

export function fieldsOf(texts: readonly NumberedText[]): Fields {
  const fields = new Map<string, Written[]>();
  const add = (key: string, text: NumberedText, entry: FieldEntry) => {
    const written = fields.get(key);
    if (written) written.push({ text, entry });
    else fields.set(key, [{ text, entry }]);
  };
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
export function spelling(written: readonly Written[]): string {
  const plain = written.map(({ entry }) => entry.key.replace(/\s*\((?!s\))[^()]*\)/g, "").trim());
  return commonest(plain) ?? plain[0] ?? "";
}

/** @returns the most frequent value; the first of equals. */
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
  for (const label of labels) groups.set(keyOf(label), [...(groups.get(keyOf(label)) ?? []), label]);
  return new Map([...groups].map(([key, all]) => [key, { label: commonest(all) ?? "", count: all.length }]));
}

/** The number of texts that have the most frequent field; at least 1. */
export function mostWritten(fields: Fields): number {
  return largestOf(
    [...fields.values()].map((written) => written.length),
    1,
  );
}

/** The first text of a value, or its last one, without markup. */
export function textAt(entry: FieldEntry, index: 0 | -1): string {
  return plainInline(flatten(entry.value).at(index)?.text ?? "");
}
