/** Dates such as `12/05/2022`, which are ambiguous in a single file: the register's other dates may show which number is the day. */
import type { Series } from "../config/index.js";
import { diagnose, lowered } from "../diagnostics/codes.js";
import type { Diagnostic } from "../shared/diagnostic.js";
import type { NumericDate, ProposalDocument, ProposalMeta } from "../shared/document.js";

/** The order of all unambiguous dates of a register; undefined if there are none, or if they disagree. */
export function orderOfDates(documents: readonly ProposalDocument[]): "dmy" | "mdy" | undefined {
  const certain = documents.flatMap(({ meta }) => meta.numericDates ?? []).filter(({ dmy, mdy }) => !dmy || !mdy);
  const [first] = certain;
  const order = first?.dmy ? "dmy" : "mdy";
  return first && certain.every((date) => date[order]) ? order : undefined;
}

/** @returns the metadata with its dates resolved; ambiguous ones are reported and dropped. */
export function readNumericDates(
  { meta, path }: ProposalDocument,
  order: "dmy" | "mdy" | undefined,
  series: Series,
  diagnostics: Diagnostic[],
): ProposalMeta {
  if (!meta.numericDates) return meta;
  const { numericDates, ...rest } = meta;
  const read: ProposalMeta = rest;
  for (const date of numericDates) {
    read[date.field] = (order && date[order]) ?? (date.dmy && date.mdy ? undefined : (date.dmy ?? date.mdy));
    if (!read[date.field]) diagnostics.push(ambiguous(path, date, series));
  }
  return read;
}

function ambiguous(file: string, { key, text, dmy, mdy, position, length }: NumericDate, { onBadField }: Series) {
  const problem = diagnose("date-invalid", `"${text}" is ${dmy} or ${mdy}; the register does not show which`, {
    file,
    ...position,
    length,
    help: `Write ${key} as YYYY-MM-DD, or set dateOrder of the series to "dmy" or "mdy".`,
  });
  return onBadField === "warn" ? lowered(problem) : problem;
}
