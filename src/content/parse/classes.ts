/** Reads the status and the category of a proposal: people write the names that a series configures in many forms. */
import type { Series } from "../../config/index.js";
import type { LabelledUrl, Position, ProposalReference } from "../../shared/document.js";
import { compareText, cutText, escapePattern, foldSpaces, orList, suggestion } from "../../shared/text.js";
import { inlineLinks, isTemplatePrompt, plainInline, readReferences } from "../metadata/inline.js";
import { keysOf, normalizeKey } from "../metadata/keys.js";
import type { FieldReader } from "./fields.js";
import type { FileNameParts } from "./file-name.js";

/** Two names are the same if they differ only in case, spaces, and the marks between words: `Economic, Technical` is `economic/technical`. */
export function normalizeName(text: string): string {
  return text.toLowerCase().replace(/[\s_,/&-]+/g, "");
}

/** A status or a category of a series. */
interface NamedClass {
  id: string;
  label: string;
  aliases: readonly string[];
}

/** The ids of classes by their normalized names. If two classes have one name, the first has it. */
function idsByName(classes: readonly NamedClass[]): ReadonlyMap<string, string> {
  const table = idTables.get(classes);
  if (table) return table;
  const ids = new Map<string, string>();
  for (const { id, label, aliases } of classes)
    for (const name of [id, label, ...aliases].map(normalizeName)) if (!ids.has(name)) ids.set(name, id);
  idTables.set(classes, ids);
  return ids;
}

const idTables = new WeakMap<readonly NamedClass[], ReadonlyMap<string, string>>();

/** A status, and what registers write beside it. */
export interface ReadStatus {
  /** Id of one of the series' statuses; the text of an unknown one; empty if there is none. */
  id: string;
  /** False if neither metadata nor the folder says it. */
  isStated: boolean;
  reason?: string;
  supersedes: ProposalReference[];
  supersededBy: ProposalReference[];
  updates: ProposalReference[];
  updatedBy: ProposalReference[];
  /** Links beside the status: the discussions about it. */
  links: LabelledUrl[];
}

/**
 * Reads the status from its field (`Draft`, `**Implemented (5.9)**`, `Activated ([Discussion](https://…))`, `Superseded by [ADR-5](0005-x.md)`), or else
 * from the folder's name. Reports problems to `fields`.
 */
export function readStatus(fields: FieldReader, name: FileNameParts, series: Series): ReadStatus {
  const keys = keysOf(series, "status");
  const entry = fields.find(keys);
  const source = entry ? cutText(fields.wholeText(keys) ?? "", maxStatusLength) : "";
  if (!entry || !source || isTemplatePrompt(source)) {
    return name.status === undefined
      ? { ...noRelations, id: initialStatus(series), isStated: false }
      : { ...noRelations, id: statusNamed(series, name.status).id };
  }
  const folderStatus = name.status === undefined ? undefined : statusNamed(series, name.status);
  const compareWithFolder = (id: string) => {
    if (!folderStatus?.isListed || folderStatus.id === id) return;
    const help = "Move the file to the folder of its status, or correct the field.";
    fields.report("status-mismatch", `the folder says "${name.status}", the text says "${id}"`, entry.value, help);
  };
  const plainId = plainStatus.test(source) ? idsByName(series.statuses).get(normalizeName(source)) : undefined;
  if (plainId !== undefined) {
    compareWithFolder(plainId);
    return { ...noRelations, id: plainId };
  }
  const relations = readRelations(source, entry.value.position);
  // adr-tools writes `Superceded by`.
  const line = foldSpaces(withoutStruck(source.split("\n")[0] ?? "").replace(/(super)c(?=eded)/i, "$1s"));
  const { text, reason } = splitReason(bareStatus(line));
  // `**Rejected** [Rationale](https://…)`: a link is not part of the status before it.
  const { text: unlinked } = splitReason(bareStatus(line.split(/(?<=\S)\s+\[(?=[^[\]]*\]\()/)[0] ?? ""));
  const status = [text, withoutSigns(text), unlinked]
    .map((candidate) => statusNamed(series, candidate))
    .find(({ isListed }) => isListed);
  if (status) {
    compareWithFolder(status.id);
    return { ...relations, id: status.id, reason: reason ?? status.reason };
  }
  // "Accepted and [implemented](…)" goes on in its link.
  const id = /^$|\s(?:and|or|as|at|by|for|in|of|to|with)$/i.test(unlinked) ? text : unlinked;
  const labels = series.statuses.map(({ label }) => label.toLowerCase());
  if (series.statuses.length > 0)
    fields.report("status-unknown", `there is no status "${id}"`, entry.value, suggestion(id, labels));
  return { ...relations, id, reason };
}

/** Some of the patterns below take the square of the length. */
const maxStatusLength = 10_000;

const noRelations = { isStated: true, supersedes: [], supersededBy: [], updates: [], updatedBy: [], links: [] };

/** Reads the proposals and links that a status names: `Superseded by ADR-5`. */
function readRelations(source: string, position: Position): Omit<ReadStatus, "id" | "reason"> {
  const lines = source.split("\n").map((line) => withoutStruck(line).replace(/\*+/g, ""));
  const named = (relation: RegExp) =>
    lines.flatMap((line) =>
      readReferences(relation.exec(line)?.[1] ?? "").map((reference) => ({ ...reference, position })),
    );
  return {
    isStated: true,
    supersedes: named(/\b(?:super[sc]edes|replaces|obsoletes):? (.+)/i),
    supersededBy: named(/\b(?:super[sc]eded|replaced|obsoleted) by:? (.+)/i),
    updates: named(/\b(?:amends|clarifies|updates):? (.+)/i),
    updatedBy: named(/\b(?:amended|clarified|updated) by:? (.+)/i),
    links: inlineLinks(source)
      .filter(({ url }) => /^https?:/i.test(url))
      .map(({ text, url }) => ({ label: text, url })),
  };
}

/**
 * Removes what Swift Evolution writes around a status: markup, unpaired stars (`**Active review (June 1...9)****`),
 * brackets of links without a target, and the key again (`**Status: Implemented**`).
 */
function bareStatus(line: string): string {
  return plainInline(withoutLinkedBrackets(line))
    .replace(/^[*_]+|[*_\s]+$/g, "")
    .replace(/^\[([^[\]]+)\]$/, "$1")
    .replace(/^status:\s+/i, "");
}

/** Removes a former status that is struck out before the present one: `~~Accepted~~ Superseded by …`. */
const withoutStruck = (line: string) => line.replace(/~~[^~]+~~(?=.*\w)/g, "").trim();

/** Matches words that begin a reason: "by ADR-5", "in 5.9", "since May". */
const reasonWords =
  /^(?:after|as|at|because|before|by|due|for|from|if|in|into|obsoleted|of|on|pending|per|replaced|see|since|subject|superseded|to|under|unless|until|via|when|while|with|without)\b/i;

/** Matches a label with a number, which is a reason as well: "Superseded ADR-5". */
const labelAndNumber = /^\p{L}{2,12}[-\s#]{0,2}\d/u;

/** Matches a status without markup and numbers, which most proposals have. */
const plainStatus = /^[A-Za-z]+(?: [A-Za-z]+)*$/;

/** Removes pictures around a status: `\u2705 Accepted`, `:rocket: Final`. */
export function withoutSigns(text: string): string {
  const bare = text.replace(signsBefore, "").replace(signsAfter, "");
  return bare || text;
}

const signsBefore = /^(?:[\s\p{So}\p{Sk}]|\ufe0f|\u200d|:[a-z_]{1,40}:)+/u;
const signsAfter = /(?<![\s\p{So}\p{Sk}])(?:[\s\p{So}\p{Sk}]|\ufe0f|\u200d)+$/u;

/** The status of a proposal that states none: that of new proposals, if the series is configured so; otherwise empty. */
function initialStatus(series: Series): string {
  const keys = keysOf(series, "status").map(normalizeKey);
  const begins = series.fields.some(({ key, initial }) => initial !== undefined && keys.includes(normalizeKey(key)));
  return begins ? (series.statuses[0]?.id ?? "") : "";
}

/** Removes brackets that contain only links, which are not part of the status. */
function withoutLinkedBrackets(text: string): string {
  return text.replace(/ ?\( ?(?:\[[^[\]]*\]\([^()]*\)[\s,;]*)+\)/g, "");
}

function splitReason(written: string): { text: string; reason?: string } {
  const [open, close] = [written.indexOf("("), written.lastIndexOf(")")];
  const hasReason = open >= 0 && close > open && !/\w/.test(written.slice(close));
  const text = hasReason ? written.slice(0, open) : written;
  return {
    text: text.replace(/(?<![\s.,;:])[\s.,;:]+$/, ""),
    reason: hasReason ? written.slice(open + 1, close) : undefined,
  };
}

/** Finds the status that a text begins with. Further words, as in "Superseded by ADR-5", are the reason. */
function statusNamed(series: Series, text: string): { isListed: boolean; id: string; reason?: string } {
  const exact = idsByName(series.statuses).get(normalizeName(text));
  if (exact !== undefined) return { isListed: true, id: exact };
  const begins = series.statuses
    .flatMap(({ id, label, aliases }) => [id, label, ...aliases].map((name) => ({ id, name })))
    .filter(({ name }) => normalizeName(text).startsWith(normalizeName(name)))
    .toSorted((a, b) => b.name.length - a.name.length);
  for (const { id, name } of begins) {
    const reason = reasonAfter(text, name);
    if (reason !== undefined) return { isListed: true, id, reason };
  }
  return { isListed: false, id: text };
}

/**
 * Reads the reason after the name of a status: after a mark, or beginning with a word such as "by".
 * @returns undefined if the text is another name that only begins so: "Finality" or "Final Comment Period" for "Final".
 */
export function reasonAfter(text: string, name: string): string | undefined {
  const words = name
    .trim()
    .split(/[\s_-]+/)
    .map(escapePattern)
    .join("[\\s_-]*");
  const [, mark = "", remark] = new RegExp(`^${words}(?![\\p{L}\\p{N}])([\\s,;:./–—-]*)(.*)$`, "iu").exec(text) ?? [];
  if (remark === undefined || remark === "" || /[,;:./–—]|\s-|-\s/.test(mark) || !/^\p{L}/u.test(remark)) return remark;
  return reasonWords.test(remark) || labelAndNumber.test(remark) ? remark : undefined;
}

/**
 * Reads the category from the folder or from metadata, and reports problems to `fields`.
 * @returns the ids of the categories, of which the first counts; in a lenient series the written text if no category has its name.
 */
export function readCategories(fields: FieldReader, name: FileNameParts, series: Series): string[] {
  const { from, keys, values } = series.category;
  if (from === "none") return [];
  const idOf = (text: string) => idsByName(values).get(normalizeName(text));
  const listIds = () => values.map(({ id }) => id).sort(compareText);
  if (from === "folder") {
    const id = categoryOfFolder(name.category, series);
    if (id === undefined) {
      const { category = "" } = name;
      const where = category ? `the folder "${category}" is not a category` : "this file is in no category's folder";
      const help = suggestion(category, listIds());
      fields.report("category-unknown", where, { position: { line: 1, column: 1 } }, help);
    }
    const entry = fields.find(keys);
    const written = entry && fields.text(keys);
    if (entry && written && id && idOf(written) !== id) {
      const help = "The folder is the category: move the file, or remove the field.";
      fields.report("category-mismatch", `the folder says "${id}", the metadata says "${written}"`, entry.value, help);
    }
    return id === undefined ? [] : [id];
  }
  const entries = fields.findAll(keys);
  const [first] = entries;
  if (!first) return [];
  const written = plainInline(fields.text([first.key]) ?? "");
  const names = idOf(written) === undefined ? written.split(/[,/&]/) : [written];
  const ids = names.flatMap((part) => idOf(part) ?? []);
  if (ids.length === names.length) return ids;
  const [mainKey = ""] = keys;
  if (normalizeKey(first.key) === normalizeKey(mainKey)) {
    const message = `there is no category "${written}"`;
    fields.report("category-unknown", message, first.value, suggestion(written, listIds()));
  } else {
    // `type: Standards Track` names no category, so the main field is missing.
    const isNeeded = series.fields.some(({ key, required }) => required && normalizeKey(key) === normalizeKey(mainKey));
    const message = `"${mainKey}" is missing, and "${written}" is not one of its values`;
    fields.reportMissing([mainKey], message, first.keyPosition, orList(listIds()), isNeeded ? "error" : "warning");
  }
  // The first key counts, but a later one that names a category is better than none.
  const furtherIds = entries.slice(1).map(({ key }) => idOf(plainInline(fields.text([key]) ?? "")));
  const id = ids[0] ?? furtherIds.find(Boolean) ?? (series.isLenient ? written : "");
  return id ? [id] : [];
}

/** The category that a folder names: `Standards Track` is `standards-track`. */
export function categoryOfFolder(folder: string | undefined, { category }: Series): string | undefined {
  return folder === undefined ? undefined : idsByName(category.values).get(normalizeName(folder));
}
