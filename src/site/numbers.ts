/** Decides which of several texts has a number: the text that had it first; of old texts, the one with the file name that the series expects. */
import { posix } from "node:path";
import { contentFolders, type Series, type SiteConfig } from "../config/index.js";
import { diagnose, lowerSeverity } from "../platform/diagnostics/codes.js";
import type { Diagnostic, Result } from "../shared/diagnostic.js";
import type { Document, ProposalDocument } from "../shared/document.js";
import { addAll } from "../shared/lists.js";
import { textOfNumber } from "../shared/proposal-number.js";
import { withoutTextExtension } from "../shared/text-format.js";
import type { Seniority } from "./model/site.js";

const isWellNamed = ({ wantedName }: ProposalDocument) => wantedName === undefined;

/**
 * Gives each number to one text, and leaves the others out. A text that claims the number of another is an error, unless both are old texts of a
 * series with `legacy`.
 * @returns the documents in their order, without those that did not get their number.
 */
export function settleNumbers(config: SiteConfig, documents: Document[], seniority: Seniority): Result<Document[]> {
  const originals = documents.filter(
    (document): document is ProposalDocument => document.kind === "proposal" && !document.locale,
  );
  const claims = new Map<string, ProposalDocument[]>();
  for (const document of originals) {
    const key = keyOf(document);
    if (!claims.get(key)?.push(document)) claims.set(key, [document]);
  }
  if (claims.size === originals.length) return { value: documents, diagnostics: [] };
  const diagnostics: Diagnostic[] = [];
  const leftOut = new Set<Document>();
  for (const claimants of claims.values()) {
    const series = config.series.find(({ id }) => id === claimants[0]?.series);
    if (claimants.length === 1 || !series) continue;
    const settled = settle(claimants, series, seniority);
    addAll(diagnostics, settled.diagnostics);
    for (const document of settled.value) leftOut.add(document);
  }
  return { value: documents.filter((document) => !leftOut.has(document)), diagnostics };
}

/** @param claimants of one number, at least two. @returns the texts that do not get it. */
function settle(
  claimants: readonly ProposalDocument[],
  series: Series,
  seniority: Seniority,
): Result<ProposalDocument[]> {
  const { hasLegacy } = series;
  const sinceOf = ({ path, meta }: ProposalDocument) => seniority.since(path, meta.number);
  const isKnown = claimants.every(({ path }) => seniority.isOld(path) !== undefined);
  const order = (document: ProposalDocument) => [
    isKnown && sinceOf(document) === undefined ? 1 : 0,
    isWellNamed(document) ? 0 : 1,
    document.isMisnumbered ? 1 : 0,
    sinceOf(document) ?? 0,
  ];
  const [owner, ...otherClaimants] = claimants.toSorted((a, b) => compare(order(a), order(b)));
  if (!owner) return { value: [], diagnostics: [] };
  const isOwned = isKnown && sinceOf(owner) !== undefined;
  const isPart = (document: ProposalDocument) =>
    hasLegacy &&
    isWellNamed(owner) &&
    !isWellNamed(document) &&
    (!isOwned || sinceOf(document) !== undefined || isInFolderOf(document, owner));
  const rivals = otherClaimants.filter((document) => !isPart(document));
  if (series.numbers === "none")
    return {
      value: otherClaimants,
      diagnostics: otherClaimants.map((document) => sameSlug(document, owner)),
    };
  const helpFor = (document: ProposalDocument) =>
    isWellNamed(owner) && !isWellNamed(document)
      ? `A translation belongs in ${contentFolders.i18n}/<locale>; another text beside a proposal has no number, status or author.`
      : "Every proposal needs a number of its own; nothing was overwritten.";
  const diagnostics = rivals.flatMap((document): Diagnostic[] => {
    const number = textOfNumber(document.meta.number, series.numbers);
    const location = { file: document.path, line: 1, column: 1, about: owner.path, help: helpFor(document) };
    if (isOwned && sinceOf(document) === undefined)
      return [diagnose("number-taken", `number ${number} belongs to ${owner.path}, which had it first`, location)];
    const problem = diagnose("number-duplicate", `number ${number} is taken by ${owner.path}`, location);
    if (!isOwned || !hasLegacy) return [problem];
    const skipped = { file: document.path, line: 1, column: 1 };
    return [lowerSeverity(problem), diagnose("proposal-skipped", "this proposal has errors and was left out", skipped)];
  });
  const rival = rivals.find((document) =>
    // If it is not known which text was first, both are reported.
    isOwned ? hasLegacy && sinceOf(document) !== undefined : isWellNamed(document) === isWellNamed(owner),
  );
  if (rival) {
    const location = { file: owner.path, line: 1, column: 1, about: rival.path, help: helpFor(owner) };
    const number = textOfNumber(owner.meta.number, series.numbers);
    const message = isOwned
      ? `${rival.path} has the number ${number} too`
      : `number ${number} is taken by ${rival.path}`;
    const problem = diagnose("number-duplicate", message, location);
    diagnostics.unshift(isOwned ? lowerSeverity(problem) : problem);
  }
  return { value: rivals, diagnostics };
}

function sameSlug({ path, named }: ProposalDocument, owner: ProposalDocument): Diagnostic {
  const message = `${named.slug} is the name of ${owner.path} already`;
  const help = "Rename one of the two: proposals without numbers are known by their names; nothing was overwritten.";
  return diagnose("route-conflict", message, { file: path, line: 1, column: 1, about: owner.path, help });
}

function compare(a: readonly number[], b: readonly number[]): number {
  const offset = a.findIndex((value, index) => value !== b[index]);
  return offset < 0 ? 0 : (a[offset] ?? 0) - (b[offset] ?? 0);
}

/** Whether a text is in the folder of another: `CIP-1/README.fr.md` for `CIP-1/README.md`, `cip-1/annex.md` for `cip-1.md`. */
function isInFolderOf({ path }: ProposalDocument, owner: ProposalDocument): boolean {
  const stem = withoutTextExtension(owner.path);
  const folder = /^(?:readme|index)$/i.test(posix.basename(stem)) ? posix.dirname(stem) : stem;
  return folder !== "." && path.toLowerCase().startsWith(`${folder.toLowerCase()}/`);
}

/**
 * Turns parts of proposals into companions: in a series with `legacy`, a text with the number of a proposal but another form of
 * name, such as a translation beside it.
 */
export function partsAsCompanions(config: SiteConfig, documents: readonly Document[]): readonly Document[] {
  const proposals = documents.filter(({ kind }) => kind === "proposal") as ProposalDocument[];
  if (proposals.every(isWellNamed)) return documents;
  const withLegacy = new Set(config.series.flatMap(({ id, hasLegacy }) => (hasLegacy ? [id] : [])));
  const usedNumbers = namedNumbers(proposals);
  return documents.map((document) => {
    if (document.kind !== "proposal" || isWellNamed(document)) return document;
    if (!withLegacy.has(document.series) || !usedNumbers.has(keyOf(document))) return document;
    const { title, description, date } = document.meta;
    const meta = { title, description, date, draft: false };
    return { ...document, kind: "companion", route: "", needsLink: false, meta };
  });
}

/** Reports files that should have another name, unless another file has that name, or the text describes the process: the ERCs have `eip-1.md`. */
export function misnamed(proposals: readonly ProposalDocument[], series: readonly Series[]): Diagnostic[] {
  if (proposals.every(isWellNamed)) return [];
  const usedNumbers = namedNumbers(proposals);
  const ofProcess = ({ series: id, path }: ProposalDocument) =>
    series.some((member) => member.id === id && describesProcess(member, path));
  return proposals.flatMap((document): Diagnostic[] => {
    const { path, wantedName } = document;
    if (!wantedName || usedNumbers.has(keyOf(document)) || ofProcess(document)) return [];
    const message = `this proposal's file should be named ${wantedName}`;
    return [diagnose("file-name", message, { file: path, line: 1, column: 1 })];
  });
}

const keyOf = ({ series, locale, meta }: ProposalDocument) => `${series} ${locale} ${meta.number}`;

/** The numbers of proposals whose files have the name that the series expects. */
function namedNumbers(proposals: readonly ProposalDocument[]): Set<string> {
  return new Set(proposals.filter(isWellNamed).map(keyOf));
}

/** Whether a text describes the process of its series, by its path. */
export function describesProcess({ process, source }: Series, path: string): boolean {
  return process?.files.some((name) => [name, posix.join(source, name)].includes(path)) ?? false;
}
