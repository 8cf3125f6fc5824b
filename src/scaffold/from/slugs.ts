/** Finds proposals without numbers: texts of any names in a folder whose name says what they are. */
import { posix } from "node:path";
import { readMetadata } from "../../metadata/forms.js";
import type { SourceFile } from "../../shared/document.js";
import { getOrAdd } from "../../shared/lazy.js";
import { numberOfSlug } from "../../shared/proposal-number.js";
import { commonKeys } from "./common-keys.js";
import { isStatusFolder } from "./merge-groups.js";
import { type FoundSeries, hasMetadata, isOfProposals, type NumberedText } from "./survey.js";

/** Texts about the register. */
const otherTexts =
  /^(?:_.*|(?:.*[-_. ])?template|readme|index|summary|contributing|code_of_conduct|license|changelog|process)$/i;

/** Fewer texts than this are not a series. */
const fewest = 3;

/** Where a text without a number is: `slug` in the pattern `files` below the folder. */
interface Place {
  folder: string;
  files: string;
  slug: string;
}

/**
 * Of a repository in which no text has a number.
 * @param order in which texts came in; the first of a name has it.
 * @returns the folder with the most texts, if most of these have a title or metadata.
 */
export function findSlugs(sources: readonly SourceFile[], order: ReadonlyMap<string, number>): FoundSeries[] {
  const groups = new Map<string, Place & { texts: NumberedText[] }>();
  for (const source of sources) {
    const place = inCategory(placeOf(source.path));
    const { folder, files, slug } = place;
    if ((!isOfProposals(folder) && !files.includes("0-{slug}")) || otherTexts.test(slug)) continue;
    getOrAdd(groups, `${folder}/${files}`, () => ({ ...place, texts: [] })).texts.push(textOf(source, slug));
  }
  const [largest] = [...groups.values()].sort((one, other) => other.texts.length - one.texts.length);
  if (!largest || largest.texts.length < fewest) return [];
  const { folder, files, texts: all } = largest;
  const alike = all.filter((text) => hasMetadata(text) || hasTitle(text));
  if (alike.length < all.length * 0.5) return [];
  const cameIn = ({ source }: NumberedText) => order.get(source.path) ?? Number.POSITIVE_INFINITY;
  const owners = new Map<number, NumberedText>();
  for (const text of all.toSorted((one, other) => cameIn(one) - cameIn(other) || 0))
    getOrAdd(owners, text.number, () => text);
  const isOwner = (text: NumberedText) => owners.get(text.number) === text;
  const [texts, doubles] = [all.filter(isOwner), all.filter((text) => !isOwner(text))];
  // Names of their form in a folder beside those of the statuses.
  const isBeside = (one: Place) => `{status}/${one.files}` === files && posix.dirname(one.folder) === folder;
  const foreign = [...groups.values()].filter(isBeside).map((one) => posix.basename(one.folder));
  return [{ folder, files, prefix: "", numbers: "none", texts, doubles, parts: [], foreign }];
}

/** Folders in one of proposals are categories, as in openshift/enhancements. */
function inCategory(place: Place): Place {
  const { folder, files } = place;
  const parent = posix.dirname(folder);
  return isOfProposals(folder) || !isOfProposals(parent)
    ? place
    : { ...place, folder: parent, files: `{category}/${files}` };
}

/** In front of names that never got a number; their folders are those of statuses, as in yarnpkg/rfcs. */
const noNumber = /^0{3,}-(?=[a-z])/i;

/** A text names itself, or as a README its folder, as in eslint/rfcs. */
function placeOf(path: string): Place {
  const name = posix.basename(path);
  const folder = posix.dirname(path);
  const isReadme = /^readme\.\w+$/i.test(name) && !isOfProposals(folder);
  if (isReadme) return { folder: posix.dirname(folder), slug: posix.basename(folder), files: `{slug}/${name}` };
  const extension = posix.extname(name);
  const [zeros = ""] = noNumber.exec(name) ?? [];
  const slug = posix.basename(name, extension).slice(zeros.length);
  const files = `${zeros}{slug}${extension}`;
  if (zeros === "" || !isStatusFolder(posix.basename(folder))) return { folder, slug, files };
  return { folder: posix.dirname(folder), slug, files: `{status}/${files}` };
}

const textOf = (source: SourceFile, slug: string): NumberedText => ({
  source,
  number: numberOfSlug(slug),
  digits: slug,
  metadata: readMetadata(source, commonKeys, undefined, true),
});

/** A heading among its first lines. */
const hasTitle = ({ source }: NumberedText) =>
  /^(?:# ?\S|=+ ?\S|[^\n]+\n[=-]{3,}\s*$)/m.test(source.text.slice(0, 1000));
