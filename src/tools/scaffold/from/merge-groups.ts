/** Merges groups of numbered texts whose names or folders differ a little: together they are one series. */
import { posix } from "node:path";
import { usualTone } from "../../../config/index.js";
import type { SourceFile } from "../../../shared/document.js";

/** Texts in a folder whose names have one form. */
export interface Group {
  folder: string;
  pattern: string;
  prefix: string;
  members: { source: SourceFile; digits: string }[];
}

/** @returns the groups that may be series, each of those given in one of them. */
export function mergeGroups(groups: readonly Group[]): Group[] {
  return withTextsAbove(mergeFolders(mergeExtensions(groups)));
}

/** From this share on, texts with another form of name, or in another folder, are no exceptions: the pattern of the series has them. */
const minShare = 0.1;

/** The mark between the letters and the number of a name, or several in braces where names differ. */
const separator = /(?<=^[a-z]+)(?:\{([-_ ,]+)\}|([-_ ]?))(?=\{number\}[^/]*$)/i;

const separatorsOf = (pattern: string) => {
  const [, several, single = ""] = separator.exec(pattern) ?? [];
  return several?.split(",") ?? [single];
};

/** `bip-{number}.md` beside `bip-{number}.mediawiki` is one series, and so are `bep-{number}.md` and `bep{number}.md`, and names that differ in the words behind the number alone. */
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
    const all = new Set(
      [...(written?.[1] ?? written?.[2] ?? "").split(","), extension].map((ending) => ending.toLowerCase()),
    );
    const pattern =
      all.size > 1
        ? otherGroup.pattern.replace(/\.(?:\{[\w,]+\}|\w+)$/, `.{${[...all].sort().join(",")}}`)
        : otherGroup.pattern;
    merged.set(key, {
      ...withMembersOf(otherGroup, group),
      pattern: separators.length > 1 ? pattern.replace(separator, `{${separators.join(",")}}`) : pattern,
    });
  }
  return [...merged.values()];
}

/** Also the texts of another group whose numbers it does not have. */
function withMembersOf(group: Group, otherGroup: Group): Group {
  const numbers = new Set(group.members.map(({ digits }) => Number(digits)));
  return {
    ...group,
    members: [...group.members, ...otherGroup.members.filter(({ digits }) => !numbers.has(Number(digits)))],
  };
}

/** Folders side by side whose texts have one form are the categories of a series, or its statuses. */
function mergeFolders(groups: readonly Group[]): Group[] {
  const families = new Map<string, Group[]>();
  for (const group of groups) {
    const key = group.folder === "." ? "\n" : `${posix.dirname(group.folder)}\n${group.pattern}`;
    families.set(key, [...(families.get(key) ?? []), group]);
  }
  return [...families.values()].flatMap((beside) => {
    const otherGroups = beside.filter((group) => isOverlaid(group, beside));
    const family = beside.filter((group) => !otherGroups.includes(group));
    const [first] = family;
    // One number in two folders is two proposals, unless nearly all numbers are in one folder each.
    const numbers = family.flatMap((group) => [...numbersOf(group)]);
    const isOne = new Set(numbers).size >= numbers.length * 0.95;
    if (!first || family.length < 2 || first.folder === "." || !isOne) return beside;
    const names = family.map(({ folder }) => posix.basename(folder));
    const isStatus = names.every(isStatusFolder);
    const pattern = `${isStatus ? "{status}" : "{category}"}/${first.pattern}`;
    return [
      { ...first, folder: posix.dirname(first.folder), pattern, members: family.flatMap(({ members }) => members) },
      ...otherGroups,
    ];
  });
}

/** `text/0001-x.md` beside `text/logs/0002-y.md` and `text/trace/0003-z.md`. */
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

/** `policies/0001-x.md` is not part of the series that has a `0001` in a far larger folder; nor is a folder of templates. */
function isOverlaid(group: Group, beside: readonly Group[]): boolean {
  const groupNumbers = [...numbersOf(group)];
  const isTaken = (otherGroup: Group) => {
    const numbers = numbersOf(otherGroup);
    return (
      otherGroup.members.length >= group.members.length * 10 &&
      groupNumbers.filter((groupNumber) => numbers.has(groupNumber)).length * 2 > groupNumbers.length
    );
  };
  return groupNumbers.length === 0 || beside.some(isTaken);
}

const numbersOf = ({ members }: Group) =>
  new Set(members.filter((member) => !isTemplate(member)).map(({ digits }) => Number(digits)));

const statusFolder = /^(?:drafts?|wip|open|archived?|inbox|todo|proposals?|backlog)$/i;

/** Whether the name of a folder is that of a status. */
const isStatusFolder = (name: string) => statusFolder.test(name) || usualTone(name) !== "draft";

/** `0000-template.md`. */
export const isTemplate = ({ source, digits }: { source: SourceFile; digits: string }) =>
  Number(digits) === 0 && /template/i.test(source.path);
