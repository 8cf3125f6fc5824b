/** Finds proposals without numbers: texts of any names in a folder whose name says what they are. */
import { posix } from "node:path";
import { readMetadata } from "../../metadata/forms.js";
import type { SourceFile } from "../../shared/document.js";
import { numberOfSlug } from "../../shared/proposal-number.js";
import { commonKeys } from "./common-keys.js";
import { type FoundSeries, hasMetadata, type NumberedText } from "./survey.js";

const folderNames =
  /^(?:rfcs?|[a-z]{1,3}[ei]ps|(?:[a-z]+[-_])?proposals|enhancements|adrs?|(?:architecture-)?decisions|designs|design-docs)$/i;
/** Texts about the register. */
export const otherTexts =
  /^(?:_.*|(?:.*[-_. ])?template|readme|index|summary|contributing|code_of_conduct|license|changelog|process)$/i;

/** Fewer texts than this are not a series. */
const fewest = 3;

/** Of a repository in which no text has a number. @returns the folder with the most texts, if most of these have a title or metadata. */
export function findSlugs(sources: readonly SourceFile[]): FoundSeries[] {
  const folders = new Map<string, SourceFile[]>();
  for (const source of sources) {
    const { folder, slug, files } = placeOf(source.path);
    if (!folderNames.test(posix.basename(folder)) || otherTexts.test(slug)) continue;
    const key = `${folder}/${files}`;
    folders.set(key, [...(folders.get(key) ?? []), source]);
  }
  return [...folders]
    .filter(([, members]) => members.length >= fewest)
    .sort(([, one], [, other]) => other.length - one.length)
    .slice(0, 1)
    .flatMap(([pattern, members]) => {
      const texts = members.map(textOf);
      const alike = texts.filter((text) => hasMetadata(text) || hasTitle(text));
      return alike.length >= texts.length * 0.5 ? [seriesOf(pattern, texts)] : [];
    });
}

/** A text names itself, or as a README its folder, as in eslint/rfcs. */
export function placeOf(path: string): { folder: string; slug: string; files: string } {
  const name = posix.basename(path);
  const folder = posix.dirname(path);
  const isReadme = /^readme\.\w+$/i.test(name) && !folderNames.test(posix.basename(folder));
  if (isReadme) return { folder: posix.dirname(folder), slug: posix.basename(folder), files: `{slug}/${name}` };
  const extension = posix.extname(name);
  return { folder, slug: posix.basename(name, extension), files: `{slug}${extension}` };
}

function textOf(source: SourceFile): NumberedText {
  const { slug } = placeOf(source.path);
  return {
    source,
    number: numberOfSlug(slug),
    digits: slug,
    metadata: readMetadata(source, commonKeys, undefined, true),
  };
}

/** A heading among its first lines. */
const hasTitle = ({ source }: NumberedText) =>
  /^(?:# ?\S|=+ ?\S|[^\n]+\n[=-]{3,}\s*$)/m.test(source.text.slice(0, 1000));

const seriesOf = (pattern: string, texts: NumberedText[]): FoundSeries => ({
  folder: pattern.slice(0, pattern.indexOf("/{slug}")),
  files: pattern.slice(pattern.indexOf("{slug}")),
  prefix: "",
  numbers: "none",
  texts,
  doubles: [],
  exceptions: [],
  parts: [],
  foreign: [],
});
