/** Two texts of a lenient series with one number: the second is left out like a text with errors, so that the first has its page. */
import type { SiteConfig } from "../config/index.js";
import { diagnose } from "../diagnostics/codes.js";
import type { Diagnostic, Result } from "../shared/diagnostic.js";
import type { Document, ProposalDocument } from "../shared/document.js";
import { leaveOut } from "./parse-jobs.js";

/** In other series two such texts are an error of the register. */
export function withoutRepeatedNumbers(config: SiteConfig, documents: Document[]): Result<Document[]> {
  const lenient = new Set(config.series.flatMap(({ id, onInvalid }) => (onInvalid === "warn-and-skip" ? [id] : [])));
  const proposals = documents.filter(
    (document): document is ProposalDocument =>
      document.kind === "proposal" && lenient.has(document.series) && !document.locale,
  );
  const first = new Map<string, ProposalDocument>();
  const repeated = new Set<Document>();
  const diagnostics: Diagnostic[] = [];
  const isNamed = ({ wantedName }: ProposalDocument) => wantedName === undefined;
  for (const document of [...proposals.filter(isNamed), ...proposals.filter((one) => !isNamed(one))]) {
    const { path, series, meta } = document;
    const key = `${series} ${meta.number}`;
    const other = first.get(key);
    if (!other) first.set(key, document);
    // A text with another name beside the proposal of its number is a part of it.
    else if (isNamed(document) || !isNamed(other)) {
      const help = "Give it a number of its own.";
      const message = `number ${meta.number} is taken by ${other.path}`;
      repeated.add(document);
      diagnostics.push(
        ...leaveOut(path, [diagnose("number-duplicate", message, { file: path, line: 1, column: 1, help })])
          .diagnostics,
      );
    }
  }
  return repeated.size === 0
    ? { value: documents, diagnostics }
    : { value: documents.filter((document) => !repeated.has(document)), diagnostics };
}
