/** Makes the file of a new proposal: the series defines its name and its front matter, and a template its text. */
import { posix } from "node:path";
import { slug } from "github-slugger";
import { stringify } from "yaml";
import {
  type FieldRule,
  fillPattern,
  formatNumber,
  idOf,
  previewToBeWritten,
  type Series,
  toBeWritten,
} from "../../config/index.js";
import { type FrontMatter, splitFrontMatter } from "../../content/metadata/front-matter.js";
import { keysOf, listsFrontMatter, normalizeKey } from "../../content/metadata/keys.js";
import { metadataFileOf } from "../../content/metadata/metadata-files.js";
import { categoryOfFolder } from "../../content/parse/classes.js";
import { hasNumbersInNames, readFileName, templateFiles } from "../../content/parse/file-name.js";
import { listFiles } from "../../content/read/sources.js";
import type { SourceFile } from "../../shared/document.js";
import { fillTemplate } from "./fill-template.js";
import { commonest } from "./from/written-fields.js";

interface NewProposal {
  series: Series;
  number: number;
  title: string;
  /** The id of a category; empty in a series without categories. */
  category: string;
  author?: string;
  /** `YYYY-MM-DD` */
  date: string;
  /** Without a template, the text consists of the required sections. */
  template?: Template;
  /** The files of the series: the new one is named like most of them. */
  siblings?: readonly { path: string; number?: number }[];
}

const longestSlug = 60;

/** A file to write: its path relative to the site's root, and the whole text. */
export interface NewFile {
  path: string;
  text: string;
}

/** @returns the file of the proposal, and before it that of its metadata, if the series has such files. */
export function makeProposal(proposal: NewProposal): NewFile[] {
  const { series, template, title, siblings = [] } = proposal;
  const slug = slugOf(title);
  const parts = { ...proposal, slug, status: series.statuses[0]?.id };
  const naming = { ...series, numberWidth: widthOf(siblings, series) ?? series.numberWidth };
  const path = posix.join(series.source, fillPattern(withFolders(series, siblings, proposal.category), naming, parts));
  const filled = template && fillTemplate(template.source, { ...proposal, slug });
  if (filled !== undefined) return [{ path, text: filled }];
  const fields = frontMatterFields(series).flatMap((field): [string, unknown][] => {
    const value = fieldValue(field, proposal);
    return value === undefined ? [] : [[field.key, value]];
  });
  const fieldKeys = new Set(frontMatterFields(series).map(({ key }) => normalizeKey(key)));
  const extra = (template?.fields ?? []).filter(([key]) => !fieldKeys.has(normalizeKey(key)));
  const allFields = [...fields, ...extra];
  const body = template?.body ?? defaultBody(series);
  const metadataFile = metadataFileOf(path, series.metadata);
  if (metadataFile === undefined) return [{ path, text: `---\n${frontMatterLines(allFields)}---\n\n${body}` }];
  return [
    { path: metadataFile, text: metadataText(metadataFile, allFields) },
    { path, text: body },
  ];
}

/** The text of a metadata file, in JSON or YAML by its extension. */
function metadataText(path: string, fields: readonly [key: string, value: unknown][]): string {
  if (!/\.json$/i.test(path)) return frontMatterLines(fields);
  const values: Record<string, unknown> = {};
  for (const [key, value] of fields) {
    const [, map, inner] = /^([^.]+)\.(.+)$/.exec(key) ?? [];
    if (map === undefined || inner === undefined) values[key] = value;
    else values[map] = { ...(values[map] as object | undefined), [inner]: value };
  }
  return `${JSON.stringify(values, null, 2)}\n`;
}

/** Fields as YAML. `xip.status` is the key `status` of the map `xip`, which stands where its first key is listed. */
function frontMatterLines(fields: readonly [key: string, value: unknown][]): string {
  const lines = new Map<string, string>();
  for (const [key, value] of fields) {
    const [, map, inner] = /^([^.]+)\.(.+)$/.exec(key) ?? [];
    if (map === undefined) lines.set(key, `${key}: ${scalar(value)}\n`);
    else lines.set(map, `${lines.get(map) ?? `${map}:\n`}  ${inner}: ${scalar(value)}\n`);
  }
  return [...lines.values()].join("");
}

type Siblings = NonNullable<NewProposal["siblings"]>;

/**
 * The width of numbers in most of the file names that show it. A number with leading zeros has the width of its digits; one without, and shorter than
 * the width of the series, shows that names have none, which is width 1.
 */
function widthOf(siblings: Siblings, { numberWidth }: Series): number | undefined {
  const widths = siblings.flatMap(({ path, number }) => {
    if (number === undefined) return [];
    const [digits = ""] = new RegExp(`(?<!\\d)0*${number}(?!\\d)`).exec(path) ?? [];
    if (digits.length > String(number).length) return [digits.length];
    return digits !== "" && digits.length < numberWidth ? [1] : [];
  });
  return commonest(widths);
}

/**
 * The pattern of files with a name in place of each `*`: the first folder is that of most proposals, or else named after the series, and a
 * file is README. A category whose folder exists keeps the spelling of the folder.
 */
function withFolders(series: Series, siblings: Siblings, category: string): string {
  const { id, files } = series;
  const folders = siblings.flatMap(({ path }) => /^([^/]+)\//.exec(path)?.[1] ?? []);
  const categoryFolder = folders.find((name) => categoryOfFolder(name, series) === category);
  const folder = commonest(folders);
  const pattern = files
    .replace(/^\{category\}(?=\/)/, (name) => categoryFolder ?? name)
    .replace(/^\*(?=\/)/, () => folder ?? id)
    .replace(/(?<![^/])\*(?=\/)/g, id)
    .replace(/(?<![^/])\*(?=\.[^/]*$)/, "README");
  return pattern.replaceAll("*", "");
}

/** Turns text into a valid title or author: one line without control characters and without those that change the direction of text. */
export function cleanLine(text: string): string {
  return text
    .normalize("NFC")
    .replace(/[\p{Cc}\p{Z}\u202a-\u202e\u2066-\u2069]+/gu, " ")
    .trim();
}

/** @returns a slug with letters of any script, and without characters that mean something in paths, shells or URLs. */
export function slugOf(title: string): string {
  const letters = slug(title).replace(/[^\p{L}\p{M}\p{N}]+/gu, "-");
  return (
    [...letters]
      .slice(0, longestSlug)
      .join("")
      .replace(/^-+|-+$/g, "") || "proposal"
  );
}

/** The fields of new front matter: those of the series, or, if it does not list them, those that every register has. */
function frontMatterFields(series: Series): FieldRule[] {
  if (listsFrontMatter(series)) return series.fields;
  const names = ["number", "title", "author", "status", "date"] as const;
  const keys = names.flatMap((name) => keysOf(series, name)[0] ?? []);
  const category = series.category.from === "field" ? series.category.keys.slice(0, 1) : [];
  return [...keys, ...category].map((key) => ({ key, required: false, show: false }));
}

function fieldValue({ key, required, when, initial }: FieldRule, proposal: NewProposal): unknown {
  const { series, number, title, author, date, category } = proposal;
  const isKeyOf = (keys: readonly string[]) => keys.map(normalizeKey).includes(normalizeKey(key));
  const [status] = series.statuses;
  if (isKeyOf(keysOf(series, "number"))) return series.numberWidth > 1 ? formatNumber(number, series) : number;
  if (isKeyOf(keysOf(series, "title"))) return title;
  if (isKeyOf(keysOf(series, "author"))) return author ?? initial ?? "Your Name";
  if (isKeyOf(keysOf(series, "status"))) return initial ?? status?.label;
  if (isKeyOf(keysOf(series, "date"))) return date;
  if (isKeyOf(keysOf(series, "tags")) && series.category.from === "folder" && category) return [category];
  if (series.category.from === "field" && isKeyOf(series.category.keys.slice(0, 1)))
    return series.category.values.find(({ id }) => id === category)?.label;
  const isNeeded = (Array.isArray(required) ? required.includes(status?.id ?? "") : required) && isMet(when, proposal);
  return initial ?? (isNeeded ? toBeWritten : undefined);
}

/** Whether a new proposal, whose fields have their initial values, meets the condition of a field. */
function isMet(when: FieldRule["when"] = {}, { series }: NewProposal): boolean {
  return Object.entries(when).every(([name, values]) => {
    const initial = series.fields.find(({ key }) => normalizeKey(key) === normalizeKey(name))?.initial ?? "";
    return values.some((value) => idOf(value) === idOf(initial));
  });
}

/** A value on one line, quoted where YAML needs it; a date needs none. */
function scalar(value: unknown): string {
  if (typeof value === "string" && /^\d{4}-\d{2}-\d{2}$/.test(value)) return value;
  return stringify(value, { lineWidth: 0, collectionStyle: "flow", flowCollectionPadding: false }).trimEnd();
}

/** A body with the required sections. */
function defaultBody({ sections }: Series): string {
  const parts = sections
    .filter(({ required }) => required)
    .map(({ title, text = toBeWritten }) => `\n## ${title}\n\n${text}\n`);
  return [`${previewToBeWritten}\n\n<!--truncate-->\n`, ...parts].join("");
}

export interface Template {
  source: SourceFile;
  body: string;
  /** The fields of the template, such as a licence. */
  fields: [key: string, value: string][];
}

/** @returns the path of the series' template below the root; undefined if it has none. */
export async function findTemplate(root: string, series: Series): Promise<string | undefined> {
  const { template, source, id } = series;
  if (template) return template;
  const hasNoNumbers = !hasNumbersInNames(series);
  const extension = posix.extname(series.files);
  for (const folder of new Set([source, posix.join(source, "templates"), "."])) {
    const names = await listFiles(
      posix.join(root, folder),
      hasNoNumbers
        ? templateFiles
        : [`_template${extension}`, `*template*${extension}`, `*template/README${extension}`],
    );
    const isTemplate = (name: string) =>
      folder === source ? hasNoNumbers || !readFileName(name, series).matches : folder !== "." || isOfSeries(name, id);
    const first = names.find(isTemplate);
    if (first !== undefined) return posix.join(folder, first);
  }
  return undefined;
}

/** Whether a template in the root is that of the series: others may be for issues and other series. */
const isOfSeries = (name: string, id: string) => new RegExp(`^(?:0{3,}|${id}(?:-0+)?)[-_ ].*template`, "i").test(name);

/**
 * Reads a template. If it is a page about proposals, its text is the skeleton in a block of Markdown code, or else everything after the block that shows
 * the front matter. If it is a proposal itself, its whole body.
 */
export function readTemplate(source: SourceFile, series: Series): Template {
  const { entries = [], body } = splitFrontMatter(source);
  const numberKeys = keysOf(series, "number");
  const isProposal = entries.some(({ key }) => numberKeys.includes(key));
  const skeleton = isProposal ? undefined : /^(`{3,}|~{3,})(?:markdown|md)\n([\s\S]*?)^\1\s*$/m.exec(body)?.[2];
  const text = skeleton ?? (isProposal ? body : withoutShownFields(body));
  return { source, body: `${text.trim()}\n`, fields: isProposal ? writtenFields(entries) : [] };
}

/** Removes everything up to the end of the first block of code with front matter. */
function withoutShownFields(body: string): string {
  const match = /^(`{3,}|~{3,})\w*\n---\n[\s\S]*?\n\1[ \t]*$/m.exec(body);
  return match ? body.slice(match.index + match[0].length) : body;
}

/** The fields of a template with a value; text in angle brackets is a placeholder. */
function writtenFields(entries: NonNullable<FrontMatter["entries"]>): [string, string][] {
  return entries.flatMap(({ key, value }): [string, string][] =>
    value.kind === "text" && value.text !== "" && !/^<.*>$/.test(value.text) ? [[key, value.text]] : [],
  );
}
