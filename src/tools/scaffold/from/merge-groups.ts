/** Merges groups of numbered texts whose names or folders differ only a little, because they are one series. */
import { posix } from "node:path";
import { usualTone } from "../../../config/index.js";
import type { SourceFile } from "../../../shared/document.js";
import { getOrAdd } from "../../../shared/lazy.js";

/** Texts of one folder whose names have one form. */
export interface Group {
  folder: string;
  pattern: string;
  prefix: string;
  members: { source: SourceFile; digits: string }[];
}

/** @returns the groups that may be series; each of the given groups is in one of them. */
export function mergeGroups(groups: readonly Group[]): Group[] {
  return withStatusFolders(withTextsAbove(mergeFolders(mergeExtensions(groups))));
}

/** From this share of texts on, another form of name or another folder is not an exception, and becomes part of the pattern. */
const minShare = 0.1;

/** Matches the mark between the letters and the number of a pattern, or several marks in braces. */
const separator = /(?<=^[a-z]+)(?:\{([-_ ,]+)\}|([-_ ]?))(?=\{number\}[^/]*$)/i;

const separatorsOf = (pattern: string) => {
  const [, several, single = ""] = separator.exec(pattern) ?? [];
  return several?.split(",") ?? [single];
};

/** Merges groups of a folder that differ in the extension, in the mark before the number, or in the case of names: `bip-{number}.md` and `bip-{number}.mediawiki`. */
function mergeExtensions(groups: readonly Group[]): Group[] {
  const merged = new Map<string, Group>();
  for (const group of [...groups].sort((a, b) => b.members.length - a.members.length)) {
    const [, stem = "", extension = ""] = /^(.*)\.(\w+)$/.exec(group.pattern) ?? [];
    const key = `${group.folder}\n${stem.toLowerCase().replace(separator, "")}`;
    const otherGroup = merged.get(key);
    const separators = [...new Set([otherGroup ?? group, group].flatMap(({ pattern }) => separatorsOf(pattern)))];
    const isException = separators.length > 1 && group.members.length < (otherGroup?.members.length ?? 0) * minShare;
    if (!otherGroup || isException) {
      merged.set(isException ? `${key}\n${stem}` : key, { ...group });
      continue;
    }
    const written = /\.(?:\{([\w,]+)\}|(\w+))$/.exec(otherGroup.pattern);
    const endings = new Set(
      [...(written?.[1] ?? written?.[2] ?? "").split(","), extension].map((ending) => ending.toLowerCase()),
    );
    const pattern =
      endings.size > 1
        ? otherGroup.pattern.replace(/\.(?:\{[\w,]+\}|\w+)$/, `.{${[...endings].sort().join(",")}}`)
        : otherGroup.pattern;
    merged.set(key, {
      ...withMembersOf(otherGroup, group),
      pattern: separators.length > 1 ? pattern.replace(separator, `{${separators.join(",")}}`) : pattern,
    });
  }
  return [...merged.values()];
}

/** Adds the texts of another group whose numbers the group does not have. */
function withMembersOf(group: Group, otherGroup: Group): Group {
  const numbers = new Set(group.members.map(({ digits }) => Number(digits)));
  return {
    ...group,
    members: [...group.members, ...otherGroup.members.filter(({ digits }) => !numbers.has(Number(digits)))],
  };
}

/** Merges sibling folders whose texts have one form: they are the categories of a series, or its statuses. */
function mergeFolders(groups: readonly Group[]): Group[] {
  const families = new Map<string, Group[]>();
  for (const group of groups) {
    const key = group.folder === "." ? "\n" : `${posix.dirname(group.folder)}\n${group.pattern}`;
    getOrAdd(families, key, () => []).push(group);
  }
  return [...families.values()].flatMap((siblings) => {
    const otherGroups = siblings.filter((group) => isOverlaid(group, siblings));
    const family = siblings.filter((group) => !otherGroups.includes(group));
    const [first] = family;
    // Folders with the same numbers are several series; a few numbers in two folders are mistakes.
    const numbers = family.flatMap((group) => [...numbersOf(group)]);
    const isOneSeries = new Set(numbers).size >= numbers.length * 0.95;
    if (!first || family.length < 2 || first.folder === "." || !isOneSeries) return siblings;
    const names = family.map(({ folder }) => posix.basename(folder));
    const isStatus = names.every(isStatusFolder);
    const pattern = `${isStatus ? "{status}" : "{category}"}/${first.pattern}`;
    return [
      { ...first, folder: posix.dirname(first.folder), pattern, members: family.flatMap(({ members }) => members) },
      ...otherGroups,
    ];
  });
}

/** Merges texts of a folder with those of its category folders: `text/0001-x.md` with `text/logs/0002-y.md` and `text/trace/0003-z.md`. */
function withTextsAbove(groups: readonly Group[]): Group[] {
  const merged = new Map(groups.map((group) => [`${group.folder}/${group.pattern}`, group]));
  for (const [key, group] of merged) {
    const [, name] = /^\{category\}\/(.*)$/.exec(group.pattern) ?? [];
    const above = name === undefined ? undefined : merged.get(`${group.folder}/${name}`);
    if (!above || above.members.length < group.members.length * minShare) continue;
    merged.delete(`${above.folder}/${above.pattern}`);
    merged.set(key, { ...withMembersOf(group, above), pattern: `{,*/}${name}` });
  }
  return [...merged.values()];
}

/** Merges texts of a folder with those of folders in it that are called by a status, if no number is in both: `xip-1.md` with `obsolete/xip-2.md`. */
function withStatusFolders(groups: readonly Group[]): Group[] {
  const merged = groups.map((group) => ({ ...group }));
  return merged.filter((group) => {
    const { folder, pattern, members } = group;
    const numbers = numbersOf(group);
    const above = merged.find(
      (candidate) =>
        candidate.folder === posix.dirname(folder) &&
        candidate.pattern.replace(/^\{,[^}]*\}/, "") === pattern &&
        ![...numbersOf(candidate)].some((number) => numbers.has(number)),
    );
    if (!above || !isStatusFolder(posix.basename(folder))) return true;
    const [, before = ""] = /^\{(,[^}]*)\}/.exec(above.pattern) ?? [];
    above.pattern = `{${before},${posix.basename(folder)}/}${pattern}`;
    above.members = [...above.members, ...members];
    return false;
  });
}

/** Whether a far larger sibling folder has most of a group's numbers, or the group has only templates: then it is not part of the series. */
function isOverlaid(group: Group, siblings: readonly Group[]): boolean {
  const groupNumbers = [...numbersOf(group)];
  const isTaken = (otherGroup: Group) => {
    const numbers = numbersOf(otherGroup);
    return (
      otherGroup.members.length >= group.members.length * 10 &&
      groupNumbers.filter((groupNumber) => numbers.has(groupNumber)).length * 2 > groupNumbers.length
    );
  };
  return groupNumbers.length === 0 || siblings.some(isTaken);
}

const numbersOf = ({ members }: Group) =>
  new Set(members.filter((member) => !isTemplate(member)).map(({ digits }) => Number(digits)));

const statusFolder = /^(?:drafts?|wip|open|archived?|inbox|todo|proposals?|backlog)$/i;

/** Whether the name of a folder is that of a status. */
const isStatusFolder = (name: string) => statusFolder.test(name) || usualTone(name) !== "draft";

/** Whether a text is a template, such as `0000-template.md`. */
export const isTemplate = ({ source, digits }: { source: SourceFile; digits: string }) =>
  Number(digits) === 0 && /template/i.test(source.path);
