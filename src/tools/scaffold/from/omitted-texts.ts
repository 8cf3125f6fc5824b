/** Reports texts that are in no series: they have the number of another text, or none, or are too few. */
import { posix } from "node:path";
import type { LinkedSite } from "../../../build/link.js";
import { readFileName } from "../../../content/parse/file-name.js";
import { locateInRepository, orderInHistory, resolveCommit } from "../../../content/read/commits.js";
import { diagnose } from "../../../platform/diagnostics/codes.js";
import type { Diagnostic } from "../../../shared/diagnostic.js";
import { type FoundSeries, hasMetadata, isPending, relativeTo } from "./survey.js";

/** The texts whose number several have. Texts without metadata do not count: they are companions of proposals. */
export function findRivals({ texts, doubles }: FoundSeries) {
  const rivals = doubles.filter(hasMetadata);
  const numbers = new Set(rivals.map(({ number }) => number));
  return [...texts.filter(({ number }) => numbers.has(number)), ...rivals];
}

/** The order in which texts came in, by path, as far as the history knows it. */
export async function orderOf(root: string, paths: readonly string[]): Promise<Map<string, number>> {
  const siteInRepository = await locateInRepository(root);
  const head = siteInRepository && (await resolveCommit(siteInRepository.repository, "HEAD"));
  return siteInRepository && head !== undefined
    ? orderInHistory(siteInRepository.repository, head, siteInRepository.prefix, paths)
    : new Map();
}

/**
 * Reports texts with the number of another, because only a maintainer knows whether they are proposals, too.
 * @param order in which texts came in. If it is unknown, nothing says which text has the number, and the report is an error.
 */
export function reportSameNumbers(
  { folder, texts, doubles, numbers }: FoundSeries,
  order: ReadonlyMap<string, number>,
): Diagnostic[] {
  const owners = new Map(texts.map((text) => [text.number, text]));
  const rivals = doubles.filter((text) => owners.has(text.number) && !isPending(text));
  const [first] = rivals;
  if (!first) return [];
  const isOpen = rivals.some((text) => {
    const owner = owners.get(text.number);
    return owner !== undefined && hasMetadata(text) && hasMetadata(owner) && !order.has(owner.source.path);
  });
  const reason = isOpen ? "and nothing says which of them has it" : "which is older or longer";
  const paths = rivals.map(({ source }) => source.path);
  const [kind, shared] = numbers === "none" ? ["text", "name"] : ["numbered text", "number"];
  const message = countAndNames(folder, paths, `with the ${shared} of another text, ${reason}`, kind);
  const help = `They are in \`ignore\` of the series. If they are proposals, give them other ${shared}s, or name the end of their names in \`parts\`, and remove them there.`;
  const location = { file: first.source.path, line: 1, column: 1 };
  return [diagnose("series-left-out", message, { ...location, severity: isOpen ? "error" : "warning", help })];
}

/**
 * Finds texts with errors that `legacy` cannot excuse, because their names have no number, such as a translation `CN/cip-109-CN.md`. If the series
 * ignores them, they are pages beside the proposals that link to them.
 */
export function findUnnumbered(
  { folder }: FoundSeries,
  problems: readonly Diagnostic[],
  { roles }: LinkedSite,
): string[] {
  const paths = problems.flatMap(({ severity, file = "" }) => {
    const role = severity === "error" ? roles.get(file) : undefined;
    const isOurs = role?.kind === "proposal" && !role.locale && file === posix.join(folder, role.relativePath);
    return isOurs && readFileName(role.relativePath, role.series).number === undefined ? [file] : [];
  });
  return [...new Set(paths)];
}

export function reportUnnumbered(folder: string, paths: readonly string[]): Diagnostic[] {
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

/** Reports a group of texts that is not a series, because only a maintainer knows whether it is one. */
export function reportOmittedSeries({ folder, files, texts }: FoundSeries): Diagnostic {
  const message = `${texts.length} numbered texts in ${folder} (${files}) are in no series: they are few, or have no metadata`;
  const help = `If they are proposals, add a series with source: ${JSON.stringify(folder)} and files: ${JSON.stringify(files)}.`;
  return diagnose("series-left-out", message, { file: texts[0]?.source.path, line: 1, column: 1, help });
}
