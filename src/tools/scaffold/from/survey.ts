/** Finds the series of proposals in a repository without a configuration: numbered texts of a folder whose names have the same form. */

import { posix } from "node:path";
import { usualTone } from "../../../config/index.js";
import type { Metadata } from "../../../content/metadata/forms.js";
import { readMetadata } from "../../../content/metadata/forms.js";
import { plainInline } from "../../../content/metadata/inline.js";
import { normalizeKey } from "../../../content/metadata/keys.js";
import { flatten } from "../../../content/parse/fields.js";
import { isDay, readFileName } from "../../../content/parse/file-name.js";
import type { SourceFile } from "../../../shared/document.js";
import { getOrAdd } from "../../../shared/lazy.js";
import { largestOf } from "../../../shared/lists.js";
import { type NumberNotation, numberOfSlug, textOfNumber } from "../../../shared/proposal-number.js";
import { commonKeys, likelyKeys } from "./common-keys.js";
import { type Group, isTemplate, mergeGroups } from "./merge-groups.js";
import { commonest } from "./written-fields.js";

/** A text with a number in its name. */
export interface NumberedText {
  source: SourceFile;
  number: number;
  /** The number as the name has it: `0020`. */
  digits: string;
  metadata: Metadata;
}

export interface FoundSeries {
  /** The folder below the root; `.` is the root. */
  folder: string;
  /** The value of `files` for the series. */
  files: string;
  /** The letters before the number in names: `eip`. */
  prefix: string;
  /** How its numbers are written. */
  numbers: NumberNotation;
  texts: NumberedText[];
  /** Texts that are not proposals: templates, texts whose number belongs to another text (see `readGroup`), and texts that only have such a name. */
  doubles: NumberedText[];
}

interface NamePattern {
  /** The number of path segments, from the end, that belong to the name. */
  depth: number;
  pattern: string;
  prefix: string;
  digits: string;
  slug?: string;
}

/** Matches a name with a number: up to 12 letters, the number, and perhaps words. */
const numberedName = /^([A-Za-z]{0,12}[-_ ]?)(\d{1,5})(?:([-_. ])(.+))?$/;
const extensions = /\.(md|markdown|mediawiki|rst)$/i;

/** @returns the form of a path's name, or undefined if neither the file nor its folder is numbered. */
function namePattern(path: string): NamePattern | undefined {
  const extension = extensions.exec(path)?.[1];
  if (!extension) return undefined;
  const parent = posix.basename(posix.dirname(path));
  const stem = posix.basename(path).slice(0, -(extension.length + 1));
  const ownNumbered = readNumbered(stem);
  const above = readNumbered(parent);
  if (ownNumbered && above && Number(ownNumbered.digits) === Number(above.digits)) {
    const folder = ownNumbered.slug === above.slug ? above.pattern : withAnyWords(above.pattern);
    return { ...ownNumbered, depth: 2, pattern: `${folder}/${ownNumbered.pattern}.${extension}` };
  }
  if (ownNumbered) return { ...ownNumbered, depth: 1, pattern: `${ownNumbered.pattern}.${extension}` };
  if (!above) return undefined;
  const name = /^(?:readme|index)$/i.test(stem) ? stem : "*";
  return { ...above, depth: 2, pattern: `${above.pattern}/${name}.${extension}` };
}

/** In a pattern, `{slug}` is the same text wherever it stands; `*` is any text. */
const withAnyWords = (pattern: string) => pattern.replace("{slug}", "*");

function readNumbered(name: string): Omit<NamePattern, "depth"> | undefined {
  const [, before = "", digits = "", mark = "", slug] = numberedName.exec(name) ?? [];
  if (digits === "" || isDay(digits, slug)) return undefined;
  const prefix = before.replace(/[-_ ]$/, "").toLowerCase();
  return {
    pattern: `${before}{number}${slug === undefined ? "" : `${mark}{slug}`}`,
    prefix,
    digits,
    ...(slug !== undefined && { slug }),
  };
}

const isYear = (digits: string) => /^(?:19|20)\d\d$/.test(digits);

/** Fewer texts than this are not a series. */
const minTexts = 2;

/** So many texts of one form may be a series even without metadata; in a folder whose name says that it has proposals, fewer may. */
const manyWithoutMetadata = 5;
const manyInFolderOfProposals = 3;

const folderNames =
  /^(?:text|rfcs?|[a-z]{1,3}[ei]ps|(?:[a-z]+[-_])?proposals|enhancements|adrs?|(?:architecture-)?decisions|designs|design-docs)$/i;

/** Whether the name of a folder says that it has proposals. */
const isOfProposals = (folder: string) => folderNames.test(posix.basename(folder));

/**
 * @param sources all texts of the repository, paths relative to its root.
 * @param order in which texts came in, by path, for texts that share a number.
 * @returns the series, the largest first, and groups of numbered texts in other folders that are not series.
 */
export function findSeries(
  sources: readonly SourceFile[],
  order: ReadonlyMap<string, number> = new Map(),
): { series: FoundSeries[]; omitted: FoundSeries[] } {
  const groups = mergeGroups(groupByName(sources));
  const readGroups = groups.map((group) => readGroup(group, order));
  const candidates = readGroups.filter(({ texts }) => texts.length >= minTexts);
  const clashing = candidates.filter(numbersClash);
  const isYears = (group: FoundSeries) =>
    clashing.some(({ folder }) => folder === group.folder) && group.texts.every(({ digits }) => isYear(digits));
  const read = candidates.filter((group) => !clashing.includes(group) && !isYears(group));
  const chosen = chooseSeries(read);
  const numberedSeries = chosen.length > 0 || read.length > 0 ? chosen : seriesOfOneText(readGroups);
  const numberedCount = numberedSeries.flatMap(({ texts }) => texts).length;
  const byOtherSigns = numberedCount < manyWithoutMetadata ? seriesByOtherSigns(sources) : [];
  // A few texts with versions in their names, such as `net8.0-words.md`, do not outweigh a hundred others.
  const isNumbered = numberedCount * 10 > byOtherSigns.flatMap(({ texts }) => texts).length;
  const seriesList =
    numberedCount > 0 && isNumbered
      ? numberedSeries.map((series) => ({ ...series, ...withLetters(series, sources) }))
      : byOtherSigns;
  const remainingSeries = read.filter(
    ({ folder, texts }) =>
      (texts.length >= manyWithoutMetadata || shareWithMetadata(texts) >= 0.5) &&
      !seriesList.some((series) => isWithin(folder, series.folder)),
  );
  return { series: seriesList, omitted: remainingSeries };
}

/** Finds a series that has only one text, which must have a status, or other metadata in a folder of proposals. */
function seriesOfOneText(groups: readonly FoundSeries[]): FoundSeries[] {
  return groups.flatMap((group): FoundSeries[] => {
    const { folder, files, prefix, texts } = group;
    const [text] = texts;
    if (!text || texts.length > 1 || !hasMetadata(text) || isYear(text.digits)) return [];
    const stated = new Set((text.metadata.entries ?? []).map(({ key }) => normalizeKey(key)));
    if (!isOfProposals(folder) && !likelyKeys.status.some((key) => stated.has(normalizeKey(key)))) return [];
    // In `cip/core/cip-1.md`, `core` is a category, although no other category shows it.
    const outer = posix.dirname(folder);
    const isInCategory = prefix !== "" && posix.basename(outer).toLowerCase() === prefix;
    return [isInCategory ? { ...group, folder: outer, files: `{category}/${files}` } : group];
  });
}

/** Texts without numbers in their names that may be a series. */
interface Family extends FoundSeries {
  /** What says that they are proposals: numbers in metadata, folders with the names of statuses, or the folder of all. */
  sign: "number" | "status" | "folder";
  /** The folders between that of the series and its texts. */
  below: Set<string>;
  extensions: Set<string>;
}

/** Groups texts without numbers in their names by all signs of a series. @returns also the texts that have only the sign of a folder, or none. */
function groupBySigns(sources: readonly SourceFile[]): { families: Family[]; looseTexts: NumberedText[] } {
  const families = new Map<string, Family>();
  const looseTexts: NumberedText[] = [];
  for (const source of sources) {
    // If all numbers are placeholders (`0000-words.md`), the words alone are the name.
    const [ending = "", zeros = "", stem = "", index = "", extension = ""] =
      /(?<=^|\/)(0{3,}-)?([^/]+?)(\/readme)?\.(\w+)$/i.exec(source.path) ?? [];
    if (/^readme$/i.test(stem)) continue;
    const metadata = readMetadata(source, commonKeys, undefined, true);
    const { prefix, digits } = numberInMetadata(metadata) ?? { prefix: "" };
    const number = digits === undefined ? numberOfSlug(stem) : Number(digits);
    const text: NumberedText = { source, number, digits: digits ?? stem, metadata };
    const folders = source.path.slice(0, -ending.length).split("/").slice(0, -1);
    const ofStatus = folders.findIndex((name) => usualTone(name) !== "draft" || /^(?:drafts?|proposed)$/i.test(name));
    const ofProposals = folders.findIndex(isOfProposals) + 1;
    const levels = { number: Math.max(0, folders.length - 1), status: ofStatus, folder: ofProposals || folders.length };
    const isOther = /^index$|template/i.test(stem);
    if (index === "" && (isOther || (digits === undefined && ofStatus < 0))) looseTexts.push(text);
    const signs = digits === undefined ? (["status", "folder"] as const) : (["number"] as const);
    for (const sign of isOther ? [] : signs) {
      const level = levels[sign];
      if (level < 0 || folders.length > level + 3) continue;
      const folder = folders.slice(0, level).join("/") || ".";
      const family = getOrAdd(families, [sign, folder, prefix, zeros, index.toLowerCase()].join("\n"), (): Family => {
        const numbers = sign === "number" ? "decimal" : "none";
        const names = { folder, files: `${zeros}{slug}${index}`, prefix: prefix.toLowerCase(), numbers } as const;
        return { sign, ...names, texts: [], doubles: [], below: new Set(), extensions: new Set() };
      });
      family[family.texts.some((member) => member.number === number) ? "doubles" : "texts"].push(text);
      const between = folders.slice(sign === "status" ? level + 1 : level);
      family.below.add(sign === "number" ? between.join("/") : "*/".repeat(between.length));
      family.extensions.add(extension.toLowerCase());
    }
  }
  return { families: [...families.values()], looseTexts };
}

/**
 * Finds series whose names have no numbers: titles or fields have them (`title: SIP-58 - Words`, `flip: 40`), folders are statuses
 * (`accepted/2020/words.md`), or one folder has them all (`rfcs/words.md`).
 */
function seriesByOtherSigns(sources: readonly SourceFile[]): FoundSeries[] {
  const { families, looseTexts } = groupBySigns(sources);
  const largest = families
    .filter(({ sign, folder, texts }) =>
      sign !== "folder" || isOfProposals(folder)
        ? texts.length >= manyInFolderOfProposals
        : texts.length >= manyWithoutMetadata && texts.filter(hasStatus).length * 2 > texts.length,
    )
    .toSorted((a, b) => b.texts.length - a.texts.length);
  // A few folders with names of statuses do not outweigh all texts of the folder around them.
  const half = (largest[0]?.texts.length ?? 0) / 2;
  const family = largest.find(({ sign, texts }) => sign !== "folder" && texts.length >= half) ?? largest[0];
  if (!family) return [];
  const { sign, below, extensions, ...series } = family;
  const [first = ""] = below;
  const ends = [...extensions].toSorted().join(",");
  const name = `${series.files}.${extensions.size > 1 ? `{${ends}}` : ends}`;
  if (sign === "number")
    return [
      below.size > 1
        ? { ...series, files: `{category}/${name}` }
        : { ...series, folder: posix.join(series.folder, first), files: name },
    ];
  const areCategories = sign === "folder" && !below.has("");
  const depths = [...below].map((between) => (areCategories ? between.slice(2) : between)).toSorted();
  const between = depths.length > 1 ? `{${depths.join(",")}}` : depths.join("");
  const files = `${sign === "status" ? "{status}/" : areCategories ? "{category}/" : ""}${between}${name}`;
  // In the pattern any folder may be a status, so `doubles` has the texts in folders that are not statuses.
  const naming = { id: "", files, firstNumber: 0, numbers: "none", numberWidth: 1 } as const;
  const inOtherFolders = looseTexts.filter(
    ({ source: { path } }) =>
      (series.folder === "." || path.startsWith(`${series.folder}/`)) &&
      ![...series.texts, ...series.doubles].some(({ source }) => source.path === path) &&
      readFileName(relativeTo(series.folder, path), naming).matches,
  );
  return [{ ...series, files, doubles: [...series.doubles, ...inOtherFolders] }];
}

/** Reads the number of a text from its title or, beside a status, from a field with the name of its series. */
function numberInMetadata(metadata: Metadata): { prefix: string; digits: string } | undefined {
  const written = (metadata.entries ?? []).map(({ key, value }) => ({
    key,
    text: value.kind === "text" ? value.text.trim() : "",
  }));
  const title = written.find(({ key }) => normalizeKey(key) === "title")?.text ?? "";
  const [, label, digits] = /^\[?([A-Z]{2,12})[-\s#]*(\d{1,5})\b/.exec(title) ?? [];
  if (label && digits) return { prefix: label, digits };
  const [, prefix, number] =
    written
      .map(({ key, text }) => /^((?:[a-z]{2,5}p|rfc|adr)):(?:\1-)?(\d{1,5})$/i.exec(`${key}:${text}`))
      .find((match) => match) ?? [];
  return prefix && number && hasStatus({ metadata }) ? { prefix: prefix.toLowerCase(), digits: number } : undefined;
}

const hasStatus = ({ metadata }: Pick<NumberedText, "metadata">) =>
  metadata.entries?.some(({ key }) => likelyKeys.status.includes(key.toLowerCase())) === true;

/** Adds texts whose numbers have letters, such as `NIP-5A`: their first lines have the label and the number. Otherwise they are words: `face-it.md`. */
function withLetters(
  { folder, files, prefix, texts, doubles }: FoundSeries,
  sources: readonly SourceFile[],
): Pick<FoundSeries, "numbers" | "texts" | "doubles"> {
  const numberWidth = widthOfNumbers(texts);
  const keys = new Set([...commonKeys, ...(prefix ? [prefix] : [])]);
  for (const numbers of ["hexadecimal", "lettered"] as const) {
    const naming = { id: "", files, firstNumber: 0, numbers, numberWidth };
    const named = sources.flatMap((source): NumberedText[] => {
      if (folder !== "." && !source.path.startsWith(`${folder}/`)) return [];
      const { number } = readFileName(relativeTo(folder, source.path), naming);
      const digits = number === undefined ? "" : textOfNumber(number, numbers);
      if (number === undefined || /^\d*$/.test(digits) || texts.some((text) => text.number === number)) return [];
      return [{ source, number, digits, metadata: readMetadata(source, keys, undefined, true) }];
    });
    const label = prefix === "" ? "[A-Z]{2,12}-?" : `${prefix}[- ]?`;
    const statesNumber = ({ source, digits }: NumberedText) =>
      new RegExp(`\\b${label}0*${digits}\\b`, prefix === "" ? "" : "i").test(source.text.slice(0, 200));
    const numberedTexts = named.filter(statesNumber);
    const otherNumberedTexts = named.filter((text) => !numberedTexts.includes(text));
    if (numberedTexts.length > 0)
      return { numbers, texts: [...texts, ...numberedTexts], doubles: [...doubles, ...otherNumberedTexts] };
  }
  return { numbers: "decimal", texts, doubles };
}

/** The number of digits to which numbers are padded. */
export function widthOfNumbers(texts: readonly NumberedText[]): number {
  return commonest(texts.flatMap(({ digits }) => (digits.startsWith("0") ? [digits.length] : []))) ?? 1;
}

/** Whether a folder is that of a series or below it, so that the build reports its texts. */
const isWithin = (folder: string, outer: string) => folder === outer || `${folder}/`.startsWith(`${outer}/`);

function chooseSeries(read: readonly FoundSeries[]): FoundSeries[] {
  const stated = read.filter(({ texts }) => shareWithMetadata(texts) >= 0.5);
  const bySize = (a: FoundSeries, b: FoundSeries) => b.texts.length - a.texts.length;
  const largest = largestOf(
    read.map(({ texts }) => texts.length),
    0,
  );
  if (stated.some(({ texts }) => texts.length >= largest * 0.1)) {
    const sorted = stated.sort(bySize);
    const minimum = Math.max(minTexts, (sorted[0]?.texts.length ?? 0) * 0.03);
    return withoutExceptions(sorted.filter((series) => series.texts.length >= minimum || isOfAnother(series, sorted)));
  }
  return read
    .filter(
      ({ folder, texts }) => texts.length >= (isOfProposals(folder) ? manyInFolderOfProposals : manyWithoutMetadata),
    )
    .sort(bySize)
    .slice(0, 1);
}

/** Whether a group in the folder of another has labels of its own: `proposals/testing` of Swift Evolution has ST-1 beside SE-1. */
function isOfAnother(inner: FoundSeries, candidates: readonly FoundSeries[]): boolean {
  const outer = candidates.find((series) => series !== inner && isWithin(inner.folder, series.folder));
  const [innerLabel, outerLabel] = [inner, outer].map((series) =>
    commonest((series?.texts ?? []).flatMap(writtenLabels)),
  );
  return innerLabel !== undefined && outerLabel !== undefined && innerLabel !== outerLabel;
}

/** The labels before the number of a text in its fields: `* Proposal: [ST-0001](0001-words.md)`. */
export function writtenLabels({ metadata, number }: NumberedText): string[] {
  return (metadata.entries ?? []).flatMap(({ value }) => {
    const [, label, digits] = /^([A-Z]{2,12})[-\s]0*(\d{1,9})$/.exec(plainInline(flatten(value)[0]?.text ?? "")) ?? [];
    return label && Number(digits) === number ? [label] : [];
  });
}

/** Keeps the larger of two series in one folder with the same prefix: the smaller has exceptional names. */
function withoutExceptions(series: readonly FoundSeries[]): FoundSeries[] {
  return series.filter(
    (candidate, index) =>
      !series.slice(0, index).some(({ folder, prefix }) => folder === candidate.folder && prefix === candidate.prefix),
  );
}

function shareWithMetadata(texts: readonly NumberedText[]): number {
  return texts.filter(hasMetadata).length / texts.length;
}

export const hasMetadata = ({ metadata }: NumberedText) =>
  metadata.entries?.some(({ key }) => commonKeys.has(normalizeKey(key))) === true;

/** Whether a text still waits for its number: `0000-orderer-snapshot.md`. */
export const isPending = (text: NumberedText) => /^0{3,}$/.test(text.digits) && !isTemplate(text) && hasMetadata(text);

/** Whether most numbers are shared by several texts, such as the year in `2019/a.md` and `2019/b.md`, and so are not those of proposals. */
function numbersClash({ files, texts, doubles }: FoundSeries): boolean {
  if (!/\/\*\.[^/]+$/.test(files) && !texts.every(({ digits }) => isYear(digits))) return false;
  const isStated = shareWithMetadata(texts) >= 0.5;
  return doubles.filter((text) => !isStated || hasMetadata(text)).length > texts.length;
}

function groupByName(sources: readonly SourceFile[]): Group[] {
  const groups = new Map<string, Group>();
  for (const source of sources) {
    const name = namePattern(source.path);
    if (!name) continue;
    const folder = source.path.split("/").slice(0, -name.depth).join("/") || ".";
    const isTwice = name.pattern.indexOf("{slug}") !== name.pattern.lastIndexOf("{slug}");
    const commonPattern = isTwice ? withAnyWords(name.pattern) : name.pattern;
    const key = `${folder}\n${commonPattern}`;
    const { pattern, prefix } = name;
    const group = getOrAdd(groups, key, () => ({ folder, pattern, prefix, members: [] }));
    if (group.pattern !== pattern) group.pattern = commonPattern;
    group.members.push({ source, digits: name.digits });
  }
  return [...groups.values()];
}

/** Whether a text is a translation, such as `0004-words.zh-CN.md` beside `0004-words.md`. */
const isTranslation = ({ source }: NumberedText) => /\.[a-z]{2}(?:-[A-Za-z]{2,4})?\.\w+$/.test(source.path);

/** Whether a text is the index of a folder with a number. */
export const isOfNumberedFolder = (path: string) =>
  /^(?:readme|index)\.\w+$/i.test(posix.basename(path)) &&
  readNumbered(posix.basename(posix.dirname(path))) !== undefined;

/** @returns the series of a group, in which each number belongs to one text. */
function readGroup({ folder, pattern, prefix, members }: Group, order: ReadonlyMap<string, number>): FoundSeries {
  const keys = new Set([...commonKeys, ...(prefix ? [prefix, `${prefix}number`] : [])]);
  const texts = members.map(({ source, digits }): NumberedText => {
    return { source, digits, number: Number(digits), metadata: readMetadata(source, keys, undefined, true) };
  });
  const best = new Map<number, NumberedText>();
  const weight = ({ metadata, source }: NumberedText) => (metadata.entries?.length ?? 0) * 1e6 + source.text.length;
  // The text that came in first has the number, however short it is.
  const rank = (text: NumberedText) => (order.has(text.source.path) && hasMetadata(text) ? 0 : 1);
  const ageOf = ({ source }: NumberedText) => order.get(source.path) ?? 0;
  const before = (a: NumberedText, b: NumberedText) =>
    Number(isTranslation(a)) - Number(isTranslation(b)) ||
    rank(a) - rank(b) ||
    (rank(a) === 0 ? ageOf(a) - ageOf(b) : 0) ||
    weight(b) - weight(a);
  for (const text of texts.toSorted(before))
    if (!best.has(text.number) && !isTemplate(text)) best.set(text.number, text);
  const doubles = texts.filter((text) => best.get(text.number) !== text);
  return { folder, files: pattern, prefix, texts: [...best.values()], doubles, numbers: "decimal" };
}

/** Path of a file below the folder of its series. */
export function relativeTo(folder: string, path: string): string {
  return folder === "." ? path : path.slice(folder.length + 1);
}
