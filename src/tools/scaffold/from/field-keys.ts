/** Finds the keys with the number, the title, the people and the dates of a series, by the values in its texts. */

import type { SeriesInput } from "../../../config/index.js";
import { isEmptyValue } from "../../../content/metadata/inline.js";
import { normalizeKey, usualKeysOf } from "../../../content/metadata/keys.js";
import { readDate } from "../../../content/parse/dates.js";
import { flatten } from "../../../content/parse/fields.js";
import { likelyKeys } from "./common-keys.js";
import { type Fields, spelling, textAt, type WrittenField } from "./written-fields.js";

/** Keys of titles, whose numbers are not those of proposals: `title: Step 7`. */
const titleKeys = new Set(likelyKeys.title.map(normalizeKey));

/** @returns the key whose values are the numbers of the files, in a list; empty if there is none. */
export function numberKeys(fields: Fields): string[] {
  return [...fields]
    .filter(([key]) => !key.includes(".") && !generatorKeys.has(key) && !codeHostKeys.test(key) && !titleKeys.has(key))
    .filter(([, written]) => {
      const agreeing = written.filter(({ text, entry }) => {
        const value = textAt(entry, 0);
        const digits = /^(?:[A-Za-z]{1,12}[-\s#]*)?0*(\d{1,9})$/.exec(value)?.[1];
        return digits !== undefined && Number(digits) === text.number;
      });
      return written.length >= 2 && agreeing.length >= written.length * 0.7;
    })
    .sort(([, written], [, otherWritten]) => otherWritten.length - written.length)
    .slice(0, 1)
    .map(([, written]) => spelling(written));
}

/** The words before the label of a series in keys of relations: `Required CIPs`. */
const wordsBeforeLabel: { [field in keyof typeof likelyKeys]?: string[] } = {
  requires: ["requires", "required"],
  supersedes: ["supersedes", "replaces", "replaced"],
  supersededBy: ["superseded by", "replaced by"],
};

/** @returns the keys of fields that differ from the usual ones. */
export function fieldKeys(fields: Fields, label: string): NonNullable<SeriesInput["keys"]> {
  const keys: NonNullable<SeriesInput["keys"]> = {};
  for (const [field, likely] of Object.entries(likelyKeys) as [keyof typeof likelyKeys, string[]][]) {
    const before = (wordsBeforeLabel[field] ?? []).flatMap((word) => [`${word} ${label}`, `${word} ${label}s`]);
    const after = usualKeysOf(field).map((key) => `${label} ${key}`);
    let candidates = [...likely, ...before, ...after]
      .map((key) => ({
        key: key.split(".").map(normalizeKey).join("."),
        written: fields.get(key.split(".").map(normalizeKey).join(".")) ?? [],
      }))
      .filter(({ written }) => written.length > 0 && (!isDate(field) || areDates(written)))
      .filter(({ written }) => field !== "discussions" || haveLinks(written));
    if (field === "author") {
      const helpers = keysBesideAuthors(fields);
      const ofAuthors = candidates.filter(({ key }) => !helpers.has(key));
      candidates = [...ofAuthors, ...nestedKeys(fields, ["author", "authors", "owner", "owners"])];
    }
    // The keys may be in a map with a name of its own: `mep:` with `status:` and `created:` below it.
    if (candidates.length === 0 && (field === "status" || field === "date"))
      candidates = nestedKeys(fields, usualKeysOf(field));
    candidates.sort((a, b) => b.written.length - a.written.length);
    const fieldCandidates = field === "author" ? candidates.slice(0, 4).sort(byMeaning) : candidates;
    const usual = usualKeysOf(field).map(normalizeKey);
    const names = [
      ...new Set(fieldCandidates.map(({ key, written }) => (key.includes(".") ? key : spelling(written)))),
    ].slice(0, 4);
    if (names.some((name) => !usual.includes(normalizeKey(name)))) keys[field] = names;
  }
  return keys;
}

const isDate = (field: string) => field === "date" || field === "updated" || field === "deadline";

function areDates(written: readonly WrittenField[]): boolean {
  const filled = written.filter(({ entry }) => flatten(entry.value).length > 0);
  const dates = filled.filter(({ entry }) => readDate(textAt(entry, -1)));
  return dates.length >= filled.length * 0.4;
}

/** Whether a field of discussions has links. A history of posts may have only dates. */
function haveLinks(written: readonly WrittenField[]): boolean {
  const filled = written.filter(({ entry }) => flatten(entry.value).some(({ text }) => !isEmptyValue(text)));
  const linked = filled.filter(({ entry }) => flatten(entry.value).some(({ text }) => /https?:|\]\(|@/.test(text)));
  return filled.length === 0 || linked.length >= filled.length * 0.3;
}

/** Sorts keys by what they say about a person: authors come before owners, however many texts name an owner. */
function byMeaning(a: { key: string }, b: { key: string }): number {
  const rank = ({ key }: { key: string }) => authorKeys.indexOf(key.slice(key.lastIndexOf(".") + 1));
  return rank(a) - rank(b);
}

const authorKeys = likelyKeys.author.map(normalizeKey);

/** Keys of people who are not authors, such as `Contributors`: nearly all texts that have such a key name an author, too. */
export function keysBesideAuthors(fields: Fields): ReadonlySet<string> {
  const beside = new Set<string>();
  const authored = new Set<WrittenField["text"]>();
  for (const key of authorKeys) {
    const filled = (fields.get(key) ?? []).filter(({ entry }) => flatten(entry.value).length > 0);
    const texts = [...new Set(filled.map(({ text }) => text))];
    if (texts.length > 0 && texts.filter((text) => authored.has(text)).length >= texts.length * 0.9) beside.add(key);
    else for (const text of texts) authored.add(text);
  }
  return beside;
}

/** Keys in maps, such as `Owner:` below `Working Group:`. */
function nestedKeys(fields: Fields, names: readonly string[]): { key: string; written: WrittenField[] }[] {
  return [...fields]
    .filter(([key]) => key.includes(".") && names.includes(key.slice(key.lastIndexOf(".") + 1)))
    .map(([key, written]) => ({ key, written }));
}

/** Matches keys of pull requests, issues and discussions. They are not the number of a proposal, even if it is equal. */
const codeHostKeys = /(?:prs?|pull|pullrequests?|issues?|discussions?)(?:number|no|id|link|url)?$/;

/** Keys that themes and generators read. */
export const generatorKeys = new Set(
  (
    "layout navorder parent permalink redirectfrom redirectto sidebarposition sidebarlabel " +
    "slug weight toc hide haschildren"
  ).split(" "),
);
