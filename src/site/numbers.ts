/** Which of the texts with one number has it: a file with the name that its series expects comes first. */
import type { SiteConfig } from "../config/index.js";
import { diagnose } from "../diagnostics/codes.js";
import type { Diagnostic } from "../shared/diagnostic.js";
import type { Document, ProposalDocument } from "../shared/document.js";

export const isWellNamed = ({ wantedName }: ProposalDocument) => wantedName === undefined;

/** Those with the name of a proposal first, otherwise in the same order: the first of a number is the proposal. */
export function wellNamedFirst(documents: readonly ProposalDocument[]): readonly ProposalDocument[] {
  if (documents.every(isWellNamed)) return documents;
  return [...documents.filter(isWellNamed), ...documents.filter((one) => !isWellNamed(one))];
}

/** @param path of the text that has the number. */
export function numberTaken({ path, meta }: ProposalDocument, by: string | undefined, help: string): Diagnostic {
  const place = { file: path, line: 1, column: 1 };
  return diagnose("number-duplicate", `number ${meta.number} is taken by ${by}`, { ...place, about: by, help });
}

/** The series that leave out a text with errors. */
export function lenientSeries({ series }: SiteConfig): Set<string> {
  return new Set(series.flatMap(({ id, onInvalid }) => (onInvalid === "warn-and-skip" ? [id] : [])));
}

/**
 * A text with the number of a proposal but a different form of name, such as a translation beside it, is a part of that
 * proposal if the series is lenient; otherwise two texts with the same number are an error.
 */
export function partsAsCompanions(config: SiteConfig, documents: readonly Document[]): readonly Document[] {
  const proposals = documents.filter(({ kind }) => kind === "proposal") as ProposalDocument[];
  if (proposals.every(isWellNamed)) return documents;
  const lenient = lenientSeries(config);
  const taken = namedNumbers(proposals);
  return documents.map((document) => {
    if (document.kind !== "proposal" || isWellNamed(document)) return document;
    if (!lenient.has(document.series) || !taken.has(keyOf(document))) return document;
    const { title, description, date } = document.meta;
    const meta = { title, description, date, draft: false };
    return { ...document, kind: "companion", route: "", isOnlyIfNamed: false, meta };
  });
}

/** Files that should have another name, unless another file has that name. */
export function misnamed(proposals: readonly ProposalDocument[]): Diagnostic[] {
  if (proposals.every(isWellNamed)) return [];
  const taken = namedNumbers(proposals);
  return proposals.flatMap((document): Diagnostic[] => {
    const { path, wantedName } = document;
    if (!wantedName || taken.has(keyOf(document))) return [];
    const message = `this proposal's file should be named ${wantedName}`;
    return [diagnose("file-name", message, { file: path, line: 1, column: 1 })];
  });
}

const keyOf = ({ series, locale, meta }: ProposalDocument) => `${series} ${locale} ${meta.number}`;

/** The numbers of proposals whose files have the name that the series expects. */
function namedNumbers(proposals: readonly ProposalDocument[]): Set<string> {
  return new Set(proposals.filter(isWellNamed).map(keyOf));
}
