/** Numbered texts that are in no series, and why: of another format, of another form of name, of the number of another. */
import { posix } from "node:path";
import { diagnose } from "../../diagnostics/codes.js";
import { readFileName } from "../../parse/file-name.js";
import type { LinkedSite } from "../../pipeline/link.js";
import { locateInRepository, orderInHistory, resolveCommit } from "../../read/commits.js";
import type { SourceReader } from "../../read/reader.js";
import type { Diagnostic, Severity } from "../../shared/diagnostic.js";
import type { SourceFile } from "../../shared/document.js";
import { foreign } from "./repository.js";
import {
  type FoundSeries,
  hasMetadata,
  isPending,
  type NumberedText,
  numberedPaths,
  othersBeside,
  relativeTo,
} from "./survey.js";
import { commonest } from "./written-fields.js";

/** Numbered texts in a format that only a function of the register can read. */
export async function otherFormats(reader: SourceReader): Promise<string | undefined> {
  const paths = numberedPaths(await reader.list(".", ["**/*.{adoc,asciidoc,mdx,org,tex,txt,xml}"], foreign));
  const folder = commonest(paths.map((path) => posix.dirname(path)));
  const first = paths.find((path) => posix.dirname(path) === folder);
  if (first === undefined) return undefined;
  const kinds = [...new Set(paths.map((path) => posix.extname(path)))].sort().join(", ");
  return `Found ${paths.length} numbered ${paths.length === 1 ? "text" : "texts"} in other formats (${kinds}), such as ${first}. Write a configuration with \`read\`, a function that reads them: see "Texts in a format of their own" in the manual.`;
}

/** Numbered texts beside the proposals that are not proposals: `cap-0003-01.md` beside `cap-0003.md` is a part of it. */
export function otherForms(
  found: readonly FoundSeries[],
  sources: readonly SourceFile[],
  { site }: LinkedSite,
): Diagnostic[] {
  const read = new Set(site.registers.flatMap(({ proposals }) => proposals.map(({ document }) => document?.path)));
  return found.flatMap((series) => {
    const [first, ...others] = othersBeside(series, found, sources).filter((path) => !read.has(path));
    if (first === undefined) return [];
    const message = countAndNames(series.folder, [first, ...others], "with another form of name");
    const help = `A part of a proposal is a page below it. To make a text a proposal of its own, give it a name such as ${series.files}.`;
    return [diagnose("series-left-out", message, { file: first, line: 1, column: 1, help })];
  });
}

/** The texts of numbers that several have, without those beside a proposal, which have no metadata. */
export function rivalsIn({ texts, doubles }: FoundSeries) {
  const rivals = doubles.filter(hasMetadata);
  const numbers = new Set(rivals.map(({ number }) => number));
  return [...texts.filter(({ number }) => numbers.has(number)), ...rivals];
}

/** The order in which texts came in, as far as a history says it. */
export async function orderOf(root: string, paths: readonly string[]): Promise<Map<string, number>> {
  const place = await locateInRepository(root);
  const head = place && (await resolveCommit(place.repository, "HEAD"));
  return place && head !== undefined ? orderInHistory(place.repository, head, place.prefix, paths) : new Map();
}

/**
 * Two texts cannot have one number; a maintainer decides whether the other one is a proposal, too.
 * @param order of texts that a history has: without it nothing says which of them has the number, which is an error.
 */
export function sameNumbers(
  { folder, texts, doubles, numbers }: FoundSeries,
  order: ReadonlyMap<string, number>,
): Diagnostic[] {
  const owners = new Map(texts.map((text) => [text.number, text]));
  const isOpen = (text: NumberedText) => {
    const owner = owners.get(text.number);
    return owner !== undefined && hasMetadata(text) && hasMetadata(owner) && !order.has(owner.source.path);
  };
  const all = doubles.filter((text) => owners.has(text.number) && !isPending(text));
  const [name, kind] = numbers === "none" ? ["name", "text"] : ["number", "numbered text"];
  const report = (some: readonly NumberedText[], reason: string, help: string, severity: Severity): Diagnostic[] => {
    const paths = some.map(({ source }) => source.path);
    if (paths.length === 0) return [];
    const translated = paths.find((path) => /\.[a-z]{2}(?:[-_][a-z]{2,4})?\.\w+$/i.test(path));
    const translation =
      translated && ` If ${relativeTo(folder, translated)} is a translation, it belongs in content/i18n.`;
    const place = { file: paths[0], line: 1, column: 1, severity, help: help + (translation ?? "") };
    return [
      diagnose(
        "series-left-out",
        countAndNames(folder, paths, `with the ${name} of another text, ${reason}`, kind),
        place,
      ),
    ];
  };
  return [
    ...report(
      all.filter((text) => !isOpen(text)),
      "which is older or longer",
      `They are in \`ignore\` of the series. If they are proposals, give them other ${name}s and remove them there.`,
      "warning",
    ),
    ...report(
      all.filter(isOpen),
      "and nothing says which of them has it",
      `They are in \`ignore\` of the series. Give all but one of them other ${name}s, or name the end of their names in \`parts\`, and remove them there.`,
      "error",
    ),
  ];
}

/**
 * Texts of a series that would stop the first build, and that `legacy` cannot excuse: by their fields they are proposals, and neither these nor their
 * names have a number (`CN/cip-109-CN.md` of Conflux, a translation).
 */
export function unnumbered(
  { folder, numbers }: FoundSeries,
  problems: readonly Diagnostic[],
  { roles }: LinkedSite,
): string[] {
  if (numbers === "none") return [];
  const paths = problems.flatMap(({ severity, file = "" }) => {
    const role = severity === "error" ? roles.get(file) : undefined;
    const isOurs = role?.kind === "proposal" && !role.locale && file === posix.join(folder, role.relativePath);
    return isOurs && readFileName(role.relativePath, role.series).number === undefined ? [file] : [];
  });
  return [...new Set(paths)];
}

export function withoutNumber(folder: string, paths: readonly string[]): Diagnostic[] {
  if (paths.length === 0) return [];
  const help = "They are in `ignore` of the series. If they are proposals, give them numbers and remove them there.";
  const message = countAndNames(folder, paths, "without a number", "text");
  return [diagnose("series-left-out", message, { file: paths[0], line: 1, column: 1, help })];
}

function countAndNames(folder: string, paths: readonly string[], reason: string, kind = "numbered text"): string {
  const count = paths.length === 1 ? `1 ${kind}` : `${paths.length} ${kind}s`;
  const named = paths.slice(0, 3).map((path) => relativeTo(folder, path));
  return `${count} in ${folder} ${reason}: ${named.join(", ")}${paths.length > 3 ? ", …" : ""}`;
}

/** A maintainer decides whether these are another series. */
export function leftOut({ folder, files, texts }: FoundSeries): Diagnostic {
  const message = `${texts.length} numbered texts in ${folder} (${files}) are in no series: they are few, or have no metadata`;
  const help = `If they are proposals, add a series with source: ${JSON.stringify(folder)} and files: ${JSON.stringify(files)}.`;
  return diagnose("series-left-out", message, { file: texts[0]?.source.path, line: 1, column: 1, help });
}
