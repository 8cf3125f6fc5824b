/** The category of a proposal: from its folder or from its metadata, as the series is configured. */
import type { Series } from "../config/index.js";
import { compareText, suggestion } from "../shared/text.js";
import { idsByName, normalizeName } from "./class-name.js";
import type { FieldReader } from "./fields.js";
import type { FileNameParts } from "./file-name.js";

/** @returns the id of a category, or in a lenient series what is written; empty if there is none. Problems are added to `fields`. */
export function readCategory(fields: FieldReader, name: FileNameParts, series: Series): string {
  const { from, keys, values } = series.category;
  if (from === "none") return "";
  const idOf = (text: string) => idsByName(values).get(normalizeName(text));
  const known = () => values.map(({ id }) => id).sort(compareText);
  if (from === "folder") {
    const id = values.find((value) => value.id === name.category)?.id;
    if (id === undefined) {
      const where = name.category
        ? `the folder "${name.category}" is not a category`
        : "this file is in no category's folder";
      fields.problem(
        "category-unknown",
        where,
        { position: { line: 1, column: 1 } },
        suggestion(name.category ?? "", known()),
      );
    }
    const entry = fields.find(keys);
    const written = entry && fields.text(keys);
    if (entry && written && id && idOf(written) !== id) {
      fields.problem(
        "category-mismatch",
        `the folder says "${id}", front matter says "${written}"`,
        entry.value,
        "The folder is the category: move the file, or remove the field.",
      );
    }
    return id ?? "";
  }
  const entries = keys.flatMap((key) => fields.find([key]) ?? []);
  for (const entry of entries) {
    const id = idOf(fields.text([entry.key]) ?? "");
    if (id) return id;
  }
  if (entries[0]) {
    const written = fields.text([entries[0].key]) ?? "";
    fields.problem(
      "category-unknown",
      `there is no category "${written}"`,
      entries[0].value,
      suggestion(written, known()),
    );
    return series.onBadField === "warn" ? written : "";
  }
  return "";
}

/** The category that a field names, if the series takes it from one and knows it. */
export function categoryOf(fields: FieldReader, { category: { from, keys, values } }: Series): string | undefined {
  if (from !== "field") return undefined;
  const written = keys.flatMap((key) => fields.text([key]) ?? []).map(normalizeName);
  const isNamed = (name: string) => written.includes(normalizeName(name));
  return values.find(({ id, label, aliases }) => [id, label, ...aliases].some(isNamed))?.id;
}
