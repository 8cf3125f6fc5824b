/** Two texts of a lenient series with one number: the second is left out like a text with errors, so that the first has its page. */

import type { SiteConfig } from "../config/index.js";
import type { Diagnostic, Result } from "../shared/diagnostic.js";
import type { Document, ProposalDocument } from "../shared/document.js";
import { addAll } from "../shared/lists.js";
import { isWellNamed, lenientSeries, numberTaken, wellNamedFirst } from "../site/index.js";
import { leaveOut } from "./parse-jobs.js";

/** In other series two such texts are an error of the register. */
export function withoutRepeatedNumbers(config: SiteConfig, documents: Document[]): Result<Document[]> {
  const lenient = lenientSeries(config);
  if (lenient.size === 0) return { value: documents, diagnostics: [] };
  const proposals = documents.filter(
    (document): document is ProposalDocument =>
      document.kind === "proposal" && lenient.has(document.series) && !document.locale,
  );
  const first = new Map<string, ProposalDocument>();
  const repeated = new Set<Document>();
  const diagnostics: Diagnostic[] = [];
  for (const document of wellNamedFirst(proposals)) {
    const key = `${document.series} ${document.meta.number}`;
    const other = first.get(key);
    if (!other) first.set(key, document);
    // A text with another name beside the proposal of its number is a part of it.
    else if (isWellNamed(document) || !isWellNamed(other)) {
      repeated.add(document);
      const taken = numberTaken(document, other.path, "Give it a number of its own.");
      addAll(diagnostics, leaveOut(document.path, [taken]).diagnostics);
    }
  }
  return repeated.size === 0
    ? { value: documents, diagnostics }
    : { value: documents.filter((document) => !repeated.has(document)), diagnostics };
}
