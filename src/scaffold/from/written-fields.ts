/** The metadata of all texts of a series by key, as evidence of how its proposals are written. */
import type { FieldEntry } from "../../parse/metadata/entries.js";
import { normalizeKey } from "../../parse/metadata/keys.js";
import { commonest } from "./count.js";
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
