/** The category of a proposal: from its folder or from its metadata, as the series is configured. */
import type { Series } from "../config/index.js";
import { compareText, orList, suggestion } from "../shared/text.js";
import { idsByName, normalizeName } from "./class-name.js";
import type { FieldReader } from "./fields.js";
import type { FileNameParts } from "./file-name.js";
import { plainInline } from "./metadata/inline.js";
import { normalizeKey } from "./metadata/keys.js";

/** @returns the id of a category, or in a lenient series what is written; empty if there is none. Problems are added to `fields`. */
export function readCategory(fields: FieldReader, name: FileNameParts, series: Series): string {
  const { from, keys, values } = series.category;
  if (from === "none") return "";
  const idOf = (text: string) => idsByName(values).get(normalizeName(text));
  const known = () => values.map(({ id }) => id).sort(compareText);
  if (from === "folder") {
    const id = categoryOfFolder(name.category, series);
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
  const [first] = entries;
  if (!first) return "";
  const written = plainInline(fields.text([first.key]) ?? "");
  const id = idOf(written);
  if (id) return id;
  const [wanted = ""] = keys;
  // The first key decides; another that names a category is still better than none.
  if (normalizeKey(first.key) === normalizeKey(wanted))
    fields.problem("category-unknown", `there is no category "${written}"`, first.value, suggestion(written, known()));
  // `type: Standards Track` says no category: the field that would say it is missing.
  else {
    const isNeeded = series.fields.some(({ key, required }) => required && normalizeKey(key) === normalizeKey(wanted));
    const message = `"${wanted}" is missing, and "${written}" is none`;
    fields.missing([wanted], message, first.keyPosition, orList(known()), isNeeded ? "error" : "warning");
  }
  const others = entries.slice(1).map(({ key }) => idOf(plainInline(fields.text([key]) ?? "")));
  return others.find(Boolean) ?? (series.onBadField === "warn" ? written : "");
}

/** The category that a folder names: `Standards Track` is `standards-track`. */
export function categoryOfFolder(folder: string | undefined, { category }: Series): string | undefined {
  return folder === undefined ? undefined : idsByName(category.values).get(normalizeName(folder));
}

/** The category that a field names, if the series takes it from one and knows it. */
export function categoryOf(fields: FieldReader, { category: { from, keys, values } }: Series): string | undefined {
  if (from !== "field") return undefined;
  const written = keys.map((key) => normalizeName(plainInline(fields.text([key]) ?? "")));
  const isNamed = (name: string) => written.includes(normalizeName(name));
  return values.find(({ id, label, aliases }) => [id, label, ...aliases].some(isNamed))?.id;
}
