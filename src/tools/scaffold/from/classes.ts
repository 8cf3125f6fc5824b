/** Finds the statuses and categories of a series among the values of its texts; rare and long values do not count. */
import { idOf, profileNames, profiles, tones, usualTone } from "../../../config/index.js";
import type { FieldValue } from "../../../content/metadata/entries.js";
import { plainInline } from "../../../content/metadata/inline.js";
import { normalizeKey } from "../../../content/metadata/keys.js";
import { reasonAfter, withoutSigns } from "../../../content/parse/classes.js";
import { flatten } from "../../../content/parse/fields.js";
import { categoryKeys } from "./common-keys.js";
import { type FoundSeries, relativeTo } from "./survey.js";
import { countOf, type Fields, largestFieldCount, spelling } from "./written-fields.js";

/** Matches the remark beside a status that names the replacement of a proposal. */
const replacement = /\b(superseded|replaced|obsoleted) by\b.*$/i;

/** @returns the labels of statuses in the order of a proposal's life, and values that are too rare to be a status. */
export function statusesOf(fields: Fields, keys: readonly string[]): { labels: string[]; rare: string[] } {
  const written = keys.flatMap((key) => fields.get(normalizeKey(key)) ?? []);
  const labels = written.flatMap(({ entry }) => {
    const label = withoutSigns(plainInline(firstLine(entry.value)))
      .replace(/\s*\(.*$/, "")
      .replace(replacement, "$1")
      .replace(/(?:\s(?:(?:in|since)\s.*\d|\d{4}-\d\d)|(?<=[a-z])\/\S*\d).*$/i, "")
      .replace(/[\s.,;:]+$/, "");
    return label && label.length <= 60 ? [label] : [];
  });
  const counts = countOf(labels, statusKey);
  const names = [...counts].filter(([, { label }]) => isName(label));
  const begins = (label: string) =>
    names.some(
      ([key, status]) => key !== statusKey(label) && key.length > 3 && reasonAfter(label, status.label) !== undefined,
    );
  const frequent = names.filter(
    ([, { label, count }]) => !begins(label) && (count > 1 || written.length < 60 || isKnownStatus(label)),
  );
  const statusKeys = new Set(frequent.map(([key]) => key));
  const rare = [...counts]
    .filter(([key, { label }]) => !statusKeys.has(key) && !begins(label))
    .map(([, { label }]) => label);
  const rank = (label: string) => tones.indexOf(usualTone(label));
  const sorted = frequent
    .map(([, { label, count }]) => ({ label, count }))
    .sort((a, b) => rank(a.label) - rank(b.label) || compareStages(a, b) || b.count - a.count);
  return { labels: sorted.map(({ label }) => capital(label)), rare };
}

/** The id, or the label where it has no letter of an id. */
const statusKey = (label: string) => idOf(label) || label;

/** Whether a value can be a status: a few words or the number of a stage, not a sentence or the options of a template. */
const isName = (label: string) =>
  /^(?:\p{L}[\p{L}\p{N} _-]{1,30}|[\p{L}\p{N}])$/u.test(label) && label.split(/\s+/).length <= 4;

const compareStages = (a: { label: string }, b: { label: string }) =>
  /^\d$/.test(a.label) && /^\d$/.test(b.label) ? a.label.localeCompare(b.label) : 0;

const firstLine = (value: FieldValue) =>
  value.kind === "text" ? (value.text.split("\n")[0] ?? "") : (flatten(value)[0]?.text ?? "");

const capital = (label: string) => label.charAt(0).toUpperCase() + label.slice(1);

/** The categories: a field of few values that most texts have. @returns undefined if there is none. */
export function categoryOf(fields: Fields) {
  const total = largestFieldCount(fields);
  const candidates = categoryKeys.flatMap((key) => {
    const written = fields.get(normalizeKey(key)) ?? [];
    const values = written.flatMap(({ entry }) => plainInline(firstLine(entry.value)) || []);
    const counts = [...countOf(values, idOf).values()].filter(
      ({ label, count }) => isCategory(label) && (count > 1 || values.length < 20 || isKnownCategory(label)),
    );
    const covered = counts.reduce((sum, { count }) => sum + count, 0);
    const fits = counts.length >= 2 && counts.length <= 14 && covered >= total * 0.3 && covered >= values.length * 0.8;
    return fits ? [{ key: spelling(written), counts, covered }] : [];
  });
  // If a text has no category, its type counts as one: EIPs have both.
  const [first] = candidates;
  if (!first) return undefined;
  const keys = first.covered < total * 0.9 ? candidates.slice(0, 2) : [first];
  const values = new Map(
    keys.flatMap(({ counts }) => counts.toSorted((a, b) => b.count - a.count).map(({ label }) => [idOf(label), label])),
  );
  return { from: "field" as const, keys: keys.map(({ key }) => key), values: [...values.values()] };
}

const isCategory = (label: string) => label.length <= 40 && idOf(label) !== "" && !/[|<>]/.test(label);

/** Whether folders are categories. They are not if most texts with a category name a different one from their folder. */
export function areCategories({ folder, files, texts }: FoundSeries, fields: Fields): boolean {
  if (!files.startsWith("{category}/") || categoryFolders({ folder, texts }).some(({ id }) => id === "")) return false;
  const written = fields.get("category") ?? [];
  const otherWritten = written.filter(({ text, entry }) => {
    const folderName = relativeTo(folder, text.source.path).split("/")[0] ?? "";
    return idOf(plainInline(firstLine(entry.value))) !== idOf(folderName);
  });
  return otherWritten.length <= written.length / 2;
}

/** The folders of a series whose folders are categories. */
export function categoryFolders({
  texts,
  folder,
}: Pick<FoundSeries, "texts" | "folder">): { id: string; label: string }[] {
  const names = texts.map(({ source }) => relativeTo(folder, source.path).split("/")[0] ?? "");
  const labels = new Map([...new Set(names)].sort().map((name) => [idOf(name), capital(name)]));
  return [...labels].map(([id, label]) => ({ id, label }));
}

type ClassName = string | { id: string; label: string; aliases?: string[] | undefined };

/** The ids of all names of a profile's statuses or categories: their ids, labels and aliases. */
export const idsOf = (names: readonly ClassName[]) =>
  names
    .flatMap((named) => (typeof named === "string" ? [named] : [named.id, named.label, ...(named.aliases ?? [])]))
    .map(idOf);
const allProfiles = profileNames.map((name) => profiles[name]);

// The names of statuses and categories in the profiles, which count even if a register uses them only once.
const statuses = new Set([
  ...allProfiles.flatMap((profile) => idsOf(profile?.statuses ?? [])),
  "rejected",
  "abandoned",
]);
const categories = new Set(allProfiles.flatMap((profile) => idsOf(profile?.category?.values ?? [])));

const isKnownStatus = (label: string): boolean => statuses.has(idOf(label));
const isKnownCategory = (label: string): boolean => categories.has(idOf(label));
