/** Finds proposals whose numbers are in their metadata alone, as `flip: 200` in `cadence/20221108-words.md` of Flow: names begin with days. */
import { posix } from "node:path";
import { readMetadata } from "../../metadata/forms.js";
import { normalizeKey } from "../../metadata/keys.js";
import type { SourceFile } from "../../shared/document.js";
import { escapePattern } from "../../shared/text.js";
import { commonKeys } from "./common-keys.js";
import { otherTexts, placeOf } from "./slugs.js";
import { type FoundSeries, type NumberedMember, readMembers } from "./survey.js";
import { commonest, textAt } from "./written-fields.js";

/** Fewer texts than this are not a series. */
const fewest = 3;

/** A key that may be the label of a register. */
const label = /^[a-z]{2,8}$/;

/** Of a repository in which no text has a number in its name. @returns the series whose label is the key of most numbers, which headings must say, too. */
export function findNumbersInTexts(sources: readonly SourceFile[], order: ReadonlyMap<string, number>): FoundSeries[] {
  const members = new Map<string, NumberedMember[]>();
  for (const source of sources) {
    if (otherTexts.test(placeOf(source.path).slug)) continue;
    for (const [key, digits] of numbersIn(source)) members.set(key, [...(members.get(key) ?? []), { source, digits }]);
  }
  const [found] = [...members]
    .filter(([key, own]) => own.length >= fewest && own.filter((one) => isInHeading(one, key)).length * 2 > own.length)
    .sort(([, one], [, other]) => other.length - one.length);
  return found ? [seriesOf(...found, order)] : [];
}

/** The keys of a text whose value is a number, with or without the key before it: `flip: FLIP-57`. */
function numbersIn(source: SourceFile): [key: string, digits: string][] {
  const { entries = [] } = readMetadata(source, commonKeys, undefined, true);
  return entries.flatMap((entry): [string, string][] => {
    // `FLIP #` in a table is the key, too.
    const key = normalizeKey(entry.key).replace(/#$/, "");
    if (!label.test(key) || commonKeys.has(key)) return [];
    const [, digits] = new RegExp(`^(?:${escapePattern(key)}[-\\s#]*)?(\\d{1,9})$`, "i").exec(textAt(entry, 0)) ?? [];
    return digits === undefined ? [] : [[key, digits]];
  });
}

const isInHeading = ({ source, digits }: NumberedMember, key: string) =>
  new RegExp(`^#\\s+\\[?${escapePattern(key)}[-\\s#]*0*${Number(digits)}\\b`, "im").test(source.text);

/** Texts in folders side by side are those of categories. */
function seriesOf(key: string, members: readonly NumberedMember[], order: ReadonlyMap<string, number>): FoundSeries {
  const placed = members.map((member) => ({ member, ...placeOf(member.source.path) }));
  const files = commonest(placed.map((one) => one.files)) ?? "";
  const alike = placed.filter((one) => one.files === files);
  const folders = [...new Set(alike.map(({ folder }) => folder))];
  const parent = commonest(alike.map(({ folder }) => posix.dirname(folder))) ?? ".";
  const isWide = folders.length > 1 && !folders.includes(".");
  const folder = isWide ? parent : (commonest(alike.map((one) => one.folder)) ?? ".");
  const own = alike.filter((one) => (isWide ? posix.dirname(one.folder) : one.folder) === folder);
  return {
    ...readMembers(
      own.map(({ member }) => member),
      key,
      order,
    ),
    folder,
    files: isWide ? `{category}/${files}` : files,
  };
}
