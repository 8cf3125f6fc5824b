/** Describes a detected series as configuration: its label, the keys of each field, and other settings, by its texts or a profile that matches them. */
import { posix } from "node:path";
import { usuallyIgnored } from "../../../build/inputs.js";
import { idOf, type ProfileInput, profileNames, profiles, type SeriesInput, usualTone } from "../../../config/index.js";
import { seriesSchema } from "../../../config/loading.js";
import type { FormName } from "../../../content/metadata/forms.js";
import { allKeysOf, keysOf, normalizeKey, usualKeysOf } from "../../../content/metadata/keys.js";
import { hasNumbersInNames } from "../../../content/parse/file-name.js";
import { areCategories, categoryFolders, categoryOf, idsOf, statusesOf } from "./classes.js";
import { likelyKeys } from "./common-keys.js";
import { fieldKeys, generatorKeys, keysBesideAuthors, numberKeys } from "./field-keys.js";
import { type FoundSeries, isPending, relativeTo, widthOfNumbers, writtenLabels } from "./survey.js";
import { commonest, type Fields, fieldsOf, largestFieldCount, spelling } from "./written-fields.js";

export interface SeriesDescription {
  series: SeriesInput;
  form: FormName | undefined;
  /** Comments on guesses, by key of the series. */
  guesses: Partial<Record<keyof SeriesInput, string>>;
}

/** @param usedIds ids of other series of the site. @param repository the name of the repository. */
export function describeSeries(
  foundSeries: FoundSeries,
  usedIds: ReadonlySet<string>,
  repository: string,
): SeriesDescription {
  const fields = fieldsOf(foundSeries.texts);
  const guesses: SeriesDescription["guesses"] = {};
  const label = labelOf(foundSeries, fields, repository);
  const id = freeId(idOf(label) || "proposal", usedIds);
  const areInMetadata = foundSeries.numbers !== "none" && !hasNumbersInNames(foundSeries);
  const ofNumbers = numberKeys(fields);
  const numbers = areInMetadata && ofNumbers.length === 0 ? ["title"] : ofNumbers;
  const keys = fieldKeys(fields, label);
  const forms = foundSeries.texts.flatMap(({ metadata }) => metadata.form ?? []);
  const form = forms.length >= foundSeries.texts.length * 0.3 ? commonest(forms) : undefined;
  // If most texts have no metadata, the metadata of a few is probably an example in code.
  const usual: Fields = form ? fields : new Map();
  const statusKeys = keys.status ?? usualKeysOf("status");
  const statuses = statusesOf(usual, statusKeys);
  if (foundSeries.files.startsWith("{status}/")) {
    const stated = new Set(statuses.labels.map(idOf));
    for (const { id, label } of categoryFolders(foundSeries)) if (!stated.has(id)) statuses.labels.push(label);
  }
  // Where every text is decided, a new one has none of their statuses.
  const [first] = foundSeries.files.startsWith("{status}/") ? [] : statuses.labels;
  const initial =
    first && !["draft", "review"].includes(usualTone(first)) ? [label === "ADR" ? "Proposed" : "Draft"] : [];
  statuses.labels = [...initial, ...statuses.labels];
  if (statuses.rare.length > 0)
    guesses.statuses = `left out, as they are rare: ${statuses.rare.slice(0, 3).join("; ")}`;
  else if (statuses.labels.length > 0) guesses.statuses = ["the order is a guess", ...initial].join(", and so is ");
  const areFolders = areCategories(foundSeries, usual);
  const category = areFolders ? { from: "folder" as const, values: categoryFolders(foundSeries) } : categoryOf(usual);
  const width = widthOfNumbers(foundSeries.texts);
  const number = numbers.filter((key) => normalizeKey(key) !== normalizeKey(id));
  // Unless the configuration names another key, the number is read from that of the series.
  if (numbers.length === 0 && fields.has(normalizeKey(id))) number.push("number");
  const extraFields = ownFields(usual, [
    ...numbers,
    ...Object.values(keys).flat(),
    ...Object.entries(likelyKeys).flatMap(([field, likely]) => (field === "discussions" ? usualKeysOf(field) : likely)),
    ...(category?.from === "field" ? category.keys : []),
  ]);
  const metadata = metadataFileIn(foundSeries);
  const ignore = foundSeries.doubles
    .filter((text) => !isPending(text))
    .map(({ source }) => relativeTo(foundSeries.folder, source.path));
  const series: SeriesInput = {
    id,
    label,
    // The folder distinguishes two series of one name.
    title:
      id === idOf(label) ? `${label}s` : `${label}s: ${posix.basename(posix.join(repository, foundSeries.folder))}`,
    source: foundSeries.folder,
    files: areFolders ? foundSeries.files : foundSeries.files.replace(/^\{category\}/, "*"),
    route: `/${id}`,
    ...(hasProposalZero(foundSeries, label, statusKeys) && { firstNumber: 0 }),
    ...(width > 1 && { numberWidth: width }),
    ...((areInMetadata || foundSeries.numbers !== "decimal") && { numbers: foundSeries.numbers }),
    mentions: [label],
    ...((number.length > 0 || Object.keys(keys).length > 0) && {
      keys: { ...(number.length > 0 && { number: numbers.length > 0 ? numbers : number }), ...keys },
    }),
    ...(category && { category }),
    ...(statuses.labels.length > 0 && { statuses: statuses.labels.map(withId) }),
    ...(extraFields.length > 0 && { fields: extraFields }),
    ...(metadata !== undefined && { metadata: { file: metadata } }),
    // A list replaces the usual globs, without which any README would be a proposal where names have no numbers.
    ...(ignore.length > 0 && {
      ignore: [...(hasNumbersInNames(foundSeries) ? [] : usuallyIgnored(foundSeries)), ...ignore],
    }),
  };
  if (ignore.length > 0) guesses.ignore = ignoredComment;
  return { series: asProfile(series, foundSeries, usual, initial) ?? series, form, guesses };
}

export const ignoredComment = "not proposals: templates, and texts without a number or with one that another text has";

/**
 * Whether `0000` is the number of a proposal. A text that waits for a number, or that authors copy, is a draft or has no status; nobody assigns the
 * numbers of decision records, which MADR counts from 0.
 */
function hasProposalZero({ texts, doubles }: FoundSeries, label: string, statusKeys: readonly string[]): boolean {
  if (label === "ADR") return texts.some(({ number }) => number === 0);
  const zero = doubles.some(isPending) ? undefined : texts.find(isPending);
  const { labels } = statusesOf(fieldsOf(zero ? [zero] : []), statusKeys);
  return labels.some((label) => usualTone(label) !== "draft");
}

/** The name of the file beside most texts that has their metadata. */
function metadataFileIn({ texts }: FoundSeries): string | undefined {
  const names = texts.flatMap(({ source }) =>
    [...(source.included?.files.keys() ?? [])].map((path) => posix.basename(path)),
  );
  return names.length >= texts.length * 0.5 ? commonest(names) : undefined;
}

/** Adds an id to a label from which none can be made. */
const withId = (label: string, index: number) =>
  idOf(label) ? label : { id: `status-${index + 1}`, label, tone: usualTone(label) };

/** @param initial statuses that no text has. @returns a series that names its profile and the differences from it; undefined if no profile matches its texts. */
function asProfile(
  series: SeriesInput,
  foundSeries: FoundSeries,
  fields: Fields,
  initial: readonly string[],
): SeriesInput | undefined {
  const written = (series.statuses ?? [])
    .slice(initial.length)
    .map((status) => idOf(typeof status === "string" ? status : status.label));
  const name = profileNames.find((profileName) => {
    const { id, files, statuses = [] } = profiles[profileName] as ProfileInput;
    const profileStatuses = idsOf(statuses);
    const hasSame = id === series.id && namesOf(files ?? "").includes(foundSeries.files.toLowerCase());
    return hasSame && (profileStatuses.length === 0 || written.every((status) => profileStatuses.includes(status)));
  });
  if (!name) return undefined;
  const { isLenient: _, lint: __, relaxed: ___, ...profile }: ProfileInput = profiles[name];
  const { source, ignore, statuses, metadata, firstNumber } = series;
  const usual = seriesSchema.parse(profile);
  const keys = moreKeys(series.keys ?? {}, usual);
  const extraFields = ownFields(fields, [
    ...(series.keys?.number ?? []),
    ...Object.values(keys).flat(),
    ...allKeysOf(usual),
  ]);
  const listed = profile.fields ?? [];
  /** Whether the register uses a field: the profile requires it, or a text has it. */
  const isUsed = ({ key, required, when }: NonNullable<ProfileInput["fields"]>[number]) =>
    (required === true && !when) || fields.has(normalizeKey(key));
  // A register may have statuses although its profile has none.
  return {
    profile: name,
    source,
    ...(firstNumber !== undefined && { firstNumber }),
    ...(usual.statuses.length === 0 && statuses && { statuses }),
    ...(Object.keys(keys).length > 0 && { keys: { ...profile.keys, ...keys } }),
    ...(extraFields.length > 0 && { fields: [...listed.filter(isUsed), ...extraFields] }),
    ...(metadata && { metadata }),
    ...(ignore && { ignore: [...(profile.ignore ?? []), ...ignore] }),
  };
}

/** @returns a pattern, and the pattern with each of its extensions: all files of `pep-{number}.{md,rst}` may be `.rst`. */
function namesOf(files: string): string[] {
  const [, stem, ends] = /^(.*)\{(\w+(?:,\w+)+)\}$/.exec(files) ?? [];
  return [files, ...(ends?.split(",").map((end) => stem + end) ?? [])].map((name) => name.toLowerCase());
}

/** The keys of authors, dates and statuses that texts have beside those of the profile, after the profile's own. */
function moreKeys(keysOfTexts: NonNullable<SeriesInput["keys"]>, profile: Parameters<typeof keysOf>[0]) {
  const keys: NonNullable<SeriesInput["keys"]> = {};
  for (const field of ["author", "date", "status"] as const) {
    const usual = keysOf(profile, field);
    const more = (keysOfTexts[field] ?? []).filter((key) => !usual.map(normalizeKey).includes(normalizeKey(key)));
    if (more.length > 0) keys[field] = [...usual, ...more];
  }
  return keys;
}

/**
 * Fields without a meaning that every tenth text has, to be shown unchanged. A map is one field; but if some of its keys have a meaning, each other key
 * in it is a field.
 * @param read keys that have a meaning, such as `working group.owner` for a key in a map.
 */
function ownFields(fields: Fields, read: readonly string[]): { key: string; show: true | string }[] {
  const total = largestFieldCount(fields);
  const readKeys = new Set(read.map((key) => key.split(".").map(normalizeKey).join(".")));
  for (const key of keysBesideAuthors(fields)) readKeys.delete(key);
  const maps = new Set([...readKeys].filter((key) => key.includes(".")).map((key) => key.split(".")[0]));
  const isOwn = (key: string) =>
    !readKeys.has(key) && (key.includes(".") ? maps.has(key.split(".")[0]) : !maps.has(key));
  return [...fields]
    .filter(([key, written]) => isOwn(key) && written.length >= total * 0.1 && key !== "id" && !generatorKeys.has(key))
    .sort(([, written], [, otherWritten]) => otherWritten.length - written.length)
    .slice(0, 6)
    .map(([key, written]) => {
      const name = spelling(written);
      return key.includes(".") ? { key, show: name } : { key: name, show: true as const };
    });
}

/** The label of a series: the letters before the number in file names, fields or headings, or else a guess by its folder or repository. */
function labelOf(series: FoundSeries, fields: Fields, repository: string): string {
  if (series.prefix) return series.prefix.toUpperCase();
  const inKeys = [...fields.values()].flat().flatMap(({ text, entry }) => {
    const [, label, digits] = /^([A-Z]{2,12})[-\s#]*(\d{1,9})$/.exec(entry.key) ?? [];
    return label && Number(digits) === text.number ? [label] : [];
  });
  const before = [...series.texts.flatMap(writtenLabels), ...inKeys];
  const inHeadings = series.texts.flatMap(({ metadata, number }) => {
    const [, label, digits] = /^(?:#\s+)?\[?([A-Z]{2,12})[-\s#]*0*(\d{1,9})\b/m.exec(metadata.body.slice(0, 400)) ?? [];
    return label && Number(digits) === number ? [label] : [];
  });
  // Keys such as `SEP Status` and `RFC PR` have the label, too.
  const inNames = [...fields.values()].flatMap((written) => {
    const [, label] = /^([A-Z]{2,6}) (?:PR|[Ss]tatus|[Aa]uthor)$/.exec(spelling(written)) ?? [];
    return label ? written.map(() => label) : [];
  });
  const enough = (labels: readonly string[]) => labels.length >= series.texts.length * 0.3;
  const written = commonest([before, inHeadings, inNames].find(enough) ?? []);
  if (written) return written;
  const ofNumber = numberKeys(fields).find(
    (key) => /^[a-z]{2,8}$/i.test(key) && !/^(?:id|number|proposal)$/i.test(key),
  );
  if (ofNumber) return ofNumber.toUpperCase();
  const records = series.texts.filter(({ metadata }) => metadata.form === "sections");
  if (records.length >= series.texts.length * 0.3) return "ADR";
  for (const name of [series.folder, repository]) {
    if (/\b(?:adr|adrs|decisions?)\b/i.test(name)) return "ADR";
    if (/\brfcs?\b/i.test(name)) return "RFC";
  }
  return fields.has("rfcpr") || fields.has("prs.accepted") ? "RFC" : "Proposal";
}

function freeId(id: string, usedIds: ReadonlySet<string>): string {
  const valid = /^[a-z]/.test(id) ? id : `x-${id}`;
  let free = valid;
  for (let count = 2; usedIds.has(free); count++) free = `${valid}-${count}`;
  return free;
}
